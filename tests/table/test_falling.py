"""R7.9: what a player is told of a card's fall is what happens when nobody claims it."""

from collections.abc import Iterator

from hypothesis import given

from engine.rules.actions import Action, Close, Discard, Pay
from engine.rules.cards import cards_in
from engine.rules.events import Taken
from engine.rules.play import apply
from engine.rules.state import Phase, State
from engine.table.falling import falls
from tests.rules.playing import Hand
from tests.strategies import examples, hands

LETS_GO = (Phase.PAY, Phase.USE)


def letting_go(state: State, seat: int) -> Iterator[tuple[int, Action]]:
    """Every card that may be let go, and how."""
    if state.phase is Phase.PAY:
        yield from ((card, Pay(seat, card)) for card in cards_in(state.hands[seat]))
    elif state.drawn is not None:
        yield state.drawn, Discard(seat)


def fell_on(state: State, action: Action) -> int | None:
    """Who has the card, or must place it, once the time is up and nobody has answered."""
    after, log = apply(state, action)
    events = [*log]
    if after.phase is Phase.OFFER:
        after, log = apply(after, Close())
        events += log
    taken = [event.seat for event in events if isinstance(event, Taken)]
    return taken[0] if taken else after.turn if after.phase is Phase.PLACE else None


@examples(60)
@given(hands(forcing="automatic", meld_order="ignore"))
def test_a_card_falls_where_it_was_told_to_fall(hand: Hand) -> None:
    for state in hand.states():
        seat = state.turn
        if state.phase not in LETS_GO or seat is None:
            continue
        told = falls(state, seat)
        for card, action in letting_go(state, seat):
            assert told.get(card) == fell_on(state, action)


@examples(30)
@given(hands())
def test_nobody_else_is_told(hand: Hand) -> None:
    for state in hand.states():
        asked = {state.turn} if state.phase in LETS_GO else set()
        for seat in {None, *range(state.deal.seats)} - asked:
            assert falls(state, seat) == {}
