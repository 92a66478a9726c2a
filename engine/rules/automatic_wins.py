"""Automatic wins (R5): does a hand meet the terms, and which of several wins.

Enters: a hand as a mask. Leaves: whether a kind holds, and a rank to compare by. Never
here: who may declare when; that is for the phases.
"""

from collections.abc import Callable, Mapping

from engine.rules.cards import (
    BLACK,
    CLUBS,
    DIAMONDS,
    HEARTS,
    HIGH_RANK,
    RED,
    SPADES,
    SUIT_BITS,
    cards_in,
)
from engine.rules.house_rules import Rules

# R5.4: the rarer kind wins.
_RARITY = {"peladilla": 0, "cuatro_cuerpos": 1, "color": 2}


def holds(rules: Rules, win: str, hand: int) -> bool:
    """Whether these cards meet the terms of an automatic win that is played (R5.1–5.3)."""
    return win in rules.automatic_wins and _TERMS[win](rules, hand)


def wins_of(rules: Rules, hands: tuple[int, ...]) -> tuple[str, ...]:
    """The automatic wins that hold for one of these hands, in the order of R2."""
    found: tuple[str, ...] = ()
    for win in rules.automatic_wins:
        meets = _TERMS[win]
        for hand in hands:
            if meets(rules, hand):
                found = (*found, win)
                break
    return found


def strength(win: str, hand: int) -> tuple[int, ...]:
    """R5.4: of two declarations the greater wins; equal ones are parted by play order."""
    if win == "cuatro_cuerpos":
        return (_RARITY[win], max(HIGH_RANK[rank] for rank in cards_in(_fours(hand))))
    ranks = sorted((HIGH_RANK[card] for card in cards_in(hand)), reverse=True)
    return (_RARITY[win], *ranks)


def best_hand(rules: Rules, win: str, hands: tuple[int, ...]) -> int:
    """Of the hands that meet the terms, the one that counts (R5.4)."""
    return max(
        (hand for hand in hands if holds(rules, win, hand)), key=lambda hand: strength(win, hand)
    )


def _fours(hand: int) -> int:
    """The ranks of which all four cards are held, as a mask of one suit."""
    return hand & hand >> 13 & hand >> 26 & hand >> 39


def _is_color(rules: Rules, hand: int) -> bool:
    if rules.color_win == "same_suit":
        return not (hand & ~SPADES and hand & ~HEARTS and hand & ~DIAMONDS and hand & ~CLUBS)
    return not (hand & BLACK and hand & RED)


def _is_peladilla(rules: Rules, hand: int) -> bool:
    ranks = (hand | hand >> 13 | hand >> 26 | hand >> 39) & SUIT_BITS
    if ranks.bit_count() < hand.bit_count():
        return False
    return all(not hand & hand >> step & lower for step, lower in rules.melds.steps)


# The terms of each kind (R5.1-R5.3).
_TERMS: Mapping[str, Callable[[Rules, int], bool]] = {
    "peladilla": _is_peladilla,
    "cuatro_cuerpos": lambda _, hand: bool(_fours(hand)),
    "color": _is_color,
}
