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
from engine.rules.legality import RULES, require_turn
from engine.rules.phases import judging, leaving, offers, opening, turns
from engine.rules.phases.removal import remove
from engine.rules.state import JUDGE, SEATS_IN, State, start_state


def start(deal: Deal) -> tuple[State, list[Event]]:
    """The hand in its first phase, antes and side stakes paid (R8.1)."""
    state = start_state(deal)
    log: Log = []
    opening.begin(state, log)
    return state, log


def apply(state: State, action: Action) -> tuple[State, list[Event]]:
    """The state after an action, and what happened; the given state stays as it was.

    Raises `Refusal` if the action may not be made now.
    """
    after = state.copy()
    return after, advance(after, action)


def advance(state: State, action: Action) -> list[Event]:
    """`apply` for a caller that keeps no state but the last: writes on the given one.

    Raises `Refusal` if the action may not be made now; then nothing has changed.
    """
    phases, own, effect = _ACTS[type(action)]
    # `legality.check`, without a call for the commonest actions
    if state.phase not in phases or action.seat not in SEATS_IN[state.waiting]:
        require_turn(state, action)
    if own:
        own(state, action)
    log: Log = []
    effect(state, log, action)
    return log


def _leave(state: State, log: Log, action: Leave) -> None:
    if remove(state, log, action.seat, left=True):
        return
    if state.phase in opening.OPENING:
        opening.go_on_without(state, log)
    elif state.phase is JUDGE:
        judging.go_on_without(state, log, action.seat)
    else:
        leaving.go_on_without(state, log, action.seat)


_EFFECTS: Mapping[type[Action], Callable[[State, Log, Any], None]] = {
    Cut: opening.cut,
    Announce: opening.announce,
    Give: opening.answer,
    Declare: opening.answer,
    Ready: opening.answer,
    Lay: judging.play,
    Draw: turns.draw,
    Retire: turns.retire,
    Use: judging.play,
    Discard: offers.discard,
    Pay: offers.pay,
    Claim: offers.claim,
    Pass: offers.answer,
    Force: offers.answer,
    Place: judging.play,
    Vote: judging.vote,
    Leave: _leave,
    Close: offers.close,
}
_ACTS = {kind: (*RULES[kind], effect) for kind, effect in _EFFECTS.items()}
