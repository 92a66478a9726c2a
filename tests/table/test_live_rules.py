"""The host changes house rules between hands: what holds when, and what becomes of the rest."""

from typing import Any

import pytest

from engine.rules.house_rules import rules_from_json
from engine.table.commands import Choose, Pledge, SetRules, Void
from engine.table.pace import BETWEEN_HANDS
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
    assert dict(session.stakes) == {"flor": 1, "escalera": 1}
    assert [player and sorted(player.games) for player in session.places][:2] == [["flor"], []]
    assert table.refused(Choose("ana", frozenset({"oro"}))) == "not_in_game"
