"""The offer of a discard (R7.5–R7.10): who takes the card, or is made to."""

from engine.rules.actions import Claim, Force, NamedLayout, Pass
from engine.rules.cards import BIT
from engine.rules.events import Discarded, Knocked, Log, Taken
from engine.rules.layouts import Play, forcible, ways_to_place
from engine.rules.phases import turns
from engine.rules.phases.plays import Verdict, judge, take, take_effect
from engine.rules.phases.removal import remove
from engine.rules.state import Phase, State


def discard_drawn(state: State, log: Log, seat: int) -> None:
    """R7.3: the drawn card goes face up."""
    card = state.drawn
    assert card is not None
    state.drawn = None
    _open(state, log, seat, card, paid=False)


def pay(state: State, log: Log, seat: int, card: int) -> None:
    """R7.4: a hand card goes face up."""
    state.hands[seat] &= ~BIT[card]
    _open(state, log, seat, card, paid=True)


def answer(state: State, log: Log, seat: int, said: Claim | Pass | Force) -> None:
    """R7.6: an answer is kept, and the offer walked."""
    state.answers[seat] = said
    state.waiting &= ~(1 << seat)
    walk(state, log)


def close(state: State, log: Log) -> None:
    """R7.6: the time is up; whoever has not answered passes."""
    for seat in range(state.deal.seats):
        if state.waiting >> seat & 1:
            state.answers[seat] = Pass(seat)
    state.waiting = 0
    walk(state, log)


def reopen(state: State, log: Log) -> None:
    """A seat has gone out during the offer, or over its claim: walk it without that seat."""
    state.phase = Phase.OFFER
    state.turn = state.discarder
    state.waiting = _still_asked(state)
    walk(state, log)


def walk(state: State, log: Log) -> None:
    """R7.6: go round in offer order until the outcome is certain, or someone is awaited."""
    discarder = state.discarder
    assert discarder is not None
    for seat in state.deal.ring[discarder]:
        if not state.active >> seat & 1:
            continue
        if state.waiting >> seat & 1:
            return
        said = state.answers[seat]
        if type(said) is Claim:
            if _claimed(state, log, said):
                return
        elif state.forcible >> seat & 1:
            if _is_forced(state, seat):
                _force(state, log, seat)
                return
            if state.waiting:
                return
    _tell_knocks(state, log, None)
    turns.let_die(state, log)


def claim_stands(state: State, log: Log, seat: int, melds: NamedLayout) -> None:
    """The claim has won and, if it was judged, been forgiven."""
    assert state.offered is not None
    _tell_knocks(state, log, seat)
    log.append(Taken(seat, state.offered, False, None))
    take_effect(state, log, seat, Play.CLAIM, melds)


def force_lies(state: State, log: Log, seat: int) -> None:
    """R7.10: the forced seat has one way to lay the card, or chooses among several."""
    card = state.offered
    assert card is not None
    ways = ways_to_place(state.deal.rules, state.layouts[seat], card)
    assert ways, "a forced card fits"
    if len(ways) > 1:
        state.phase = Phase.PLACE
        state.turn = seat
        state.waiting = 1 << seat
        return
    turns.close_offer(state)
    take(state, log, seat, card, ways[0])


def _open(state: State, log: Log, seat: int, card: int, paid: bool) -> None:
    rules = state.deal.rules
    state.offered = card
    state.seen |= BIT[card]
    state.discarder = state.turn = seat
    state.phase = Phase.OFFER
    state.answers = [None] * state.deal.seats
    state.forcible = 0
    log.append(Discarded(seat, card, paid))
    if rules.forcing != "off":
        for other, layout in enumerate(state.layouts):
            if other == seat and not rules.force_back:
                continue
            if layout and state.active >> other & 1 and forcible(rules, layout, card):
                state.forcible |= 1 << other
    state.waiting = _still_asked(state)
    walk(state, log)


def _still_asked(state: State) -> int:
    """R7.5, R7.9: active seats that have not answered; the discarder only if it may force."""
    discarder = state.discarder
    assert discarder is not None
    asked = state.active
    others = state.active & ~(1 << discarder)
    if state.deal.rules.forcing != "by_opponent" or not state.forcible & others:
        asked = others
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
    for seat in state.deal.ring[state.discarder]:
        said = state.answers[seat]
        if type(said) is Force and said.target == target and state.active >> seat & 1:
            return seat
    return None


def _force(state: State, log: Log, seat: int) -> None:
    assert state.offered is not None
    _tell_knocks(state, log, seat)
    log.append(Taken(seat, state.offered, True, _forcer(state, seat)))
    force_lies(state, log, seat)


def _tell_knocks(state: State, log: Log, taker: int | None) -> None:
    """R7.7: seats before the taker are seen to have passed; what came after stays secret."""
    assert state.discarder is not None
    knocked = []
    for seat in state.deal.ring[state.discarder]:
        if seat == taker or seat == state.discarder:
            break
        if state.active >> seat & 1:
            knocked.append(seat)
    log.append(Knocked(tuple(knocked)))


def _claimed(state: State, log: Log, claim: Claim) -> bool:
    """A claim wins; False if its seat went out over it and the offer is walked on."""
    assert state.offered is not None
    seat = claim.seat
    verdict = judge(state, log, seat, Play.CLAIM, claim.melds)
    if verdict is Verdict.PENDING:
        return True
    if verdict is Verdict.CONDEMNED:
        over = remove(state, log, seat, left=False)
        state.waiting = 0 if over else _still_asked(state)
        return over
    claim_stands(state, log, seat, claim.melds)
    return True
