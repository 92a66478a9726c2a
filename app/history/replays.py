"""A hand file played again for stepping through: what each seat saw, step by step.

Enters: a hand file. Leaves: the views of one audience, or `Problem`. It is a few hundredths of a
second of work, so it is done beside the loop, and `MOST_VIEWS` bounds it.
"""

from typing import Any

from anyio import to_thread

from app.problems import Problem
from engine.rules.hand_file import hand_file_from_json
from engine.rules.refusals import Refusal
from engine.rules.replaying import ReplayRefused, replay, state_json
from engine.rules.state import State
from engine.rules.views import view, view_json

MOST_ACTIONS = 2_000  # the most that any hand has: see `simulation.MOST_ACTIONS`


async def stepped(file: Any, seat: int | None) -> dict[str, Any]:
    """Every view of a seat (None: of a spectator), and the whole state at the end.

    `actions` has the action before each view but the first. Raises `Problem`.
    """
    return await to_thread.run_sync(_stepped, file, seat)


def _stepped(value: Any, seat: int | None) -> dict[str, Any]:
    views: list[dict[str, Any]] = []

    def look(state: State) -> None:
        views.append(view_json(view(state, seat)))

    try:
        file = hand_file_from_json(value)
        if len(file.actions) > MOST_ACTIONS:
            raise Problem(422, "bad_file", f"a hand has {MOST_ACTIONS} actions at most")
        if seat is not None and not 0 <= seat < file.deal.seats:
            raise Problem(422, "out_of_range", f"seats of this hand are 0 to {file.deal.seats - 1}")
        state = replay(file, look)
    except ReplayRefused as refused:
        where = "" if refused.at is None else f"action {refused.at}: "
        code = refused.refusal.code.value
        raise Problem(422, code, f"{where}{refused.refusal.message}") from None
    except Refusal as refusal:
        raise Problem(422, refusal.code.value, refusal.message) from None
    return {"seat": seat, "views": views, "end": state_json(state)}
