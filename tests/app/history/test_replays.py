"""Every kept hand is stepped through as it was seen: old files open for ever, by this path too."""

import json
from typing import Any

import pytest

from app.history.replays import MOST_NAME, stepped, stepped_text
from app.problems import Problem
from engine.rules.hand_file import hand_file_from_json
from engine.rules.house_rules import MOST_SEATS
from engine.rules.replaying import played
from engine.rules.views import view, view_json
from tests.corpus.test_corpus import HANDS

OPEN = ("hands", "layouts", "drawn", "discards")


def seen_at_the_table(hand: dict[str, Any], seat: int | None) -> list[dict[str, Any]]:
    views = [view_json(view(state, seat)) for state, _ in played(hand_file_from_json(hand))]
    return [{key: value for key, value in one.items() if key != "options"} for one in views]


@pytest.mark.parametrize("hand", HANDS[::4], ids=[hand["name"] for hand in HANDS[::4]])
async def test_a_kept_hand_is_seen_as_it_was(hand: dict[str, Any]) -> None:
    """A seat sees what it saw; whoever sees all sees each card once, at every step."""
    seats = len(hand["seats"])
    seat = len(hand["name"]) % seats
    for eyes in (seat, "spectator"):
        told = await stepped(hand, eyes)
        at_the_table = seen_at_the_table(hand, None if eyes == "spectator" else seat)
        assert [step["view"] for step in told["steps"]] == at_the_table
    whole = await stepped(hand, "all")
    assert whole["names"] == hand["seats"]
    everything = len(hand["deck"].split())
    for step in whole["steps"]:
        seen = step["view"]
        cards = [card for held in seen["hands"] for card in held]
        cards += [card for layout in seen["layouts"] for meld in layout for card in meld]
        cards += [*seen["discards"], seen["drawn"], seen["offered"]]
        there = [card for card in cards if card]
        assert len(there) == len(set(there))
        assert len(there) + seen["deck_count"] <= everything
        if not seen["out"]:  # what left play with a seat stays unseen (R10.1)
            assert len(there) + seen["deck_count"] == everything
    assert [step["action"] for step in whole["steps"][1:]] == hand["actions"]


async def test_a_seat_is_told_its_own_answers_alone() -> None:
    """R7.7: who passed and who claimed in vain is its own; it is told with all cards only."""
    hand = next(hand for hand in HANDS if any(a["do"] == "claim" for a in hand["actions"]))
    told = await stepped(hand, 0)
    known = [step["action"] for step in told["steps"] if step["action"]]
    assert known == [action for action in hand["actions"] if action.get("seat") == 0]
    watched = await stepped(hand, "spectator")
    assert not any(step["action"] or step["ways"] for step in watched["steps"])
    assert any(event["event"] == "Drawn" for step in watched["steps"] for event in step["events"])
    secrets = [
        event
        for step in watched["steps"]
        for event in step["events"]
        if event["event"] in ("Drawn", "Swapped") and event["card"]
    ]
    assert secrets == []


async def test_all_eyes_see_every_card_named() -> None:
    for hand in HANDS[::40]:
        for step in (await stepped(hand, "all"))["steps"]:
            for event in step["events"]:
                if event["event"] in ("Drawn", "Discarded", "Swapped", "Taken", "Died"):
                    assert event["card"], event


async def test_too_many_actions() -> None:
    hand = {**HANDS[0], "actions": HANDS[0]["actions"] * 2_001, "result": None}
    with pytest.raises(Problem, match="2000 actions"):
        await stepped(hand, "all")


@pytest.mark.parametrize(("letters", "taken"), [(MOST_NAME, True), (MOST_NAME + 1, False)])
@pytest.mark.parametrize("letter", ["a", "\u0e01", "\U0001f0a1"])
async def test_names_of_seats_are_bounded(letter: str, letters: int, taken: bool) -> None:
    """Of every seat, in a file from anywhere."""
    for seat in range(len(HANDS[0]["seats"])):
        names = [letter * letters if one == seat else "x" for one in range(MOST_SEATS)]
        text = json.dumps({**HANDS[0], "seats": names[: len(HANDS[0]["seats"])]})
        if taken:
            assert (await stepped_text(text, "all"))["names"][seat] == letter * letters
        else:
            with pytest.raises(Problem, match="128 characters"):
                await stepped_text(text, "all")
