"""Accounts of auditors and operators, made on the command line by whoever runs the server.

Enters: a username, a role. Leaves: a sentence; the deed is in the operators' log. Whoever can run
this can read the database anyway, so no password of an operator is asked for.
"""

import time
from collections.abc import Awaitable, Callable
from enum import StrEnum

from sqlalchemy import delete, update

from app.accounts.passwords import Passwords, folded, password_from, username_from
from app.accounts.store import account_by_username, add_player, keep_password
from app.audit.log import COMMAND_LINE, Deed, write_down
from app.db.engine import Database, open_database
from app.db.faults import translated
from app.db.migrate import make_ready
from app.names import sentence_from
from app.people_schema import players, sessions


class Role(StrEnum):
    """What somebody may do."""

    PLAYER = "player"
    AUDITOR = "auditor"
    OPERATOR = "operator"


class CannotAdminister(Exception):
    """What was asked for can't be done; the message says why."""


async def administered(url: str, deed: Callable[[Database], Awaitable[str]]) -> str:
    """Do something to a database that is up to date. Raises `CannotOpen`."""
    database = open_database(url)
    try:
        await make_ready(database)
        return await deed(database)
    finally:
        await database.close()


async def create(database: Database, username: str, password: str, role: Role, why: str) -> str:
    """A new account with a role. Raises `CannotAdminister` if the username is taken, or no name."""
    try:
        name = username_from(username)
        secret = await Passwords().hash(password_from(password))
        why = sentence_from(why)
    except ValueError as error:
        raise CannotAdminister(str(error)) from None
    now = _now()
    with translated():
        async with database.writing() as connection:
            there = await account_by_username(connection, folded(name))
            if there is None:
                player = await add_player(connection, name, now)
                await keep_password(connection, player, name, folded(name), (secret, now))
                await connection.execute(
                    update(players).where(players.c.id == player).values(role=role.value)
                )
                await write_down(connection, Deed(now, COMMAND_LINE, f"make {role}", player, why))
    if there is not None:
        raise CannotAdminister(f"{name} is there already; desmoche admin role changes what it may")
    return f"{name} may sign in as {role}."


async def give_role(database: Database, username: str, role: Role, why: str) -> str:
    """Another role; all its sessions end, so none means more than when it began."""
    try:
        username, why = username_from(username), sentence_from(why)
    except ValueError as error:
        raise CannotAdminister(str(error)) from None
    now = _now()
    with translated():
        async with database.writing() as connection:
            account = await account_by_username(connection, folded(username))
            if account is not None:
                mine = players.c.id == account.id
                await connection.execute(update(players).where(mine).values(role=role.value))
                await connection.execute(delete(sessions).where(sessions.c.player_id == account.id))
                deed = Deed(now, COMMAND_LINE, f"role {role}", account.id, why)
                await write_down(connection, deed)
    if account is None:
        raise CannotAdminister(f"nobody signs in as {username}")
    return f"{account.username} is {role} now, and must sign in again."


def _now() -> int:
    return time.time_ns() // 1_000
