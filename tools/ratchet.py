"""No file and no function may outgrow a reader. `python -m tools.ratchet` names those that do.
Of JavaScript only the files are measured here; its functions are measured by Biome.

Limits fail the build. Targets are what the code should look like on a good day: they are only
counted, so that the count can be watched as it falls.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOTS = ("engine", "app", "static", "tests", "tools")
VENDORED = "static/vendor"


class Limit(NamedTuple):
    most: int
    target: int


FILE = Limit(most=400, target=120)
SCRIPT = Limit(most=300, target=120)
FUNCTION = Limit(most=50, target=8)


class Size(NamedTuple):
    """How long one file or function is, and how long it may be."""

    where: str
    lines: int
    limit: Limit


def measure(root: Path) -> list[Size]:
    """Every Python file below `root`, every function in it, and every script of a page."""
    return [
        *(size for path in sorted(root.rglob("*.py")) for size in _sizes(path)),
        *(_script(path) for path in sorted(root.rglob("*.js")) if VENDORED not in str(path)),
    ]


def _script(path: Path) -> Size:
    return Size(str(path), len(path.read_text(encoding="utf-8").splitlines()), SCRIPT)


def _sizes(path: Path) -> Iterator[Size]:
    text = path.read_text(encoding="utf-8")
    yield Size(str(path), len(text.splitlines()), FILE)
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield Size(f"{path}:{node.lineno} {node.name}", lines, FUNCTION)


def main(roots: list[str]) -> int:
    sizes = [size for root in roots or ROOTS for size in measure(Path(root))]
    offenders = [size for size in sizes if size.lines > size.limit.most]
    for size in offenders:
        print(f"{size.where}: {size.lines} lines, {size.limit.most} at most")
    for what, limit in (("files", FILE), ("scripts", SCRIPT), ("functions", FUNCTION)):
        measured = [size for size in sizes if size.limit is limit]
        over = sum(size.lines > limit.target for size in measured)
        print(f"{over} of {len(measured)} {what} are over the target of {limit.target} lines")
    return 1 if offenders else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
