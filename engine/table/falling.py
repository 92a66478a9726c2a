"""On whom a card falls that is let go and nobody claims (R7.9), told to whoever lets it go.

Enters: a hand, a seat. Leaves: card → seat, read off what lies face up alone. Never here:
anything of another's hand; where opponents force, nothing falls by itself.
"""

from engine.rules.cards import cards_in
from engine.rules.phases.offers import forcible_seats
from engine.rules.state import PAY, USE, State, reckon


def falls(hand: State, seat: int | None) -> dict[int, int]:
    """Of the cards that this seat may pay or discard now, those that would fall on a seat."""
    if seat is None or hand.turn != seat or hand.deal.rules.forcing != "automatic":
        return {}
    now = hand.copy()
    reckon(now, seat)  # the rules do so once the card is let go
    forcible = {card: forcible_seats(now, seat, card) for card in _let_go(hand, seat)}
    seats = hand.deal.seats
    order = [(seat + step) % seats for step in range(1, seats + 1)]  # the discarder last
    return {
        card: next(other for other in order if mask >> other & 1)
        for card, mask in forcible.items()
        if mask
    }


def _let_go(hand: State, seat: int) -> list[int]:
    if hand.phase is PAY:
        return cards_in(hand.hands[seat])
    return [hand.drawn] if hand.phase is USE and hand.drawn is not None else []
