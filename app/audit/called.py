"""What ids are called: players by their names, tables by theirs."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from app.bots import is_bot
from app.db.schema import hands
from app.people_schema import lobby_tables, players


async def names_of(connection: AsyncConnection, ids: Iterable[str | None]) -> dict[str, str]:
    """The names of those that have one; bots have none beyond their hands: see `bots_of`."""
    wanted = sorted({one for one in ids if one})
    people = select(players.c.id, players.c.name).where(players.c.id.in_(wanted))
    called = select(lobby_tables.c.table_id, lobby_tables.c.name).where(
        lobby_tables.c.table_id.in_(wanted)
    )
    found = [tuple(row) for query in (people, called) for row in await connection.execute(query)]
    return dict(found)


async def bots_of(connection: AsyncConnection, tables: Iterable[str | None]) -> dict[str, str]:
    """What bots are called at tables, in the last hand that is over, by `table/bot`.

    A bot's id is that of its place, so it is another one at each table.
    """
    column = hands.c
    wanted = sorted({one for one in tables if one})
    over = (column.table_id.in_(wanted)) & (column.status != "running")
    last = select(column.table_id, func.max(column.hand)).where(over).group_by(column.table_id)
    query = select(column.table_id, column.players, column.file).where(
        tuple_(column.table_id, column.hand).in_(last)
    )
    return {
        f"{row.table_id}/{player}": name
        for row in await connection.execute(query)
        for player, name in zip(row.players, row.file["seats"], strict=True)
        if is_bot(player)
    }


def begins_with(name: ColumnElement[str], search: str) -> ColumnElement[bool]:
    """Whether a name begins so, in large or small letters."""
    return func.lower(name).startswith(search.lower(), autoescape=True)


def is_called(search: str) -> ColumnElement[bool]:
    """Whether a table of the lobby has this id or code, or a name that begins so."""
    table = lobby_tables.c
    code = table.code == search.upper()
    return (table.table_id == search) | code | begins_with(table.name, search)


def owner_of(account: str) -> str | None:
    """The player whose account this is; None of banks and pots."""
    kind, *parts = account.split("/")
    return parts[-1] if kind in ("wallet", "stack") else None
