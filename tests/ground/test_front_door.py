"""What the README tells a newcomer is true, and the lock works anywhere."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).parents[2]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
LOCK = (PROJECT / "uv.lock").read_text(encoding="utf-8")


def dev(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROJECT / "dev", *arguments], capture_output=True, text=True, check=False
    )


def test_commands_of_the_readme_exist() -> None:
    listed = set(re.findall(r"^  (\w+)", dev().stdout, re.MULTILINE))
    told = set(re.findall(r"^\./dev (\w+)", README, re.MULTILINE))
    assert told
    assert told <= listed


def test_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", README)
    assert [link for link in links if not (PROJECT / link).exists()] == []


def test_an_unknown_command_is_refused_with_the_list() -> None:
    done = dev("deal")
    assert done.returncode == 1
    assert "there is no command deal" in done.stderr
    assert "./dev COMMAND" in done.stderr


@pytest.mark.parametrize(("folder", "command"), [(".venv", "serve"), ("node_modules", "vendor")])
def test_nothing_is_installed_into_what_a_link_leads_to(
    tmp_path: Path, folder: str, command: str
) -> None:
    """It belongs to another copy of the project, and installing begins with emptying."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    for name in ("dev", "pyproject.toml", "uv.lock", "package.json", "package-lock.json"):
        shutil.copy(PROJECT / name, ours)
    (theirs / "kept").touch()
    (ours / folder).symlink_to(theirs)
    done = subprocess.run([ours / "dev", command], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"{folder} is a symbolic link" in done.stderr
    assert [one.name for one in theirs.iterdir()] == ["kept"]


def test_the_lock_names_public_hosts_only() -> None:
    """A lock made behind a mirror would name the mirror, and install nowhere else."""
    hosts = set(re.findall(r"\w+://([^/\"]+)", LOCK))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}


def test_the_lock_is_up_to_date() -> None:
    """`uv sync --frozen` never looks: a dependency that was not locked would just be missing."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    (locked,) = (p for p in tomllib.loads(LOCK)["package"] if p["name"] == "desmoche")
    needs = {"": project["project"]["dependencies"], **project["dependency-groups"]}
    found = {"": locked["metadata"]["requires-dist"], **locked["metadata"]["requires-dev"]}
    assert {group: sorted(names) for group, names in needs.items()} == {
        group: sorted(map(requirement, entries)) for group, entries in found.items()
    }, "run ./dev lock"


def requirement(entry: dict[str, Any]) -> str:
    extras = f"[{','.join(entry['extras'])}]" if "extras" in entry else ""
    return f"{entry['name']}{extras}{entry['specifier']}"
