"""The same hand with everything changed that one viewer may not see (R11.2).

Cards that the viewer cannot place are dealt anew over the places where they may lie:
hands, deck, a private drawn card, what left play. Cards once seen but out of sight now
(R10.4, R7.11) are dealt anew over dead discards and hidden layouts. Sealed answers are
given anew, as far as the offer would still be open or has gone to the same seat.
"""

from collections.abc import Iterable
from random import Random

from engine.rules.actions import Announce, Claim, Declare, Force, Give, Pass, Ready
from engine.rules.cards import cards_in, mask_of
from engine.rules.layouts import cards_of
from engine.rules.state import SEATS_IN, Answer, Phase, State
from tests.rules.offer_model import answers_in, offer_in
from tests.strategies import AUTOMATIC_WINS

Names = dict[int, int]


def otherwise(state: State, viewer: int | None, chance: Random) -> State:
    """A state that the viewer cannot tell from this one."""
    other = renamed(state, viewer, new_names(state, viewer, chance))
    others = [seat for seat in range(state.deal.seats) if seat != viewer]
    match state.phase:
        case Phase.ANNOUNCE | Phase.CAMBIO | Phase.DECLARE:
            for seat in others:
                if state.answers[seat] is not None:
                    other.answers[seat] = answered_otherwise(other, seat, chance)
        case Phase.OFFER:
            offer_otherwise(other, others, chance)
        case Phase.PLACE | Phase.JUDGE:
            lost_otherwise(other, others, chance)
    if state.trial:
        votes = [
            chance.random() < 0.5 if seat in others and vote is not None else vote
            for seat, vote in enumerate(state.trial.votes)
        ]
        other.trial = state.trial._replace(votes=tuple(votes))
    return other


def new_names(state: State, viewer: int | None, chance: Random) -> Names:
    """Hidden cards, each with the one that takes its place."""
    hidden = mask_of(state.pile) & ~known(state, viewer)
    names = {card: card for card in range(52)}
    for pool in (cards_in(hidden & ~state.seen), cards_in(hidden & state.seen)):
        names |= dict(zip(pool, chance.sample(pool, len(pool)), strict=True))
    return names


def known(state: State, viewer: int | None) -> int:
    """The cards in the viewer's sight (R11.1, R11.4), and those that were dealt to it."""
    rules, over = state.deal.rules, state.phase is Phase.OVER
    cards = mask_of(state.discards if rules.discard_pile == "open" else state.discards[-1:])
    in_the_middle = (state.offered, drawn_in_sight(state, viewer))
    cards |= mask_of(card for card in in_the_middle if card is not None)
    for seat, layout in enumerate(state.layouts):
        if over or seat == viewer or seat not in SEATS_IN[state.retired]:
            cards |= cards_of(layout)
    if viewer is not None:
        cards |= state.hands[viewer] | state.dealt[viewer] | state.removed[viewer]
    if state.trial:
        cards |= mask_of(card for meld in state.trial.melds for card in meld)
    if state.result:
        cards |= state.result.shown
        for pot in state.result.side.values():
            cards |= sum(state.dealt[seat] for seat in pot.winners)
    return cards


def drawn_in_sight(state: State, viewer: int | None) -> int | None:
    """R7.1."""
    is_drawer = viewer is not None and viewer == state.turn
    return state.drawn if is_drawer or state.deal.rules.drawn_card == "open" else None


def renamed(state: State, viewer: int | None, names: Names) -> State:
    """The state with other cards in all hidden places; no card is lost or doubled."""
    other = state.copy()
    other.hands = [moved(hand, names) for hand in state.hands]
    other.layouts = [tuple(moved(meld, names) for meld in layout) for layout in state.layouts]
    other.dealt = tuple(moved(hand, names) for hand in state.dealt)
    other.removed = tuple(moved(cards, names) for cards in state.removed)
    other.pile = tuple(names[card] for card in state.pile)
    other.discards = tuple(names[card] for card in state.discards)
    other.drawn = None if state.drawn is None else names[state.drawn]
    other.answers = [
        said if said is None or said.seat == viewer else with_names(said, names)
        for said in state.answers
    ]
    return other


def moved(cards: int, names: Names) -> int:
    return mask_of(names[card] for card in cards_in(cards))


def with_names(action: Answer, names: Names) -> Answer:
    """An answer with other cards in it."""
    if isinstance(action, Give):
        return Give(action.seat, names[action.card])
    if isinstance(action, Claim):
        melds = tuple(tuple(names[card] for card in meld) for meld in action.melds)
        return Claim(action.seat, melds)
    return action


def answered_otherwise(state: State, seat: int, chance: Random) -> Answer:
    """R4.2-R4.4: other games announced, another card given, a win declared or not."""
    if state.phase is Phase.ANNOUNCE:
        games = [game for game, side in state.deal.side.items() if seat in side.seats]
        return Announce(seat, tuple(game for game in games if chance.random() < 0.5))
    if chance.random() < 0.4:
        return Declare(seat, chance.choice(AUTOMATIC_WINS))
    if state.phase is Phase.DECLARE:
        return Ready(seat)
    return Give(seat, chance.choice(cards_in(state.hands[seat])))


def offer_otherwise(state: State, others: Iterable[int], chance: Random) -> None:
    """R7.7: other answers to an open offer, which must stay open."""
    offer, answers = offer_in(state), answers_in(state)
    for seat in others:
        if seat in answers:
            possible = [*offer.possible(seat), answers[seat]]
            tried = {**answers, seat: chance.choice(possible)}
            if len(offer.outcomes(tried)) > 1:
                answers = tried
    state.answers = [answers.get(seat) for seat in range(state.deal.seats)]


def lost_otherwise(state: State, others: Iterable[int], chance: Random) -> None:
    """R7.7: the card has gone to a seat; whether later ones claimed stays secret."""
    if state.discarder is None or state.turn is None:
        return
    order = offer_in(state).order
    if state.turn not in order:
        return
    for seat in order[order.index(state.turn) + 1 :]:
        said = state.answers[seat]
        if seat in others and seat != state.discarder and not isinstance(said, Force | None):
            state.answers[seat] = Pass(seat) if chance.random() < 0.5 else Claim(seat, ())
