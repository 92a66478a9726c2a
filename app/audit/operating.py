"""What operators do; each deed stands in the log with its reason."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from sqlalchemy import select

from app.audit.asking import Correction
from app.audit.checking import Checking
from app.audit.log import Deed, write_down
from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import transfers
from app.db.transfers import Movement, post, transfer_from
from app.identity import Who
from app.people_schema import players
from app.problems import Problem
from engine.table.clock import Clock
from engine.table.money import BANK, Account, AccountKind, Reason, Transfer

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
    wallet = Account(AccountKind.WALLET, player)
    transfer = Transfer(BANK, wallet, asked.chips, Reason.GRANT, key)
    deed = Deed(now, who.id, f"grant {asked.chips}", player, asked.why)
    with translated():
        async with database.writing() as connection:
            there = await connection.scalar(select(players.c.id).where(players.c.id == player))
            made = await connection.execute(select(transfers).where(transfers.c.key == key))
            before = made.one_or_none()
            if there and before is None:
                await write_down(connection, deed)
                await post(connection, [Movement(transfer, now)])
    if not there:
        raise Problem(404, "no_such_player", "there is no player with this id")
    if before is not None and transfer_from(before) != transfer:
        raise Problem(409, "other_request", "this request id was used for another deed")
    return before is None


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
