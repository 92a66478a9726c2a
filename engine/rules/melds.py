"""Sets and runs (R6.1): every meld of a deck, worked out once and looked up ever after.

Enters: the house rules that shape melds (deck, max_run, ace_high_runs). Leaves: a
`MeldTable`. Never here: layouts, seats, or what may be done with a meld.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from engine.rules.cards import (
    ACES,
    BIT,
    BLACK,
    RANK,
    RANKS_PER_SUIT,
    SUIT_BITS,
    SUIT_SHIFTS,
    cards_in,
    full_deck,
    mask_of,
)

SHORTEST_MELD = 3
LARGEST_SET = 4


class MeldTable:
    """All melds of one deck.

    `order` maps the mask of each meld to its cards in playing order (R6.7): a run
    ascends, colours alternate along a set. So `mask in table.order` asks whether cards
    are a meld. `grows` maps each meld to the mask of cards that could be added to it.
    """

    def __init__(self, deck: int, max_run: int, ace_high: bool) -> None:
        self.deck_mask = full_deck(deck)
        self.ranks = tuple(r for r in range(RANKS_PER_SUIT) if self.deck_mask >> r & 1)
        self.suit_runs = _suit_runs(self.ranks, max_run, ace_high)
        self.order: dict[int, tuple[int, ...]] = {}
        self.runs: set[int] = set()
        for shift in SUIT_SHIFTS:
            for run in self.suit_runs:
                cards = tuple(rank + shift for rank in run)
                self.order[mask_of(cards)] = cards
                self.runs.add(mask_of(cards))
        for rank in self.ranks:
            four = cards_in(ACES << rank)
            for size in range(SHORTEST_MELD, LARGEST_SET + 1):
                for cards in combinations(four, size):
                    self.order[mask_of(cards)] = _alternating(cards)
        self.grows = {meld: self._growth(meld) for meld in self.order}
        # Filled as they are asked for: at most 4 * 2**13 and 13 * 2**4 entries.
        self._runs_within: tuple[dict[int, tuple[int, ...]], ...] = ({}, {}, {}, {})
        self._sets_within: dict[int, tuple[int, ...]] = {}

    def within(self, cards: int) -> list[int]:
        """Every meld that can be made of these cards (a mask)."""
        found: list[int] = []
        for suit in range(len(SUIT_SHIFTS)):
            found += self._runs_in(suit, cards)
        spades, hearts = cards & SUIT_BITS, cards >> 13 & SUIT_BITS
        diamonds, clubs = cards >> 26 & SUIT_BITS, cards >> 39
        both_black, both_red = spades & clubs, hearts & diamonds
        ranks = both_black & (hearts | diamonds) | both_red & (spades | clubs)
        while ranks:
            low = ranks & -ranks
            rank = ACES * low & cards
            sets = self._sets_within.get(rank)
            if sets is None:
                sets = self._sets_within[rank] = _subsets(self.order, rank)
            found += sets
            ranks ^= low
        return found

    def could_use(self, cards: int, card: int) -> bool:
        """Whether some meld holds `card` and otherwise only these cards; quick."""
        rank = RANK[card]
        others = cards >> rank & ACES & ~(1 << card - rank)
        if others & others - 1:
            return True  # two others of its rank
        bit = BIT[card]
        return any(run & bit for run in self._runs_in(card // RANKS_PER_SUIT, cards | bit))

    def _runs_in(self, suit: int, cards: int) -> tuple[int, ...]:
        known = self._runs_within[suit]
        bits = cards >> SUIT_SHIFTS[suit] & SUIT_BITS
        runs = known.get(bits)
        if runs is None:
            runs = known[bits] = _subsets(self.runs, bits << SUIT_SHIFTS[suit])
        return runs

    def _growth(self, meld: int) -> int:
        growth = 0
        for card in cards_in(self.deck_mask & ~meld):
            if meld | BIT[card] in self.order:
                growth |= BIT[card]
        return growth


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


def _alternating(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a set so that black and red take turns, the colour of two outside."""
    black = [card for card in cards if BIT[card] & BLACK]
    red = [card for card in cards if not BIT[card] & BLACK]
    first, second = (black, red) if len(black) >= len(red) else (red, black)
    ordered = [card for pair in zip(first, second, strict=False) for card in pair]
    return tuple(ordered + first[len(second) :])


def _subsets(melds: Iterable[int], cards: int) -> tuple[int, ...]:
    return tuple(sorted(meld for meld in melds if not meld & ~cards))

