"""Whom an operator suspends: the table acts at once, and no hand after this one is theirs."""

from collections.abc import Callable

import pytest

from engine.rules.actions import Pass
from engine.rules.state import OFFER, SEATS_IN
from engine.table.commands import Choose, ComeBack, Pledge, Stand, Suspend
from engine.table.live import Live
from tests.table.world import Driver


def _at_rest(_: Driver) -> None:
    """Before any hand."""


def _announced(table: Driver) -> None:
    table.do(Pledge("ana", bytes(32)))
    table.time_up()
    assert table.live.announced


def _dealt(table: Driver) -> None:
    table.deal()


def _offered(table: Driver) -> None:
    table.deal()
    table.draw_and_discard()
    assert table.live.window_open


MOMENTS = (_at_rest, _announced, _dealt, _offered)


def _play_out(table: Driver) -> Live:
    """Let every clock run out; whoever is suspended has none."""
    while table.live.playing:
        hand = table.hand
        if hand.phase is not OFFER:
            asked = {table.live.players[seat] for seat in SEATS_IN[hand.waiting]}
            assert not asked & table.live.suspended, "nobody waits for them"
        table.time_up()
    return table.live


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("player", ["ana", "beto", "carla"])
def test_no_hand_is_dealt_to_them_after_this_one(
    moment: Callable[[Driver], None], player: str
) -> None:
    table = Driver()
    moment(table)
    place = table.live.place_of(player)
    assert place is not None
    in_hand = table.live.in_hand(place)
    for _ in range(2):  # again changes nothing
        table.do(Suspend(player))
        assert table.sitting(place).away
        assert table.live.host != player
    if table.live.announced:
        table.time_up()
        assert player in table.live.players, "what was announced is dealt"
    assert in_hand == (player in table.live.players)
    _play_out(table)
    stack = table.stacks()[place]
    for one in {"ana", "beto", "carla"} - {player}:
        table.do(ComeBack(one))
    table.deal()
    assert player not in table.live.players
    assert table.stacks()[place] == stack, "and no ante is theirs"
    assert table.replayed() == table.live


def test_an_answer_that_was_sealed_before_does_not_bring_them_back() -> None:
    table = Driver(people=4)
    table.deal()
    table.draw_and_discard()
    for seat in SEATS_IN[table.hand.waiting]:
        table.do(Suspend(table.live.players[seat]))
    answers = [Pass(seat) for seat in SEATS_IN[table.hand.waiting]]
    gone = table.live.suspended
    assert len(gone) == len(answers) == 3
    table.time_up(*answers)
    for player in gone:
        place = table.live.place_of(player)
        assert place is not None
        assert table.sitting(place).away
    assert table.live.suspended == gone
    _play_out(table)


@pytest.mark.parametrize("moment", MOMENTS)
def test_who_may_sign_in_again_comes_back(moment: Callable[[Driver], None]) -> None:
    table = Driver()
    moment(table)
    table.do(Suspend("ana"))
    table.do(ComeBack("ana"))
    assert not table.sitting(0).away
    assert not table.live.suspended
    player = table.live.session.places[0]
    assert player is not None
    assert not player.sits_out
    assert table.replayed() == table.live if table.live.playing else True


def test_who_sat_out_by_choice_still_does() -> None:
    table = Driver()
    table.do(Choose("ana", None, sits_out=True))
    table.do(Suspend("ana"))
    table.do(ComeBack("ana"))
    player = table.live.session.places[0]
    assert player is not None
    assert player.sits_out


def test_whose_place_is_free_is_not_suspended_there() -> None:
    table = Driver()
    assert table.refused(Suspend("eva")) == "not_seated"
    table.do(Suspend("ana"))
    table.do(Stand("ana"))
    assert not table.live.suspended
