"""Ways to the goal: which cards a seat still lacks, and which of its hand it then needs.

Enters: a layout, hand cards, the cards that may still come. Leaves: every set of missing
cards with which the seat could lay exactly the goal's size and keep what lies (R6.5), the
nearest first. The search is bounded by a count of nodes, never by a clock. Never here: how
likely a card is to come.
"""

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engine.rules.cards import ACES, RANKS_PER_SUIT, SUIT_BITS
from engine.rules.house_rules import Rules
from engine.rules.layouts import Layout, broken_meld, cards_of
from engine.rules.melds import CACHED_HANDS, SHORTEST_MELD, MeldTable

MOST_NODES = 150
"""Per search: four times as many cost time and did not make the bot win more."""
LARGEST_LAST = 2 * SHORTEST_MELD - 1
"""Up to so many cards can only be one meld."""
LIMITS = (2, 4, 6)
"""How many cards may be missing: the next limit is tried only if nothing nearer is found."""

Plans: TypeAlias = dict[tuple[int, int], float]
"""Missing cards and hand cards needed (masks) → the share of the orders in which the missing
cards may come that lets each be used at once."""


class Piece(NamedTuple):
    """A meld that could be had: at least two of its cards are there.

    `lacks` is how many of its cards are `missing`. `orders` is the share of the orders in
    which these may come in which each can be used at once: 4 and 7 beside 5 6 always, 3 and
    4 only if the 4 comes first.
    """

    lacks: int
    size: int
    meld: int
    missing: int
    orders: float


def plans(rules: Rules, old: Layout, hand: int, pool: int) -> Plans:
    """The ways from this layout and hand to the goal, by cards of the pool."""
    return search(rules, old, hand, pool).found


def search(rules: Rules, old: Layout, hand: int, pool: int) -> "Search":
    """Look for the nearest ways first, and further off only if there are none."""
    looking = Search(rules, old, hand, pool)
    for limit in LIMITS:
        looking.look(limit)
        if looking.nearest < limit:
            break
    return looking


class Search:
    """The search for plans: first melds over what lies, then others; the nearest first."""

    def __init__(self, rules: Rules, old: Layout, hand: int, pool: int) -> None:
        must = cards_of(old)
        near = sorted(pieces(rules.melds, must | hand, pool))
        self.rules, self.old, self.hand, self.must = rules, old, hand, must
        self.holding = [piece for piece in near if piece.meld & must]
        self.others = [piece for piece in near if not piece.meld & must]
        self.sized: dict[int, list[tuple[int, Piece]]] = {}
        for index, piece in enumerate(self.others):
            self.sized.setdefault(piece.size, []).append((index, piece))
        self.found: Plans = {}
        self.nearest = LIMITS[-1] + 1
        self.nodes = 0
        self.limit = 0

    def look(self, limit: int) -> None:
        """Find all plans that lack at most so many cards."""
        self.limit = limit
        if self.must:
            self.cover(self.must, (), 0, 0, 1.0)
        else:
            self.fill(self.rules.goal, 0, 0, 1.0, 0)

    def cover(self, bare: int, chosen: Layout, taken: int, missing: int, orders: float) -> None:
        """Put the lowest card that still lies bare into a meld, in every way."""
        if self.nodes >= MOST_NODES:
            return
        self.nodes += 1
        low = bare & -bare
        left = self.rules.goal - taken.bit_count()
        spare = self.limit - missing.bit_count()
        for lacks, size, meld, lacking, share in self.holding:
            if lacks > spare:
                break
            if not meld & low or meld & taken or size > left:
                continue
            melds = (*chosen, meld)
            rest = bare & ~meld
            if rest:
                self.cover(rest, melds, taken | meld, missing | lacking, orders * share)
            elif self._keeps_old(melds):
                if left == size:
                    self._add(taken | meld, missing | lacking, orders * share)
                elif left - size >= SHORTEST_MELD:
                    self.fill(left - size, taken | meld, missing | lacking, orders * share, 0)

    def fill(self, left: int, taken: int, missing: int, orders: float, start: int) -> None:
        """Add melds from hand and pool until the goal's size is reached exactly."""
        if self.nodes >= MOST_NODES:
            return
        self.nodes += 1
        spare = self.limit - missing.bit_count()
        for index, (lacks, _, meld, lacking, share) in self.sized.get(left, ()):
            if lacks > spare:
                break
            if index >= start and not meld & taken:
                self._add(taken | meld, missing | lacking, orders * share)
        if left <= LARGEST_LAST:
            return
        for index in range(start, len(self.others)):
            lacks, size, meld, lacking, share = self.others[index]
            if lacks > spare:
                break
            if (left - size in self.sized or left - size > LARGEST_LAST) and not meld & taken:
                self.fill(left - size, taken | meld, missing | lacking, orders * share, index + 1)

    def _add(self, taken: int, missing: int, orders: float) -> None:
        key = (missing, taken & self.hand)
        if orders > self.found.get(key, 0.0):
            self.found[key] = orders
            self.nearest = min(self.nearest, missing.bit_count())

    def _keeps_old(self, melds: Layout) -> bool:
        """R6.5, as far as a plan must: every old meld leaves a valid one behind."""
        if self.rules.rearrange == "free":
            return True
        return not broken_meld(self.rules.melds.order, self.old, melds)


