"""`python -m engine replay` as a real process: lines, exit status, never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.rules.spoiling import GOOD, TEXT

PROJECT = Path(__file__).parents[2]
REPLAY = [sys.executable, "-m", "engine", "replay"]
LINUX = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
BAD = json.dumps({**GOOD, "bet": 0})


def run(*arguments: str, text: str | bytes = b"") -> tuple[int, list[Any], str]:
    """Exit status, the lines of the answer as JSON, and what was said to a person."""
    raw = text.encode() if isinstance(text, str) else text
    done = subprocess.run(
        [*REPLAY, *arguments], input=raw, capture_output=True, check=False, cwd=PROJECT
    )
    said = done.stderr.decode()
    assert "Traceback" not in said
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], said


def shell(command: str, text: str = "") -> tuple[int, str, str]:
    """The same with the shell joining it to files; `$REPLAY` is the command."""
    done = subprocess.run(
        ["/bin/sh", "-c", command.replace("$REPLAY", " ".join(REPLAY))],
        input=text,
        text=True,
        capture_output=True,
        check=False,
        cwd=PROJECT,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def codes(lines: list[Any]) -> list[str | None]:
    return [None if line["ok"] else line["error"]["code"] for line in lines]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (TEXT, [None]),
        (json.dumps(GOOD, indent=2), [None]),
        (BAD, ["bad_file"]),
        (f"{TEXT}\n{BAD}\n{TEXT}\n", [None, "bad_file", None]),
        (f"\n\n{TEXT}\n  \t\n{BAD}", [None, "bad_file"]),
        (f"{TEXT}\r\n{TEXT}\r\n", [None, None]),
        (f"{TEXT}\nnonsense\n{TEXT}", [None, "bad_file", None]),
        ("[" * 2**20, ["bad_file"]),
        ("null", ["bad_file"]),
    ],
    ids=["one", "indented", "bad", "three", "blanks", "CRLF", "nonsense", "brackets", "null"],
)
def test_one_line_a_file_in_their_order(text: str, wanted: list[str | None]) -> None:
    """Section 12: one JSON value is one file, else each line that is not blank."""
    status, lines, said = run("-", text=text)
    assert (codes(lines), status, said) == (wanted, int(any(wanted)), "")


def test_a_line_that_is_not_utf8_spoils_no_other() -> None:
    """Section 12."""
    text = TEXT.encode() + b"\n\xff\xfe\n" + TEXT.encode()
    assert codes(run(text=text)[1]) == [None, "bad_file", None]


def test_a_file_by_its_name(tmp_path: Path) -> None:
    """Section 12: the same answer as through standard input."""
    path = tmp_path / "main d'été.json"
    path.write_text(TEXT)
    assert run(str(path)) == run("-", text=TEXT) == run(text=TEXT)


@pytest.mark.parametrize("name", ["missing.json", ".", "no/such/folder"])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    """Section 12: status 1, no line, a sentence for a person."""
    status, lines, said = run(str(tmp_path / name))
    assert (status, lines) == (1, [])
    assert str(tmp_path / name) in said
    assert said.count("\n") == 1


def test_views() -> None:
    """Section 12: of one or of all; one at the start and one after each action."""
    _, (answer,), _ = run("-", "--view", "all", text=TEXT)
    assert set(answer["views"]) == {"0", "1", "2", "spectator"}
    for viewer, views in answer["views"].items():
        assert len(views) == len(GOOD["actions"]) + 1
        assert {view["seat"] for view in views} == {None if viewer == "spectator" else int(viewer)}
    for viewer in ("2", "spectator"):
        assert run("-", "--view", viewer, text=TEXT)[1][0]["views"] == answer["views"][viewer]


def test_a_seat_that_this_hand_does_not_have() -> None:
    """Section 12."""
    status, (answer,), _ = run("-", "--view", "3", text=TEXT)
    assert (status, answer["error"]["code"], answer["error"]["at"]) == (1, "out_of_range", None)


@pytest.mark.parametrize(
    "arguments", [["--view", "x"], ["--view", "-1"], ["--view"], ["--deal"], ["a", "b"]]
)
def test_arguments_that_mean_nothing(arguments: list[str]) -> None:
    """A word to a person, and no line."""
    status, lines, said = run(*arguments, text=TEXT)
    assert status != 0
    assert lines == []
    assert "usage:" in said


def test_output_is_ascii_whatever_the_locale() -> None:
    """Names may be of any script; the answer is the same bytes everywhere."""
    status, out, _ = shell("LC_ALL=C PYTHONUTF8=0 $REPLAY - --view 0", TEXT.replace("ana", "ñ♠"))
    assert status == 0
    assert out.isascii()


def test_a_reader_that_has_gone() -> None:
    """A closed pipe ends it quietly."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as pipe:
        done = subprocess.run(
            [*REPLAY, "-"],
            input=(TEXT + "\n").encode() * 20,
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
            cwd=PROJECT,
        )
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    "command",
    [
        "$REPLAY - <&-",
        "$REPLAY - >&-",
        pytest.param("$REPLAY - >/dev/full", marks=LINUX),
        "$REPLAY /missing 2>&-",
    ],
    ids=["no standard input", "no standard output", "full disk", "no standard error"],
)
def test_streams_that_are_closed_or_full(command: str) -> None:
    """Section 12: status 1, never a traceback, and nothing on standard output but answers."""
    status, out, said = shell(command, TEXT)
    assert (status, out) == (1, "")
    assert said.count("\n") <= 1
