"""Turns, and the end of a hand (R7.1, R7.8, R7.11–R7.13).

The lowest of the phase modules: the others end their work by passing the turn.
"""

from engine.rules.actions import Announce, Draw, Retire
from engine.rules.events import Died, Drawn, Ended, Log, Retired, quick
from engine.rules.settlement import Standing, settle
from engine.rules.state import (
    ANNOUNCE,
    DRAW,
    NEXT_IN,
    OVER,
    SEATS_IN,
    USE,
    Answer,
    State,
    next_in,
    reckon,
)


def begin_play(state: State, log: Log) -> None:
    """R7.1: the first active seat from the dealer's right begins."""
    for seat in SEATS_IN[state.active]:
        reckon(state, seat)
    _turn_to(state, log, next_in(state, state.deal.dealer, state.active))


def pass_turn(state: State, log: Log, seat: int) -> None:
    """The turn goes to the next active seat on the right of `seat` (R7.1, R7.12)."""
    _turn_to(state, log, NEXT_IN[state.deal.seats][seat][state.active])


def draw(state: State, log: Log, action: Draw) -> None:
    """R7.1: the top card, face down to the others unless drawn cards are open."""
    state.drawn = state.pile[state.gone]
    state.gone += 1
    state.phase = USE
    log.append(quick(Drawn, (action.seat, state.drawn)))


def retire(state: State, log: Log, action: Retire) -> None:
    """R7.11: passed over from now on."""
    state.active &= ~(1 << action.seat)
    log.append(Retired(action.seat))
    pass_turn(state, log, action.seat)


def let_die(state: State, log: Log, knocked: tuple[int, ...] = ()) -> None:
    """R7.8: the card on offer is dead; the turn goes on from its discarder."""
    card, discarder, first = state.offered, state.discarder, not state.discards
    assert card is not None and discarder is not None
    state.discards += (card,)
    close_offer(state)
    log.append(quick(Died, (card, knocked)))
    again = first and _has_second_draw(state, card, discarder)
    next_seat = discarder if again else NEXT_IN[state.deal.seats][discarder][state.active]
    _turn_to(state, log, next_seat)


def bury(state: State) -> None:
    """A card drawn or on offer goes to the dead discards."""
    for card in (state.drawn, state.offered):
        if card is not None:
            state.discards += (card,)
    close_offer(state)
    state.drawn = None


def close_offer(state: State) -> None:
    """Forget the offer: the card has gone somewhere."""
    state.offered = state.discarder = None
    state.claimed = state.forcible = 0
    state.answers = [None] * state.deal.seats


def end(
    state: State,
    log: Log,
    winner: int | None,
    how: str,
    *,
    shown: int = 0,
    card: int | None = None,
) -> None:
    """The hand is over; `shown` are hand cards of the winner that all may see (R11.4), `card`
    is the one whose use won (R7.8)."""
    state.result = settle(_standing(state, winner, how, shown, card))
    bury(state)
    state.phase = OVER
    state.turn = state.trial = None
    state.waiting = 0
    log.append(Ended(winner, how))


def announced_so_far(state: State) -> tuple[tuple[str, ...] | None, ...]:
    """R4.2: what the seats still in have announced, if all have answered or not."""
    if state.phase is not ANNOUNCE:
        return state.announced
    return tuple([_told(state, said) for said in state.answers])


def _told(state: State, said: Answer | None) -> tuple[str, ...] | None:
    """The games a seat has announced, each once, in the order of the deal."""
    if not isinstance(said, Announce):
        return None
    return tuple([game for game in state.deal.side if game in said.games])


def _standing(state: State, winner: int | None, how: str, shown: int, card: int | None) -> Standing:
    """A hand as the settlement sees it."""
    bare = state.bare
    for seat, layout in enumerate(state.layouts):
        if not layout and state.present >> seat & 1:
            bare |= 1 << seat
    layout = () if winner is None else state.layouts[winner]
    return Standing(
        deal=state.deal,
        winner=winner,
        how=how,
        layout=layout,
        shown=shown,
        card=card,
        bare=bare,
        out=state.out,
        dealt=state.dealt,
        announced=announced_so_far(state),
    )


def _turn_to(state: State, log: Log, seat: int | None) -> None:
    """R7.12: without an active seat, or without a card to draw, nobody wins."""
    if seat is None or state.gone == len(state.pile):
        end(state, log, None, "no_winner")
        return
    state.phase = DRAW
    state.turn = seat
    state.waiting = 1 << seat


def _has_second_draw(state: State, card: int, discarder: int) -> bool:
    """R7.8: of the first card to die: was it the first drawn, and is its drawer still active?"""
    first_drawn = state.pile[sum(hand.bit_count() for hand in state.dealt)]
    return (
        state.deal.rules.second_draw and card == first_drawn and bool(state.active >> discarder & 1)
    )
