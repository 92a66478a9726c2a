"""What operators do; each deed stands in the log with its reason."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.audit.asking import Correction, ReportNoted
from app.audit.checking import Checking
from app.audit.log import Deed, write_down
from app.audit.powers import Powers
from app.db.engine import Database
from app.db.faults import translated
from app.db.ledger import KeyTaken, Ledger
from app.identity import Who
from app.people_schema import players, reports, suspensions
from app.problems import Problem
from engine.table.clock import Clock


class Auditing(NamedTuple):
    """What the routes of audit ask for."""

    database: Database
    clock: Clock
    checking: Checking
    powers: Powers


async def correct(database: Database, who: Who, player: str, asked: Correction, now: int) -> bool:
    """Chips from the bank to a wallet, once for each request; False if that was done before."""
    key = f"grant/correction/{who.id}/{asked.request}"
    deed = Deed(now, who.id, f"grant {asked.chips}", player, asked.why)
    await _role_of(database, player)
    beside = partial(write_down, deed=deed)
    try:
        return await Ledger(database).grant(player, asked.chips, key, now, beside)
    except KeyTaken:
        raise Problem(409, "other_request", "this request id was used for another deed") from None


async def close_table(auditing: Auditing, who: Who, table: str, why: str) -> None:
    """A table closes at once, its running hand void, and pays everybody (R8.7, R8.8)."""
    await _write_down(auditing, who, "close", table, why)
    await auditing.powers.close(table)


async def freeze(auditing: Auditing, who: Who, table: str, why: str, *, frozen: bool) -> None:
    """No hand is dealt at a table after this one; or hands are dealt again."""
    await _write_down(auditing, who, "freeze" if frozen else "thaw", table, why)
    await auditing.powers.freeze(table, frozen=frozen)


async def suspend(auditing: Auditing, who: Who, player: str, why: str) -> None:
    """A player can't sign in; sockets close, and the table acts for their seats at once.

    Again does again what is left to do: a table may have been paused. The first reason stays.
    """
    now = auditing.clock.now()
    if await _role_of(auditing.database, player) != "player":
        raise Problem(409, "has_role", "take the role away first: desmoche admin role")
    row = {"player_id": player, "at": now, "operator": who.id, "why": why}

    async def do(connection: AsyncConnection) -> Problem | None:
        again = await connection.scalar(_suspended(player)) is not None
        if not again:
            await connection.execute(insert(suspensions), row)
        action = "suspend again" if again else "suspend"
        await write_down(connection, Deed(now, who.id, action, player, why))
        return None

    await _do(auditing, do)
    await auditing.powers.banish(player)


async def lift(auditing: Auditing, who: Who, player: str, why: str) -> None:
    """A suspended player may sign in again."""
    await _role_of(auditing.database, player)
    deed = Deed(auditing.clock.now(), who.id, "lift suspension", player, why)

    async def do(connection: AsyncConnection) -> Problem | None:
        if await connection.scalar(_suspended(player)) is None:
            return Problem(409, "not_suspended", "this account is not suspended")
        await connection.execute(delete(suspensions).where(suspensions.c.player_id == player))
        await write_down(connection, deed)
        return None

    await _do(auditing, do)
    auditing.powers.forget(player)


async def note_report(auditing: Auditing, who: Who, report: int, asked: ReportNoted) -> None:
    """A report was seen, or decided; a decided one stays as it is."""
    now = auditing.clock.now()
    mine, action = reports.c.id == report, f"report {report} {asked.state}"
    noted = {"state": asked.state, "operator": who.id, "note": asked.why, "noted_at": now}

    async def do(connection: AsyncConnection) -> Problem | None:
        table = await connection.scalar(select(reports.c.table_id).where(mine))
        if table is None:
            return Problem(404, "no_such_report", "there is no report with this number")
        undecided = update(reports).where(mine, reports.c.state != "decided").values(noted)
        if not (await connection.execute(undecided)).rowcount:  # of two at once one decides
            return Problem(409, "decided_already", "this report has been decided")
        await write_down(connection, Deed(now, who.id, action, table, asked.why))
        return None

    await _do(auditing, do)


async def _do(
    auditing: Auditing, deed: Callable[[AsyncConnection], Awaitable[Problem | None]]
) -> None:
    """In one transaction, with its line; raises what stood in its way."""
    with translated():
        async with auditing.database.writing() as connection:
            problem = await deed(connection)
    if problem is not None:
        raise problem


async def _write_down(auditing: Auditing, who: Who, action: str, table: str, why: str) -> None:
    """First the line, then the deed: what was tried is worth knowing too."""
    if not await auditing.powers.there(table):
        raise Problem(404, "no_such_table", "there is no such table, or it has closed")
    deed = Deed(auditing.clock.now(), who.id, action, table, why)
    with translated():
        async with auditing.database.writing() as connection:
            await write_down(connection, deed)


async def _role_of(database: Database, player: str) -> str:
    with translated():
        async with database.reading() as connection:
            role = await connection.scalar(select(players.c.role).where(players.c.id == player))
    if role is None:
        raise Problem(404, "no_such_player", "there is no player with this id")
    return str(role)


def _suspended(player: str) -> Select[int]:
    return select(suspensions.c.at).where(suspensions.c.player_id == player)
