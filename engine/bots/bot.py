"""The policy `bot`: plans towards the goal, and minds what it gives to others.

It weighs every way to the goal that its cards leave open (`plans`), by how likely the
missing cards are (`outlook`). Never here: anything its seat may not see, or a clock.
"""

from random import Random

from engine.bots.greedy import greedy
from engine.bots.outlook import Outlook, worth
from engine.rules.actions import Action, Declare, Force, Give, Pay
from engine.rules.automatic_wins import wins_of
from engine.rules.cards import ACES, BIT, RANK, RANKS_PER_SUIT, cards_in
from engine.rules.house_rules import Rules
from engine.rules.layouts import Layout, Play, cards_of, named_layout
from engine.rules.options import MAKERS, PLAIN
from engine.rules.state import SEATS_IN
from engine.rules.views import View

MOST_LAYOUTS = 5
"""How many layouts of a play are weighed, the largest first; further ones differ little."""
PER_CARD_DOWN = 0.02
"""What a card on the table is worth beside the plans: it can no longer be paid away."""
KEEP_HIGH = 0.03
"""What keeping a king through the cambio is worth beside a middle card, an ace as much less:
high cards come by more often (`outlook`), and what goes with them. Over 130,000 hands of
desmoche it brings a seat one more win in a hundred."""


def bot(seen: View, chance: Random) -> Action:
    """Decide for the seat whose view this is."""
    seat, found = seen.seat, seen.options
    assert seat is not None
    if found.wins:
        return Declare(seat, found.wins[-1])
    if found.pay:
        own = seen.layouts[seat]
        return Pay(seat, Outlook(seen).best_payment(own or (), seen.hand)[1])
    if found.give:
        return Give(seat, _card_to_give(seen))
    if found.layouts and found.play:
        return _play(seen, found.play)
    if found.targets:
        return _force_or_pass(seen)
    if found.acts and found.acts != ("vote",):
        return PLAIN[_hopeless(seen) or found.acts[0]][seat]
    return greedy(seen, chance)


def _card_to_give(seen: View) -> int:
    """R4.3: after which the cards that may come make an automatic win, or plans, likeliest."""
    look = Outlook(seen)
    hopes = look.hopes((), seen.hand)

    def value(card: int) -> float:
        wins = _automatic_win(seen.rules, seen.hand & ~BIT[card], look.pool)
        kept = sum(weight for used, weight in hopes.items() if not used & BIT[card])
        high = 2 * RANK[card] / (RANKS_PER_SUIT - 1) - 1
        return wins + (1 - wins) * worth(kept) - look.danger(card) - KEEP_HIGH * high

    return max(cards_in(seen.hand), key=value)


def _automatic_win(rules: Rules, rest: int, pool: int) -> float:
    """The share of the pool's cards with which the rest of a hand is an automatic win."""
    coming = cards_in(pool)
    likely = coming
    if not wins_of(rules, (rest,)):  # then one more card can only make four of a kind
        likely = [card for card in coming if (rest & ACES << RANK[card]).bit_count() == 3]
    lucky = sum(bool(wins_of(rules, (rest | BIT[card],))) for card in likely)
    return lucky / max(1, len(coming))


def _play(seen: View, play: Play) -> Action:
    """Use, claim, place or lay by the best layout, or let it be if that is worth more."""
    seat, found, rules = seen.seat, seen.options, seen.rules
    assert seat is not None
    largest = sorted(found.layouts, key=_size, reverse=True)
    make = MAKERS[play]
    if _size(largest[0]) == rules.goal:
        return make(seat, named_layout(rules, largest[0]))
    look = Outlook(seen)
    old = seen.layouts[seat] or ()

    def value(layout: Layout) -> float:
        rest = seen.hand & ~cards_of(layout)
        down = PER_CARD_DOWN * _size(layout)
        if play is Play.LAY:
            return worth(sum(look.hopes(layout, rest).values())) + down
        return look.best_payment(layout, rest)[0] + down

    best = max(largest[:MOST_LAYOUTS], key=value)
    if found.acts:
        card = seen.drawn if play is Play.USE else seen.offered
        stay = worth(sum(look.hopes(old, seen.hand).values())) + PER_CARD_DOWN * _size(old)
        stay -= 0.0 if card is None or play is Play.LAY else look.danger(card)
        if stay > value(best):
            return PLAIN[found.acts[0]][seat]
    return make(seat, named_layout(rules, best))


def _force_or_pass(seen: View) -> Action:
    """R7.9: forcing costs the target a hand card, and brings it a card nearer to the goal.

    It is worth it against a seat with few hand cards, whose plans it breaks, unless its
    last one would go: then the card would win for it.
    """
    seat, found = seen.seat, seen.options
    assert seat is not None
    targets = [
        other for other in SEATS_IN[found.targets] if 0 < seen.counts[other] <= FEW_HAND_CARDS
    ]
    if targets:
        return Force(seat, min(targets, key=lambda other: seen.counts[other]))
    return PLAIN["pass"][seat]


FEW_HAND_CARDS = 3


def _hopeless(seen: View) -> str | None:
    """R7.11: retire once no way to the goal is left."""
    seat = seen.seat
    if "retire" not in seen.options.acts or seat is None:
        return None
    hopes = Outlook(seen).hopes(seen.layouts[seat] or (), seen.hand)
    return None if hopes else "retire"


def _size(layout: Layout) -> int:
    return cards_of(layout).bit_count()
