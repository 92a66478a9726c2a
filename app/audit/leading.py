"""From what a check found to where it is: the hand, and the move in it.

A finding names a table's entry. The entry's hand is that of the last chips that moved for one
until then; its move is how many entries it comes after the one that opened that hand.
"""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.audit.called import names_of
from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import entries, transfers

MOST_LED = 20  # findings that are looked up: the first is the one to look at


async def led(database: Database, verdict: dict[str, Any] | None) -> dict[str, Any] | None:
    """The verdict, its first findings with `hand` and `move` where they have one."""
    if not verdict or not verdict.get("wrong"):
        return verdict
    with translated():
        async with database.reading() as connection:
            wrong = [await _led(connection, one) for one in verdict["wrong"][:MOST_LED]]
            names = await names_of(connection, _ids(wrong))
    return {**verdict, "wrong": [*wrong, *verdict["wrong"][MOST_LED:]], "names": names}


def _ids(wrong: list[dict[str, Any]]) -> list[str]:
    """Whatever in findings may be the id of a table or a player."""
    said = [value for one in wrong for value in (one.get("table"), *one["values"].values())]
    return [value for value in said if isinstance(value, str)]


async def _led(connection: AsyncConnection, finding: dict[str, Any]) -> dict[str, Any]:
    table, entry, row = (finding.get(name) for name in ("table", "entry", "row"))
    if row is not None and (table is None or entry is None):
        query = select(transfers.c.table_id, transfers.c.seq).where(transfers.c.id == row)
        found = (await connection.execute(query)).one_or_none()
        table, entry = (table or found.table_id, entry or found.seq) if found else (table, entry)
    if table is None or entry is None:
        return finding
    moved = select(func.max(transfers.c.hand)).where(
        transfers.c.table_id == table, transfers.c.seq <= entry
    )
    opened = select(func.max(entries.c.seq)).where(
        entries.c.table_id == table, entries.c.seq <= entry, entries.c.opens_hand
    )
    hand, first = await connection.scalar(moved), await connection.scalar(opened)
    where = {"hand": hand, "move": None if first is None else entry - first}
    return {**finding, "table": table, "entry": entry, **where}
