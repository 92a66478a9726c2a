"""What follows once a seat has gone out of the play (R10.2)."""

from engine.rules.actions import Discard
from engine.rules.events import Log
from engine.rules.phases import offers, turns
from engine.rules.state import OFFER, PLACE, USE, State


def go_on_without(state: State, log: Log, seat: int) -> None:
    """A seat has been removed in draw, use, pay, offer or place; the others go on."""
    if state.phase is OFFER:
        offers.reopen(state, log)
    elif state.turn != seat:
        return
    elif state.phase is USE:
        offers.discard(state, log, Discard(seat))
    elif state.phase is PLACE:
        turns.let_die(state, log)
    else:
        turns.pass_turn(state, log, seat)
