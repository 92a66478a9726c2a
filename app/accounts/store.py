"""Rows of people: players and their passwords.

Enters: a connection within a transaction. Leaves: rows. Never here: what is allowed.
"""

import secrets
from typing import NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import UPSERT
from app.people_schema import passwords, players, suspensions

ID_BYTES = 8  # so many ids exist that two are never drawn alike


class Account(NamedTuple):
    """A player with what belongs to signing in; `hash` and `username` are None for a guest."""

    id: str
    name: str
    role: str
    username: str | None
    hash: str | None


_ACCOUNT = select(
    players.c.id, players.c.name, players.c.role, passwords.c.username, passwords.c.hash
).join_from(players, passwords, isouter=True)


async def add_player(connection: AsyncConnection, name: str, now: int) -> str:
    """A new player; returns the id."""
    player = f"p{secrets.token_hex(ID_BYTES)}"
    row = {"id": player, "name": name, "role": "player", "created_at": now}
    await connection.execute(insert(players), row)
    return player


async def rename_player(connection: AsyncConnection, player: str, name: str) -> None:
    """Another name for the same player."""
    await connection.execute(update(players).where(players.c.id == player).values(name=name))


async def keep_password(
    connection: AsyncConnection, player: str, username: str, folded: str, secret: tuple[str, int]
) -> None:
    """The player signs in by this from now on; `secret` is the hash and when it was made."""
    values = {"username": username, "folded": folded, "hash": secret[0], "changed_at": secret[1]}
    keeping = UPSERT[connection.dialect.name](passwords).values(player_id=player, **values)
    await connection.execute(
        keeping.on_conflict_do_update(index_elements=["player_id"], set_=values)
    )


async def account_by_id(connection: AsyncConnection, player: str) -> Account:
    """A player that is known to be there."""
    found = await connection.execute(_ACCOUNT.where(players.c.id == player))
    return Account._make(found.one())


async def is_suspended(connection: AsyncConnection, player: str) -> bool:
    """Whether an operator lets this player not sign in now."""
    query = select(suspensions.c.at).where(suspensions.c.player_id == player)
    return await connection.scalar(query) is not None


async def account_by_username(connection: AsyncConnection, folded: str) -> Account | None:
    """Whoever has this username."""
    found = await connection.execute(_ACCOUNT.where(passwords.c.folded == folded))
    row = found.one_or_none()
    return None if row is None else Account._make(row)
