"""A table that an operator froze: the hand that is there is played, and none comes after it."""

from engine.table.commands import Pledge, SetFrozen
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
    table.do(Pledge("ana", bytes(32)))
    table.time_up()
    assert table.state == (True, False, False, False), "the browser's part is awaited"
    table.do(SetFrozen(True))
    table.time_up()
    assert table.state == (False, True, False, False)


def test_a_pause_between_hands_ends_in_sleep() -> None:
    table = Driver()
    assert table.state == (False, False, False, False)
    table.do(SetFrozen(True))
    assert table.state == (False, False, True, False)
    assert table.live.deadline == table.now + CLOSES_AFTER
