"""Commands as the journal stores them, in and out.

Enters: a command, or the JSON of one. Leaves: the other. What comes from the journal was
written here, so a value that does not fit is a fault, not a refusal.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args

from engine.rules.action_json import action_from_json, action_to_json
from engine.rules.actions import Action
from engine.table.commands import Command
from engine.table.pace import Pace

SECRET_BYTES = 512
"""What is to be sealed is as long as this or a multiple: three claims with whole layouts fit in."""

_KINDS: Mapping[str, type[Command]] = {kind.__name__: kind for kind in get_args(Command)}
_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in _KINDS.values()}
_compact = json.JSONEncoder(separators=(",", ":")).encode  # made once: `dumps` makes one each time


def command_to_json(command: Command) -> dict[str, Any]:
    """A command as JSON, its kind under `kind`."""
    written: dict[str, Any] = {"kind": type(command).__name__}
    for name in _NAMES[type(command)]:
        write = _WRITERS.get(name)
        value = getattr(command, name)
        written[name] = write(value) if write and value is not None else value
    return written


def command_from_json(body: Mapping[str, Any]) -> Command:
    """The command that `command_to_json` wrote."""
    kind = _KINDS[body["kind"]]
    values = {}
    for name in _NAMES[kind]:
        if name not in body:
            continue
        read, value = _READERS.get(name), body[name]
        values[name] = read(value) if read and value is not None else value
    return kind(**values)


def secret_of(command: Command) -> bytes:
    """A command as bytes to be sealed, filled up so that their number says nothing of it.

    A window's answers are longer when somebody claimed, even in vain (R7.7).
    """
    return padded(command_to_json(command))


def padded(body: Mapping[str, Any]) -> bytes:
    """A JSON object as bytes that are filled up to a multiple of `SECRET_BYTES`."""
    text = _compact(body).encode()
    return text + b" " * (-len(text) % SECRET_BYTES)


def command_of(secret: bytes) -> Command:
    """The command that `secret_of` wrote."""
    return command_from_json(json.loads(secret))


def pace_to_json(pace: Pace) -> dict[str, Any]:
    """A pace with its durations in microseconds."""
    return {field.name: getattr(pace, field.name) for field in fields(pace)}


def _actions_from_json(value: list[Any]) -> tuple[Action, ...]:
    return tuple(action_from_json(item) for item in value)


_WRITERS: Mapping[str, Callable[[Any], Any]] = {
    "action": action_to_json,
    "answers": lambda actions: [action_to_json(action) for action in actions],
    "bots": lambda bots: [command_to_json(bot) for bot in bots],
    "games": sorted,
    "entropy": bytes.hex,
    "pledge": bytes.hex,
    "pace": pace_to_json,
}
_READERS: Mapping[str, Callable[[Any], Any]] = {
    "action": action_from_json,
    "answers": _actions_from_json,
    "bots": lambda bots: tuple(command_from_json(bot) for bot in bots),
    "games": frozenset,
    "entropy": bytes.fromhex,
    "pledge": bytes.fromhex,
    "pace": lambda value: Pace(**value),
}
