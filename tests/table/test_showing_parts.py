"""What is kept of a written table is written anew whenever anything in it changes."""

from dataclasses import fields, replace
from typing import Any

import pytest

from engine.rules.actions import Pass
from engine.table.live import Coming, LastHand, Live, changed, with_sitting
from engine.table.pace import lively
from engine.table.seating import sit_out
from engine.table.showing import (
    habits_json,
    habits_of,
    places_json,
    places_of,
    standing_json,
    standing_of,
)
from tests.table.world import Driver

PLACE = 1


def _others(live: Live) -> dict[str, Any]:
    """For each field of a table in mid-hand another value that it may have."""
    assert live.fairness is not None
    assert live.fairness.record is not None
    player = live.players[0]
    fair = replace(live.fairness, record=None, seed=bytes(32), ready=frozenset({player}))
    return {
        "id": "other",
        "session": replace(sit_out(live.session, PLACE, True), bet=7, hand=9),
        "sittings": with_sitting(
            live, PLACE, replace(live.sitting(PLACE), bank=1, pass_rest=True)
        ).sittings,
        "pace": lively(3),
        "owner": "beto",
        "host": "beto",
        "watchable": True,
        "most_stack": 300,
        "gathers": True,
        "coming": Coming(close=True),
        "hand": None,
        "dealt": (2, 1, 0),
        "players": ("beto", "ana", "carla"),
        "actions": (Pass(0),),
        "fairness": fair,
        "last": LastHand(1, live.players, live.fairness.record, "a fault"),
        "asked_at": 1,
        "asked_seq": 1,
        "deadline": 1,
        "rests_until": 1,
        "frozen": True,
        "asleep": True,
        "pausing": frozenset({"ana"}),
        "suspended": frozenset({"ana"}),
        "bots": frozenset({"ana"}),
        "closed": True,
        "quiet": 1,
    }


@pytest.fixture(scope="module")
def live() -> Live:
    table = Driver()
    table.deal()
    return table.live


@pytest.mark.parametrize("field", [one.name for one in fields(Live)])
def test_a_field_that_is_shown_is_looked_at(live: Live, field: str) -> None:
    other = changed(live, **{field: _others(live)[field]})
    assert getattr(other, field) != getattr(live, field)
    for read, shown in (
        (standing_of, standing_json),
        (places_of, places_json),
        (lambda one: habits_of(one, PLACE, None), lambda one: habits_json(one, PLACE, None)),
    ):
        if shown(other) != shown(live):
            assert read(other) != read(live), f"{field} is shown, and not looked at"


def test_freezing_is_shown(live: Live) -> None:
    """The law above is of fields that are shown: this one is."""
    for field in ("frozen", "asleep", "watchable", "most_stack"):
        other = changed(live, **{field: _others(live)[field]})
        assert standing_json(other) != standing_json(live), field
