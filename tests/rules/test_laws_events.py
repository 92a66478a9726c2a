"""What the events tell is what happened: from them alone the table can be laid again.

A listener who has only the events, secrets included, must come to the same table as the
state: cards in hands, layouts, discards, who retired, who is out.
"""

from dataclasses import dataclass, field

from hypothesis import given

from engine.rules.cards import TEXT
from engine.rules.deal import RING
from engine.rules.events import (
    Announced,
    Dealt,
    Died,
    Discarded,
    Drawn,
    Ended,
    Event,
    Laid,
    Retired,
    Swapped,
    Taken,
    WentOut,
)
from engine.rules.play import start
from engine.rules.state import SEATS_IN, Phase, State
from engine.rules.views import view, view_json
from tests.rules.playing import Hand
from tests.rules.words import cards_in
from tests.strategies import examples, hands

Cards = frozenset[str]


@dataclass
class Table:
    """What a listener has pieced together; cards as text, hands per seat."""

    hands: list[Cards]
    layouts: list[frozenset[Cards]]
    middle: Cards = frozenset()
    dead: list[Cards] = field(default_factory=list)
    retired: set[int] = field(default_factory=set)
    out: set[int] = field(default_factory=set)
    over: bool = False

    def hear(self, event: Event, state: State) -> None:
        self.hear_of_cards(event, state)
        match event:
            case Retired(seat):
                self.retired.add(seat)
            case WentOut(seat):
                self.out.add(seat)
                self.retired.discard(seat)
                self.hands[seat], self.layouts[seat] = frozenset(), frozenset()
            case Ended():
                self.over = True

    def hear_of_cards(self, event: Event, state: State) -> None:
        match event:
            case Dealt():
                self.hands = [cards_in(hand) for hand in state.dealt]
            case Swapped(giver, receiver, card):
                self.hands[giver] -= one(card)
                self.hands[receiver] |= one(card)
            case Drawn(_, card):
                self.middle = one(card)
            case Laid(seat, card, added, layout):
                assert self.middle == (frozenset() if card is None else one(card))
                assert cards_in(added) <= self.hands[seat]
                self.hands[seat] -= cards_in(added)
                self.layouts[seat] = frozenset(map(cards_in, layout))
                self.middle = frozenset()
            case Discarded(seat, card, paid):
                if paid:
                    assert one(card) <= self.hands[seat]
                    self.hands[seat] -= one(card)
                self.middle = one(card)
            case Taken(_, card):
                assert self.middle == one(card)
            case Died(card):
                assert self.middle == one(card)
                self.dead.append(one(card))
                self.middle = frozenset()


def one(card: int) -> Cards:
    return cards_in(1 << card)


@examples(60)
@given(hands())
def test_events_tell_the_table(hand: Hand) -> None:
    """R3.5, R4.3, R7, R10: every card's way from the deal on."""
    seats = hand.deal.seats
    table = Table([frozenset()] * seats, [frozenset()] * seats)
    state, events = start(hand.deal)
    for event in events:
        table.hear(event, state)
    for step in hand.steps():
        for event in step.events:
            table.hear(event, step.after)
        state = step.after
        assert table.hands == [cards_in(cards) for cards in state.hands]
        assert table.layouts == [frozenset(map(cards_in, layout)) for layout in state.layouts]
        assert (table.retired, table.out) == (
            set(SEATS_IN[state.retired]),
            set(SEATS_IN[state.out]),
        )
        assert table.over == (state.phase is Phase.OVER)
        if not table.over:  # a card still drawn or on offer is then the last of the discards
            assert table.dead == [one(card) for card in state.discards]
            assert table.middle == frozenset().union(
                *(one(card) for card in (state.drawn, state.offered) if card is not None)
            )


@examples(60)
@given(hands(preset="desmoche"))
def test_events_and_views_tell_of_the_same_announcements(hand: Hand) -> None:
    """R4.2, R11.1: those of the seats still in, once all of them have answered."""
    told: list[tuple[str, ...] | None] = [None] * hand.deal.seats
    for step in hand.steps():
        for event in step.events:
            if isinstance(event, Announced):
                told[event.seat] = event.games
        assert list(view(step.after, None).announced) == told


@examples(60)
@given(hands())
def test_the_card_that_won_is_the_last_that_the_winner_laid(hand: Hand) -> None:
    """R7.8, R11.4: told with the result, so whoever comes later sees it as who saw it fall."""
    last: dict[int, int | None] = {}
    for step in hand.steps():
        for event in step.events:
            if isinstance(event, Laid):
                last[event.seat] = event.card
        result = step.after.result
        if result is not None:
            won = result.winner is not None and result.how == "goal"
            card = last[result.winner or 0] if won else None
            assert won == (card is not None)
            for viewer in (None, *range(hand.deal.seats)):
                told = view_json(view(step.after, viewer))["shown"]["card"]
                assert told == (None if card is None else TEXT[card])


@examples(60)
@given(hands())
def test_knocks_are_of_active_seats_before_the_taker(hand: Hand) -> None:
    """R7.5, R7.7: in offer order, and nothing of what came after."""
    for step in hand.steps():
        for event in step.events:
            if isinstance(event, Taken) and step.before.phase is Phase.OFFER:
                ring = RING[hand.deal.seats][step.before.discarder or 0]
                before = ring[: ring.index(event.seat)]
                assert set(event.knocked) <= set(before)
                assert [seat for seat in before if seat in event.knocked] == list(event.knocked)
