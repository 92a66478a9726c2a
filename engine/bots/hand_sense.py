"""What a card is worth beside others: the sense of hand that the policies share.

Enters: masks. Leaves: how many melds lie open to a card. Never here: whose turn it is.
"""

from functools import lru_cache

from engine.rules.cards import ACES, BIT, PACK, RANK, RANKS_PER_SUIT, SUIT_BITS, cards_in
from engine.rules.house_rules import Rules


def partners(rules: Rules, card: int) -> int:
    """The cards that can lie with `card` in a meld of three: its rank, and two ranks on."""
    melds = rules.melds
    return _partners_in(melds.deck_mask, melds.ranks, rules.ace_high_runs, card)


def usefulness(rules: Rules, card: int, cards: int) -> int:
    """How many of these cards could lie in a meld of three with `card`."""
    return (partners(rules, card) & cards & ~BIT[card]).bit_count()


def least_useful(rules: Rules, among: int, cards: int) -> int:
    """The card of `among` that has the fewest partners in `cards`; of equal ones the highest."""
    return min(cards_in(among), key=lambda card: (usefulness(rules, card, cards), -RANK[card]))


@lru_cache(maxsize=4 * PACK)  # two decks, the ace high or not: times the cards
def _partners_in(deck_mask: int, ranks: tuple[int, ...], ace_high: bool, card: int) -> int:
    rank, suit = RANK[card], card // RANKS_PER_SUIT * RANKS_PER_SUIT
    line = ranks + ranks[:1] if ace_high else ranks
    near = 0
    for place, there in enumerate(line):
        if there == rank:
            for other in line[max(0, place - 2) : place + 3]:
                near |= 1 << other
    return ((near & SUIT_BITS) << suit | ACES << rank & deck_mask) & ~BIT[card]
