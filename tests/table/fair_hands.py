"""Deals to test with: those of docs/fairness.md, and whole hands dealt and played fairly."""

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from engine.bots.policy import POLICIES
from engine.rules.hand_file import hand_file_json
from engine.rules.house_rules import PRESETS
from engine.rules.result_json import result_to_json
from engine.simulation import play_hand
from engine.table.dealing import begin_hand
from engine.table.fairness_record import Record, announced, dealt, record_json, revealed
from engine.table.seating import sit
from engine.table.session import Player, open_session
from engine.table.shuffle import deck_of, pledge_of

Json: TypeAlias = dict[str, Any]

ESSAY = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
SEED = bytes(range(32))


def essay_blocks(kind: str) -> list[str]:
    """The fenced blocks of one kind in docs/fairness.md; the kind may be empty."""
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", ESSAY, re.MULTILINE | re.DOTALL)
    return [text for found, text in fences if found == kind]


VECTORS: list[Json] = [json.loads(block) for block in essay_blocks("json")]


def fair_records(preset: str, entropies: list[bytes]) -> tuple[Record, Record, Record]:
    """The three steps of one first hand's record: announced, dealt, revealed."""
    pledges = [pledge_of(entropy) if entropy else None for entropy in entropies]
    first = announced(SEED, "casa", 1, PRESETS[preset].deck, pledges)
    second = dealt(first, SEED, entropies, draw_dealer=True)
    return first, second, revealed(second, SEED)


def fair_hand(preset: str = "desmoche", seats: int = 3) -> Json:
    """A hand that was dealt fairly and played to its end, with its record; yours to change."""
    hand: Json = json.loads(_fair_hand(preset, seats))
    return hand


@cache
def _fair_hand(preset: str, seats: int) -> str:
    record = fair_records(preset, [bytes([seat + 1]) * 32 for seat in range(seats)])[2]
    session = open_session(PRESETS[preset], 5)
    for place in range(seats):
        session = sit(session, place, Player(f"p{place}", f"player {place}", 100))
    assert record.first_dealer is not None
    session = begin_hand(session, deck_of(SEED, record.mix), record.first_dealer)
    assert session.running is not None
    played = play_hand(session.running.deal, (POLICIES["greedy"],) * seats, Random(1))
    file = hand_file_json(played.deal, played.actions, result_to_json(played.result))
    return json.dumps({"file": file, "fairness": record_json(record)})
