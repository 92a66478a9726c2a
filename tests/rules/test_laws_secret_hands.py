"""Whole hands that differ only in secrets look alike from beginning to end (R11.2).

Here nothing is set by hand: another deck, or another answer, is played from the start,
and each viewer who could not know of it must have seen the same at every step.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.actions import Action, Claim, Give, Pass
from engine.rules.cards import cards_in, mask_of
from engine.rules.deal import Deal
from engine.rules.events import Event, Judged
from engine.rules.play import apply, start
from engine.rules.refusals import Refusal
from engine.rules.state import Phase, State
from engine.rules.views import view, view_json
from tests.rules.hiding import Names, known
from tests.rules.playing import Hand, Step, lost_answers, replayed
from tests.strategies import examples, hands, sample_of_hands


def told(deal: Deal, actions: Sequence[Action]) -> list[Sequence[Event]]:
    """The events of each action."""
    state, _ = start(deal)
    found: list[Sequence[Event]] = []
    for action in actions:
        state, events = apply(state, action)
        found.append(events)
    return found


def seen_by(states: Sequence[State], viewer: int | None) -> list[str]:
    return [json.dumps(view_json(view(state, viewer))) for state in states]


@examples(60)
@given(hands(most=300, meld_order="ignore"), st.integers(0, 2**32))
def test_the_deck_beneath_what_was_drawn(hand: Hand, seed: int) -> None:
    """R11.2: cards that never came into play could have lain in any order."""
    actions, states = hand.actions(), list(hand.states())
    last = states[-1]
    rest = last.pile[last.gone :]
    others = dict(zip(rest, Random(seed).sample(rest, len(rest)), strict=True))
    deck = tuple(others.get(card, card) for card in hand.deal.deck)
    again = list(replayed(replace(hand.deal, deck=deck), actions))
    for viewer in (None, *range(hand.deal.seats)):
        assert seen_by(again, viewer) == seen_by(states, viewer)


@examples(60)
@given(hands(most=400), st.integers(0, 2**32))
def test_cards_that_never_came_to_light(hand: Hand, seed: int) -> None:
    """R11.2: what others held to the end, and the deck, could have been dealt otherwise."""
    for _ in views_compared(hand, Random(seed)):
        pass


def test_hands_dealt_otherwise_are_mostly_playable() -> None:
    """The law above compares something: in most hands some viewer knows of no difference."""
    compared = [len(list(views_compared(hand, Random(5)))) for hand in sample_of_hands(25)]
    assert sum(map(bool, compared)) > 15


def views_compared(hand: Hand, chance: Random) -> Iterator[int | None]:
    """The viewers for whom the hand could be played with other hidden cards.

    It cannot where another seat's action would no longer be legal with its new cards.
    """
    steps = list(hand.steps())
    states = [state for state in hand.states() if state.phase is not Phase.OVER]
    for viewer in (None, *range(hand.deal.seats)):
        hidden = cards_in(never_seen(hand.deal, steps, viewer))
        names = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
        deck = tuple(names.get(card, card) for card in hand.deal.deck)
        actions = [with_names(step.action, names) for step in steps]
        try:
            again = list(replayed(replace(hand.deal, deck=deck), actions))
        except Refusal:
            continue
        assert seen_by(again[: len(states)], viewer) == seen_by(states, viewer)
        yield viewer


def never_seen(deal: Deal, steps: Sequence[Step], viewer: int | None) -> int:
    """The cards that the viewer could not place at any time."""
    cards = mask_of(deal.deck)
    for step in steps:
        cards &= ~(known(step.after, viewer) | step.after.seen)
        for event in step.events:
            if isinstance(event, Judged):
                cards &= ~mask_of(card for meld in event.melds for card in meld)
    return cards


def with_names(action: Action, names: Names) -> Action:
    """The action with other cards, where it names hidden ones."""
    if isinstance(action, Give):
        return Give(action.seat, names.get(action.card, action.card))
    if isinstance(action, Claim):
        melds = tuple(tuple(names.get(card, card) for card in meld) for meld in action.melds)
        return Claim(action.seat, melds)
    return action


@examples(60)
@given(hands(meld_order="ignore"))
def test_a_losing_claim_or_force_could_as_well_have_been_a_pass(hand: Hand) -> None:
    """R7.7: it stays secret for the rest of the hand."""
    steps, states = list(hand.steps()), list(hand.states())
    actions = [step.action for step in steps]
    for place in lost_answers(steps):
        seat = actions[place].seat
        assert seat is not None
        otherwise = [*actions[:place], Pass(seat), *actions[place + 1 :]]
        again = list(replayed(hand.deal, otherwise))
        assert told(hand.deal, otherwise) == [step.events for step in steps]
        for viewer in (None, *range(hand.deal.seats)):
            if viewer != seat:
                assert seen_by(again, viewer) == seen_by(states, viewer)
