"""Asking a live table, and what its answer means over HTTP.

Enters: a command. Leaves: the table's `Outcome`, or a `Problem`. Never here: deciding.
"""

import asyncio
from uuid import uuid4

from app.problems import Problem
from engine.table.commands import Command
from engine.table.entries import Request
from engine.table.reached import Reached
from engine.table.session import SessionCode
from engine.table.table import MailboxFull, Message, Outcome

ANSWER_SECONDS = 5.0  # a table answers in milliseconds; one that takes so long is in trouble

_STATUS = {
    SessionCode.NOT_HOST.value: 403,
    SessionCode.BAD_CHIPS.value: 422,
    "table_paused": 503,
    "table_moved": 503,
    "table_failed": 503,
    "busy": 503,
}
"""Of the table's codes those that are not 409: it can't be done as things stand."""


async def ask(table: Reached, command: Command, request: Request | None = None) -> Outcome:
    """Post a command and wait for its answer. Raises `Problem` 503 if none comes.

    Whether it was taken is then not known; asking again with the same request is safe.
    """
    answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

    def reply(outcome: Outcome) -> None:
        if not answer.done():
            answer.set_result(outcome)

    try:
        table.post(Message(command, request, reply))
        async with asyncio.timeout(ANSWER_SECONDS):
            return await answer
    except (MailboxFull, TimeoutError):
        raise Problem(503, "table_busy", "the table is busy; try again", 1) from None


def require_taken(outcome: Outcome) -> None:
    """A table's refusal, as a `Problem`."""
    if outcome.code is None:
        return
    status = _STATUS.get(outcome.code, 409)
    raise Problem(status, outcome.code, outcome.message, 1 if status == 503 else None)


def fresh_request() -> str:
    """For whoever gave no request id: one that is never repeated."""
    return uuid4().hex