def pieces(table: MeldTable, held: int, pool: int) -> list[Piece]:
    """Every meld of which two cards are held, and the others held or to come."""
    found: list[Piece] = []
    lost = ~(held | pool)
    for first in range(0, 4 * RANKS_PER_SUIT, RANKS_PER_SUIT):
        suit = held & SUIT_BITS << first
        if suit & suit - 1:
            found += [piece for piece in _runs(table, suit) if not piece.meld & lost]
    for rank in table.ranks:
        four = held & ACES << rank
        if four & four - 1:
            found += [piece for piece in _sets(table, four) if not piece.meld & lost]
    return found


@lru_cache(maxsize=2 * CACHED_HANDS)
def _runs(table: MeldTable, held: int) -> tuple[Piece, ...]:
    """The runs with two of these cards of one suit, of the cards that may be missing any."""
    found = []
    lowest = (held & -held).bit_length() - 1
    suit = SUIT_BITS << lowest // RANKS_PER_SUIT * RANKS_PER_SUIT
    for run in table.runs_within(suit & table.deck_mask):
        here = (run & held).bit_count()
        if here > 1 and run.bit_count() - here <= LIMITS[-1]:
            cards = table.order[run]
            orders = _orders(tuple(bool(held >> card & 1) for card in cards))
            if orders:
                found.append(Piece(len(cards) - here, len(cards), run, run & ~held, orders))
    return tuple(found)


@lru_cache(maxsize=CACHED_HANDS)
def _sets(table: MeldTable, held: int) -> tuple[Piece, ...]:
    """The sets with two of these cards of one rank."""
    lowest = (held & -held).bit_length() - 1
    four = ACES << lowest % RANKS_PER_SUIT
    return tuple(
        Piece((meld & ~held).bit_count(), meld.bit_count(), meld, meld & ~held, 1.0)
        for meld in table.within(four)
        if (meld & held).bit_count() > 1
    )


@lru_cache(maxsize=2**11)  # patterns of up to ten cards, held or not
def _orders(pattern: tuple[bool, ...]) -> float:
    """Of all orders in which the missing cards may come, how many let each be used at once."""
    missing = [place for place, held in enumerate(pattern) if not held]
    if not missing:
        return 1.0
    good = 0.0
    for place in missing:
        low = high = place
        while low > 0 and pattern[low - 1]:
            low -= 1
        while high + 1 < len(pattern) and pattern[high + 1]:
            high += 1
        if high - low >= SHORTEST_MELD - 1:
            good += _orders((*pattern[:place], True, *pattern[place + 1 :]))
    return good / len(missing)
