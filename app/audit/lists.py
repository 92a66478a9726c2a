"""Accounts, tables and reports, as operators look through them, a page at a time.

Of a table in memory only what everybody at it sees is told: `Standing` has nothing else.
"""

from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.audit.asking import PAGE, PeopleAsked, ReportsAsked, TablesAsked
from app.audit.called import names_of
from app.audit.powers import Powers
from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import accounts
from app.holdings import holdings_of
from app.people_schema import lobby_tables, passwords, players, reports, suspensions

_T = lobby_tables.c
_PERSON = (
    players.c.id,
    players.c.name,
    players.c.role,
    players.c.created_at,
    passwords.c.username,
    suspensions.c.at.label("suspended_at"),
    suspensions.c.why.label("suspended_why"),
)


async def some_people(database: Database, asked: PeopleAsked) -> dict[str, Any]:
    """Accounts in order of their ids, each with its chips."""
    query = (
        select(*_PERSON)
        .join_from(players, passwords, isouter=True)
        .outerjoin(suspensions, suspensions.c.player_id == players.c.id)
        .order_by(players.c.id)
        .limit(PAGE)
    )
    if asked.search is not None:
        begins = func.lower(players.c.name).startswith(asked.search.lower(), autoescape=True)
        named = passwords.c.folded == asked.search.casefold()
        query = query.where((players.c.id == asked.search) | begins | named)
    if asked.suspended:
        query = query.where(suspensions.c.at.is_not(None))
    if asked.after is not None:
        query = query.where(players.c.id > asked.after)
    with translated():
        async with database.reading() as connection:
            found = (await connection.execute(query)).mappings().all()
            chips = await holdings_of(connection, [row["id"] for row in found])
    told = [{**row, **chips[row["id"]]._asdict()} for row in found]
    return {"people": told, "next": told[-1]["id"] if len(told) == PAGE else None}


async def some_tables(database: Database, powers: Powers, asked: TablesAsked) -> dict[str, Any]:
    """Tables in order of their ids."""
    with translated():
        async with database.reading() as connection:
            found = (await connection.execute(_tables(asked))).mappings().all()
            names = await names_of(connection, [row["owner"] for row in found])
            held = await _held_in(connection, [row["id"] for row in found])
    told = [
        {**row, "in_pots": held.get(row["id"], 0), "standing": _standing(powers, row["id"])}
        for row in found
    ]
    following = told[-1]["id"] if len(told) == PAGE else None
    return {"tables": told, "names": names, "next": following}


def _tables(asked: TablesAsked) -> Select[Any]:
    columns = (_T.table_id.label("id"), _T.name, _T.owner, _T.preset, _T.seats, _T.bet, _T.public)
    times = (_T.created_at, _T.touched_at, _T.closed_at, _T.frozen_at)
    query = select(*columns, *times, _T.practice).order_by(_T.table_id).limit(PAGE)
    if asked.search is not None:
        begins = func.lower(_T.name).startswith(asked.search.lower(), autoescape=True)
        code = _T.code == asked.search.upper()
        query = query.where((_T.table_id == asked.search) | code | begins)
    if asked.state is not None:
        opened = _T.closed_at.is_(None)
        states = {
            "open": opened,
            "frozen": opened & _T.frozen_at.is_not(None),
            "closed": _T.closed_at.is_not(None),
        }
        query = query.where(states[asked.state])
    return query if asked.after is None else query.where(_T.table_id > asked.after)


async def _held_in(connection: AsyncConnection, ids: list[str]) -> dict[str, int]:
    query = (
        select(accounts.c.table_id, func.sum(accounts.c.balance))
        .where(accounts.c.table_id.in_(ids), accounts.c.kind.in_(("pot", "carried")))
        .group_by(accounts.c.table_id)
    )
    return {table: int(chips) for table, chips in await connection.execute(query)}


def _standing(powers: Powers, table: str) -> dict[str, Any] | None:
    standing = powers.standing(table)
    return standing and {
        "hand": standing.hand,
        "playing": standing.playing,
        "seated": list(standing.seated),
    }


async def some_reports(database: Database, asked: ReportsAsked) -> dict[str, Any]:
    """The newest reports, with the names of whom they are about, and how many wait."""
    query = select(reports).order_by(reports.c.id.desc()).limit(PAGE)
    if asked.state is not None:
        query = query.where(reports.c.state == asked.state)
    if asked.before is not None:
        query = query.where(reports.c.id < asked.before)
    waiting = select(func.count()).select_from(reports).where(reports.c.state == "new")
    with translated():
        async with database.reading() as connection:
            found = [dict(row) for row in (await connection.execute(query)).mappings()]
            ids = [row[key] for row in found for key in ("reporter", "player_id", "table_id")]
            names = await names_of(connection, ids)
            count = await connection.scalar(waiting)
    following = found[-1]["id"] if len(found) == PAGE else None
    return {"reports": found, "names": names, "waiting": count, "next": following}
