"""Who may look at a hand, and as whom: those dealt in, late comers, strangers, leavers."""

from dataclasses import replace

import pytest

from engine.table.commands import Sit, Stand
from engine.table.showing import private_json
from engine.table.watching import may_see_hand, may_watch
from tests.table.world import Driver


def in_a_hand(watchable: bool) -> Driver:
    """Ana, Beto and Carla play; Dora has sat down since; Ana has left the hand."""
    table = Driver()
    table.live = replace(table.live, watchable=watchable)
    table.deal()
    table.do(Sit("dora", "dora", 100, 3))
    table.do(Stand("ana"))
    return table


@pytest.mark.parametrize("watchable", [False, True])
def test_while_a_hand_is_played(watchable: bool) -> None:
    live = in_a_hand(watchable).live
    sees = {name: may_see_hand(live, name) for name in ("ana", "beto", "carla", "dora", "eva")}
    assert sees == {"ana": False, "beto": True, "carla": True, "dora": True, "eva": watchable}
    assert [may_watch(live, name) for name in ("ana", "beto", "dora")] == [False] * 3
    assert may_watch(live, "eva") is may_watch(live, None) is watchable


def test_a_late_comer_is_shown_what_a_spectator_is() -> None:
    live = in_a_hand(watchable=False).live
    shown, spectator = private_json(live, 3)["view"], private_json(live, None)["view"]
    assert shown == spectator
    assert shown["seat"] is shown["hand"] is None


def test_once_the_hand_is_over_who_left_it_is_anyone() -> None:
    table = in_a_hand(watchable=True)
    table.do(Stand("beto"))
    live = table.live
    assert not live.playing
    assert may_see_hand(live, "ana")
    assert may_watch(live, "ana")
