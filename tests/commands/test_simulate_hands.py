"""`simulate` plays whole hands, and what stays goes from hand to hand (section 12, R3.3, R8, R9.3).

Shown for every preset with every number of seats, from what is printed alone.
"""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.commands import main
from tests.commands.running import TABLES, File, printed, simulated, table_arguments

HANDS = 25
# Stacks so small that somebody has to be topped up now and then.
POOR = ("--bet", "10", "--stack", "25")
every_table = pytest.mark.parametrize(("preset", "seats"), TABLES)
every_purse = pytest.mark.parametrize("purse", [(), POOR], ids=["rich", "poor"])


def topped_up(stacks: list[int], ante: int, stack: int) -> list[int]:
    """Section 12: a seat that cannot ante is topped up to `--stack` first."""
    return [held if held >= ante else stack for held in stacks]


@every_table
@every_purse
def test_hands_end_and_follow_each_other(preset: str, seats: int, purse: tuple[str, ...]) -> None:
    """Section 12: as many as asked for, each with a result, seats and bet as asked for."""
    files = simulated(*table_arguments(preset, seats), *purse)
    assert len(files) == HANDS
    for file in files:
        assert file["format"] == "desmoche-hand/1"
        assert file["rules"] == {"preset": preset}
        assert len(set(file["seats"])) == len(file["stacks"]) == seats
        assert file["bet"] == (10 if purse else 5)
        assert set(file["antes"]) == {file["bet"]}  # R8.4: all put in from the first hand on
        assert file["result"]["how"]
    assert files[0]["stacks"] == [25 if purse else 1000] * seats
    assert files[0]["carry"] == {"pot": 0, "count": 0, "side": {}}


@every_table
@every_purse
def test_chips_are_conserved(preset: str, seats: int, purse: tuple[str, ...]) -> None:
    """R8, R8.6: within each hand, and from hand to hand but for top-ups; no debt."""
    files = simulated(*table_arguments(preset, seats), *purse)
    ante, stack = (10, 25) if purse else (5, 1000)
    for file in files:
        result = file["result"]
        assert everything(file["stacks"], file["carry"]) == everything(
            result["stacks"], result["carry"]
        )
        assert min(file["stacks"]) >= ante
        assert min(result["stacks"]) >= 0
    for last, file in pairwise(files):
        assert file["stacks"] == topped_up(last["result"]["stacks"], ante, stack)


def everything(stacks: list[int], carry: dict[str, Any]) -> int:
    """All the chips there are."""
    return sum([*stacks, carry["pot"], *carry["side"].values()])


@every_table
def test_pots_and_dealer_go_on(preset: str, seats: int) -> None:
    """R8.3, R9.3: what a hand carries the next takes over; R3.3 `rotate`: all in play order."""
    files = simulated(*table_arguments(preset, seats))
    for last, file in pairwise(files):
        assert file["carry"] == last["result"]["carry"]
        assert file["dealer"] == (last["dealer"] + 1) % seats
        assert_carried(last)


def assert_carried(file: File) -> None:
    """R8.3: by one more, by nothing, or away."""
    before, after, result = file["carry"], file["result"]["carry"], file["result"]
    if result["winner"] is not None:
        assert (after["pot"], after["count"]) == (0, 0)
    elif file["rules"]["preset"].startswith("conquian"):  # `return`
        assert (after["pot"], after["count"]) == (before["pot"], before["count"])
    else:
        grown = before["pot"] + sum(file["antes"])
        assert (after["pot"], after["count"]) == (grown, before["count"] + 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_winner_starts(seats: int) -> None:
    """R3.3 `winner_starts`: the winner is on the next dealer's right; no winner: as `rotate`."""
    arguments = table_arguments("desmoche", seats, HANDS, 2)
    files = simulated(*arguments, "--set", "next_dealer=winner_starts")
    assert len({file["result"]["winner"] is None for file in files}) == 2
    for last, file in pairwise(files):
        winner = last["result"]["winner"]
        turned = last["dealer"] + 1 if winner is None else winner - 1
        assert file["dealer"] == turned % seats


@every_table
@every_purse
def test_output_replays(
    preset: str,
    seats: int,
    purse: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Section 12: the lines are an input for `replay`, which comes to the same results."""
    where = tmp_path / "hands.jsonl"
    where.write_text(printed(*table_arguments(preset, seats), *purse), encoding="utf-8")
    assert main(["replay", str(where)]) == 0
    answers = capsys.readouterr().out.splitlines()
    assert len(answers) == HANDS
    assert all(answer.startswith('{"ok":true,') for answer in answers)


def test_all_that_is_to_be_carried_comes_up() -> None:
    """What the laws above are about does happen: top-ups, carried pots, won pots, side games."""
    poor = [f for table in TABLES for f in simulated(*table_arguments(*table), *POOR)]
    rich = [f for table in TABLES for f in simulated(*table_arguments(*table))]
    assert any(b["stacks"] != a["result"]["stacks"] for a, b in pairwise(poor))
    assert max(file["carry"]["count"] for file in rich) >= 3
    assert any(file["carry"]["pot"] and file["result"]["winner"] is not None for file in rich)
    assert any(file["carry"]["side"] for file in rich)
    assert any(pot["winners"] for file in rich for pot in file["result"]["side"].values())
    assert {file["result"]["how"] for file in rich} >= {"goal", "no_winner"}
