"""A table that an operator froze: the hand that is there is played, and none comes after it."""

from engine.table.commands import ComeBack, Pledge, PutOnDefaults, SetFrozen
from engine.table.pace import CLOSES_AFTER
from engine.table.showing import public_json
from tests.table.world import Driver


def test_the_hand_being_played_goes_on_and_none_comes_after_it() -> None:
    table = Driver()
    table.deal()
    table.do(SetFrozen(True))
    assert table.live.playing
    assert public_json(table.live, table.seq)["frozen"]
    table.retire_all()
    assert table.state == (False, False, True, False), "it sleeps"
    for player in ("ana", "beto", "carla"):
        table.do(Pledge(player, None, ready=True))
    assert table.state == (False, False, True, False), "however ready they are"
    assert table.replayed() == table.live
    table.do(SetFrozen(False))
    assert not table.live.asleep
    assert not public_json(table.live, table.seq)["frozen"]
    assert table.deal().phase is not None
    assert table.live.session.hand == 2


def test_a_hand_that_is_announced_is_dealt() -> None:
    table = Driver()
    table.time_up()
    assert table.live.announced
    table.do(SetFrozen(True))
    table.time_up()
    assert table.live.playing


def test_a_pause_between_hands_ends_in_sleep() -> None:
    table = Driver()
    before = table.live
    table.do(SetFrozen(True))
    assert (before.asleep, table.live.asleep) == (False, True)
    assert table.live.deadline == table.now + CLOSES_AFTER


def test_an_operator_puts_a_seat_on_defaults_at_any_table_at_once() -> None:
    table = Driver()
    table.deal()
    assert table.refused(PutOnDefaults("ana", 1, 10**9)) == "has_clock"
    assert table.refused(PutOnDefaults(None, 3, 0)) == "no_such_place"
    for place in range(3):
        table.do(PutOnDefaults(None, place, 0))
        assert table.sitting(place).away
    assert table.replayed() == table.live
    table.do(ComeBack("ana"))
    assert not table.sitting(0).away
