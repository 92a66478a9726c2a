"""Runs the command line of the engine: as a process, or within this one where that will do."""

import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

from engine.commands import main

PROJECT = Path(__file__).parents[2]
File: TypeAlias = dict[str, Any]
"""A hand file as JSON (section 12)."""

# R2: every preset with each number of seats that it allows.
TABLES = [
    ("desmoche", 2),
    ("desmoche", 3),
    ("desmoche", 4),
    ("conquien", 2),
    ("conquien", 3),
    ("conquien", 4),
    ("conquian", 2),
    ("conquian_mexican", 2),
    ("conquian_three", 3),
]
PRESETS = tuple(dict.fromkeys(preset for preset, _ in TABLES))


def engine(
    *arguments: str, feed: bytes = b"", **changed: str
) -> subprocess.CompletedProcess[bytes]:
    """`python -m engine …` as anyone runs it; `changed` goes into its environment."""
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        cwd=PROJECT,
        env={**os.environ, **changed},
        input=feed,
        capture_output=True,
        check=False,
    )


@cache
def printed(*arguments: str) -> str:
    """What `simulate …` prints when all is well."""
    out = StringIO()
    with redirect_stdout(out):
        assert main(["simulate", *arguments]) == 0
    return out.getvalue()


def simulated(*arguments: str) -> list[File]:
    """The hand files that `simulate …` prints."""
    return [json.loads(line) for line in printed(*arguments).splitlines()]


def table_arguments(preset: str, seats: int, hands: int = 25, seed: int = 1) -> tuple[str, ...]:
    """Whole hands at one table; the policies differ from seat to seat."""
    policies = ",".join(("random", "greedy", "bot", "random")[:seats])
    return (
        "--preset", preset, "--seats", str(seats), "--hands", str(hands), "--seed", str(seed),
        "--policy", policies,
    )  # fmt: skip
