"""The log of what operators did: who, when, what, to whom, why. It is only ever added to."""

from typing import Any, NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.audit.called import names_of
from app.people_schema import operator_log

COMMAND_LINE = "command line"


class Deed(NamedTuple):
    """One thing that an operator did; `subject` is a player's or a table's id."""

    at: int
    operator: str
    action: str
    subject: str
    why: str


async def write_down(connection: AsyncConnection, deed: Deed) -> None:
    """In the transaction in which it is done, or before it: no deed is without a line."""
    await connection.execute(insert(operator_log), deed._asdict())


async def read_log(
    connection: AsyncConnection, before: int | None, count: int, subject: str | None = None
) -> dict[str, Any]:
    """The newest lines, or those before one; of one player or table, or all."""
    query = select(operator_log).order_by(operator_log.c.id.desc()).limit(count)
    if before is not None:
        query = query.where(operator_log.c.id < before)
    if subject is not None:
        query = query.where(operator_log.c.subject == subject)
    lines = [dict(row) for row in (await connection.execute(query)).mappings()]
    ids = [line[key] for line in lines for key in ("operator", "subject")]
    following = lines[-1]["id"] if len(lines) == count else None
    return {"log": lines, "names": await names_of(connection, ids), "next": following}
