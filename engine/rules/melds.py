"""Sets and runs (R6.1): every meld of a deck, worked out once and looked up ever after.

Enters: the house rules that shape melds (deck, max_run, ace_high_runs). Leaves: a
`MeldTable`. Never here: layouts, seats, or what may be done with a meld.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, pairwise

from engine.rules.cards import (
    ACES,
    BIT,
    BLACK,
    CLUBS,
    DIAMONDS,
    HEARTS,
    RANKS_PER_SUIT,
    SPADES,
    SUIT_BITS,
    SUIT_MASKS,
    SUIT_SHIFTS,
    cards_in,
    full_deck,
    mask_of,
)

SHORTEST_MELD = 3
LARGEST_SET = 4
CACHED_HANDS = 4096  # a thousand tables of four seats


class MeldTable:
    """All melds of one deck.

    `order` maps the mask of each meld to its cards in playing order (R6.7): a run
    ascends, colours alternate along a set. So `mask in table.order` asks whether cards
    are a meld; `masks` maps those cards back to the mask. `grows` maps each meld to the
    mask of cards that could be added to it. `steps` says which ranks are neighbours: the
    cards of the lower one, and how far up the other is.
    `usable` and `grows_layout` are `_usable` and `_grows_layout`, cached,
    since they are asked again at every discard about cards that have not changed.
    """

    def __init__(self, deck: int, max_run: int, ace_high: bool) -> None:
        self.deck_mask = full_deck(deck)
        self.ranks = tuple(r for r in range(RANKS_PER_SUIT) if self.deck_mask >> r & 1)
        suit_runs = _suit_runs(self.ranks, max_run, ace_high)
        self.steps = _steps(suit_runs)
        runs = [tuple(rank + shift for rank in run) for shift in SUIT_SHIFTS for run in suit_runs]
        sets = [
            _alternating(cards)
            for rank in self.ranks
            for size in range(SHORTEST_MELD, LARGEST_SET + 1)
            for cards in combinations(cards_in(ACES << rank), size)
        ]
        self.order = {mask_of(cards): cards for cards in (*runs, *sets)}
        self.masks = {cards: mask for mask, cards in self.order.items()}
        self.runs = {mask_of(run) for run in runs}
        self.grows = {meld: self._growth(meld) for meld in self.order}
        self.usable = lru_cache(maxsize=CACHED_HANDS)(self._usable)
        self.grows_layout = lru_cache(maxsize=CACHED_HANDS)(self._grows_layout)
        self._runs = _MeldsAmong(self.runs)
        self._sets = _MeldsAmong(mask_of(cards) for cards in sets)
        self._shortest_runs = [mask_of(run) for run in suit_runs if len(run) == SHORTEST_MELD]
        self._completing: dict[int, int] = {}

    def within(self, cards: int) -> list[int]:
        """Every meld that can be made of these cards (a mask)."""
        found = self.runs_within(cards)
        spades, hearts = cards & SUIT_BITS, cards >> 13 & SUIT_BITS
        diamonds, clubs = cards >> 26 & SUIT_BITS, cards >> 39
        ranks = spades & clubs & (hearts | diamonds) | hearts & diamonds & (spades | clubs)
        while ranks:
            low = ranks & -ranks
            found += self._sets.among(ACES * low & cards)
            ranks ^= low
        return found

    def runs_within(self, cards: int) -> list[int]:
        """Every run that can be made of these cards (a mask)."""
        runs = self._runs.known
        try:
            return [
                *runs[cards & SPADES],
                *runs[cards & HEARTS],
                *runs[cards & DIAMONDS],
                *runs[cards & CLUBS],
            ]
        except KeyError:
            for suit in SUIT_MASKS:
                self._runs.among(cards & suit)
            return self.runs_within(cards)

    def _usable(self, cards: int) -> int:
        """The cards, beyond these, of which each would make a meld with some of these."""
        completing = self._completing
        spades, hearts = cards & SUIT_BITS, cards >> 13 & SUIT_BITS
        diamonds, clubs = cards >> 26 & SUIT_BITS, cards >> 39
        twos = spades & (hearts | diamonds | clubs) | hearts & (diamonds | clubs) | diamonds & clubs
        try:
            usable = (
                twos * ACES  # a rank held twice takes its cards of all four suits
                | completing[spades]
                | completing[hearts] << 13
                | completing[diamonds] << 26
                | completing[clubs] << 39
            )
        except KeyError:
            for ranks in (spades, hearts, diamonds, clubs):
                completing[ranks] = self._completes(ranks)
            return self._usable(cards)
        return usable & self.deck_mask & ~cards

    def _completes(self, ranks: int) -> int:
        """The ranks of which each makes a run of three with two of these of its suit."""
        found = 0
        for run in self._shortest_runs:
            missing = run & ~ranks
            if not missing & missing - 1:
                found |= missing
        return found

    def _grows_layout(self, layout: tuple[int, ...]) -> int:
        """The cards of which each could be added to one of these melds."""
        cards = 0
        for meld in layout:
            cards |= self.grows[meld]
        return cards

    def _growth(self, meld: int) -> int:
        growth = 0
        for card in cards_in(self.deck_mask & ~meld):
            if meld | BIT[card] in self.order:
                growth |= BIT[card]
        return growth


class _MeldsAmong:
    """Cards of one suit, or of one rank → the melds among them, remembered in `known`.

    So that has at most 4 * 2**13 + 13 * 2**4 entries.
    """

    def __init__(self, melds: Iterable[int]) -> None:
        self.known: dict[int, tuple[int, ...]] = {0: ()}
        self._by_lowest: dict[int, list[int]] = {}
        for meld in sorted(melds):
            self._by_lowest.setdefault(meld & -meld, []).append(meld)

    def among(self, cards: int) -> tuple[int, ...]:
        """Every meld that can be made of these cards (a mask)."""
        found = self.known.get(cards)
        if found is None:
            low = cards & -cards
            starting = [meld for meld in self._by_lowest.get(low, ()) if not meld & ~cards]
            found = self.known[cards] = (*starting, *self.among(cards ^ low))
        return found


@lru_cache(maxsize=64)  # every combination of deck, max_run and ace_high_runs is 32
def meld_table(deck: int, max_run: int, ace_high: bool) -> MeldTable:
    """The table for these house rules, built once a process (some milliseconds)."""
    return MeldTable(deck, max_run, ace_high)


def _suit_runs(ranks: tuple[int, ...], max_run: int, ace_high: bool) -> list[tuple[int, ...]]:
    """The runs of one suit as ascending ranks; an ace that ends a run comes last."""
    line = ranks + ranks[:1] if ace_high else ranks
    runs = []
    # A run of all the ranks there are is A low (R6.1), so from the 2 it ends at the king.
    for first in range(len(ranks)):
        longest = min(max_run, len(line) - first, len(ranks) - (1 if first else 0))
        runs += [line[first : first + size] for size in range(SHORTEST_MELD, longest + 1)]
    return runs


def _steps(suit_runs: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    """Neighbours in rank as (distance, cards of the lower rank), one for each distance."""
    lower: dict[int, int] = {}
    for run in suit_runs:
        for pair in pairwise(run):
            low, high = sorted(pair)
            lower[high - low] = lower.get(high - low, 0) | ACES << low
    return list(lower.items())


def _alternating(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a set so that black and red take turns, the colour of two outside."""
    black = [card for card in cards if BIT[card] & BLACK]
    red = [card for card in cards if not BIT[card] & BLACK]
    first, second = (black, red) if len(black) >= len(red) else (red, black)
    ordered = [card for pair in zip(first, second, strict=False) for card in pair]
    return tuple(ordered + first[len(second) :])
