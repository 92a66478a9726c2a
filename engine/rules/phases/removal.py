"""A seat goes out (R10.1): its cards leave play. What follows is for `leaving`."""

from engine.rules.events import Log, WentOut
from engine.rules.layouts import cards_of
from engine.rules.phases import turns
from engine.rules.state import State, next_in


def remove(state: State, log: Log, seat: int, left: bool) -> bool:
    """Take a seat's cards out of play; True if that ends the hand by a walkover (R7.13).

    Its answer, if it was asked something, is void (R10.2).
    """
    bit = 1 << seat
    layout = state.layouts[seat]
    if not layout:
        state.bare |= bit
    gone = state.hands[seat] | cards_of(layout)
    state.removed = (*state.removed[:seat], gone, *state.removed[seat + 1 :])
    state.hands[seat] = 0
    state.layouts[seat] = ()
    state.answers[seat] = None
    state.present &= ~bit
    state.active &= ~bit
    state.waiting &= ~bit
    state.claimed &= ~bit
    log.append(WentOut(seat, left))
    present = state.present
    if present & present - 1:
        return False
    winner = next_in(state, seat, present)
    assert winner is not None
    turns.end(state, log, winner, "walkover", shown=state.hands[winner])
    return True
