"""Side games (R9): which holding a hand has, and which of two is the better.

Enters: a hand as dealt (a mask). Leaves: a `Holding`, or None. Never here: pots and
who announced; that is for the settlement.
"""

from typing import NamedTuple

from engine.rules.cards import (
    ACES,
    BLACK,
    CLUBS,
    DIAMONDS,
    HEARTS,
    HIGH_RANK,
    RANK,
    RANKS_PER_SUIT,
    RED,
    SPADES,
    cards_in,
    mask_of,
)
from engine.rules.house_rules import Rules

_HIGHEST_OF = {"oro": DIAMONDS, "corazon": HEARTS, "flor": CLUBS, "corazon_negro": SPADES}
# Game → (the colour it looks at, how many cards of a rank count, how many such ranks).
_GROUPS = {
    "par_rojo": (RED, 2, 1),
    "par_negro": (BLACK, 2, 1),
    "dos_par_rojo": (RED, 2, 2),
    "dos_par_negro": (BLACK, 2, 2),
    "tres_cuerpos": (RED | BLACK, 3, 1),
}


class Holding(NamedTuple):
    """What a hand has for a side game: the greater `rank` wins; `cards` show it."""

    rank: tuple[int, ...]
    cards: int


def holding(rules: Rules, game: str, hand: int) -> Holding | None:
    """The best holding of a hand as dealt in this side game (R9.2)."""
    if game == "escalera":
        return _best_run(rules, hand)
    if game in _HIGHEST_OF:
        return _highest(hand & _HIGHEST_OF[game])
    colour, least, ranks = _GROUPS[game]
    return _groups(hand & colour, least, ranks)


def holdings(rules: Rules, games: list[str], hand: int) -> tuple[str, ...]:
    """Those of the games for which the hand has a holding."""
    return tuple(game for game in games if holding(rules, game, hand) is not None)


def _highest(cards: int) -> Holding | None:
    if not cards:
        return None
    best = max(cards_in(cards), key=HIGH_RANK.__getitem__)
    return Holding((HIGH_RANK[best],), 1 << best)


def _groups(cards: int, least: int, ranks: int) -> Holding | None:
    """The `ranks` highest ranks of which at least `least` cards are held."""
    groups = []
    for rank in range(RANKS_PER_SUIT):
        group = cards & ACES << rank
        if group.bit_count() >= least:
            groups.append((HIGH_RANK[rank], group))
    if len(groups) < ranks:
        return None
    groups = sorted(groups)[-ranks:]
    return Holding(
        tuple(rank for rank, _ in reversed(groups)), sum(group for _, group in groups)
    )


def _best_run(rules: Rules, hand: int) -> Holding | None:
    table = rules.all_runs
    best: Holding | None = None
    for run in table.within(hand):
        if run not in table.runs:
            continue
        cards = table.order[run]
        starts_low = RANK[cards[0]] == 0
        top = cards[-1]
        # An ace that ends a run stands above the king; one that begins it is no top.
        rank = HIGH_RANK[top] if RANK[top] == 0 else RANK[top]
        above_all = int(starts_low and rules.escalera_a23_high)
        found = Holding((above_all, rank, len(cards)), mask_of(cards))
        if best is None or found.rank > best.rank:
            best = found
    return best
