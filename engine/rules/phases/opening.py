"""The phases before play (R3.4, R3.5, R4): cut, announce, cambio, declare."""

from engine.rules.actions import Announce, Cut, Declare, Give, Ready
from engine.rules.automatic_wins import best_hand, strength
from engine.rules.cards import BIT, mask_of
from engine.rules.events import Announced, Dealt, Log, Swapped, WasCut
from engine.rules.phases import turns
from engine.rules.state import ANNOUNCE, CAMBIO, CUT, DECLARE, State, next_in


def begin(state: State, log: Log) -> None:
    """The first phase that applies."""
    if state.deal.rules.cut:
        _ask_cutter(state)
    else:
        _deal(state, log)


def cut(state: State, log: Log, action: Cut) -> None:
    """R3.4: the top `at` cards go beneath the rest."""
    state.pile = state.pile[action.at :] + state.pile[: action.at]
    log.append(WasCut(action.seat, action.at))
    _deal(state, log)


def announce(state: State, log: Log, action: Announce) -> None:
    """R4.2: kept, and public once all have answered."""
    state.answers[action.seat] = action
    _answered(state, log, action.seat)


def answer(state: State, log: Log, action: Give | Declare | Ready) -> None:
    """R4.3, R4.4: kept, and looked at once all have answered."""
    state.answers[action.seat] = action
    _answered(state, log, action.seat)


def hands_that_count(state: State, seat: int) -> tuple[int, ...]:
    """The hands on which a declaration may rest: as dealt, and after the cambio as it is."""
    if state.phase is CAMBIO:
        return (state.dealt[seat],)
    return (state.dealt[seat], state.hands[seat])


def go_on_without(state: State, log: Log) -> None:
    """A seat has been removed before play began."""
    if state.phase is CUT:
        _ask_cutter(state)
    elif not state.waiting:
        _PHASE_ENDS[state.phase](state, log)


def _answered(state: State, log: Log, seat: int) -> None:
    state.waiting &= ~(1 << seat)
    if not state.waiting:
        _PHASE_ENDS[state.phase](state, log)


def _ask_cutter(state: State) -> None:
    """R4.1, R3.4: the first seat still in, from the dealer's right."""
    cutter = next_in(state, state.deal.dealer, state.present)
    assert cutter is not None
    state.waiting = 1 << cutter


def _deal(state: State, log: Log) -> None:
    """R3.5, R3.6: one card at a time to each seat still in, the dealer's right first."""
    seats = [seat for seat in state.deal.order if state.present >> seat & 1]
    state.gone = len(seats) * state.deal.rules.hand_size
    for place, seat in enumerate(seats):
        state.hands[seat] = mask_of(state.pile[place : state.gone : len(seats)])
    state.dealt = tuple(state.hands)
    log.append(Dealt())
    _ask_to_announce(state, log)


def _ask_to_announce(state: State, log: Log) -> None:
    state.phase = ANNOUNCE
    state.waiting = state.present & state.deal.players
    if not state.waiting:
        _end_announce(state, log)


def _end_announce(state: State, log: Log) -> None:
    state.announced = turns.announced_so_far(state)
    state.answers = [None] * state.deal.seats
    for seat in state.deal.order:
        games = state.announced[seat]
        if games is not None:
            log.append(Announced(seat, games))
    if state.deal.rules.cambio:
        state.phase = CAMBIO
        state.waiting = state.present
    else:
        _ask_to_declare(state, log)


def _end_cambio(state: State, log: Log) -> None:
    if _end_if_declared(state, log):
        return
    given = {said.seat: said.card for said in state.answers if isinstance(said, Give)}
    for seat, card in given.items():
        receiver = next_in(state, seat, state.present)
        assert receiver is not None and receiver != seat
        state.hands[seat] ^= BIT[card]
        state.hands[receiver] ^= BIT[card]
        log.append(Swapped(seat, receiver, card))
    state.answers = [None] * state.deal.seats
    _ask_to_declare(state, log)


def _ask_to_declare(state: State, log: Log) -> None:
    if state.deal.rules.automatic_wins:
        state.phase = DECLARE
        state.waiting = state.present
    else:
        turns.begin_play(state, log)


def _end_declare(state: State, log: Log) -> None:
    if not _end_if_declared(state, log):
        state.answers = [None] * state.deal.seats
        turns.begin_play(state, log)


def _end_if_declared(state: State, log: Log) -> bool:
    """R5.4: the best declaration ends the hand; of equal ones the first in play order."""
    best: tuple[tuple[int, ...], int, str, int] | None = None
    for seat in state.deal.order:
        said = state.answers[seat]
        if not isinstance(said, Declare):
            continue
        hand = best_hand(state.deal.rules, said.win, hands_that_count(state, seat))
        rank = strength(said.win, hand)
        if best is None or rank > best[0]:
            best = (rank, seat, said.win, hand)
    if best is None:
        return False
    _, seat, win, hand = best
    turns.end(state, log, seat, win, shown=hand)
    return True


_PHASE_ENDS = {
    ANNOUNCE: _end_announce,
    CAMBIO: _end_cambio,
    DECLARE: _end_declare,
}
OPENING = frozenset({CUT, *_PHASE_ENDS})
