"""The offer of a discard (R7.5–R7.10): who takes the card, or is made to."""

from engine.rules.actions import Claim, Close, Discard, Force, NamedLayout, Pass, Pay
from engine.rules.cards import BIT
from engine.rules.deal import RING
from engine.rules.events import Discarded, Log, Taken, quick
from engine.rules.layouts import TO_CLAIM, cards_of, ways_to_place
from engine.rules.phases import turns
from engine.rules.phases.plays import CONDEMNED, STANDS, judge, take, take_effect
from engine.rules.phases.removal import remove
from engine.rules.state import IN_ORDER, OFFER, PLACE, SEATS_IN, State, reckon


def discard(state: State, log: Log, action: Discard) -> None:
    """R7.3: the drawn card goes face up."""
    card = state.drawn
    assert card is not None
    state.drawn = None
    _open(state, log, action.seat, card, paid=False)


def pay(state: State, log: Log, action: Pay) -> None:
    """R7.4: a hand card goes face up."""
    state.hands[action.seat] &= ~BIT[action.card]
    reckon(state, action.seat)
    _open(state, log, action.seat, action.card, paid=True)


def claim(state: State, log: Log, action: Claim) -> None:
    """R7.6: an answer that may end the offer."""
    state.claimed |= 1 << action.seat
    answer(state, log, action)


def answer(state: State, log: Log, action: Claim | Pass | Force) -> None:
    """R7.6: an answer is kept, and the offer walked."""
    seat = action.seat
    state.answers[seat] = action
    state.waiting ^= 1 << seat
    if state.claimed or state.forcible:
        walk(state, log)
    elif not state.waiting:  # nobody wants the card or must take it
        turns.let_die(state, log, _others(state))


def close(state: State, log: Log, _: Close) -> None:
    """R7.6: the time is up; whoever has not answered passes."""
    for seat in range(state.deal.seats):
        if state.waiting >> seat & 1:
            state.answers[seat] = Pass(seat)
    state.waiting = 0
    walk(state, log)


def reopen(state: State, log: Log) -> None:
    """A seat has gone out during the offer, or over its claim: walk it without that seat."""
    state.phase = OFFER
    state.turn = state.discarder
    state.waiting = _still_asked(state)
    walk(state, log)


def walk(state: State, log: Log) -> None:
    """R7.6: go round in offer order until the outcome is certain, or someone is awaited."""
    answers, forcible, order = state.answers, state.forcible, _others(state)
    for seat in order:
        said = answers[seat]
        if said is None:
            return
        if type(said) is Claim:
            _take_or_go_out(state, log, said)
            return
        if forcible and _stops_at_forcible(state, log, seat):
            return
    discarder = state.discarder
    assert discarder is not None
    if state.waiting or (forcible and _stops_at_forcible(state, log, discarder)):
        return
    turns.let_die(state, log, order)


def _others(state: State) -> tuple[int, ...]:
    """The active seats but the discarder, in offer order (R7.5)."""
    discarder = state.discarder
    assert discarder is not None
    return IN_ORDER[state.deal.seats][discarder][state.active & ~(1 << discarder)]


def _stops_at_forcible(state: State, log: Log, seat: int) -> bool:
    """R7.9: at a seat that passed the card is forced on it, or may yet be."""
    if not state.forcible >> seat & 1 or not state.active >> seat & 1:
        return False
    if _is_forced(state, seat):
        _force(state, log, seat)
        return True
    return bool(state.waiting)


def claim_stands(state: State, log: Log, seat: int, melds: NamedLayout) -> None:
    """The claim has won and, if it was judged, been forgiven."""
    assert state.offered is not None
    knocks = _knocks_before(state, seat)
    log.append(quick(Taken, (seat, state.offered, knocks, False, None)))
    take_effect(state, log, seat, TO_CLAIM, melds)


