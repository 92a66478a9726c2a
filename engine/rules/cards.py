"""Cards as small integers, sets of cards as bit masks.

Enters: text such as "8s". Leaves: card numbers 0…51, masks of 52 bits, text again.
Never here: what a card is worth in some game; that is for the modules above.

Card number = 13 * suit + rank, with suits s h d c and ranks A 2 … K. A mask has bit
`1 << card` set for each card in it, so one suit is 13 neighbouring bits and the cards
of one rank stand 13 bits apart.
"""

from collections.abc import Iterable
from typing import Any

RANKS = "A23456789TJQK"
SUITS = "shdc"
PACK = 52
RANKS_PER_SUIT = 13
SUIT_BITS = (1 << RANKS_PER_SUIT) - 1
SUIT_SHIFTS = (0, 13, 26, 39)

TEXT = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS = {text: card for card, text in enumerate(TEXT)}
BIT = tuple(1 << card for card in range(PACK))

SPADES, HEARTS, DIAMONDS, CLUBS = [SUIT_BITS << shift for shift in SUIT_SHIFTS]
BLACK = SPADES | CLUBS
RED = HEARTS | DIAMONDS
# All four cards of the lowest rank; shifted by a rank it holds the cards of that rank.
ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39

RANK = tuple(card % RANKS_PER_SUIT for card in range(PACK))
# Ranks with the ace above the king, for side games and automatic wins (R5.4, R9.2).
HIGH_RANK = tuple(RANKS_PER_SUIT if rank == 0 else rank for rank in RANK)


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, in ascending order."""
    spades, hearts, diamonds, clubs = _CARDS_IN
    try:
        return [
            *spades[mask & SUIT_BITS],
            *hearts[mask >> 13 & SUIT_BITS],
            *diamonds[mask >> 26 & SUIT_BITS],
            *clubs[mask >> 39],
        ]
    except TypeError:  # `NOT_YET` cannot be unpacked
        for known, first in zip(_CARDS_IN, SUIT_SHIFTS, strict=True):
            ranks = mask >> first & SUIT_BITS
            known[ranks] = tuple(
                [first + rank for rank in range(RANKS_PER_SUIT) if ranks >> rank & 1]
            )
        return cards_in(mask)


# What stands in a table for an answer that nobody has asked for so far.
NOT_YET: Any = None
# For each suit: ranks held → the numbers of these cards, filled as it is asked.
_CARDS_IN: tuple[list[tuple[int, ...]], ...] = tuple(
    [NOT_YET] * (SUIT_BITS + 1) for _ in SUIT_SHIFTS
)


def mask_of(cards: Iterable[int]) -> int:
    """The mask that holds these cards; a card named twice is held once."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def texts(cards: Iterable[int]) -> list[str]:
    """Cards as they are written everywhere outside the rules: "8s"."""
    return [TEXT[card] for card in cards]


def mask_texts(mask: int) -> list[str]:
    """The cards of a mask as text, in ascending order of card number."""
    return [TEXT[card] for card in cards_in(mask)]


def full_deck(size: int) -> int:
    """The mask of a whole deck (R3.1): 52 cards, or 40 without 8, 9 and T."""
    if size == PACK:
        return (1 << PACK) - 1
    left_out = sum(ACES << RANKS.index(rank) for rank in "89T")
    return ((1 << PACK) - 1) & ~left_out
