"""The clocks of a hand: which question is put, how long it may take, what a reserve has left.

Enters: a step being worked out. Leaves: its deadline, journaled with it; the table's task
waits for it, nothing here does.
"""

from dataclasses import replace

from engine.rules.state import ANNOUNCE, CAMBIO, CUT, DECLARE, JUDGE, OFFER, State
from engine.table.work import Work

ALL_ANSWER = (CUT, ANNOUNCE, CAMBIO, DECLARE, JUDGE)
"""Phases with one time for all who are asked, and no reserve."""


def question(hand: State) -> tuple[object, ...]:
    """What is being asked: the clock starts anew when this changes."""
    return (hand.phase, hand.turn, hand.offered, hand.drawn, hand.gone, len(hand.discards))


def put_question(work: Work) -> None:
    """The hand asks something new from now on."""
    assert work.live.hand is not None
    deadline = _deadline(work, work.live.hand)
    work.change(asked_at=work.now, asked_seq=work.shown, deadline=deadline)


def restart(work: Work) -> None:
    """The open clock starts again in full; a reserve stays as it is, and sleep goes on."""
    live = work.live
    if live.deadline is None or live.asleep:
        return
    full = work.now + live.deadline - live.asked_at
    if live.playing and live.hand is not None:
        work.change(asked_at=work.now, deadline=_deadline(work, live.hand))
    else:
        work.change(asked_at=work.now, deadline=full)


def charge_bank(work: Work, place: int) -> None:
    """Time over the turn's own has come out of the reserve: it ends where the deadline is."""
    live = work.live
    if live.deadline is not None and _on_turn(work, place):
        sitting = live.sitting(place)
        left = min(sitting.bank, max(0, live.deadline - work.now))
        if left != sitting.bank:  # mostly nothing of it was used
            work.sit_as(place, replace(sitting, bank=left))


def _on_turn(work: Work, place: int) -> bool:
    """Whether the clock that runs is that of this place's own turn."""
    hand = work.live.hand
    if hand is None or hand.turn is None or hand.phase in (*ALL_ANSWER, OFFER):
        return False
    return work.live.place_at(hand.turn) == place


def _deadline(work: Work, hand: State) -> int | None:
    pace = work.live.pace
    if hand.phase is OFFER:
        return None if pace.window is None else work.now + pace.window
    if hand.phase in ALL_ANSWER:
        return None if pace.phase is None else work.now + pace.phase
    if pace.turn is None or hand.turn is None:
        return None
    return work.now + pace.turn + work.live.sitting(work.live.place_at(hand.turn)).bank
