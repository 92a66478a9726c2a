"""`replay` (section 12): hand files in, what came of each out, one JSON line a file."""

import argparse
import json
from collections.abc import Iterable
from typing import Any, TextIO

from engine.commands.streams import STANDARD_INPUT, Unreadable, complain, read_input
from engine.rules.hand_file import MAX_TEXT, HandFile, hand_file_from_json, parse_json
from engine.rules.refusals import Code, Refusal
from engine.rules.replaying import ReplayRefused, replay, state_json
from engine.rules.result_json import result_to_json
from engine.rules.state import State
from engine.rules.views import view, view_json

SPECTATOR, ALL = "spectator", "all"


def add_replay_command(commands: Any) -> None:
    """`replay [FILE|-] [--view SEAT|spectator|all]`."""
    command = commands.add_parser("replay", help="play hand files and tell what came of them")
    command.add_argument(
        "file", nargs="?", default=STANDARD_INPUT, help="a file, or - for standard input"
    )
    command.add_argument("--view", metavar="SEAT|spectator|all", type=_viewer)
    command.set_defaults(run=_replay)


def _replay(parsed: argparse.Namespace, out: TextIO) -> int:
    try:
        content = read_input(parsed.file)
    except Unreadable as why:
        complain(str(why))
        return 1
    all_well = True
    for text in hand_files_in(content):
        answer = replay_text(text, parsed.view)
        all_well = all_well and answer["ok"]
        out.write(json.dumps(answer, separators=(",", ":")) + "\n")
    return 0 if all_well else 1


def hand_files_in(content: bytes) -> Iterable[bytes]:
    """One JSON value is one file; else each line that is not blank is one.

    What can't be read as a whole, being too large, too deep, or with too long a number, is
    many files if its first line stands by itself, or its second one is an object.
    """
    lines = [line for line in content.splitlines() if line.strip()]
    if len(lines) <= 1:
        return [content]
    whole = _is_value(content) if len(content) <= MAX_TEXT else None
    if whole is None:
        whole = _is_value(lines[0]) is False and not _is_object(lines[1])
    return [content] if whole else lines


def _is_value(text: bytes) -> bool | None:
    """Whether a text is one JSON value; None if it is too much to tell."""
    try:
        json.loads(text.decode("utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError):
        return False
    except (RecursionError, ValueError):
        return None
    return True


def _is_object(text: bytes) -> bool:
    return text.lstrip().startswith(b"{") and _is_value(text) is not False


def replay_text(text: bytes, viewer: str | int | None) -> dict[str, Any]:
    """The answer to one hand file, as section 12 writes it."""
    try:
        file = hand_file_from_json(parse_json(text))
        seen = _Views(file, viewer)
        state = replay(file, seen.look)
    except Refusal as refusal:
        return _refused(None, refusal)
    except ReplayRefused as refused:
        return _refused(refused.at, refused.refusal)
    answer: dict[str, Any] = {"ok": True, "state": state_json(state)}
    if state.result:
        answer["result"] = result_to_json(state.result)
    if viewer is not None:
        answer["views"] = seen.written(viewer)
    return answer


class _Views:
    """Collects the views that were asked for while a hand is replayed."""

    def __init__(self, file: HandFile, viewer: str | int | None) -> None:
        seats = range(file.deal.seats)
        if isinstance(viewer, int) and viewer not in seats:
            raise Refusal(Code.OUT_OF_RANGE, f"this hand has no seat {viewer} to view")
        audience: list[int | None] = []
        if isinstance(viewer, int) or viewer == ALL:
            audience += [viewer] if isinstance(viewer, int) else seats
        if viewer in (SPECTATOR, ALL):
            audience.append(None)
        self._views: dict[int | None, list[dict[str, Any]]] = {seat: [] for seat in audience}

    def look(self, state: State) -> None:
        for seat, views in self._views.items():
            views.append(view_json(view(state, seat)))

    def written(self, viewer: str | int) -> Any:
        if viewer != ALL:
            return next(iter(self._views.values()))
        return {
            SPECTATOR if seat is None else str(seat): views for seat, views in self._views.items()
        }


def _viewer(word: str) -> str | int:
    if word in (SPECTATOR, ALL):
        return word
    if word.isascii() and word.isdigit() and len(word) == 1:
        return int(word)
    raise argparse.ArgumentTypeError(f"{word!r} is neither a seat, {SPECTATOR} nor {ALL}")


def _refused(at: int | None, refusal: Refusal) -> dict[str, Any]:
    return {
        "ok": False,
        "error": {"at": at, "code": refusal.code.value, "message": refusal.message},
    }
