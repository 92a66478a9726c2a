"""What operators do; each deed stands in the log with its reason."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from sqlalchemy import select

from app.audit.asking import Correction
from app.audit.checking import Checking
from app.audit.log import Deed, write_down
from app.db.engine import Database
from app.db.faults import translated
from app.db.ledger import KeyTaken, Ledger
from app.identity import Who
from app.people_schema import players
from app.problems import Problem
from engine.table.clock import Clock

Closing: TypeAlias = Callable[[str, bool], Awaitable[bool | None]]
"""Whether a table can be closed (None: there is none); with True it is closed."""


class Auditing(NamedTuple):
    """What the routes of audit ask for."""

    database: Database
    clock: Clock
    checking: Checking
    close: Closing


async def correct(database: Database, who: Who, player: str, asked: Correction, now: int) -> bool:
    """Chips from the bank to a wallet, once for each request; False if that was done before."""
    key = f"grant/correction/{who.id}/{asked.request}"
    deed = Deed(now, who.id, f"grant {asked.chips}", player, asked.why)
    with translated():
        async with database.reading() as connection:
            there = await connection.scalar(select(players.c.id).where(players.c.id == player))
    if not there:
        raise Problem(404, "no_such_player", "there is no player with this id")
    beside = partial(write_down, deed=deed)
    try:
        return await Ledger(database).grant(player, asked.chips, key, now, beside)
    except KeyTaken:
        raise Problem(409, "other_request", "this request id was used for another deed") from None


async def close_table(
    database: Database, who: Who, table: str, why: str, now: int, close: Closing
) -> None:
    """A table closes at once, its running hand void, and pays everybody (R8.7, R8.8).

    It is written down first: what was tried is worth knowing too.
    """
    if await close(table, False) is None:
        raise Problem(404, "no_such_table", "there is no such table, or it has closed")
    with translated():
        async with database.writing() as connection:
            await write_down(connection, Deed(now, who.id, "close", table, why))
    await close(table, True)
