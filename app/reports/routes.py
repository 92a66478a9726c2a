"""REST of reports: `/api/tables/{table_id}/reports`.

Enters: HTTP. Leaves: 201, or a problem. Never here: what becomes of a report; operators read
them in a queue, and nobody who is reported learns of it.
"""

from typing import Annotated, Literal, NamedTuple, cast

from fastapi import APIRouter, Depends, Path, Request
from pydantic import AfterValidator, Field, model_validator
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.allowances import Allowance, Allowances
from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import accounts, hands, transfers
from app.db.transfers import account_id
from app.identity import SignedIn, Who
from app.names import sentence_from
from app.people_schema import reports
from app.problems import MOST_BODY, Problem, told
from app.security import require_same_origin
from app.shapes import Body, TableId
from engine.rules.house_rules import MOST_SEATS
from engine.table.clock import Clock
from engine.table.money import Account, AccountKind
from engine.table.shuffle import MOST_HAND

MOST_WAITING = 20
"""Reports of one player that no operator has decided: beyond it more say nothing new."""
REPORTS = Allowance("reports", 10, 3600, "you reported much just now; try again later")
"""Per player: each is read by a person."""

router = APIRouter(
    prefix="/api",
    tags=["reports"],
    dependencies=[Depends(require_same_origin)],
    max_body_size=MOST_BODY,
)


class Report(Body):
    """What is wrong: with a hand, with who was dealt in at a seat of it, or at the table."""

    reason: Literal["cheating", "insults", "stalling", "name", "fault", "other"]
    words: Annotated[
        str,
        AfterValidator(lambda text: sentence_from(text, "a report")),
        Field(description="a sentence or two"),
    ]
    hand: Annotated[int | None, Field(ge=1, le=MOST_HAND)] = None
    seat: Annotated[int | None, Field(ge=0, lt=MOST_SEATS)] = None

    @model_validator(mode="after")
    def _sense(self) -> "Report":
        if self.seat is not None and self.hand is None:
            raise ValueError("a seat is one of a hand: say which")
        return self


class Reporting(NamedTuple):
    """What the route asks for."""

    database: Database
    clock: Clock
    allowances: Allowances


def _reporting(request: Request) -> Reporting:
    return cast("Reporting", request.app.state.reporting)


@router.post("/tables/{table_id}/reports", status_code=201, responses=told(401, 403, 404, 409, 429))
async def report(
    table_id: Annotated[TableId, Path()],
    asked: Report,
    who: SignedIn,
    reporting: Annotated[Reporting, Depends(_reporting)],
) -> dict[str, int]:
    """Tell operators of something at a table where one has sat; `report` is its number."""
    await reporting.allowances.take(REPORTS, who.id)
    row = {
        "at": reporting.clock.now(),
        "reporter": who.id,
        "table_id": table_id,
        "hand": asked.hand,
        "reason": asked.reason,
        "words": asked.words,
        "state": "new",
    }
    number = 0
    with translated():
        async with reporting.database.writing() as connection:
            about = await _about(connection, who, table_id, asked)
            if not isinstance(about, Problem):
                made = insert(reports).values({**row, "player_id": about}).returning(reports.c.id)
                number = int(await connection.scalar(made) or 0)
    if isinstance(about, Problem):
        raise about
    return {"report": number}


async def _about(
    connection: AsyncConnection, who: Who, table: str, asked: Report
) -> str | Problem | None:
    """Whom it is about, if it is anybody; or why it is not to be told."""
    stack = account_id(Account(AccountKind.STACK, who.id, table))
    if await connection.scalar(select(accounts.c.id).where(accounts.c.id == stack)) is None:
        return Problem(404, "no_such_table", "you have not sat at such a table")
    waiting = select(func.count()).where(reports.c.reporter == who.id, reports.c.state != "decided")
    if int(await connection.scalar(waiting) or 0) >= MOST_WAITING:
        return Problem(409, "too_many_reports", "operators have enough reports of yours to read")
    if asked.hand is None:
        return None
    # A hand that is being played has moved its antes, and has no record yet to look seats up in.
    dealt = select(func.max(transfers.c.hand)).where(transfers.c.table_id == table)
    query = select(hands.c.players).where(hands.c.table_id == table, hands.c.hand == asked.hand)
    players = await connection.scalar(query)
    if asked.hand > int(await connection.scalar(dealt) or 0) or (
        asked.seat is not None and players is None
    ):
        return Problem(404, "no_such_hand", "no such hand was dealt at this table, or is over")
    if asked.seat is None or players is None:
        return None
    if asked.seat >= len(players):
        return Problem(422, "out_of_range", f"seats of this hand are 0 to {len(players) - 1}")
    return str(players[asked.seat])
