"""The search for layouts finds every one that R6 allows, and none besides.

`tests.rules.brute` tries all sets of disjoint melds. It is asked about positions reached
in play, and about awkward ones: blocks of neighbouring cards with much to choose from.
"""

from random import Random
from typing import NamedTuple

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.rules.actions import NamedLayout
from engine.rules.cards import TEXT, texts
from engine.rules.house_rules import Rules, rules_from_json
from engine.rules.layouts import (
    Play,
    Setting,
    layouts_for,
    named_layout,
    require_layout,
    ways_to_place,
)
from engine.rules.options import options
from engine.rules.refusals import Refusal
from engine.rules.state import SEATS_IN, Phase, State
from tests.rules import brute
from tests.rules.legal import legal_actions
from tests.rules.playing import LAYING, Hand
from tests.rules.words import hand_of, layout_of, mask, masks, numbers
from tests.strategies import VALUES, cards_of_deck, examples, hands

PLAYS = {Phase.DRAW: "lay", Phase.USE: "use", Phase.OFFER: "claim", Phase.PLACE: "place"}


def as_text(layout: NamedLayout) -> brute.Layout:
    return frozenset(frozenset(texts(meld)) for meld in layout)


def as_sets(rules: Rules, layouts: tuple[tuple[int, ...], ...]) -> set[brute.Layout]:
    """Layouts of the engine as sets of text; each must come once."""
    found = {as_text(named_layout(rules, layout)) for layout in layouts}
    assert len(found) == len(layouts)
    return found


@examples(60)
@given(hands())
def test_the_layouts_offered_are_all_there_are(hand: Hand) -> None:
    """R6.1-R6.6, R7.2, R7.3, R7.5, R7.10, in positions reached in play."""
    for state in hand.states():
        for seat in SEATS_IN[state.waiting]:
            if state.phase not in PLAYS or seat == state.discarder == state.turn:
                continue
            wanted = layouts_by_the_book(state, seat)
            assert as_sets(hand.deal.rules, options(state, seat).layouts) == wanted
            named = [a.melds for a in legal_actions(state, seat) if isinstance(a, LAYING)]
            assert {as_text(melds) for melds in named} == wanted


def layouts_by_the_book(state: State, seat: int) -> set[brute.Layout]:
    rules, play = state.deal.rules, PLAYS[state.phase]
    card = {"use": state.drawn, "lay": None}.get(play, state.offered)
    used = None if card is None else TEXT[card]
    return brute.layouts(rules, play, layout_of(state, seat), used, hand_of(state, seat))


class Position(NamedTuple):
    """A seat before a play; the used card is in the hand if the play is a lay."""

    rules: Rules
    play: Play
    old: brute.Layout
    used: str
    hand: frozenset[str]

    def setting(self) -> Setting:
        used = 0 if self.play is Play.LAY else mask({self.used})
        return Setting(self.rules, self.play, masks(self.old), used, mask(self.hand))

    def by_the_book(self) -> set[brute.Layout]:
        used = None if self.play is Play.LAY else self.used
        return brute.layouts(self.rules, self.play.value, self.old, used, self.hand)


@st.composite
def awkward(draw: st.DrawFn, play: st.SearchStrategy[Play]) -> Position:
    """A seat with up to eleven neighbouring cards, some of them on the table."""
    rules = rules_from_json({"preset": "desmoche", **draw(SHAPES)})
    chance = Random(draw(st.integers(0, 2**32)))
    used, *others = block(rules.deck, draw(st.integers(4, 11)), chance)
    old = chance.choice(sorted(brute.disjoint(brute.melds_of(rules, others)), key=repr))
    hand = frozenset(others) - frozenset().union(*old)
    made = draw(play)
    if made is Play.PLACE:
        assume(old and rules.forcing != "off")
        return Position(rules, made, old, used, frozenset())
    if made is Play.LAY:
        assume(rules.lay_on_turn != "no")
        return Position(rules, made, old, used, hand | {used})
    return Position(rules, made, old, used, hand)


# The house rules that R6 and R7 ask about layouts.
SHAPES = st.fixed_dictionaries(
    {
        name: st.sampled_from(VALUES[name])
        for name in ("deck", "max_run", "ace_high_runs", "rearrange", "lay_on_turn", "forcing")
    }
)


def block(deck: int, size: int, chance: Random) -> list[str]:
    """Neighbouring ranks of all suits, some cards of them left out, in any order."""
    cards = sorted(cards_of_deck(deck), key=lambda card: "A23456789TJQK".index(card[0]))
    start = chance.randrange(0, len(cards), 4)
    near = (cards[start:] + cards[:start])[: chance.choice((12, 12, 16, 20))]
    return chance.sample(near, size)


@examples(400)
@given(awkward(st.sampled_from(Play)))
def test_the_layouts_of_awkward_hands(position: Position) -> None:
    """R6.1-R6.6, R7.2, R7.10: the search finds them all, and the check lets them pass."""
    wanted = position.by_the_book()
    setting = position.setting()
    assert as_sets(position.rules, layouts_for(setting)) == wanted
    for new in wanted:
        require_layout(setting, tuple(map(numbers, new)))


@examples(300)
@given(awkward(st.just(Play.PLACE)))
def test_a_forced_card_is_placed_in_every_way_without_hand_cards(position: Position) -> None:
    """R7.9, R7.10: so it is forcible if there is such a way."""
    assume(position.old and position.rules.forcing != "off")
    placing = position._replace(play=Play.PLACE, hand=frozenset())
    (card,) = numbers({position.used})
    old = masks(position.old)
    assert (
        as_sets(position.rules, ways_to_place(position.rules, old, card)) == placing.by_the_book()
    )


@examples(200)
@given(awkward(st.sampled_from(Play)), st.integers(0, 2**32))
def test_a_layout_is_accepted_only_if_the_book_allows_it(position: Position, seed: int) -> None:
    """R6: any partition of some of the cards into groups, melds or not."""
    chance = Random(seed)
    wanted, setting = position.by_the_book(), position.setting()
    for _ in range(30):
        named = partition(position, chance)
        try:
            require_layout(setting, named)
        except Refusal:
            assert as_text(named) not in wanted
        else:
            assert as_text(named) in wanted


def partition(position: Position, chance: Random) -> NamedLayout:
    """Most old melds, and other cards thrown in or put together."""
    groups = [set(meld) for meld in position.old if chance.random() < 0.9] + [set(), set()]
    cards = {position.used, *position.hand, *frozenset().union(*position.old)}
    loose = sorted(cards - set().union(*groups))
    for card in chance.sample(loose, chance.randrange(len(loose) + 1)):
        alike = [
            group for group in groups if any(card[0] in one or card[1] in one for one in group)
        ]
        chance.choice([*alike, *groups[-2:]]).add(card)
    return tuple(numbers(group) for group in groups if group)
