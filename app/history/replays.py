"""A hand file played again for stepping through: what each audience saw, step by step.

Enters: a hand file and whose eyes: a seat's, a spectator's, or those of one who sees all cards.
Leaves: a view and the events for each step, as at the table, or `Problem`. It is a few hundredths
of a second of work, so it is done beside the loop, and `MOST_ACTIONS` bounds it.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias

from anyio import CapacityLimiter, to_thread

from app.problems import Problem
from engine.rules.action_json import action_to_json
from engine.rules.actions import Action
from engine.rules.events import Event
from engine.rules.hand_file import HandFile, hand_file_from_json, parse_json
from engine.rules.options import Options, options
from engine.rules.refusals import Refusal
from engine.rules.replaying import ReplayRefused, played, state_json
from engine.rules.state import SEATS_IN, State
from engine.rules.views import view, view_json
from engine.simulation import MOST_ACTIONS
from engine.table.news import event_json, whole_event_json

AT_ONCE = CapacityLimiter(2)
"""Replays at once; more wait. Threads take turns with the loop, and forty would leave it none."""
MOST_NAME = 128
"""Code points of a seat's name. Section 12 takes any; a page draws it at every step. Our own have
96 at most, and a number behind them."""

Eyes: TypeAlias = int | Literal["spectator", "all"]
"""Whose a replay is: those of a seat, of a spectator (R11.3), or of one who may see all cards."""


async def stepped(file: Any, eyes: Eyes) -> dict[str, Any]:
    """`{"eyes", "names", "goal", "rules", "steps"}`: one step at the start, one after each action.

    A step has `view`, as section 12 writes it but without options; `events`, what it was told;
    `action`, if this audience may know it; and `ways`: for each seat that could use a card, and
    whose options these eyes see, in how many ways and how many cards would then lie in its layout.
    Eyes that see all have `hands` in the view, and no layout is hidden from them. Raises `Problem`.
    """
    return await to_thread.run_sync(_stepped, lambda: file, eyes, limiter=AT_ONCE)


async def stepped_text(text: str, eyes: Eyes) -> dict[str, Any]:
    """The same of a hand file as it is written, or of `{"file": hand file, …}`."""
    read = partial(_read, text)
    return await to_thread.run_sync(_stepped, read, eyes, limiter=AT_ONCE)


def _read(text: str) -> Any:
    return _file_in(parse_json(text))


def _file_in(value: Any) -> Any:
    """A hand as `verify` takes it holds its file beside the proof."""
    if isinstance(value, dict) and "format" not in value and "file" in value:
        return value["file"]
    return value


def _stepped(read: Callable[[], Any], eyes: Eyes) -> dict[str, Any]:
    try:
        file = hand_file_from_json(read())
        _require_possible(file, eyes)
        states = list(played(file))
    except ReplayRefused as refused:
        where = "" if refused.at is None else f"action {refused.at}: "
        code = refused.refusal.code.value
        raise Problem(422, code, f"{where}{refused.refusal.message}") from None
    except Refusal as refusal:
        raise Problem(422, refusal.code.value, refusal.message) from None
    actions: list[Action | None] = [None, *file.actions]
    return {
        "eyes": eyes,
        "names": list(file.deal.names),
        "goal": file.deal.rules.hand_size + 1,
        "rules": file.deal.rules.overrides(),
        "steps": [
            _step(state, events, action, eyes)
            for (state, events), action in zip(states, actions, strict=True)
        ],
    }


def _require_possible(file: HandFile, eyes: Eyes) -> None:
    if len(file.actions) > MOST_ACTIONS:
        raise Problem(422, "bad_file", f"a hand has {MOST_ACTIONS} actions at most")
    if any(len(name) > MOST_NAME for name in file.deal.names):
        raise Problem(422, "bad_file", f"a seat's name has {MOST_NAME} characters at most")
    if any("\ud800" <= letter <= "\udfff" for name in file.deal.names for letter in name):
        # JSON can spell half a surrogate pair, and section 12 any name; no answer can hold it.
        raise Problem(422, "bad_file", "a seat's name holds half of a character")
    if isinstance(eyes, int) and not 0 <= eyes < file.deal.seats:
        raise Problem(422, "out_of_range", f"seats of this hand are 0 to {file.deal.seats - 1}")


def _step(
    state: State, events: Sequence[Event], action: Action | None, eyes: Eyes
) -> dict[str, Any]:
    known = action is not None and eyes in ("all", action.seat)
    return {
        "view": _seen(state, eyes),
        "events": _told(state, events, eyes),
        "action": action_to_json(action) if action is not None and known else None,
        "ways": _ways(state, eyes),
    }


def _seen(state: State, eyes: Eyes) -> dict[str, Any]:
    seen = view_json(view(state, eyes if isinstance(eyes, int) else None))
    del seen["options"]
    if eyes == "all":
        whole = state_json(state)
        seen |= {key: whole[key] for key in ("hands", "layouts", "drawn", "discards")}
    return seen


def _told(state: State, events: Iterable[Event], eyes: Eyes) -> list[dict[str, Any]]:
    if eyes == "all":
        return [whole_event_json(event, state) for event in events]
    seat = eyes if isinstance(eyes, int) else None
    return [event_json(event, seat, state) for event in events]


def _ways(state: State, eyes: Eyes) -> dict[str, list[int]]:
    asked = SEATS_IN[state.waiting] if eyes == "all" else (eyes,) if isinstance(eyes, int) else ()
    found = {seat: options(state, seat) for seat in asked}
    return {str(seat): [len(can.layouts), _most(can)] for seat, can in found.items() if can.layouts}


def _most(can: Options) -> int:
    """Cards in the largest layout that is open to a seat."""
    return max(sum(meld.bit_count() for meld in layout) for layout in can.layouts)
