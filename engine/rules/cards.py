"""Cards as small integers, sets of cards as bit masks.

Enters: text such as "8s". Leaves: card numbers 0…51, masks of 52 bits, text again.
Never here: what a card is worth in some game; that is for the modules above.

Card number = 13 * suit + rank, with suits s h d c and ranks A 2 … K. A mask has bit
`1 << card` set for each card in it, so one suit is 13 neighbouring bits and the cards
of one rank stand 13 bits apart.
"""

from collections.abc import Iterable, Iterator

RANKS = "A23456789TJQK"
SUITS = "shdc"
PACK = 52
RANKS_PER_SUIT = 13
SUIT_BITS = (1 << RANKS_PER_SUIT) - 1
SUIT_SHIFTS = (0, 13, 26, 39)

TEXT = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS = {text: card for card, text in enumerate(TEXT)}
BIT = tuple(1 << card for card in range(PACK))

SPADES, HEARTS, DIAMONDS, CLUBS = SUIT_MASKS = [SUIT_BITS << shift for shift in SUIT_SHIFTS]
BLACK = SPADES | CLUBS
RED = HEARTS | DIAMONDS
# All four cards of the lowest rank; shifted by a rank it holds the cards of that rank.
ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39

RANK = tuple(card % RANKS_PER_SUIT for card in range(PACK))
# Ranks with the ace above the king, for side games and automatic wins (R5.4, R9.2).
HIGH_RANK = tuple(RANKS_PER_SUIT if rank == 0 else rank for rank in RANK)


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, in ascending order."""
    known = _CARDS_IN
    try:
        return [
            *known[mask & SPADES],
            *known[mask & HEARTS],
            *known[mask & DIAMONDS],
            *known[mask & CLUBS],
        ]
    except KeyError:
        for suit in SUIT_MASKS:
            known[mask & suit] = tuple(_one_by_one(mask & suit))
        return cards_in(mask)


def _one_by_one(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


# Cards of one suit as a mask → as numbers, filled as it is asked; at most 4 * 2**13 entries.
# A plain dict, here and for melds: asking one with `__missing__` costs three times as much.
_CARDS_IN: dict[int, tuple[int, ...]] = {0: ()}


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
