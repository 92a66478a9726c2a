"""What `verify` can't read is refused in one sentence."""

from typing import Any

import pytest

from engine.rules.refusals import Refusal
from engine.table.fairness_check import verify
from tests.table.fair_hands import VECTORS

GOOD = VECTORS[0]
DECK = GOOD["deck"]

# What is wrong → the part of the record that is changed, and the start of the sentence.
BAD_PARTS: dict[str, tuple[str, Any, str]] = {
    "newer version": ("format", "desmoche-deal/2", "the format of a fairness record"),
    "table with an accent": ("table", "ñ", "table must be"),
    "table is a number": ("table", 1, "table must be"),
    "table is half a pair": ("table", "\ud800", "table must be"),
    "table too long": ("table", "a" * 65, "table must be"),
    "hand 0": ("hand", 0, "hand must be"),
    "hand true": ("hand", True, "hand must be"),
    "hand 1.0": ("hand", 1.0, "hand must be"),
    "hand too large": ("hand", 2**53, "hand must be"),
    "deck size 51": ("deck_size", 51, "deck_size must be"),
    "deck size 52.0": ("deck_size", 52.0, "deck_size must be"),
    "deck of the other size": ("deck_size", 40, "deck must be"),
    "commitment short": ("commitment", "00", "commitment must be"),
    "commitment absent": ("commitment", None, "commitment must be"),
    "upper case": ("seed", "AB" * 32, "seed must be"),
    "spaces in hex": ("seed", "00 " * 32, "seed must be"),
    "other digits": ("seed", "٠" * 64, "seed must be"),
    "seed without deck": ("deck", None, "seed and deck"),
    "deck without seed": ("seed", None, "seed and deck"),
    "deck is a number": ("deck", 52, "deck must be"),
    "deck short": ("deck", DECK[3:], "deck must be"),
    "deck long": ("deck", DECK + " As", "deck must be"),
    "no such card": ("deck", DECK[:-2] + "1x", "deck must be"),
    "card twice": ("deck", DECK[:-2] + DECK[:2], "deck must be"),
    "seats absent": ("seats", None, "seats must be"),
    "one seat": ("seats", [{}], "seats must be"),
    "five seats": ("seats", [{}] * 5, "seats must be"),
    "seat is text": ("seats", ["", ""], "each of seats"),
    "pledge short": ("seats", [{"pledge": "00"}] * 2, "a pledge must be"),
    "entropy long": ("seats", [{"entropy": "00" * 33}] * 2, "an entropy must be"),
    "entropy empty": ("seats", [{"entropy": ""}] * 2, "an entropy must be"),
    "entropy odd": ("seats", [{"entropy": "000"}] * 2, "an entropy must be"),
    "dealer 3": ("first_dealer", 3, "first_dealer must be"),
    "dealer true": ("first_dealer", True, "first_dealer must be"),
}

BAD_WHOLES: dict[str, tuple[Any, str]] = {
    "list": ([], "what is to be verified"),
    "null": (None, "what is to be verified"),
    "nothing": ({}, "the format of a fairness record"),
    "hand file alone": ({"format": "desmoche-hand/1"}, "this is a hand file alone"),
    "record is a number": ({"file": {}, "fairness": 7}, "a fairness record is a JSON object"),
    "no file": ({"fairness": GOOD}, "a hand file is a JSON object"),
    "bad file": ({"fairness": GOOD, "file": {"format": "x"}}, "format must be"),
}


def refusal_of(value: Any) -> str:
    with pytest.raises(Refusal) as refused:
        verify(value)
    assert refused.value.code == "bad_file"
    assert len(refused.value.message) < 200
    return refused.value.message


@pytest.mark.parametrize(("part", "value", "words"), BAD_PARTS.values(), ids=BAD_PARTS)
def test_a_bad_part_of_a_record(part: str, value: Any, words: str) -> None:
    assert refusal_of({**GOOD, part: value}).startswith(words)


@pytest.mark.parametrize(("value", "words"), BAD_WHOLES.values(), ids=BAD_WHOLES)
def test_what_is_no_record(value: Any, words: str) -> None:
    assert refusal_of(value).startswith(words)


def test_unknown_keys_are_ignored_and_null_is_absent() -> None:
    assert verify({**VECTORS[1], "first_dealer": None, "note": "for later"})["ok"]


def test_what_was_seen_is_read_as_strictly() -> None:
    with pytest.raises(Refusal, match="a fairness record is"):
        verify(GOOD, [None])
