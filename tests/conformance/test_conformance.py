"""Every conformance case: one by one, and all of them through one real process."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.commands.replay import replay_text
from tests.conformance.comparing import differences

PROJECT = Path(__file__).parents[2]
Case = dict[str, Any]
CASES: list[Case] = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]


def name_of(case: Case) -> str:
    return f"{case['rule']}-{case['name']}"


def viewer_for(case: Case) -> str | None:
    return "all" if "views" in case["expect"] else None


def test_all_cases_are_here_and_their_names_differ() -> None:
    assert len({name_of(case) for case in CASES}) == len(CASES) == 457


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_case(case: Case) -> None:
    answer = replay_text(json.dumps(case["hand"]).encode(), viewer_for(case))
    assert differences(case["expect"], json.loads(json.dumps(answer))) == [], case["why"]


@pytest.mark.parametrize("viewer", [None, "all"])
def test_one_process_answers_all_in_their_order(viewer: str | None) -> None:
    cases = [case for case in CASES if viewer_for(case) == viewer]
    done = subprocess.run(
        [sys.executable, "-m", "engine", "replay", "-", *(["--view", viewer] if viewer else [])],
        input="".join(json.dumps(case["hand"]) + "\n" for case in cases),
        capture_output=True,
        text=True,
        check=False,
        cwd=PROJECT,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(cases)
    wrong = {
        name_of(case): unlike
        for case, answer in zip(cases, answers, strict=True)
        if (unlike := differences(case["expect"], answer))
    }
    assert (wrong, done.stderr) == ({}, "")
    assert done.returncode == int(any("error" in case["expect"] for case in cases))
