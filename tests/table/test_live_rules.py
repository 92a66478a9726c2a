"""The host changes house rules between hands: what holds when, and what becomes of the rest."""

from typing import Any

import pytest

from engine.rules.house_rules import rules_from_json
from engine.table.clock import SECOND
from engine.table.commands import Choose, Pledge, SetRules, Sit, Stand, Void
from engine.table.pace import BETWEEN_HANDS, FIRST_HAND, LONGEST_REST
from engine.table.showing import public_json
from tests.table.world import Driver

REFUSED: dict[str, dict[str, Any]] = {
    "no such rule": {"luck": 1},
    "no such value": {"forcing": "sometimes"},
    "another preset": {"preset": "conquien"},
    "other seats": {"seats": [2, 2]},
    "more cards than there are": {"deck": 40, "hand_size": 10},
}


@pytest.mark.parametrize("overrides", REFUSED.values(), ids=REFUSED)
def test_rules_that_can_t_be_are_refused_and_nothing_changes(overrides: dict[str, Any]) -> None:
    table = Driver()
    before = table.live
    assert table.refused(SetRules("ana", overrides)) == "bad_rules"
    assert table.live == before


def test_at_once_between_hands_and_nobody_is_surprised_by_them() -> None:
    table = Driver(people=2)
    table.do(Pledge("ana", None, ready=True))
    table.do(SetRules("ana", {"forcing": "off"}))
    kept = {"preset": "desmoche", "seats": list(table.live.session.rules.seats)}
    assert table.live.session.rules == rules_from_json({"forcing": "off", **kept})
    assert table.live.fairness is not None
    assert not table.live.fairness.ready
    assert table.live.deadline == table.now + BETWEEN_HANDS
    assert table.live == table.replayed()


@pytest.mark.parametrize("playing", [False, True])
def test_rules_that_hold_or_come_already_change_nothing(playing: bool) -> None:
    table = Driver(people=2)
    if playing:
        table.deal()
    table.do(SetRules("ana", {"forcing": "off"}))
    if not playing:
        table.do(Pledge("ana", None, ready=True))
    before = table.live
    table.do(SetRules("ana", {"forcing": "off"}), after=SECOND)
    assert table.live == before
    table.do(SetRules("ana", {}), after=SECOND)
    now = table.live
    assert (now.coming.rules or now.session.rules).forcing != "off", (
        "and back, as often as one likes"
    )


@pytest.mark.parametrize("every", [SECOND, 5 * SECOND, 11 * SECOND, BETWEEN_HANDS - 1])
@pytest.mark.parametrize("other", [True, False], ids=["other rules each time", "the same"])
@pytest.mark.parametrize("before", [0, 1], ids=["first hand", "second hand"])
def test_a_host_can_t_put_off_the_deal_for_ever(every: int, other: bool, before: int) -> None:
    table = Driver(people=2)
    for _ in range(before):
        table.deal()
        table.do(Void("a test"))
    began, changed = table.now, 0
    for _ in range(100):
        table.now += every
        assert table.live.deadline is not None
        if table.now >= table.live.deadline:
            break
        off = other and table.live.session.rules.forcing != "off"
        asked = SetRules("ana", {"forcing": "off"} if off else {})
        if other and table.now > began + LONGEST_REST - BETWEEN_HANDS:
            assert table.refused(asked) == "too_late"
        else:
            rules = table.live.session.rules
            table.do(asked)
            changed = table.now if table.live.session.rules != rules else changed
    assert table.live.deadline is not None
    assert table.live.deadline <= began + LONGEST_REST
    assert not changed or table.live.deadline == changed + BETWEEN_HANDS, "time to see them"
    table.time_up()
    assert table.live == table.replayed()


def asleep() -> Driver:
    """A table with a carried pot that a newcomer can't match (R8.4), so that it sleeps."""
    table = Driver(people=2, match_carry=True)
    table.deal()
    table.retire_all()
    table.do(Stand("beto"))
    table.do(Sit("carla", "carla", 5, 1))
    assert table.live.asleep
    return table


@pytest.mark.parametrize("after", [0, 5 * SECOND, 3600 * SECOND])
def test_rules_that_wake_a_table_are_seen_before_the_deal(after: int) -> None:
    table = asleep()
    table.do(SetRules("ana", {"match_carry": False}), after)
    assert not table.live.asleep
    assert table.live.deadline == table.now + BETWEEN_HANDS
    assert table.live == table.replayed()


@pytest.mark.parametrize("hands", [0, 1])
def test_rules_that_changed_while_it_slept_are_seen_before_the_deal(hands: int) -> None:
    table = Driver(people=2)
    for _ in range(hands):
        table.deal()
        table.do(Void("a test"))
    table.do(Choose("beto", None, sits_out=True), after=60 * SECOND)
    table.do(SetRules("ana", {"forcing": "off"}))
    assert table.live.asleep
    changed = table.now
    table.do(Choose("beto", None, sits_out=False), after=SECOND)
    assert table.live.deadline == changed + BETWEEN_HANDS
    table.do(Choose("beto", None, sits_out=True), after=SECOND)
    table.do(Choose("beto", None, sits_out=False), after=60 * SECOND)
    assert table.live.deadline == table.now + FIRST_HAND, "everybody has seen them"
    assert table.live == table.replayed()


def test_a_hand_is_played_to_its_end_by_the_rules_it_was_dealt_by() -> None:
    table = Driver(people=2)
    table.deal()
    old = table.live.session.rules
    table.do(SetRules("ana", {"forcing": "off", "side_games": ["oro"]}))
    assert table.live.session.rules == table.hand.deal.rules == old
    told = public_json(table.live, 1)
    assert told["coming"]["rules"]["forcing"] == "off"
    assert told["rules"] == old.overrides()
    assert table.live == table.replayed()
    table.do(Void("a test"))
    assert (table.live.session.rules.forcing, table.live.coming.rules) == ("off", None)
    assert table.live == table.replayed()
    table.deal()
    assert table.hand.deal.rules.forcing == "off"


def test_side_games_end_and_begin_with_the_rules() -> None:
    table = Driver(people=2, side_games=["oro", "flor"])
    table.do(Choose("ana", frozenset({"oro", "flor"})))
    table.do(SetRules("ana", {"side_games": ["flor", "escalera"]}))
    session = table.live.session
    assert session.games == {"flor": 1, "escalera": 1}
    assert public_json(table.live, 1)["stakes"] == session.games
    assert [player and sorted(player.games) for player in session.places][:2] == [["flor"], []]
    assert table.refused(Choose("ana", frozenset({"oro"}))) == "not_in_game"
