"""Laws of cards: each is in one place, seats hold what they should, states are values.

Every law is asked after every action of hands by any rules (`tests.strategies.deals`).
"""

import copy
import json
from dataclasses import fields
from typing import Any

from hypothesis import given

from engine.rules.actions import Claim, Cut, Leave
from engine.rules.cards import BIT, TEXT
from engine.rules.hand_file import hand_file_json
from engine.rules.play import apply, start
from engine.rules.replaying import state_json
from engine.rules.state import SEATS_IN, Phase, State
from tests.rules import brute
from tests.rules.places import all_cards
from tests.rules.playing import Hand, Step, replayed
from tests.rules.words import layout_of
from tests.strategies import examples, hands


@examples(60)
@given(hands())
def test_every_card_is_in_exactly_one_place(hand: Hand) -> None:
    """R1, R6.2, R12: hand, layout, deck, drawn, on offer, dead or removed."""
    for state in hand.states():
        assert sorted(all_cards(state)) == sorted(hand.deal.deck)
        assert places_in(state_json(state)) == sorted(TEXT[card] for card in hand.deal.deck)


def places_in(state: dict[str, Any]) -> list[str]:
    """The cards of a state as section 12 writes it."""
    cards = [*state["discards"], *state["deck"]]
    cards += [card for card in (state["drawn"], state["offered"]) if card]
    cards += [card for group in (*state["hands"], *state["removed"]) for card in group]
    cards += [card for layout in state["layouts"] for meld in layout for card in meld]
    return sorted(cards)


@examples(60)
@given(hands())
def test_cards_are_dealt_one_at_a_time(hand: Hand) -> None:
    """R3.4, R3.5, R3.6: after the cut, to the seats still in, the dealer's right first."""
    deck, seats = list(hand.deal.deck), hand.deal.seats
    for state, action in [
        (start(hand.deal)[0], None),
        *((s.after, s.action) for s in hand.steps()),
    ]:
        if isinstance(action, Cut):
            deck = deck[action.at :] + deck[: action.at]
        if any(state.dealt):
            order = [(hand.deal.dealer + step) % seats for step in range(1, seats + 1)]
            there = [seat for seat in order if state.dealt[seat]]
            for place, seat in enumerate(there):
                cards = deck[place :: len(there)][: hand.deal.rules.hand_size]
                assert state.dealt[seat] == sum(BIT[card] for card in cards)
            return


@examples(60)
@given(hands())
def test_a_seat_keeps_its_number_of_cards(hand: Hand) -> None:
    """R7.4, R7.8: hand and layout make `hand_size`, one more while owing or having won."""
    for step in hand.steps():
        state = step.after
        for seat in range(hand.deal.seats):
            held = state.hands[seat].bit_count() + sum(m.bit_count() for m in state.layouts[seat])
            assert held == cards_due(step, seat), (seat, step.action)


def cards_due(step: Step, seat: int) -> int:
    state, size = step.after, step.after.deal.rules.hand_size
    if state.out >> seat & 1 or state.phase is Phase.CUT:
        return 0
    if state.phase is Phase.OVER:
        if state.result and (state.result.how, state.result.winner) == ("goal", seat):
            return size + 1
        if step.before.phase is Phase.CUT:
            return 0
        # A walkover may come while a seat owes a payment.
        walkover = isinstance(step.action, Leave)
        return size + (walkover and step.before.phase is Phase.PAY and step.before.turn == seat)
    return size + (state.phase is Phase.PAY and state.turn == seat)


@examples(60)
@given(hands())
def test_only_melds_lie_on_the_table(hand: Hand) -> None:
    """R6.1, R7.2, R7.4: all melds are valid; a hand is empty only before a draw or at the end."""
    for state in hand.states():
        for seat in range(hand.deal.seats):
            assert all(brute.is_meld(hand.deal.rules, meld) for meld in layout_of(state, seat))
        if state.phase is Phase.PAY:
            assert state.hands[state.turn or 0]


@examples(60)
@given(hands())
def test_a_card_that_was_seen_stays_in_sight(hand: Hand) -> None:
    """R7.11: what has been on the table is known to all; it never returns to hand or deck."""
    for step in hand.steps():
        state = step.after
        assert not step.before.seen & ~state.seen
        assert not any(hand & state.seen for hand in state.hands)
        assert not any(BIT[card] & state.seen for card in state.pile[state.gone :])
        on_the_table = {meld for layout in state.layouts for meld in layout}
        assert not any(meld & ~state.seen for meld in on_the_table)
        if state.phase is not Phase.OVER:  # then a private drawn card may be the last of them
            assert not any(BIT[card] & ~state.seen for card in state.discards)


@examples(60)
@given(hands())
def test_what_is_kept_beside_the_cards_follows_from_them(hand: Hand) -> None:
    """R7.5, R7.9: of every active seat in play, what it could use and what fits its melds."""
    in_play = (Phase.DRAW, Phase.USE, Phase.OFFER, Phase.PLACE)
    for step in hand.steps():
        state, melds = step.after, hand.deal.rules.melds
        for seat in SEATS_IN[state.active if state.phase in in_play else 0]:
            own = state.hands[seat] | sum(state.layouts[seat])
            assert state.reach[seat] == melds.usable(own)
            assert state.grows[seat] == melds.grows_layout(state.layouts[seat])
            assert not melds.usable(sum(state.layouts[seat])) & ~state.lands
        claims = [said.seat for said in state.answers if isinstance(said, Claim)]
        assert SEATS_IN[state.claimed] == tuple(claims)  # also while one is judged (R10.3)


@examples(40)
@given(hands())
def test_apply_leaves_its_state_alone(hand: Hand) -> None:
    """A state is a value: whoever holds one may go on from it as often as they like."""
    state, _ = start(hand.deal)
    written = hand_file_json(hand.deal, [], None)
    for action in hand.actions():
        before = snapshot(state)
        after, events = apply(state, action)
        assert snapshot(state) == before
        again, events_again = apply(state, action)
        assert (snapshot(again), events_again) == (snapshot(after), events)
        state = after
    assert hand_file_json(hand.deal, [], None) == written


def snapshot(state: State) -> dict[str, Any]:
    parts = {field.name: getattr(state, field.name) for field in fields(state)}
    del parts["deal"]
    return copy.deepcopy(parts)


@examples(40)
@given(hands())
def test_the_same_actions_give_the_same_bytes(hand: Hand) -> None:
    """R12: a hand replays exactly."""
    actions = hand.actions()
    once = [json.dumps(state_json(state)) for state in replayed(hand.deal, actions)]
    assert once == [json.dumps(state_json(state)) for state in hand.states()]


@examples(60)
@given(hands())
def test_someone_is_asked_until_the_hand_is_over(hand: Hand) -> None:
    """R4, R7: nobody who is out is waited for; no hand stands still; `turn` as section 12."""
    for state in hand.states():
        assert bool(state.waiting) == (state.phase is not Phase.OVER) == (state.result is None)
        assert not state.waiting & ~state.present
        assert not state.retired & state.out
        if state.phase is not Phase.JUDGE:
            assert not state.waiting & state.retired
        assert (state.turn is None) == (state.phase in {*BEFORE_PLAY, Phase.OVER})
        if state.phase in {Phase.DRAW, Phase.USE, Phase.PAY, Phase.PLACE}:
            assert SEATS_IN[state.waiting] == (state.turn,)


BEFORE_PLAY = {Phase.CUT, Phase.ANNOUNCE, Phase.CAMBIO, Phase.DECLARE}
