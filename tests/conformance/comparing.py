"""Compares an answer of `replay` with what a conformance case expects, as README.md says.

Sets come as lists in any order. They are compared as sorted lists, so a card that stands
there twice is not overlooked.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

Canonical = Callable[[Any], Any]


def differences(expect: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    """What is wrong with an answer, in words; nothing if it is as expected."""
    (kind,) = expect
    return _KINDS[kind](expect[kind], answer)


def same(one: Any, other: Any) -> bool:
    """Equal, and strictly so: 1 is neither 1.0 nor true. A key with null may be missing."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = {key for both in (one, other) for key, value in both.items() if value is not None}
        return all(same(one.get(key), other.get(key)) for key in keys)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def _result(expected: Any, answer: Mapping[str, Any]) -> list[str]:
    given = answer.get("result")
    if not isinstance(given, dict):
        return [f"no result in {answer}"]
    return _unlike("result", _canonical_result(expected), _canonical_result(given))


def _state(expected: Any, answer: Mapping[str, Any]) -> list[str]:
    state = answer.get("state")
    if not isinstance(state, dict):
        return [f"no state in {answer}"]
    wrong = []
    for key, value in expected.items():
        canonical = _STATE.get(key, _as_it_is)
        wrong += _unlike(key, canonical(value), canonical(state.get(key)))
    return wrong


def _error(expected: Any, answer: Mapping[str, Any]) -> list[str]:
    error = answer.get("error")
    if not isinstance(error, dict):
        return [f"no error in {answer}"]
    return [line for key in ("at", "code") for line in _unlike(key, expected[key], error.get(key))]


def _views(expected: Any, answer: Mapping[str, Any]) -> list[str]:
    views = answer.get("views")
    if not isinstance(views, dict):
        return [f"no views in {answer}"]
    seen = {viewer: json.dumps(views[viewer][-1]) for viewer in expected}
    return [
        f"{viewer} sees {card}"
        for viewer, wanted in expected.items()
        for card in wanted["absent"]
        if re.search(rf"\b{card}\b", seen[viewer])
    ]


def _unlike(what: str, expected: Any, given: Any) -> list[str]:
    return [] if same(expected, given) else [f"{what} is {given}, not {expected}"]


def _as_it_is(value: Any) -> Any:
    return value


def _as_set(value: Any) -> Any:
    return sorted(value, key=json.dumps) if isinstance(value, list) else value


def _each(canonical: Canonical) -> Canonical:
    return lambda value: [canonical(item) for item in value] if isinstance(value, list) else value


def _layout(value: Any) -> Any:
    """A layout is a set of melds, a meld a set of cards."""
    return _as_set(_each(_as_set)(value))


def _canonical_result(result: Mapping[str, Any]) -> dict[str, Any]:
    """Bonuses and the winners of a side game come in any order; all else is equal."""
    side = {
        game: {**pot, "winners": _as_set(pot.get("winners"))}
        for game, pot in (result.get("side") or {}).items()
    }
    bonuses = [dict(sorted(bonus.items())) for bonus in result.get("bonuses") or []]
    return {**result, "side": side, "bonuses": _as_set(bonuses)}


_STATE: Mapping[str, Canonical] = {
    "hands": _each(_as_set),
    "removed": _each(_as_set),
    "layouts": _each(_layout),
    "to_act": _as_set,
    "retired": _as_set,
    "out": _as_set,
}
_KINDS: Mapping[str, Callable[[Any, Mapping[str, Any]], list[str]]] = {
    "result": _result,
    "state": _state,
    "error": _error,
    "views": _views,
}
