"""Hand files: written, read and replayed, a hand is the same at every step (section 12)."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.commands.replay import replay_text
from engine.rules.deal import Deal
from engine.rules.hand_file import hand_file_json, read_hand_file
from engine.rules.house_rules import rules_from_json
from engine.rules.replaying import replay, state_json
from engine.rules.result_json import result_to_json
from tests.rules.playing import Hand
from tests.strategies import examples, hands, rules_json


def text_of(deal: Deal, hand: Hand, upto: int, result: Any) -> str:
    return json.dumps(hand_file_json(deal, hand.actions()[:upto], result))


@examples(60)
@given(hands())
def test_a_hand_replays_from_its_file(hand: Hand) -> None:
    """Section 12: same deal, same actions, same state after each, same result."""
    states = list(hand.states())
    last = states[-1].result
    text = text_of(hand.deal, hand, len(states), last and result_to_json(last))
    file = read_hand_file(text)
    assert (file.deal, list(file.actions)) == (hand.deal, hand.actions())
    written: list[dict[str, Any]] = []
    assert replay(file, lambda state: written.append(state_json(state))).result == last
    assert written == [state_json(state) for state in states]


@examples(60)
@given(hands(), st.integers(0, 200))
def test_a_hand_may_be_broken_off_anywhere(hand: Hand, actions: int) -> None:
    """Section 12: a file of a hand still being played has no result."""
    states = list(hand.states())
    here = states[min(actions, len(states) - 1)]
    answer = replay_text(text_of(hand.deal, hand, actions, None).encode(), None)
    assert answer.pop("result", None) == (here.result and result_to_json(here.result))
    assert answer == {"ok": True, "state": state_json(here)}


@examples(200)
@given(rules_json())
def test_rules_are_written_and_read_back(written: dict[str, Any]) -> None:
    """R2: a preset and what differs from it say the same rules."""
    rules = rules_from_json(written)
    assert rules_from_json(json.loads(json.dumps(rules.overrides()))) == rules
    assert len(rules.overrides()) <= len(written)
    for name, value in written.items():
        kept = getattr(rules, name)
        assert kept == value or sorted(kept) == sorted(value)


@examples(25)
@given(hands())
def test_a_result_is_compared_in_every_part(hand: Hand) -> None:
    """Section 12: any part altered is a `result_mismatch`; another order of sets is none."""
    last = list(hand.states())[-1].result
    if last is None:
        return
    right = result_to_json(last)
    for wrong in altered(right):
        answer = replay_text(text_of(hand.deal, hand, 10**6, wrong).encode(), None)
        assert answer["error"]["code"] == "result_mismatch", wrong
        assert answer["error"]["at"] is None
    right["bonuses"].reverse()
    for pot in right["side"].values():
        pot["winners"].reverse()
    assert replay_text(text_of(hand.deal, hand, 10**6, right).encode(), None)["ok"]


def altered(value: Any) -> Iterator[Any]:
    """The value with one leaf changed, or one item more, in every way."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: changed} for changed in altered(inner))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from ([*value[:place], new, *value[place + 1 :]] for new in altered(inner))
        yield [*value, 3]
    elif isinstance(value, int):
        yield from (value + 1, float(value), str(value))
    else:
        yield from ("x", 0)
