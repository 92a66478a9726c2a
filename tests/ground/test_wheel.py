"""What an installed server serves is what this folder holds: the wheel carries the pages too."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_an_installed_wheel_has_the_pages(tmp_path: Path) -> None:
    builders = sorted(ROOT.glob(".tools/uv-*/bin/uv"))
    assert builders, "./dev installs uv into .tools/"
    command: list[str | Path] = [
        builders[-1],
        "build",
        "--wheel",
        "--offline",
        "--quiet",
        "--out-dir",
        tmp_path,
        ROOT,
    ]
    subprocess.run(command, check=True, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    assert _build(tmp_path / "installed") == _build(ROOT)


def _build(folder: Path) -> str:
    """The name of all files of the pages together, as the code in `folder` finds them."""
    told = subprocess.run(
        [sys.executable, "-c", "from app.pages.files import load_site; print(load_site().build)"],
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"},
        check=True,
        capture_output=True,
        text=True,
        cwd=folder,
    )
    return told.stdout.strip()
