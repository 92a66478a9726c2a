"""Automatic wins (R5): does a hand meet the terms, and which of several wins.

Enters: a hand as a mask. Leaves: whether a kind holds, and a rank to compare by. Never
here: who may declare when; that is for the phases.
"""

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
    SUIT_BITS,
    SUIT_SHIFTS,
    cards_in,
)
from engine.rules.house_rules import AUTOMATIC_WINS, Rules

# R5.4: the rarer kind wins.
_RARITY = {"peladilla": 0, "cuatro_cuerpos": 1, "color": 2}


def holds(rules: Rules, win: str, hand: int) -> bool:
    """Whether these cards meet the terms of an automatic win that is played (R5.1–5.3)."""
    if win not in rules.automatic_wins:
        return False
    if win == "peladilla":
        return _is_peladilla(rules, hand)
    if win == "cuatro_cuerpos":
        return bool(_fours(hand))
    groups = (SPADES, HEARTS, DIAMONDS, CLUBS) if rules.color_win == "same_suit" else (BLACK, RED)
    return any(not hand & ~group for group in groups)


def wins_of(rules: Rules, hands: tuple[int, ...]) -> tuple[str, ...]:
    """The automatic wins that hold for one of these hands, rarest last."""
    return tuple(
        win for win in AUTOMATIC_WINS if any(holds(rules, win, hand) for hand in hands)
    )


def strength(win: str, hand: int) -> tuple[int, ...]:
    """R5.4: of two declarations the greater wins; equal ones are parted by play order."""
    if win == "cuatro_cuerpos":
        return (_RARITY[win], max(HIGH_RANK[rank] for rank in _fours(hand)))
    ranks = sorted((HIGH_RANK[card] for card in cards_in(hand)), reverse=True)
    return (_RARITY[win], *ranks)


def best_hand(rules: Rules, win: str, hands: tuple[int, ...]) -> int:
    """Of the hands that meet the terms, the one that counts (R5.4)."""
    return max(
        (hand for hand in hands if holds(rules, win, hand)), key=lambda hand: strength(win, hand)
    )


def _fours(hand: int) -> list[int]:
    suits = [hand >> shift & SUIT_BITS for shift in SUIT_SHIFTS]
    in_all = suits[0] & suits[1] & suits[2] & suits[3]
    return [rank for rank in range(RANKS_PER_SUIT) if in_all >> rank & 1]


def _is_peladilla(rules: Rules, hand: int) -> bool:
    cards = cards_in(hand)
    if len({RANK[card] for card in cards}) < len(cards):
        return False
    ranks = rules.melds.ranks
    line = ranks + ranks[:1] if rules.ace_high_runs else ranks
    for low, high in zip(line, line[1:], strict=False):
        # Cards of the lower rank, moved onto the higher one of the same suit.
        if (hand >> low & ACES) & (hand >> high & ACES):
            return False
    return True
