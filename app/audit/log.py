"""The log of what operators did: who, when, what, to whom, why. It is only ever added to."""

from typing import Any, NamedTuple

from sqlalchemy import insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.audit.called import names_of
from app.db.chain import after_row, beginning
from app.people_schema import OPERATORS, operator_log

COMMAND_LINE = "command line"
_TOLD = [column for column in operator_log.c if column.name != "link"]
_LINES = select(operator_log).order_by(operator_log.c.id)
_LAST = operator_log.c.id.desc()
_ALONE = text("LOCK TABLE operator_log IN SHARE ROW EXCLUSIVE MODE")  # until this is committed


class Deed(NamedTuple):
    """One thing that an operator did; `subject` is a player's or a table's id."""

    at: int
    operator: str
    action: str
    subject: str
    why: str


async def write_down(connection: AsyncConnection, deed: Deed) -> None:
    """In the transaction in which it is done, or before it: no deed is without a line."""
    if connection.dialect.name == "postgresql":  # on SQLite nobody else is writing
        await connection.execute(_ALONE)
    last = (await connection.execute(_LINES.order_by(None).order_by(_LAST).limit(1))).one_or_none()
    value = beginning(OPERATORS).value
    if last is not None and last.link is not None:
        value = last.link
    elif last is not None:  # written before there were chains
        for line in await connection.execute(_LINES):
            value = line.link or after_row(value, line[1:-1])
    link = after_row(value, tuple(deed))
    await connection.execute(insert(operator_log), {**deed._asdict(), "link": link})


async def read_log(
    connection: AsyncConnection, before: int | None, count: int, subject: str | None = None
) -> dict[str, Any]:
    """The newest lines, or those before one; of one player or table, or all."""
    query = select(*_TOLD).order_by(operator_log.c.id.desc()).limit(count)
    if before is not None:
        query = query.where(operator_log.c.id < before)
    if subject is not None:
        query = query.where(operator_log.c.subject == subject)
    lines = [dict(row) for row in (await connection.execute(query)).mappings()]
    ids = [line[key] for line in lines for key in ("operator", "subject")]
    following = lines[-1]["id"] if len(lines) == count else None
    return {"log": lines, "names": await names_of(connection, ids), "next": following}
