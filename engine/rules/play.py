"""A hand from its deal to its end: `start`, then `apply` an action at a time.

Enters: a state and one action. Leaves: the next state and what happened, or a `Refusal`.
Never here: what is allowed (`legality`) or how a phase goes (`phases`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.rules.actions import (
    Action,
    Announce,
    Claim,
    Close,
    Cut,
    Declare,
    Discard,
    Draw,
    Force,
    Give,
    Lay,
    Leave,
    Pass,
    Pay,
    Place,
    Ready,
    Retire,
    Use,
    Vote,
)
from engine.rules.deal import Deal
from engine.rules.events import Event, Log
from engine.rules.legality import check
from engine.rules.phases import judging, leaving, offers, opening, turns
from engine.rules.phases.removal import remove
from engine.rules.state import Phase, State, start_state


def start(deal: Deal) -> tuple[State, tuple[Event, ...]]:
    """The hand in its first phase, antes and side stakes paid (R8.1)."""
    state = start_state(deal)
    log: Log = []
    opening.begin(state, log)
    return state, tuple(log)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, and what happened; the given state stays as it was.

    Raises `Refusal` if the action may not be made now.
    """
    check(state, action)
    after = state.copy()
    log: Log = []
    _EFFECTS[type(action)](after, log, action)
    return after, tuple(log)


def _leave(state: State, log: Log, action: Leave) -> None:
    if remove(state, log, action.seat, left=True):
        return
    if state.phase in opening.OPENING:
        opening.go_on_without(state, log, action.seat)
    elif state.phase is Phase.JUDGE:
        judging.go_on_without(state, log, action.seat)
    else:
        leaving.go_on_without(state, log, action.seat)


_EFFECTS: Mapping[type[Action], Callable[[State, Log, Any], None]] = {
    Cut: lambda state, log, a: opening.cut(state, log, a.seat, a.at),
    Announce: lambda state, log, a: opening.announce(state, log, a.seat, a.games),
    Give: lambda state, log, a: opening.answer(state, log, a.seat, a),
    Declare: lambda state, log, a: opening.answer(state, log, a.seat, a),
    Ready: lambda state, log, a: opening.answer(state, log, a.seat, a),
    Lay: judging.play,
    Draw: lambda state, log, a: turns.draw(state, log, a.seat),
    Retire: lambda state, log, a: turns.retire(state, log, a.seat),
    Use: judging.play,
    Discard: lambda state, log, a: offers.discard_drawn(state, log, a.seat),
    Pay: lambda state, log, a: offers.pay(state, log, a.seat, a.card),
    Claim: lambda state, log, a: offers.answer(state, log, a.seat, a),
    Pass: lambda state, log, a: offers.answer(state, log, a.seat, a),
    Force: lambda state, log, a: offers.answer(state, log, a.seat, a),
    Place: judging.play,
    Vote: lambda state, log, a: judging.vote(state, log, a.seat, a.forgive),
    Leave: _leave,
    Close: lambda state, log, _: offers.close(state, log),
}
