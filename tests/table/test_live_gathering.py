"""The first hand where friends gather: it waits while places are free, and no longer."""

from dataclasses import replace

import pytest

from engine.table.clock import SECOND
from engine.table.commands import Pledge, SetRules, Sit
from engine.table.pace import BETWEEN_HANDS, FIRST_HAND, GATHERING
from engine.table.snapshot import live_from_json, live_to_json
from tests.table.tables import NAMES
from tests.table.world import Driver


def gathering(people: int, seats: int = 4) -> Driver:
    """Friends come to a table that gathers them, a second after one another."""
    table = Driver(people=0, seats=[2, seats])
    table.live = replace(table.live, gathers=True)
    for place in range(people):
        table.do(Sit(NAMES[place], NAMES[place], 100, place), after=SECOND)
    return table


@pytest.mark.parametrize(
    ("people", "seats", "wait"),
    [(2, 4, GATHERING), (3, 4, GATHERING - SECOND), (4, 4, FIRST_HAND), (2, 2, FIRST_HAND)],
)
def test_friends_are_waited_for_while_places_are_free(people: int, seats: int, wait: int) -> None:
    table = gathering(people, seats)
    assert table.live.deadline == table.now + wait
    table.time_up()
    assert table.live.playing


def test_friends_with_a_bot_wait_for_more_friends() -> None:
    table = gathering(1)
    table.do(Sit("bot-1", "Lola", 100, 1, bot=True))
    assert table.live.deadline == table.now + GATHERING
    table.do(Pledge("ana", ready=True))
    assert table.live.playing


def test_friends_who_are_all_ready_begin_and_later_hands_wait_for_nobody() -> None:
    table = gathering(2)
    table.do(Pledge("ana", ready=True))
    assert not table.live.playing
    table.do(Pledge("beto", ready=True))
    table.retire_all()
    assert table.live.deadline == table.now + BETWEEN_HANDS
    assert table.replayed() == table.live


def test_rules_that_change_while_friends_gather_shorten_nothing() -> None:
    table = gathering(2)
    due = table.live.deadline
    table.do(SetRules("ana", {"forcing": "off"}), after=GATHERING - BETWEEN_HANDS)
    assert table.live.deadline == due
    table.now += SECOND
    assert table.refused(SetRules("ana", {"forcing": "by_opponent"})) == "too_late"


def test_it_is_written_down_and_older_entries_gather_nobody() -> None:
    live = gathering(2).live
    written = live_to_json(live, bytes.hex)
    assert live_from_json(written, bytes.fromhex) == live
    del written["gathers"]
    assert not live_from_json(written, bytes.fromhex).gathers
