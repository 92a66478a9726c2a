"""Whatever a file holds, the answer is one line with a known code and some words.

A good file is spoilt in every way that is the same everywhere: each value in it replaced
by each kind of nonsense, each key left out, its text cut short.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.house_rules import rules_from_json
from engine.rules.refusals import Code, Refusal
from tests.rules.spoiling import DECK, GOOD, TEXT, code_of, error_in
from tests.strategies import examples

NONSENSE: tuple[Any, ...] = (None, True, -1, 2**70, 1.5, "x", [], {}, float("nan"), float("inf"))
Path = tuple[str | int, ...]


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a JSON value, the whole included."""
    yield path
    keys: Any = value if isinstance(value, dict) else ()
    for key in range(len(value)) if isinstance(value, list) else keys:
        yield from places(value[key], (*path, key))


def replaced(value: Any, path: Path, new: Any) -> Any:
    """The value with something else in one place."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def without(value: Any, path: Path) -> Any:
    """The value with one place left out."""
    copy = value.copy()
    if len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = without(value[path[0]], path[1:])
    return copy


def test_the_good_file_is_good() -> None:
    assert error_in(TEXT) is None


# What may be replaced and still be the same hand: names, what is absent or was so anyway.
HARMLESS: set[tuple[Path, str]] = {
    (("seats", 0), '"x"'),
    (("seats", 1), '"x"'),
    (("seats", 2), '"x"'),
    (("rules", "play_everything"), "null"),
    (("rules", "play_everything"), "true"),
    (("rules", "side_games"), "null"),
    (("actions", 1, "games"), "[]"),
    (("actions", 2, "games"), "[]"),
    (("actions", 16, "seat"), "null"),
    (("result",), "null"),
    (("result", "bonuses"), "[]"),
    (("result", "side", "oro", "winners"), "[]"),
}
# What may be left out likewise; a `close` that changes nothing may be left out as well.
DISPENSABLE: set[Path] = {
    ("rules", "play_everything"),
    ("rules", "side_games"),
    ("rules", "side_games", 1),
    ("actions", 16),
    ("actions", 16, "seat"),
    ("result",),
}


def test_nonsense_in_any_place_is_refused() -> None:
    """Section 12: a value of the wrong kind, too great, too small, or none at all."""
    accepted = {
        (path, json.dumps(new))
        for path in places(GOOD)
        for new in NONSENSE
        if error_in(json.dumps(replaced(GOOD, path, new))) is None
    }
    assert accepted == HARMLESS


def test_what_is_missing_is_noticed() -> None:
    """Section 12: whatever else is left out makes the file bad, or its result another."""
    paths = [path for path in places(GOOD) if path]
    accepted = {path for path in paths if error_in(json.dumps(without(GOOD, path))) is None}
    assert accepted == DISPENSABLE


def test_unknown_keys_are_ignored_everywhere_but_in_the_rules() -> None:
    """Section 12."""
    objects = [path for path in places(GOOD) if isinstance(value_at(path), dict)]
    refused = set()
    for path in objects:
        more = {**value_at(path), "extra": [1.5, None, {"x": "y"}]}
        if error_in(json.dumps(replaced(GOOD, path, more))) is not None:
            refused.add(path)
    named_by_game = {("carry", "side"), ("side",), ("result", "side"), ("result", "carry", "side")}
    assert refused == {("rules",)} | named_by_game


def value_at(path: Path) -> Any:
    value: Any = GOOD
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize("indent", [None, 1])
def test_a_file_cut_short_is_bad(indent: int | None) -> None:
    """Section 12: at every 97th byte."""
    text = json.dumps(GOOD, indent=indent).encode()
    codes = {code_of(text[:length]) for length in range(0, len(text), 97)}
    assert codes == {"bad_file"}


@pytest.mark.parametrize("place", range(0, len(DECK.split()), 5))
def test_a_deck_has_each_card_once(place: int) -> None:
    """R3.1, section 12: none missing, doubled, foreign or written in another way."""
    cards = DECK.split()
    for wrong in ([], [cards[place - 1]], [cards[place]] * 2, ["10s"], ["8S"], ["8♠"], ["Xx"]):
        deck = " ".join(cards[:place] + wrong + cards[place + 1 :])
        assert code_of(json.dumps({**GOOD, "deck": deck})) == "bad_file"


def test_cards_may_be_parted_by_any_white_space() -> None:
    """Section 12."""
    spaced = json.dumps({**GOOD, "deck": "\n" + DECK.replace(" ", " \t\r\n ") + " "})
    assert code_of(spaced) is None


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@examples(300)
@given(st.data())
def test_any_value_in_any_two_places(data: st.DataObject) -> None:
    """Section 12: nothing is a fault of the program."""
    value = GOOD
    for _ in range(2):
        path = data.draw(st.sampled_from(list(places(value))[1:]))
        value = replaced(value, path, data.draw(JSON_VALUES))
    error_in(json.dumps(value))


@examples(200)
@given(st.binary(max_size=40), st.integers(0, len(TEXT)))
def test_any_bytes(nonsense: bytes, place: int) -> None:
    """Section 12: bytes thrown in anywhere, or alone."""
    error_in(TEXT[:place].encode() + nonsense + TEXT[place:].encode())
    assert code_of(b"!" + nonsense) == "bad_file"


@pytest.mark.parametrize("rule", ["preset", "cut", "hand_size", "side_games", "seats"])
def test_a_rule_that_is_as_deep_as_can_be_is_a_refusal_wherever_it_is_judged(rule: str) -> None:
    """Whoever read it may have had more of the stack than whoever quotes it: no fault (R8.8)."""
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Refusal) as refused:
        rules_from_json({"preset": "desmoche", rule: deep})
    assert refused.value.code is Code.BAD_RULES
    assert "nested too deep" in refused.value.message
