"""Side games (R9): which holding a hand has, and which of two is the better.

Enters: a hand as dealt (a mask). Leaves: a `Holding`, or None. Never here: pots and
who announced; that is for the settlement.
"""

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

_HIGHEST_OF = {"oro": DIAMONDS, "corazon": HEARTS, "flor": CLUBS, "corazon_negro": SPADES}
# Game → how many ranks it looks for.
_RED_PAIRS = {"par_rojo": 1, "dos_par_rojo": 2}
_BLACK_PAIRS = {"par_negro": 1, "dos_par_negro": 2}


class Holding(NamedTuple):
    """What a hand has for a side game: the greater `rank` wins; `cards` show it."""

    rank: tuple[int, ...]
    cards: int


@lru_cache(maxsize=CACHED_HANDS)  # asked when offered, when announced, and at the settlement
def holding(rules: Rules, game: str, hand: int) -> Holding | None:
    """The best holding of a hand as dealt in this side game (R9.2)."""
    if game == "escalera":
        return _best_run(rules, hand)
    if game in _HIGHEST_OF:
        return _highest(hand & _HIGHEST_OF[game])
    if game in _RED_PAIRS:
        return _groups(hand & RED, hand >> 13 & hand >> 26, _RED_PAIRS[game])
    if game in _BLACK_PAIRS:
        return _groups(hand & BLACK, hand & hand >> 39, _BLACK_PAIRS[game])
    black, red = hand & hand >> 39, hand >> 13 & hand >> 26
    triples = black & (hand >> 13 | hand >> 26) | red & (hand | hand >> 39)
    return _groups(hand, triples, 1)


def holdings(rules: Rules, games: list[str], hand: int) -> tuple[str, ...]:
    """Those of the games for which the hand has a holding."""
    return tuple([game for game in games if holding(rules, game, hand) is not None])


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
