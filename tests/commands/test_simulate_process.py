"""`python -m engine simulate` as a process: same bytes, good manners (section 12)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.running import PROJECT, TABLES, engine, printed, table_arguments

SIMULATE = ("simulate", "--preset", "desmoche", "--seed", "1")
REPLAY = ("replay", "-")


@pytest.mark.parametrize(("preset", "seats"), [TABLES[2], TABLES[-1]])
def test_same_seed_same_bytes(preset: str, seats: int) -> None:
    """Whatever order Python's sets have in that process, and as in this one."""
    arguments = table_arguments(preset, seats, 8, 5)
    first = engine("simulate", *arguments, PYTHONHASHSEED="1")
    again = engine("simulate", *arguments, PYTHONHASHSEED="2")
    assert (first.returncode, first.stderr) == (0, b"")
    assert first.stdout == again.stdout == printed(*arguments).encode()
    other = engine("simulate", *table_arguments(preset, seats, 8, 6))
    assert other.stdout != first.stdout


def test_output_is_plain_ascii_lines() -> None:
    """Section 12: one JSON object a line, whatever the locale of the machine is."""
    done = engine(*SIMULATE, "--hands", "3", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    lines = done.stdout.split(b"\n")
    assert lines.pop() == b""
    assert len(lines) == 3
    assert all(isinstance(json.loads(line), dict) for line in lines)


def test_simulate_is_piped_into_replay() -> None:
    """Section 12: what one writes the other reads; exit status 0, all lines ok."""
    hands = engine(*SIMULATE, "--hands", "12")
    done = engine(*REPLAY, feed=hands.stdout)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True] * 12


def test_quiet_prints_one_json_line() -> None:
    done = engine(*SIMULATE, "--hands", "3", "--quiet")
    assert (done.returncode, done.stderr, done.stdout.count(b"\n")) == (0, b"", 1)
    assert json.loads(done.stdout)["hands"] == 3


def test_help_tells_of_every_option() -> None:
    done = engine("simulate", "--help")
    assert done.returncode == 0
    options = ("preset", "seats", "hands", "seed", "policy", "set", "bet", "stack", "quiet")
    assert [word for word in options if f"--{word}".encode() not in done.stdout] == []


def test_a_reader_that_has_seen_enough() -> None:
    """`simulate … | head -1`: far more than a pipe holds is still to come; no traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "engine", *SIMULATE, "--hands", "1000"],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("command", [SIMULATE, REPLAY], ids=["simulate", "replay"])
def test_a_full_disk_is_told_in_a_sentence(command: tuple[str, ...]) -> None:
    """Section 12: exit status 1 if it did not go well; never a traceback."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", *command],
            cwd=PROJECT,
            input=printed(*SIMULATE[1:]).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1
