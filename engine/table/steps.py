"""One step of a live table: a command in, the next table out (pure).

Enters: a `Live`, a command, the time, the step's number, fresh chance. Leaves: a `Work`
with the next table, the chips moved, what happened; or a refusal, and nothing changed.
Never here: storing and showing. The same function runs at a live table and in a replay.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.rules.refusals import Code, Refusal
from engine.table import hands, seats
from engine.table.commands import (
    Act,
    AddEntropy,
    AnswerBet,
    Choose,
    CloseTable,
    ComeBack,
    Command,
    Kick,
    Order,
    ProposeBet,
    PutOnDefaults,
    RestartClock,
    SetPace,
    SetWatchable,
    Sit,
    Stand,
    TakeHost,
    TimeUp,
    TopUp,
    Void,
)
from engine.table.dealing import close_session
from engine.table.live import Live
from engine.table.session import SessionCode, SessionRefusal
from engine.table.work import Work


def step(live: Live, command: Command, now: int, seq: int, seed: bytes) -> Work:
    """Work out what a command leads to. Raises `Refusal` or `SessionRefusal`."""
    if live.closed:
        raise SessionRefusal(SessionCode.TABLE_CLOSED, "this table has closed")
    work = Work(live, now, seq, seed)
    if work.live.fairness is None:
        hands.rest(work)
    _STEPS[type(command)](work, command)
    hands.await_players(work)
    return work


def _act(work: Work, command: Act) -> None:
    place = seats.place_of(work, command.player)
    seat = work.live.seat_at(place)
    if not work.live.playing:
        raise Refusal(Code.HAND_OVER, "no hand is being played")
    if seat is None or command.action.seat != seat:
        raise Refusal(Code.NOT_ASKED, "that is not your seat in this hand")
    _charge_bank(work, place)
    seats.present(work, place)
    hands.play(work, command.action)


def _charge_bank(work: Work, place: int) -> None:
    """Time over the turn's own comes out of the reserve."""
    live = work.live
    if live.pace.turn is None or live.hand is None or live.hand.turn is None:
        return
    if live.place_at(live.hand.turn) != place or live.window_open:
        return
    over = max(0, work.now - live.asked_at - live.pace.turn)
    sitting = live.sitting(place)
    work.sit_as(place, replace(sitting, bank=max(0, sitting.bank - over)))


def _stand(work: Work, command: Stand) -> None:
    place = seats.place_of(work, command.player)
    running = work.session.running
    if running and place in running.places:
        hands.leave(work, place)
    else:
        seats.free_place(work, place)


def _time_up(work: Work, command: TimeUp) -> None:
    hands.time_up(work, command.answers)


def _restart_clock(work: Work, _: RestartClock) -> None:
    live = work.live
    if live.deadline is not None:
        full = max(0, live.deadline - live.asked_at)
        work.change(asked_at=work.now, deadline=work.now + full)


def _void(work: Work, command: Void) -> None:
    if work.session.running:
        hands.void(work, command.why)


def _close(work: Work, command: CloseTable) -> None:
    if command.player is not None:
        seats.require_host(work, command.player)
        if work.session.running:
            raise SessionRefusal(SessionCode.HAND_RUNNING, "close the table when the hand is over")
    elif work.session.running:
        hands.void(work, "an operator closed the table")
    session, owed = close_session(work.session)
    seats.pay_everyone(work, owed)
    work.change(session=session, sittings=(None,) * len(session.places))
    work.change(closed=True, deadline=None, hand=None, dealt=())


_STEPS: Mapping[type[Command], Callable[[Work, Any], None]] = {
    Sit: seats.take_place,
    Stand: _stand,
    TopUp: seats.bring_chips,
    Choose: seats.choose,
    ProposeBet: seats.propose,
    AnswerBet: seats.answer_bet,
    AddEntropy: seats.add_entropy,
    Act: _act,
    Order: seats.give_order,
    ComeBack: seats.come_back,
    PutOnDefaults: seats.put_on_defaults,
    Kick: seats.kick,
    SetPace: seats.set_pace,
    SetWatchable: seats.set_watchable,
    TakeHost: seats.take_host,
    CloseTable: _close,
    TimeUp: _time_up,
    RestartClock: _restart_clock,
    Void: _void,
}
