"""One step of a live table: a command in, the next table out (pure).

Enters: a `Live`, a command, the time, the step's number, fresh chance. Leaves: a `Work`
with the next table, the chips moved, what happened; or a refusal, and nothing changed.
Never here: storing and showing. The same function runs at a live table and in a replay.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.rules.refusals import Code, Refusal
from engine.table import clocks, ending, fair_deal, hands, hosting, rehearsal, resting, seats
from engine.table.commands import (
    Act,
    AddEntropy,
    AnswerBet,
    AskPause,
    BringBots,
    Choose,
    CloseTable,
    ComeBack,
    Command,
    Kick,
    Order,
    Pledge,
    ProposeBet,
    PutOnDefaults,
    Rehearse,
    RestartClock,
    SetFrozen,
    SetPace,
    SetRules,
    SetWatchable,
    Sit,
    Stand,
    Suspend,
    TakeHost,
    TimeUp,
    TopUp,
    Void,
)
from engine.table.live import Live
from engine.table.session import SessionCode, SessionRefusal
from engine.table.work import Work


def step(live: Live, command: Command, now: int, seq: int, seed: bytes) -> Work:
    """Work out what a command leads to. Raises `Refusal` or `SessionRefusal`."""
    if live.closed:
        raise SessionRefusal(SessionCode.TABLE_CLOSED, "this table has closed")
    work = Work(live, now, seq, seed)
    if work.live.fairness is None:
        resting.rest(work)
    _STEPS[type(command)](work, command)
    resting.await_players(work)
    fair_deal.deal_if_all_ready(work)
    return work


def require_seat(live: Live, command: Act) -> int:
    """The place of who acts in a hand; refuses whoever has no such seat in it.

    The table asks it of sealed answers too, which make no step.
    """
    place = live.place_of(command.player)
    if place is None:
        raise SessionRefusal(SessionCode.NOT_SEATED, "take a place at the table first")
    if not live.playing:
        raise Refusal(Code.HAND_OVER, "no hand is being played")
    if command.action.seat is None or command.action.seat != live.seat_at(place):
        raise Refusal(Code.NOT_ASKED, "that is not your seat in this hand")
    if command.asked is not None and command.asked != live.asked_seq:
        raise SessionRefusal(SessionCode.TOO_LATE, "that question is over; look at the new one")
    return place


def _act(work: Work, command: Act) -> None:
    place = require_seat(work.live, command)
    clocks.charge_bank(work, place)
    seats.present(work, place)
    hands.play(work, command.action)


def _stand(work: Work, command: Stand) -> None:
    _let_go(work, seats.place_of(work, command.player))


def _let_go(work: Work, place: int) -> None:
    """At once between hands; whoever is in a hand leaves it, and the place after it."""
    if work.live.in_hand(place):
        hands.leave(work, place)
    else:
        seats.free_place(work, place)


def _kick(work: Work, command: Kick) -> None:
    hosting.require_kick(work, command)
    place = command.place
    if work.live.in_hand(place):  # the hand is theirs to play to its end
        work.sit_as(place, replace(work.live.sitting(place), leaving=True))
    else:
        seats.free_place(work, place)


def _order(work: Work, command: Order) -> None:
    before = work.live
    seats.give_order(work, command)
    ordered = work.live
    hands.act_for_the_absent(work)
    # Not if it answered what was being asked; nor in sleep, whose deadline every step puts off.
    if command.quiet and work.live == ordered and not before.asleep:
        work.change(quiet=before.quiet + 1)


def _put_on_defaults(work: Work, command: PutOnDefaults) -> None:
    seats.put_on_defaults(work, command)
    hands.act_for_the_absent(work)


def _suspend(work: Work, command: Suspend) -> None:
    seats.suspend(work, command)
    hands.act_for_the_absent(work)


def _time_up(work: Work, command: TimeUp) -> None:
    live = work.live
    if live.playing:
        hands.time_up(work, command.answers)
    elif live.announced:
        fair_deal.deal(work)
    elif live.coming.close or live.asleep:
        ending.close(work)
    else:
        fair_deal.announce(work)


def _restart_clock(work: Work, _: RestartClock) -> None:
    clocks.restart(work)


def _void(work: Work, command: Void) -> None:
    """A hand that was announced is dealt first: it keeps its number, and its seed is shown."""
    if work.live.announced:
        fair_deal.deal(work)
    if work.session.running:
        ending.void(work, command.why)
    else:  # a hand that was lost with its replay: who had left it may go now
        ending.let_leavers_go(work)


def _close(work: Work, command: CloseTable) -> None:
    if command.player is None:
        _void(work, Void("an operator closed the table"))
        ending.close(work)
        return
    hosting.require_host(work, command.player)
    if work.live.playing or work.live.announced:
        hosting.close_later(work)
    else:
        ending.close(work)


_STEPS: Mapping[type[Command], Callable[[Work, Any], None]] = {
    Sit: seats.take_place,
    BringBots: seats.bring_bots,
    Rehearse: rehearsal.rehearse,
    Stand: _stand,
    TopUp: seats.bring_chips,
    Choose: seats.choose,
    ProposeBet: seats.propose,
    AnswerBet: seats.answer_bet,
    Pledge: fair_deal.pledge,
    AddEntropy: fair_deal.add_entropy,
    Act: _act,
    Order: _order,
    ComeBack: seats.come_back,
    PutOnDefaults: _put_on_defaults,
    Suspend: _suspend,
    AskPause: seats.ask_pause,
    Kick: _kick,
    SetPace: hosting.set_pace,
    SetRules: hosting.set_rules,
    SetWatchable: hosting.set_watchable,
    TakeHost: hosting.take_host,
    CloseTable: _close,
    SetFrozen: hosting.set_frozen,
    TimeUp: _time_up,
    RestartClock: _restart_clock,
    Void: _void,
}