def force_lies(state: State, log: Log, seat: int) -> None:
    """R7.10: the forced seat has one way to lay the card, or chooses among several."""
    card = state.offered
    assert card is not None
    ways = ways_to_place(state.deal.rules, state.layouts[seat], card)
    assert ways, "a forced card fits"
    if len(ways) > 1:
        state.phase = PLACE
        state.turn = seat
        state.waiting = 1 << seat
        return
    turns.close_offer(state)
    take(state, log, seat, card, ways[0])


def _open(state: State, log: Log, seat: int, card: int, paid: bool) -> None:
    state.offered = card
    state.seen |= BIT[card]
    state.discarder = seat
    state.phase = OFFER
    log.append(quick(Discarded, (seat, card, paid)))
    if state.lands >> card & 1:
        state.forcible = forcible_seats(state, seat, card)
        state.waiting = _asked(state, seat)
    else:
        state.waiting = state.active & ~(1 << seat)
    if not state.waiting:
        walk(state, log)


def forcible_seats(state: State, discarder: int, card: int) -> int:
    """R7.9: the active seats on whose layouts the card fits, as a mask."""
    rules, grows, found = state.deal.rules, state.grows, 0
    if rules.forcing == "off":
        return 0
    automatic = rules.forcing == "automatic"
    for seat in SEATS_IN[state.active]:
        if grows[seat] >> card & 1 or (not automatic and _fits_rearranged(state, seat, card)):
            found |= 1 << seat
    return found if rules.force_back else found & ~(1 << discarder)


def _fits_rearranged(state: State, seat: int, card: int) -> bool:
    """R7.9: whether the card fits a layout without hand cards once its melds are moved about."""
    rules, layout = state.deal.rules, state.layouts[seat]
    if not rules.melds.usable(cards_of(layout)) >> card & 1:
        return False
    return bool(ways_to_place(rules, layout, card))


def _asked(state: State, discarder: int) -> int:
    """R7.5, R7.9: the active seats; the discarder only if it may force."""
    others = state.active & ~(1 << discarder)
    if state.forcible & others and state.deal.rules.forcing == "by_opponent":
        return state.active
    return others


def _still_asked(state: State) -> int:
    """Those of the asked that have not answered."""
    assert state.discarder is not None
    asked = _asked(state, state.discarder)
    for seat, said in enumerate(state.answers):
        if said is not None:
            asked &= ~(1 << seat)
    return asked


def _is_forced(state: State, seat: int) -> bool:
    """R7.9: by the rule itself, or by an opponent that is still active."""
    if state.deal.rules.forcing == "automatic":
        return True
    return _forcer(state, seat) is not None


def _forcer(state: State, target: int) -> int | None:
    """The first in offer order of those that forced the card on `target` (R7.7)."""
    assert state.discarder is not None
    for seat in RING[state.deal.seats][state.discarder]:
        said = state.answers[seat]
        if type(said) is Force and said.target == target and state.active >> seat & 1:
            return seat
    return None


def _force(state: State, log: Log, seat: int) -> None:
    assert state.offered is not None
    knocks = _knocks_before(state, seat)
    log.append(quick(Taken, (seat, state.offered, knocks, True, _forcer(state, seat))))
    force_lies(state, log, seat)


def _knocks_before(state: State, taker: int) -> tuple[int, ...]:
    """R7.7: seats before the taker are seen to have passed; what came after stays secret."""
    order = _others(state)
    return order if taker == state.discarder else order[: order.index(taker)]


def _take_or_go_out(state: State, log: Log, claim: Claim) -> None:
    """A claim wins; a seat that goes out over it leaves the offer to those after it."""
    seat = claim.seat
    judgement = judge(state, log, seat, TO_CLAIM, claim.melds)
    if judgement is STANDS:
        claim_stands(state, log, seat, claim.melds)
    elif judgement is CONDEMNED and not remove(state, log, seat, left=False):
        state.waiting = _still_asked(state)
        walk(state, log)
