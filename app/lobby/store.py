"""Rows of the lobby: how a table is found, and whether it is still open.

Enters: a connection within a transaction. Leaves: rows. Never here: what goes on at a table.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import accounts, entries, tables
from app.people_schema import lobby_tables, players
from engine.table.carried import MAIN
from engine.table.money import AccountKind

_columns = lobby_tables.c


class Row(NamedTuple):
    """An open table, as the lobby knows it."""

    id: str
    code: str
    name: str
    public: bool
    quick: bool
    owner: str
    preset: str
    seats: int
    bet: int
    buy_in_least: int
    buy_in_most: int
    touched_at: int
    practice: bool = False
    request: str | None = None

    @property
    def path(self) -> str:
        """The link to share."""
        return f"/t/{self.code}"


class Books(NamedTuple):
    """What the ledger tells of a table that is not in memory: who has chips there, the pot."""

    people: tuple[str, ...] = ()
    carried: int = 0


_ROW = (
    _columns.table_id,
    _columns.code,
    _columns.name,
    _columns.public,
    _columns.quick,
    _columns.owner,
    _columns.preset,
    _columns.seats,
    _columns.bet,
    _columns.buy_in_least,
    _columns.buy_in_most,
    _columns.touched_at,
    _columns.practice,
    _columns.request,
)
_OPEN = _columns.closed_at.is_(None)
_NEWEST = (_columns.created_at.desc(), _columns.table_id)


async def add_row(connection: AsyncConnection, row: Row) -> None:
    """A table is there to be found. Refused by the database if an open one has its code, or one
    of the same owner, open or closed, its request."""
    values = {**row._asdict(), "table_id": row.id, "created_at": row.touched_at}
    del values["id"]
    await connection.execute(insert(lobby_tables), values)


async def row_of(connection: AsyncConnection, table: str) -> Row | None:
    """An open table by its id."""
    return await _one(connection, _columns.table_id == table)


async def row_by_code(connection: AsyncConnection, code: str) -> Row | None:
    """An open table by its code."""
    return await _one(connection, _columns.code == code)


async def opened_for(connection: AsyncConnection, owner: str, request: str) -> str | None:
    """The id of the table that this request of a player has opened; it may have closed since."""
    mine = (_columns.owner == owner) & (_columns.request == request)
    found: str | None = await connection.scalar(select(_columns.table_id).where(mine))
    return found


async def rows_of_owner(connection: AsyncConnection, owner: str) -> list[Row]:
    """The open tables that a player made, the newest first."""
    query = select(*_ROW).where(_OPEN, _columns.owner == owner).order_by(*_NEWEST)
    found = await connection.execute(query)
    return [Row._make(each) for each in found]


async def rows_with_stack(connection: AsyncConnection, player: str) -> list[Row]:
    """The open tables at which a player has chips, the newest first."""
    stacks = select(accounts.c.table_id).where(
        accounts.c.owner == player,
        accounts.c.kind == AccountKind.STACK.value,
        accounts.c.balance > 0,
    )
    query = select(*_ROW).where(_OPEN, _columns.table_id.in_(stacks)).order_by(*_NEWEST)
    found = await connection.execute(query)
    return [Row._make(each) for each in found]


async def newest_public(connection: AsyncConnection, most: int) -> list[Row]:
    """Public tables, the newest first."""
    query = select(*_ROW).where(_OPEN, _columns.public).order_by(*_NEWEST)
    return [Row._make(each) for each in await connection.execute(query.limit(most))]


async def books_of(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, Books]:
    """The books of tables, one query for all; bots own stacks too, and are no people."""
    query = (
        select(accounts.c.table_id, accounts.c.kind, accounts.c.balance, players.c.name)
        .select_from(accounts.outerjoin(players, players.c.id == accounts.c.owner))
        .where(
            accounts.c.table_id.in_(ids),
            accounts.c.balance > 0,
            (players.c.id.is_not(None) & (accounts.c.kind == AccountKind.STACK.value))
            | ((accounts.c.owner == MAIN) & (accounts.c.kind == AccountKind.CARRIED.value)),
        )
        .order_by(accounts.c.id)
    )
    found = dict.fromkeys(ids, Books())
    for table, kind, balance, name in await connection.execute(query):
        books = found[table]
        found[table] = (
            books._replace(people=(*books.people, name))
            if kind == AccountKind.STACK.value
            else books._replace(carried=balance)
        )
    return found


async def untouched(connection: AsyncConnection, since: int, most: int) -> list[Row]:
    """Open tables that have slept longest, not touched `since` then."""
    query = select(*_ROW).where(_OPEN, _columns.touched_at < since).order_by(_columns.touched_at)
    return [Row._make(each) for each in await connection.execute(query.limit(most))]


async def interrupted(connection: AsyncConnection) -> list[str]:
    """Ids of open tables in which something happened since they were last let go asleep."""
    last = tables.join(
        entries, (entries.c.table_id == tables.c.id) & (entries.c.seq == tables.c.seq)
    )
    query = (
        select(_columns.table_id)
        .select_from(lobby_tables.join(last, tables.c.id == _columns.table_id))
        .where(_OPEN, entries.c.at > _columns.touched_at)
        .order_by(entries.c.at.desc())
    )
    return list(await connection.scalars(query))


async def count_open(connection: AsyncConnection) -> int:
    """How many tables are open, asleep or awake."""
    return int(await connection.scalar(select(func.count()).where(_OPEN)) or 0)


async def mark_closed(connection: AsyncConnection, table: str, now: int) -> None:
    """A table is found no more, and its code is free."""
    closing = update(lobby_tables).where(_columns.table_id == table, _OPEN)
    await connection.execute(closing.values(closed_at=now))


async def touch(connection: AsyncConnection, table: str, now: int) -> None:
    """Somebody was there until now."""
    await connection.execute(
        update(lobby_tables).where(_columns.table_id == table).values(touched_at=now)
    )


async def _one(connection: AsyncConnection, which: ColumnElement[bool]) -> Row | None:
    found = (await connection.execute(select(*_ROW).where(_OPEN, which))).one_or_none()
    return None if found is None else Row._make(found)
