"""A layout takes effect, and what is owed for it (R6.7, R7.4, R7.8, R10.3)."""

from enum import Enum, auto

from engine.rules.actions import NamedLayout
from engine.rules.cards import BIT
from engine.rules.events import Judged, Laid, Log, quick
from engine.rules.layouts import TO_LAY, TO_USE, Layout, Play, cards_of, in_order, layout_of
from engine.rules.phases import turns
from engine.rules.state import DRAW, JUDGE, PAY, State, Trial, reckon


class Judgement(Enum):
    """What becomes of a named layout when it would take effect."""

    STANDS = auto()
    PENDING = auto()
    CONDEMNED = auto()


STANDS, PENDING, CONDEMNED = Judgement  # reading one off its class costs a call


def judge(state: State, log: Log, seat: int, play: Play, melds: NamedLayout) -> Judgement:
    """R10.3: is the layout in order? If not, the house rule says what follows.

    PENDING opens the phase `judge`; CONDEMNED leaves it to the caller to put the seat
    out, since what follows from that depends on the play.
    """
    rules = state.deal.rules
    if rules.meld_order in ("ignore", "refuse") or in_order(rules, melds):
        return STANDS
    log.append(Judged(seat, melds))
    if rules.meld_order == "disqualify":
        return CONDEMNED
    state.trial = Trial(seat, play, melds, (None,) * state.deal.seats)
    state.phase = JUDGE
    state.turn = seat
    state.waiting = state.present & ~(1 << seat)
    return PENDING


def take_effect(state: State, log: Log, seat: int, play: Play, melds: NamedLayout) -> None:
    """The layout lies; the seat goes on to draw (lay), to win, or to pay."""
    if play is TO_LAY:
        _lie(state, log, seat, None, layout_of(state.deal.rules, melds))
        reckon(state, seat)
        state.phase = DRAW
        state.turn = seat
        state.waiting = 1 << seat
        return
    card = state.drawn if play is TO_USE else state.offered
    assert card is not None
    state.drawn = None
    turns.close_offer(state)
    take(state, log, seat, card, layout_of(state.deal.rules, melds))


def take(state: State, log: Log, seat: int, card: int, layout: Layout) -> None:
    """R7.4: a card is used; a seat without a hand card left has won, else it must pay."""
    _lie(state, log, seat, card, layout)
    if not state.hands[seat]:
        turns.end(state, log, seat, "goal", card=card)
        return
    state.phase = PAY
    state.turn = seat
    state.waiting = 1 << seat


def _lie(state: State, log: Log, seat: int, card: int | None, layout: Layout) -> None:
    cards = cards_of(layout)
    used = 0 if card is None else BIT[card]
    added = cards & ~(cards_of(state.layouts[seat]) | used)
    assert not added & ~state.hands[seat]
    state.hands[seat] &= ~cards
    state.layouts[seat] = layout
    state.seen |= cards
    log.append(quick(Laid, (seat, card, added, layout)))
