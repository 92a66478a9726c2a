"""Options and `apply` are one law: what is offered is accepted, what is accepted is offered.

The second half is tried with every plain action there is, and with layouts that are
nearly right: legal ones with a card swapped, dropped, doubled or added, melds split,
joined, reordered or taken from someone else.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

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
    NamedLayout,
    Pass,
    Pay,
    Place,
    Ready,
    Retire,
    Use,
    Vote,
)
from engine.rules.cards import BLACK, RANK
from engine.rules.deal import Deal
from engine.rules.layouts import named_layout
from engine.rules.legality import check
from engine.rules.options import options
from engine.rules.play import apply
from engine.rules.refusals import Refusal
from engine.rules.state import Phase, State
from tests.rules.legal import legal_actions
from tests.rules.playing import LAYING, Hand
from tests.strategies import AUTOMATIC_WINS, SIDE_GAMES, examples, hands

Key: TypeAlias = tuple[object, ...]


@examples(60)
@given(hands())
def test_every_option_is_accepted(hand: Hand) -> None:
    """R11.1: whatever `legal_actions` names, `apply` does."""
    for state in hand.states():
        for seat in range(hand.deal.seats):
            actions = legal_actions(state, seat)
            assert len(set(actions)) == len(actions)
            for action in actions:
                assert action.seat == seat
                apply(state, action)


@examples(40)
@given(hands(), st.integers(0, 2**32))
def test_no_plain_action_is_accepted_but_the_options(hand: Hand, seed: int) -> None:
    """Section 12: every plain action, by every seat and by some that are not there."""
    some = Random(seed).sample(range(60), 6)
    for number, state in enumerate(hand.states()):
        if number in some:
            agree(state, plain_actions(hand.deal))


@examples(80)
@given(hands(), st.integers(0, 2**32))
def test_no_layout_is_accepted_but_the_options(hand: Hand, seed: int) -> None:
    """R6, R7.2, R7.3, R7.5, R7.10: near misses of legal layouts, and anything at all."""
    chance = Random(seed)
    for state in hand.states():
        if state.phase in ASKED:
            agree(state, layout_actions(state, chance))


def agree(state: State, actions: Iterable[Action]) -> None:
    """Accepted if and only if it is among the options."""
    offered = {
        key_of(action) for seat in range(state.deal.seats) for action in legal_actions(state, seat)
    }
    if state.phase is Phase.OFFER:
        offered.add(key_of(Close()))
    for action in actions:
        wanted = key_of(action) in offered and orderly(state, action)
        assert accepts(state, action) == wanted, action


def accepts(state: State, action: Action) -> bool:
    try:
        check(state, action)
    except Refusal:
        return False
    return True


def key_of(action: Action) -> Key:
    """An action but for what makes no difference: the order of melds, cards and games."""
    if isinstance(action, LAYING):
        melds = tuple(sorted(tuple(sorted(meld)) for meld in action.melds))
        return (type(action), action.seat, melds)
    if isinstance(action, Announce):
        return (Announce, action.seat, frozenset(action.games))
    return (type(action), action)


def orderly(state: State, action: Action) -> bool:
    """R6.7: with `refuse`, runs ascend and colours alternate along sets."""
    if not isinstance(action, LAYING) or state.deal.rules.meld_order != "refuse":
        return True
    return all(map(in_order, action.melds))


def in_order(meld: tuple[int, ...]) -> bool:
    """An ace is above the king but where it begins a run, which then holds the 2."""
    ranks = [RANK[card] for card in meld]
    if len(set(ranks)) == 1:
        black = [BLACK >> card & 1 for card in meld]
        return all(one != other for one, other in pairwise(black))
    if 1 not in ranks:
        ranks = [rank or 13 for rank in ranks]
    return ranks == sorted(ranks)


def plain_actions(deal: Deal) -> Iterator[Action]:
    """All actions without a layout, for seats from -1 to one too many."""
    yield Close()
    for seat in range(-1, deal.seats + 1):
        for kind in (Ready, Draw, Retire, Discard, Pass, Leave):
            yield kind(seat)
        yield from (Vote(seat, forgive) for forgive in (True, False))
        yield from (Cut(seat, at) for at in (-1, 0, 7, deal.rules.deck, deal.rules.deck + 1))
        yield from (Declare(seat, win) for win in (*AUTOMATIC_WINS, "", "Color"))
        yield from (Force(seat, target) for target in range(-1, deal.seats + 1))
        yield from (kind(seat, card) for kind in (Give, Pay) for card in range(52))
        yield Announce(seat, ())
        for game in (*SIDE_GAMES, "", "rombo"):
            yield Announce(seat, (game,))
            yield from (Announce(seat, (game, other)) for other in SIDE_GAMES)


def layout_actions(state: State, chance: Random) -> Iterator[Action]:
    """Layouts by every seat, most of them nearly right for it."""
    for seat in range(state.deal.seats):
        found = options(state, seat).layouts
        own = state.layouts[seat]
        legal = [named_layout(state.deal.rules, layout) for layout in (*found[:20], own)]
        for _ in range(4):
            kind = chance.choice(LAYING)
            melds = near_miss(state, seat, chance.choice(legal), chance)
            yield kind(seat, melds)
            yield ASKED[state.phase](seat, melds)


ASKED: dict[Phase, type[Lay | Use | Claim | Place]] = {
    Phase.DRAW: Lay,
    Phase.USE: Use,
    Phase.OFFER: Claim,
    Phase.PLACE: Place,
}


def near_miss(state: State, seat: int, melds: NamedLayout, chance: Random) -> NamedLayout:
    """The layout after some slips; by luck it may still be legal."""
    made = [list(meld) for meld in melds] or [[]]
    for _ in range(chance.choice((0, 1, 1, 2))):
        chance.choice(SLIPS)(made, chance.choice(likely_cards(state, seat)), chance)
        if chance.random() < 0.9:
            made = [meld for meld in made if meld]
        made = made or [[]]
    return tuple(tuple(meld) for meld in made)


def likely_cards(state: State, seat: int) -> list[int]:
    """The hand, the card in question, and now and then any card at all."""
    cards = [card for card in range(52) if state.hands[seat] >> card & 1]
    cards += [card for card in (state.drawn, state.offered) if card is not None] * 4
    return cards * 2 + list(range(52))[::7]


def insert(melds: list[list[int]], card: int, chance: Random) -> None:
    meld = chance.choice(melds)
    meld.insert(chance.randrange(len(meld) + 1), card)


def swap(melds: list[list[int]], card: int, chance: Random) -> None:
    meld = chance.choice(melds)
    place = chance.randrange(len(meld) + 1)
    meld[place : place + 1] = [card]


def drop(melds: list[list[int]], card: int, chance: Random) -> None:
    meld = chance.choice(melds)
    if meld:
        meld.pop(chance.randrange(len(meld)))


def split(melds: list[list[int]], card: int, chance: Random) -> None:
    meld = chance.choice(melds)
    place = chance.randrange(len(meld) + 1)
    melds.append(meld[place:])
    del meld[place:]


def join(melds: list[list[int]], card: int, chance: Random) -> None:
    one, other = chance.choice(melds), chance.choice(melds)
    if one is not other:
        one += other
        other.clear()


def move(melds: list[list[int]], card: int, chance: Random) -> None:
    one, other = chance.choice(melds), chance.choice(melds)
    if one:
        other.insert(0, one.pop(chance.choice((0, -1))))


def reorder(melds: list[list[int]], card: int, chance: Random) -> None:
    chance.shuffle(melds)
    chance.shuffle(chance.choice(melds))


def double(melds: list[list[int]], card: int, chance: Random) -> None:
    melds.append(chance.choice(melds)[:])


def new_meld(melds: list[list[int]], card: int, chance: Random) -> None:
    suit, rank = divmod(card, 13)
    runs = [suit * 13 + near for near in (rank - 1, rank, rank + 1) if 0 <= near < 13]
    melds.append(runs if chance.random() < 0.5 else [13 * other + rank for other in range(3)])


SLIPS = (insert, insert, swap, drop, split, join, move, reorder, double, new_meld)
