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
    HIGH_RANK,
    PACK,
    RANK,
    RANKS_PER_SUIT,
    RED,
    SUIT_BITS,
    cards_in,
)
from engine.rules.house_rules import Rules
from engine.rules.melds import CACHED_HANDS


class Holding(NamedTuple):
    """What a hand has for a side game: the greater `rank` wins; `cards` show it."""

    rank: tuple[int, ...]
    cards: int


class _Suits(NamedTuple):
    """A hand as the ranks held of each suit (masks of 13 bits), and as it is."""

    spades: int
    hearts: int
    diamonds: int
    clubs: int
    hand: int


_ALONE = tuple(Holding((HIGH_RANK[card],), BIT[card]) for card in range(PACK))


@lru_cache(maxsize=CACHED_HANDS)  # asked when offered, when announced, and at the settlement
def holdings(rules: Rules, hand: int) -> Mapping[str, Holding]:
    """The best holding of a hand as dealt in each side game in which it has one (R9.2)."""
    suits = _Suits(
        hand & SUIT_BITS, hand >> 13 & SUIT_BITS, hand >> 26 & SUIT_BITS, hand >> 39, hand
    )
    found = {}
    for game in rules.side_games:
        best = _BEST[game](rules, suits)
        if best is not None:
            found[game] = best
    return found


def _ace_high(ranks: int) -> int:
    """Ranks with the ace moved from the lowest place to the highest, as in `HIGH_RANK`."""
    return ranks & ~1 | (ranks & 1) << RANKS_PER_SUIT


def _highest(ranks: int, shift: int) -> Holding | None:
    """The highest card of a suit."""
    if not ranks:
        return None
    best = _ace_high(ranks).bit_length() - 1
    return _ALONE[best % RANKS_PER_SUIT + shift]


def _groups(cards: int, ranks: int, wanted: int) -> Holding | None:
    """The `wanted` highest of the `ranks` (a mask), with what is held of them."""
    if ranks.bit_count() < wanted:
        return None
    best = cards_in(_ace_high(ranks))[-wanted:]
    held = sum([cards & ACES << rank % RANKS_PER_SUIT for rank in best])
    return Holding(tuple(best[::-1]), held)


def _best_run(rules: Rules, suits: _Suits) -> Holding | None:
    best: Holding | None = None
    for run in rules.all_runs.runs_within(suits.hand):
        cards = rules.all_runs.order[run]
        above_all = int(RANK[cards[0]] == 0 and rules.escalera_a23_high)
        found = Holding((above_all, HIGH_RANK[cards[-1]], len(cards)), run)
        if best is None or found.rank > best.rank:
            best = found
    return best


def _red_pairs(suits: _Suits, wanted: int) -> Holding | None:
    return _groups(suits.hand & RED, suits.hearts & suits.diamonds, wanted)


def _black_pairs(suits: _Suits, wanted: int) -> Holding | None:
    return _groups(suits.hand & BLACK, suits.spades & suits.clubs, wanted)


def _three_of_a_rank(suits: _Suits) -> Holding | None:
    spades, hearts, diamonds, clubs, hand = suits
    return _groups(
        hand, spades & clubs & (hearts | diamonds) | hearts & diamonds & (spades | clubs), 1
    )


_BEST: Mapping[str, Callable[[Rules, _Suits], Holding | None]] = {
    "oro": lambda _, suits: _highest(suits.diamonds, 26),
    "corazon": lambda _, suits: _highest(suits.hearts, 13),
    "flor": lambda _, suits: _highest(suits.clubs, 39),
    "corazon_negro": lambda _, suits: _highest(suits.spades, 0),
    "par_rojo": lambda _, suits: _red_pairs(suits, 1),
    "par_negro": lambda _, suits: _black_pairs(suits, 1),
    "dos_par_rojo": lambda _, suits: _red_pairs(suits, 2),
    "dos_par_negro": lambda _, suits: _black_pairs(suits, 2),
    "tres_cuerpos": lambda _, suits: _three_of_a_rank(suits),
    "escalera": _best_run,
}
