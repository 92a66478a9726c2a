"""The guards in pyproject.toml bite: each breach, planted in an empty house, is found."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The project's rules and tools around its rooms, all of them empty."""
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    shutil.copytree(PROJECT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__*__"))
    for module in (*PROJECT.glob("engine/**/*.py"), *PROJECT.glob("app/**/*.py")):
        empty = tmp_path / module.relative_to(PROJECT)
        empty.parent.mkdir(parents=True, exist_ok=True)
        empty.touch()
    return tmp_path


def run(house: Path, tool: str, *arguments: str) -> tuple[int, str]:
    """A tool of this environment, however the tests were started."""
    command = [str(Path(sys.executable).parent / tool), *arguments]
    done = subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def plant(house: Path, where: str, line: str) -> None:
    (house / "engine" / where).write_text(line + "\n")


@pytest.mark.parametrize(
    ("where", "line", "complaint"),
    [
        ("rules/cards.py", "import httpx", "engine.rules.cards imports httpx"),
        ("table/table.py", "from app import live", "engine.table.table imports app"),
        ("rules/play.py", "import engine.table", "engine.rules.play -> engine.table"),
        ("bots/greedy.py", "import engine.table", "engine.bots.greedy -> engine.table"),
        ("shed.py", "", "shed"),
    ],
    ids=["third party", "app", "rules to table", "bots to table", "room without a place"],
)
def test_import_contracts(house: Path, where: str, line: str, complaint: str) -> None:
    plant(house, where, line)
    status, said = run(house, "lint-imports", "--no-cache")
    assert status == 1
    assert complaint in said


def test_import_contracts_let_the_flow_pass(house: Path) -> None:
    plant(house, "bots/greedy.py", "import random\n\nimport engine.rules")
    plant(house, "table/table.py", "import asyncio\n\nimport engine.bots")
    plant(house, "__main__.py", "import engine.table")
    status, said = run(house, "lint-imports", "--no-cache")
    assert status == 0, said


@pytest.mark.parametrize(
    ("where", "status"), [("rules/play.py", 1), ("bots/greedy.py", 0), ("table/shuffle.py", 0)]
)
@pytest.mark.parametrize("module", ["asyncio", "datetime", "os", "random", "secrets", "time"])
def test_only_the_rules_are_pure(house: Path, where: str, status: int, module: str) -> None:
    plant(house, where, f"import {module}\n\nTHING = {module}.__name__")
    outcome, said = run(house, "ruff", "check", "--no-cache", "--select=TID251", "engine")
    assert (outcome, "TID251" in said) == (status, bool(status)), said
