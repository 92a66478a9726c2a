"""Plays out of order: pending for all to see, and then what the votes say (R6.7, R10.3)."""

from typing import Any

from hypothesis import given

from engine.rules.action_json import named_texts
from engine.rules.actions import Leave, Vote
from engine.rules.events import Forgiven, Judged, Laid, WentOut
from engine.rules.layouts import layout_of
from engine.rules.state import SEATS_IN, Phase
from engine.rules.views import view, view_json
from tests.rules.playing import LAYING, Hand, Step
from tests.strategies import examples, hands

STRICT: dict[str, Any] = {"meld_order": "vote", "lay_on_turn": "any"}


@examples(80)
@given(hands(**STRICT))
def test_a_play_being_judged_is_shown_to_all_as_it_was_named(hand: Hand) -> None:
    """R10.3: the layout in its order, the play, the offender; nothing has moved."""
    for step in hand.steps():
        trial = step.after.trial
        if trial:
            wanted = {
                "seat": step.after.turn,
                "play": trial.play.value,
                "melds": named_texts(trial.melds),
            }
            for viewer in (None, *range(hand.deal.seats)):
                assert view_json(view(step.after, viewer))["trial"] == wanted
            assert step.before.layouts[trial.seat] == step.after.layouts[trial.seat]


@examples(80)
@given(hands(**STRICT))
def test_all_votes_are_awaited_and_more_than_half_condemn(hand: Hand) -> None:
    """R10.3: of every other seat that is not out; votes of seats that go out don't count."""
    votes: dict[int, bool] = {}
    for step in hand.steps():
        before, after, action = step.before, step.after, step.action
        if before.phase is not Phase.JUDGE:
            votes = {}
            continue
        if isinstance(action, Vote):
            votes[action.seat] = action.forgive
        if isinstance(action, Leave):
            votes.pop(action.seat, None)
        assert before.trial
        offender = before.trial.seat
        others = set(SEATS_IN[before.present]) - {offender, left_by(step)}
        if after.phase is Phase.JUDGE and after.trial and after.trial[:3] == before.trial[:3]:
            assert set(SEATS_IN[after.waiting]) == others - set(votes) != set()
        elif left_by(step) != offender and len(others) > 0:
            assert set(votes) == others
            condemned = list(votes.values()).count(False) * 2 > len(votes)
            assert (offender in SEATS_IN[after.out]) == condemned
            assert tells_the_verdict(step, offender, condemned)
        if after.phase is not Phase.JUDGE or left_by(step) == offender:
            votes = {}


def left_by(step: Step) -> int | None:
    return step.action.seat if isinstance(step.action, Leave) else None


def tells_the_verdict(step: Step, offender: int, condemned: bool) -> bool:
    if condemned:
        return WentOut(offender, False) in step.events
    laid = [event.layout for event in step.events if isinstance(event, Laid)]
    assert step.before.trial
    return (
        Forgiven(offender) in step.events
        and layout_of(step.before.deal.rules, step.before.trial.melds) in laid
    )


@examples(80)
@given(hands(meld_order="disqualify", lay_on_turn="any"))
def test_out_of_order_and_out(hand: Hand) -> None:
    """R10.1, R10.3: with `disqualify` at once, when the layout would take effect."""
    for step in hand.steps():
        for event in step.events:
            if isinstance(event, Judged):
                assert WentOut(event.seat, False) in step.events
                assert event.seat in SEATS_IN[step.after.out]
                lost = step.before.hands[event.seat].bit_count()
                lost += sum(meld.bit_count() for meld in step.before.layouts[event.seat])
                assert step.after.removed[event.seat].bit_count() == lost


@examples(60)
@given(hands(meld_order="ignore"))
def test_where_order_is_ignored_nobody_is_judged(hand: Hand) -> None:
    """R6.7: any order will do, and the server sorts."""
    for step in hand.steps():
        assert step.after.phase is not Phase.JUDGE
        assert not any(isinstance(event, Judged) for event in step.events)
        if isinstance(step.action, LAYING):
            assert all(layout == tuple(sorted(layout)) for layout in step.after.layouts)
