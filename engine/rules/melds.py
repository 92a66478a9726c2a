"""Sets and runs (R6.1): every meld of a deck, worked out once and looked up ever after.

Enters: the house rules that shape melds (deck, max_run, ace_high_runs). Leaves: a
`MeldTable`. Never here: layouts, seats, or what may be done with a meld.
"""

from array import array
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, pairwise

from engine.rules.cards import (
    ACES,
    BIT,
    BLACK,
    NOT_YET,
    RANKS_PER_SUIT,
    SUIT_BITS,
    SUIT_SHIFTS,
    cards_in,
    full_deck,
    mask_of,
)

SHORTEST_MELD = 3
LARGEST_SET = 4
# Far more than the seats of one table, few enough to stay near the processor: with 4096
# the cache's own bookkeeping cost more than it saved.
CACHED_HANDS = 256


class MeldTable:
    """All melds of one deck.

    `order` maps the mask of each meld to its cards in playing order (R6.7): a run
    ascends, colours alternate along a set. So `mask in table.order` asks whether cards
    are a meld; `masks` maps those cards back to the mask, and any others to theirs. `grows`
    maps each meld to the mask of cards that could be added to it. `steps` says which ranks
    are neighbours: the cards of the lower one, and how far up the other is.
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
        self.masks = _Masks((cards, mask) for mask, cards in self.order.items())
        self.runs = {mask_of(run) for run in runs}
        self.grows = {meld: self._growth(meld) for meld in self.order}
        self._runs = tuple(_SuitRuns(map(mask_of, suit_runs), shift) for shift in SUIT_SHIFTS)
        self._sets = _sets_by_cards(sets)
        self._completing = _completing(mask_of(r) for r in suit_runs if len(r) == SHORTEST_MELD)

    def within(self, cards: int) -> list[int]:
        """Every meld that can be made of these cards (a mask)."""
        found = self.runs_within(cards)
        spades, hearts = cards & SUIT_BITS, cards >> 13 & SUIT_BITS
        diamonds, clubs = cards >> 26 & SUIT_BITS, cards >> 39
        ranks = spades & clubs & (hearts | diamonds) | hearts & diamonds & (spades | clubs)
        while ranks:
            low = ranks & -ranks
            found += self._sets[ACES * low & cards]
            ranks ^= low
        return found

    def runs_within(self, cards: int) -> list[int]:
        """Every run that can be made of these cards (a mask)."""
        spades, hearts, diamonds, clubs = self._runs
        try:
            return [
                *spades.known[cards & SUIT_BITS],
                *hearts.known[cards >> 13 & SUIT_BITS],
                *diamonds.known[cards >> 26 & SUIT_BITS],
                *clubs.known[cards >> 39],
            ]
        except TypeError:  # `NOT_YET` cannot be unpacked
            for suit, shift in zip(self._runs, SUIT_SHIFTS, strict=True):
                suit.among(cards >> shift & SUIT_BITS)
            return self.runs_within(cards)

    def usable(self, cards: int) -> int:
        """The cards, beyond these, of which each would make a meld with some of these."""
        completing = self._completing
        spades, hearts = cards & SUIT_BITS, cards >> 13 & SUIT_BITS
        diamonds, clubs = cards >> 26 & SUIT_BITS, cards >> 39
        twos = spades & (hearts | diamonds | clubs) | hearts & (diamonds | clubs) | diamonds & clubs
        usable = (
            twos * ACES  # a rank held twice takes its cards of all four suits
            | completing[spades]
            | completing[hearts] << 13
            | completing[diamonds] << 26
            | completing[clubs] << 39
        )
        return usable & self.deck_mask & ~cards

    def grows_layout(self, layout: tuple[int, ...]) -> int:
        """The cards of which each could be added to one of these melds."""
        grows = 0
        for meld in layout:
            grows |= self.grows[meld]
        return grows

    def _growth(self, meld: int) -> int:
        growth = 0
        for card in cards_in(self.deck_mask & ~meld):
            if meld | BIT[card] in self.order:
                growth |= BIT[card]
        return growth


class _Masks(dict[tuple[int, ...], int]):
    """Cards → their mask: at once for a meld in playing order, worked out for any others."""

    def __missing__(self, cards: tuple[int, ...]) -> int:
        return mask_of(cards)


class _SuitRuns:
    """Ranks held of one suit → the runs among them, by index, `NOT_YET` until first asked.

    A list and not a dict, here and in `cards_in`: the lookup costs a tenth.
    """

    def __init__(self, runs: Iterable[int], shift: int) -> None:
        self.known: list[tuple[int, ...]] = [(), *[NOT_YET] * SUIT_BITS]
        self._starting: dict[int, list[tuple[int, int]]] = {}
        for run in runs:
            self._starting.setdefault(run & -run, []).append((run, run << shift))

    def among(self, ranks: int) -> tuple[int, ...]:
        """Every run that can be made of these ranks."""
        found = self.known[ranks]
        if found is NOT_YET:
            low = ranks & -ranks
            own = [meld for run, meld in self._starting.get(low, ()) if not run & ~ranks]
            found = self.known[ranks] = (*own, *self.among(ranks ^ low))
        return found


def _sets_by_cards(sets: list[tuple[int, ...]]) -> dict[int, list[int]]:
    """Three or four cards of a rank → the sets among them."""
    masks = [mask_of(cards) for cards in sets]
    return {held: [meld for meld in masks if not meld & ~held] for held in masks}


def _completing(shortest_runs: Iterable[int]) -> "array[int]":
    """Ranks held of a suit → the ranks that make a run of three with two of these.

    An array, since it is asked for all four suits whenever a hand changes, and fits into
    the processor's nearest cache.
    """
    pairs: dict[int, list[tuple[int, int]]] = {}
    for run in shortest_runs:
        for third in (run & -run, run & (run - 1) & -(run & run - 1), 1 << run.bit_length() - 1):
            low = (run ^ third) & -(run ^ third)
            pairs.setdefault(low, []).append((run ^ third ^ low, third))
    found = array("H", bytes(2 * (SUIT_BITS + 1)))
    for ranks in range(1, SUIT_BITS + 1):
        low = ranks & -ranks
        completed = found[ranks ^ low]
        for other, third in pairs.get(low, ()):
            if ranks & other:
                completed |= third
        found[ranks] = completed
    return found


@lru_cache(maxsize=64)  # deck, max_run and ace_high_runs make 32, and runs without a limit 2 more
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
