"""Side games (R9): which holding a hand has, and which of two is the better.

Enters: a hand as dealt (a mask). Leaves: a `Holding`, or None. Never here: pots and
who announced; that is for the settlement.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.rules.cards import (
    ACES,
    BIT,
    BLACK,
    CLUBS,
    DIAMONDS,
    HEARTS,
    HIGH_RANK,
    RANK,
    RANKS_PER_SUIT,
    RED,
    SPADES,
    SUIT_BITS,
    cards_in,
)
from engine.rules.house_rules import Rules
from engine.rules.melds import CACHED_HANDS


class Holding(NamedTuple):
    """What a hand has for a side game: the greater `rank` wins; `cards` show it."""

    rank: tuple[int, ...]
    cards: int


@lru_cache(maxsize=CACHED_HANDS)  # asked when offered, when announced, and at the settlement
def holdings(rules: Rules, hand: int) -> Mapping[str, Holding]:
    """The best holding of a hand as dealt in each side game in which it has one (R9.2)."""
    found = {}
    for game in rules.side_games:
        best = _BEST[game](rules, hand)
        if best is not None:
            found[game] = best
    return found


def _highest(cards: int) -> Holding | None:
    """The highest card of a suit: its ace (the lowest bit that it can have), or its top."""
    if not cards:
        return None
    ace = cards & ACES
    best = ace.bit_length() - 1 if ace else cards.bit_length() - 1
    return Holding((HIGH_RANK[best],), BIT[best])


def _groups(cards: int, ranks: int, wanted: int) -> Holding | None:
    """The `wanted` highest of the `ranks` (a mask), with what is held of them."""
    ranks &= SUIT_BITS
    if ranks.bit_count() < wanted:
        return None
    # The ace goes from the lowest place to the highest.
    best = sorted(cards_in(ranks & ~1 | (ranks & 1) << RANKS_PER_SUIT))[-wanted:]
    held = sum([cards & ACES << rank % RANKS_PER_SUIT for rank in best])
    return Holding(tuple(best[::-1]), held)


def _best_run(rules: Rules, hand: int) -> Holding | None:
    best: Holding | None = None
    for run in rules.all_runs.runs_within(hand):
        cards = rules.all_runs.order[run]
        above_all = int(RANK[cards[0]] == 0 and rules.escalera_a23_high)
        found = Holding((above_all, HIGH_RANK[cards[-1]], len(cards)), run)
        if best is None or found.rank > best.rank:
            best = found
    return best


def _red_pairs(hand: int, wanted: int) -> Holding | None:
    return _groups(hand & RED, hand >> 13 & hand >> 26, wanted)


def _black_pairs(hand: int, wanted: int) -> Holding | None:
    return _groups(hand & BLACK, hand & hand >> 39, wanted)


def _three_of_a_rank(hand: int) -> Holding | None:
    black, red = hand & hand >> 39, hand >> 13 & hand >> 26
    triples = black & (hand >> 13 | hand >> 26) | red & (hand | hand >> 39)
    return _groups(hand, triples, 1)


_BEST: Mapping[str, Callable[[Rules, int], Holding | None]] = {
    "oro": lambda _, hand: _highest(hand & DIAMONDS),
    "corazon": lambda _, hand: _highest(hand & HEARTS),
    "flor": lambda _, hand: _highest(hand & CLUBS),
    "corazon_negro": lambda _, hand: _highest(hand & SPADES),
    "par_rojo": lambda _, hand: _red_pairs(hand, 1),
    "par_negro": lambda _, hand: _black_pairs(hand, 1),
    "dos_par_rojo": lambda _, hand: _red_pairs(hand, 2),
    "dos_par_negro": lambda _, hand: _black_pairs(hand, 2),
    "tres_cuerpos": lambda _, hand: _three_of_a_rank(hand),
    "escalera": _best_run,
}
