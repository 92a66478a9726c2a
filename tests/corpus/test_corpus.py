"""The kept corpus: whole hands of every preset and of many house rules, with their results.

A hand that was played once must replay to the same result for ever. Nobody edits
`hands.jsonl`; new hands may be added at its end. A change of the rules that changes one of
these results needs a new format version, with the old one still read.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from engine.rules.actions import Action
from engine.rules.hand_file import hand_file_from_json, hand_file_json
from engine.rules.house_rules import PRESETS
from engine.rules.replaying import replay
from engine.rules.result_json import result_to_json

HANDS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "hands.jsonl").read_text("utf-8").splitlines()
]

ACTIONS = {kind.__name__.lower() for kind in get_args(Action)}
ENDS = {"goal", "peladilla", "cuatro_cuerpos", "color", "walkover", "no_winner"}


@pytest.mark.parametrize("hand", HANDS, ids=[hand["name"] for hand in HANDS])
def test_a_kept_hand_replays_to_its_result(hand: dict[str, Any]) -> None:
    file = hand_file_from_json(hand)
    state = replay(file)
    assert state.result is not None
    # To the letter, stricter than `replay`, which lets bonuses and winners come in any order.
    assert result_to_json(state.result) == hand["result"]
    written = hand_file_json(file.deal, file.actions, result_to_json(state.result))
    assert written == {key: value for key, value in hand.items() if key != "name"}


def test_the_corpus_holds_every_preset_action_and_end() -> None:
    presets = Counter(hand["rules"]["preset"] for hand in HANDS)
    actions = Counter(action["do"] for hand in HANDS for action in hand["actions"])
    ends = Counter(hand["result"]["how"] for hand in HANDS)
    assert presets.keys() == PRESETS.keys()
    assert actions.keys() >= ACTIONS
    assert ends.keys() >= ENDS
