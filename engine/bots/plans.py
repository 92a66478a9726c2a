"""Ways to the goal: which sets of melds a seat could end with, and what each still lacks.

Enters: a layout, hand cards, the cards that may still come. Leaves: `Plan`s, each a row of
melds of exactly the goal's size that keeps what lies (R6.5). The search is bounded by a
count of nodes, never by a clock. Never here: how likely a card is to come.
"""

from functools import lru_cache
from typing import NamedTuple

from engine.rules.cards import ACES, RANKS_PER_SUIT, SUIT_BITS
from engine.rules.house_rules import Rules
from engine.rules.layouts import Layout, cards_of
from engine.rules.melds import CACHED_HANDS, MeldTable

SMALLEST = 3  # cards of a meld
MOST_NODES = 250
"""Per search: more of them cost time and did not make the bot win more."""


class Piece(NamedTuple):
    """A meld that could be had: at least two of its cards are there.

    `orders` is the share of the orders in which its missing cards may come in which each
    can be used at once: 4 and 7 beside 5 6 always, 3 and 4 only if the 4 comes first.
    """

    meld: int
    size: int
    missing: int
    orders: float


class Plan(NamedTuple):
    """One way to the goal: the cards it lacks, the hand cards it needs (masks), its orders."""

    missing: int
    used: int
    orders: float


def plans(rules: Rules, old: Layout, hand: int, pool: int) -> list[Plan]:
    """The ways from this layout and hand to the goal, by cards of the pool."""
    search = _Search(rules, old, hand, pool)
    must = cards_of(old)
    if must:
        search.cover(must, Plan(0, 0, 1.0), 0, rules.goal, ())
    else:
        search.add(Plan(0, 0, 1.0), 0, rules.goal, 0)
    return search.found


class _Search:
    """The search for plans: first melds over what lies, then others, the nearest first."""

    def __init__(self, rules: Rules, old: Layout, hand: int, pool: int) -> None:
        must = cards_of(old)
        near = pieces(rules.melds, must | hand, pool)
        self.rules, self.old, self.hand = rules, old, hand
        self.holding = [piece for piece in near if piece.meld & must]
        self.others = sorted(
            (piece for piece in near if not piece.meld & must),
            key=lambda piece: piece.missing.bit_count(),
        )
        self.found: list[Plan] = []
        self.nodes = 0

    def cover(self, bare: int, plan: Plan, taken: int, left: int, chosen: Layout) -> None:
        """Put the lowest card that still lies bare into a meld, in every way."""
        self.nodes += 1
        low = bare & -bare
        for piece in self.holding:
            if not piece.meld & low or piece.meld & taken or piece.size > left:
                continue
            melds = (*chosen, piece.meld)
            grown, rest = _with(plan, piece), bare & ~piece.meld
            if rest:
                if self.nodes < MOST_NODES:
                    self.cover(rest, grown, taken | piece.meld, left - piece.size, melds)
            elif self._keeps_old(melds):
                self._go_on(grown, taken | piece.meld, left - piece.size, 0)

    def add(self, plan: Plan, taken: int, left: int, start: int) -> None:
        """Add melds from hand and pool until the goal's size is reached exactly."""
        self.nodes += 1
        for index in range(start, len(self.others)):
            piece = self.others[index]
            if piece.size <= left and not piece.meld & taken:
                self._go_on(_with(plan, piece), taken | piece.meld, left - piece.size, index + 1)

    def _go_on(self, plan: Plan, taken: int, left: int, start: int) -> None:
        if left == 0:
            self.found.append(plan._replace(used=taken & self.hand))
        elif left >= SMALLEST and self.nodes < MOST_NODES:
            self.add(plan, taken, left, start)

    def _keeps_old(self, melds: Layout) -> bool:
        """R6.5, as far as a plan must: every old meld leaves a valid one behind."""
        if self.rules.rearrange == "free":
            return True
        order = self.rules.melds.order
        return all(old in melds or any(old & meld in order for meld in melds) for old in self.old)


def pieces(table: MeldTable, held: int, pool: int) -> list[Piece]:
    """Every meld of which two cards are held, and the others held or to come."""
    found: list[Piece] = []
    for first in range(0, 4 * RANKS_PER_SUIT, RANKS_PER_SUIT):
        suit = SUIT_BITS << first
        if (held & suit).bit_count() > 1:
            found += _runs(table, held & suit, pool & suit)
    for rank in table.ranks:
        four = ACES << rank
        if (held & four).bit_count() > 1:
            found += _sets(table, held & four, pool & four)
    return found


@lru_cache(maxsize=2 * CACHED_HANDS)
def _runs(table: MeldTable, held: int, pool: int) -> tuple[Piece, ...]:
    found = []
    for run in table.runs_within(held | pool):
        cards = table.order[run]
        orders = _orders(tuple(bool(held >> card & 1) for card in cards))
        if orders:
            found.append(Piece(run, len(cards), run & ~held, orders))
    return tuple(found)


@lru_cache(maxsize=CACHED_HANDS)
def _sets(table: MeldTable, held: int, pool: int) -> tuple[Piece, ...]:
    return tuple(
        Piece(meld, meld.bit_count(), meld & ~held, 1.0)
        for meld in table.within(held | pool)
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
        if high - low >= SMALLEST - 1:
            good += _orders((*pattern[:place], True, *pattern[place + 1 :]))
    return good / len(missing)


def _with(plan: Plan, piece: Piece) -> Plan:
    return Plan(plan.missing | piece.missing, 0, plan.orders * piece.orders)
