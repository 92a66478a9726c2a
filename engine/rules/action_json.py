"""Actions as section 12 writes them, in and out.

Enters: a JSON object, or an action. Leaves: the other. `WrongShape` tells what is wrong
with an object that is no action (unknown `do`, a field missing or mistyped, no such
card); whether an action of the right shape is allowed is for `legality`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.rules.actions import (
    Action,
    Announce,
    Claim,
    Close,
    Cut,
    Declare,
    Discard,
    Draw,
    Force,
    Give,
    Lay,
    Leave,
    NamedLayout,
    Pass,
    Pay,
    Place,
    Ready,
    Retire,
    Use,
    Vote,
)
from engine.rules.cards import CARDS, TEXT
from engine.rules.house_rules import Rules
from engine.rules.layouts import Layout, named_layout


class WrongShape(Exception):
    """A JSON value that is no action; the message says what it should be."""


def action_from_json(value: Any) -> Action:
    """Read one action. Raises `WrongShape`; unknown keys are ignored."""
    if not isinstance(value, dict):
        raise WrongShape("an action is an object")
    do = value.get("do")
    make = _KINDS.get(do) if isinstance(do, str) else None
    if make is None:
        raise WrongShape(f"do must be one of {', '.join(_KINDS)}")
    seat = value.get("seat")
    if make is Close:
        if seat is not None:
            raise WrongShape("the seat of a close is null")
        return Close()
    fields: dict[str, Any] = {"seat": _integer(seat, "seat")}
    for name, read in _FIELDS.get(make, {}).items():
        fields[name] = read(value.get(name), name)
    return make(**fields)


def action_to_json(action: Action) -> dict[str, Any]:
    """Write one action; `action_from_json` reads it back."""
    written: dict[str, Any] = {"seat": action.seat, "do": type(action).__name__.lower()}
    for name in _FIELDS.get(type(action), {}):
        value = getattr(action, name)
        match name:
            case "card":
                value = TEXT[value]
            case "melds":
                value = named_texts(value)
            case "games":
                value = list(value)
        written[name] = value
    return written


def named_texts(melds: NamedLayout) -> list[list[str]]:
    """Melds in the order in which they were named."""
    return [[TEXT[card] for card in meld] for meld in melds]


def layout_texts(rules: Rules, layout: Layout) -> list[list[str]]:
    """A layout as the server sorts it (R6.7)."""
    return named_texts(named_layout(rules, layout))


def _integer(value: Any, name: str) -> int:
    if type(value) is not int:
        raise WrongShape(f"{name} must be a whole number")
    return value


def _boolean(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise WrongShape(f"{name} must be true or false")
    return value


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise WrongShape(f"{name} must be text")
    return value


def _card(value: Any, name: str) -> int:
    if not isinstance(value, str) or value not in CARDS:
        raise WrongShape(f"{name} must be a card such as 8s or Td")
    return CARDS[value]


def _names(value: Any, name: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise WrongShape(f"{name} must be a list of names")
    return tuple(_text(item, name) for item in value)


def _melds(value: Any, name: str) -> NamedLayout:
    if not isinstance(value, list) or not all(isinstance(meld, list) for meld in value):
        raise WrongShape(f"{name} must be a list of lists of cards")
    return tuple(tuple(_card(card, "each card") for card in meld) for meld in value)


_KINDS: Mapping[str, Callable[..., Action]] = {
    kind.__name__.lower(): kind
    for kind in (
        Cut,
        Announce,
        Give,
        Declare,
        Ready,
        Lay,
        Draw,
        Retire,
        Use,
        Discard,
        Pay,
        Claim,
        Pass,
        Force,
        Place,
        Vote,
        Leave,
        Close,
    )
}
_FIELDS: Mapping[Callable[..., Action], Mapping[str, Callable[[Any, str], Any]]] = {
    Cut: {"at": _integer},
    Announce: {"games": _names},
    Give: {"card": _card},
    Declare: {"win": _text},
    Lay: {"melds": _melds},
    Use: {"melds": _melds},
    Pay: {"card": _card},
    Claim: {"melds": _melds},
    Force: {"target": _integer},
    Place: {"melds": _melds},
    Vote: {"forgive": _boolean},
}
