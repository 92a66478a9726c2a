"""An offer is open as long as some answer still to come could matter, and no longer.

If the missing answers could lead to different outcomes it must be open; if all of them
lead to the same one, it must have come to that (`tests.rules.offer_model`).
"""

from collections.abc import Iterable

from hypothesis import given

from engine.rules.actions import Action, Close, Discard, Force, Leave, Pass, Pay
from engine.rules.cards import TEXT
from engine.rules.events import Died, Taken
from engine.rules.state import SEATS_IN, Phase, State
from tests.rules import brute
from tests.rules.legal import legal_actions
from tests.rules.offer_model import Offer, Outcome, Said, answers_in, offer_in
from tests.rules.playing import Hand, Step
from tests.rules.words import layout_of
from tests.strategies import examples, hands


@examples(60)
@given(hands())
def test_an_open_offer_is_still_undecided(hand: Hand) -> None:
    """R7.5, R7.6, R7.9: the right seats are asked, and their answers matter."""
    for state in hand.states():
        if state.phase is Phase.OFFER:
            offer, answers = offer_in(state), answers_in(state)
            assert len(offer.outcomes(answers)) > 1
            assert set(SEATS_IN[state.waiting]) == offer.asked() - set(answers)
            for seat in SEATS_IN[state.waiting]:
                assert forces_in(legal_actions(state, seat)) == forces_in(offer.possible(seat))


def forces_in(actions: Iterable[Action]) -> set[Action]:
    return {action for action in actions if isinstance(action, Force)}


@examples(60)
@given(hands(meld_order="ignore"))
def test_a_resolved_offer_was_decided(hand: Hand) -> None:
    """R7.6-R7.9: it ended as every further answer would have had it end, and no earlier."""
    resolves_when_decided(hand)


@examples(60)
@given(hands(meld_order="ignore", forcing="by_opponent", lay_on_turn="any", seats=(3, 4)))
def test_a_resolved_offer_was_decided_by_opponents(hand: Hand) -> None:
    """R7.9: the same where forcing makes it intricate."""
    resolves_when_decided(hand)


def resolves_when_decided(hand: Hand) -> None:
    for step in hand.steps():
        before, after = step.before, step.after
        if before.phase is Phase.OFFER and not isinstance(step.action, Leave):
            offer = offer_in(before)
            answers = answered_now(step, offer)
            is_open = after.phase is Phase.OFFER and after.offered == before.offered
            assert is_open == (len(offer.outcomes(answers)) > 1)
            assert is_open or offer.outcome(answers) == what_came(step)


def answered_now(step: Step, offer: Offer) -> dict[int, Said]:
    """The answers once this action has been taken."""
    answers = answers_in(step.before)
    if isinstance(step.action, Said):
        answers[step.action.seat] = step.action
    if isinstance(step.action, Close):
        answers |= {seat: Pass(seat) for seat in offer.asked() - set(answers)}
    return answers


def what_came(step: Step) -> Outcome:
    """The outcome that the events tell."""
    for event in step.events:
        if isinstance(event, Taken):
            return Outcome(event.seat, event.forced, event.forced_by)
        if isinstance(event, Died):
            return Outcome(None)
    raise AssertionError(step.events)


@examples(60)
@given(hands(meld_order="ignore", lay_on_turn="any"))
def test_a_forced_seat_chooses_where_there_is_a_choice(hand: Hand) -> None:
    """R7.10: with one way the card is laid for it, with several it is asked."""
    for step in hand.steps():
        before, after = step.before, step.after
        for event in step.events:
            if isinstance(event, Taken) and event.forced:
                ways = brute.layouts(
                    hand.deal.rules,
                    "place",
                    layout_of(before, event.seat),
                    TEXT[event.card],
                    frozenset(),
                )
                if len(ways) > 1:
                    assert (after.phase, after.turn) == (Phase.PLACE, event.seat)
                    assert layout_of(after, event.seat) == layout_of(before, event.seat)
                else:
                    assert after.phase in (Phase.PAY, Phase.OVER)
                    assert {layout_of(after, event.seat)} == ways


@examples(60)
@given(hands(meld_order="ignore", retiring="free"))
def test_an_offer_to_nobody_is_settled_at_once(hand: Hand) -> None:
    """R7.6: it is walked when it opens; with all others retired nobody is waited for."""
    for step in hand.steps():
        if isinstance(step.action, Discard | Pay) and step.after.phase is not Phase.OFFER:
            offer = offer_in(opened_by(step))
            assert offer.asked() == set()
            assert offer.outcome({}) == what_came(step)


def opened_by(step: Step) -> State:
    """The state between a discard and what came of it."""
    state, action = step.before.copy(), step.action
    state.offered, state.discarder = state.drawn, action.seat
    if isinstance(action, Pay):
        state.offered = action.card
    return state
