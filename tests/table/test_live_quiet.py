"""Standing orders are nobody else's business: no number, no time, no view tells of them (R11)."""

from random import Random
from typing import Any

import pytest

from engine.bots.policy import POLICIES
from engine.rules.state import SEATS_IN
from engine.table.bot_seats import bot_actions
from engine.table.commands import Order, Sit
from engine.table.entries import from_rest, replay
from engine.table.live import Live
from engine.table.pace import UNTIMED, Pace, lively, steady
from engine.table.showing import private_json, public_json
from tests.table.world import Driver, PlainSealer

ORDERING = 1  # the place that gives orders


def seen_by(live: Live, seq: int, place: int | None) -> dict[str, Any]:
    """All that a place (None: a spectator) is shown."""
    return {"public": public_json(live, live.shown(seq)), "mine": private_json(live, place)}


def hand_with(orders: bool, pace: Pace, seed: int) -> tuple[Driver, list[Any]]:
    """A hand with or without orders that answer nothing, and what the others saw of it.

    Orders that are taken back before the window closes make no difference but themselves.
    """
    table, chance, sights = Driver(pace), Random(seed), []
    table.do(Sit("bot-1", "Lola", 100, 3, bot=True))
    table.deal()
    player = table.live.players[table.live.dealt.index(ORDERING)]
    while table.live.playing:
        seat = SEATS_IN[table.hand.waiting][0]
        if orders:
            if table.live.window_open:
                table.do(Order(player, True, chance.random() < 0.5, quiet=True))
            table.do(Order(player, False, False, quiet=True))
        action = POLICIES["random"](table.hand, seat, Random(f"{seed}/{len(table.live.actions)}"))
        if table.live.window_open:
            table.time_up(action)
        else:
            table.act(action)
        sights.append(
            [seen_by(table.live, table.seq, place) for place in (None, 0, 2, 3)]
            + [[due for due, _ in bot_actions(table.live)]]
        )
    return table, sights[:-1]  # after the hand: the driver's next seed is by entries


@pytest.mark.parametrize("pace", [steady(3), lively(3), UNTIMED], ids=["steady", "lively", "none"])
def test_others_see_the_same_hand_with_and_without_orders(pace: Pace) -> None:
    for seed in range(6):
        ordered, told = hand_with(True, pace, seed)
        plain, untold = hand_with(False, pace, seed)
        assert told == untold, seed
        assert ordered.seq > plain.seq + 10, "each order has its entry"
        assert ordered.live.shown(ordered.seq) == plain.seq == plain.live.shown(plain.seq)
        assert [entry.seq for entry in ordered.entries] == list(range(1, ordered.seq + 1))
        assert replay(ordered.entries, PlainSealer()).live == ordered.live


def test_the_one_who_gave_an_order_sees_it_under_the_same_number() -> None:
    table = Driver()
    table.deal()
    before = seen_by(table.live, table.seq, ORDERING)
    player = table.live.players[table.live.dealt.index(ORDERING)]
    table.do(Order(player, pass_rest=True, take_goal=False, quiet=True))
    after = seen_by(table.live, table.seq, ORDERING)
    assert after["public"] == before["public"]
    assert after["mine"]["orders"] == {"pass_rest": True, "take_goal": False}


def test_an_order_that_answers_what_is_asked_is_an_action_that_all_see() -> None:
    table = Driver(UNTIMED)
    table.deal()
    discarder = table.draw_and_discard()
    for seat in (seat for seat in range(3) if seat != discarder):
        before, actions = table.live.shown(table.seq), len(table.live.actions)
        table.do(Order(table.live.players[seat], True, False, quiet=True))
        assert len(table.live.actions) > actions
        assert table.live.shown(table.seq) == before + 1


def test_in_sleep_each_step_puts_the_end_off_and_says_so() -> None:
    table = Driver(people=1)
    assert table.live.asleep
    before = table.live.shown(table.seq)
    table.do(Order("ana", pass_rest=True, take_goal=False, quiet=True), after=1)
    assert table.live.shown(table.seq) == before + 1


def test_the_count_outlasts_the_hand_and_older_tables_have_none() -> None:
    table, _ = hand_with(True, steady(3), 1)
    opened = next(entry for entry in reversed(table.entries) if "rests" in entry.body)
    rests = opened.body["rests"]
    assert from_rest(rests, PlainSealer()).quiet == table.live.quiet > 0
    older = {key: value for key, value in rests.items() if key != "quiet"}
    assert from_rest(older, PlainSealer()).quiet == 0


def test_orders_of_older_journals_count_as_they_did() -> None:
    """What was asked then had a number by all entries, and answers to it name that."""
    table = Driver()
    table.deal()
    player = table.live.players[0]
    table.do(Order(player, pass_rest=True, take_goal=False))
    table.draw_and_discard()
    assert table.live.quiet == 0
    assert table.live.asked_seq == table.seq
    again = replay(table.entries, PlainSealer()).live
    assert (again.asked_seq, again.quiet) == (table.seq, 0)
