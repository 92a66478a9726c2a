"""What a seat may hope and fear, from its view alone.

Enters: a view. Leaves: an `Outlook` that weighs plans, and says how dangerous a card is in
the hands of others. The weights were fitted to hands played out at random from positions
of four-handed desmoche, and hold up elsewhere; how often the bot wins hardly depends on
them, but for what is said of high cards. Never here: a decision.
"""

import math

from engine.bots.hand_sense import partners
from engine.bots.plans import Plans, plans
from engine.rules.cards import BIT, RANK, RANKS_PER_SUIT, cards_in
from engine.rules.layouts import Layout, cards_of
from engine.rules.state import SEATS_IN
from engine.rules.views import View

# How likely an unseen card is to come by: the share of the unseen cards in the deck, and in
# others' hands (they pay the ones they can spare), as far as one gets to use them.
FROM_DECK, FROM_HANDS, LIKELIEST = 0.4, 0.15, 0.9
# Players who can spare several cards let the highest go, as `greedy` does: so a king comes by
# more often than the middle rank, and an ace less often, by this share (of a logarithm).
HIGH_CARDS_COME = 0.2
COMES_BY_RANK = tuple(
    math.exp(HIGH_CARDS_COME * (2 * rank / (RANKS_PER_SUIT - 1) - 1))
    for rank in range(RANKS_PER_SUIT)
)
# A card that another seat can add to its melds comes by half as often: that seat takes it.
# Of 0.3 to 1 this foretold best who won, in 60,000 positions; the bot's share is the same.
CONTESTED = 0.5
# A sum of plan weights as a chance to win: it rises fast at first, then hardly.
STEEPNESS, SCALE, SUREST = 0.3, 0.55, 0.95
# What it costs if another seat can add the card to its melds, by its hand cards left.
RISKS = {0: 1.0, 1: 0.08, 2: 0.035}
RISK_WITH_MANY = 0.016
# What it costs for each unseen card with which it might make a meld in a hidden hand. Little:
# over 6,000 hands the share was 33.6 % at 0 and 33.5 % at 0.006, the same within the error.
RISK_UNSEEN = 0.001


class Outlook:
    """One seat's view, weighed."""

    def __init__(self, seen: View) -> None:
        self.seen = seen
        self.rules = seen.rules
        known = seen.hand
        for layout in seen.layouts:
            known |= cards_of(layout or ())
        for card in (seen.drawn, seen.offered, seen.top, *(seen.discards or ())):
            known |= 0 if card is None else BIT[card]
        self.pool = seen.rules.melds.deck_mask & ~known
        active = ~(seen.retired | seen.out)
        self.others = [
            seat
            for seat in SEATS_IN[15 >> 4 - len(seen.counts)]
            if seat != seen.seat and active >> seat & 1
        ]
        grows = seen.rules.melds.grows_layout
        self.growing = {seat: grows(seen.layouts[seat] or ()) for seat in self.others}
        self.contested = 0
        for cards in self.growing.values():
            self.contested |= cards
        in_hands = sum(seen.counts[seat] for seat in self.others)
        unseen = max(1, self.pool.bit_count())
        likely = (FROM_DECK * seen.deck_count + FROM_HANDS * in_hands) / unseen
        self.likely = min(LIKELIEST, likely)
        self._chances = {0: 1.0}

    def hopes(self, old: Layout, hand: int) -> dict[int, float]:
        """The weights of all plans from here, summed by the hand cards that they need."""
        hopes: dict[int, float] = {}
        for (missing, used), orders in self.plans(old, hand).items():
            hopes[used] = hopes.get(used, 0.0) + orders * self.chance(missing)
        return hopes

    def chance(self, missing: int) -> float:
        """How likely all of these cards (a mask) are to come by."""
        known = self._chances.get(missing)
        if known is None:
            low = missing & -missing
            likely = self.likely * COMES_BY_RANK[RANK[low.bit_length() - 1]]
            known = min(LIKELIEST, likely) * self.chance(missing ^ low)
            if low & self.contested:
                known *= CONTESTED
            self._chances[missing] = known
        return known

    def plans(self, old: Layout, hand: int) -> Plans:
        """The ways to the goal from here, by cards that are not known to be elsewhere."""
        return plans(self.rules, old, hand, self.pool)

    def best_payment(self, old: Layout, hand: int) -> tuple[float, int]:
        """What the position is worth once a card is paid, and the card to pay."""
        hopes = self.hopes(old, hand)

        def value(card: int) -> tuple[float, int]:
            kept = sum(weight for used, weight in hopes.items() if not used & BIT[card])
            use = (partners(self.rules, card) & hand).bit_count()
            return worth(kept) - self.danger(card), -use

        best = max(cards_in(hand), key=value)
        return value(best)[0], best

    def danger(self, card: int) -> float:
        """What it costs to let the others have this card."""
        danger = 0.0
        for seat, grows in self.growing.items():
            if grows & BIT[card]:
                danger += RISKS.get(self.seen.counts[seat], RISK_WITH_MANY)
        hidden = partners(self.rules, card) & self.pool
        return danger + RISK_UNSEEN * hidden.bit_count()


def worth(weight: float) -> float:
    """A sum of plan weights as a chance to win."""
    return min(SUREST, SCALE * math.pow(weight, STEEPNESS))
