"""What chips are people's own: the one place that says so, for themselves and for operators.

Enters: players. Leaves: their chips, in wallets and in stacks. Never here: stacks on a table of
practice that they opened; those are the bank's (docs/histories.md).
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import accounts
from app.people_schema import lobby_tables
from engine.table.money import AccountKind


class Holdings(NamedTuple):
    """A player's chips, in the wallet and in stacks at tables."""

    wallet: int = 0
    at_tables: int = 0


async def holdings_of(connection: AsyncConnection, players: Collection[str]) -> dict[str, Holdings]:
    """The chips of each of these players."""
    practice = select(lobby_tables.c.table_id).where(
        lobby_tables.c.table_id == accounts.c.table_id,
        lobby_tables.c.owner == accounts.c.owner,
        lobby_tables.c.practice,
    )
    query = (
        select(accounts.c.owner, accounts.c.kind, func.sum(accounts.c.balance))
        .where(accounts.c.owner.in_(players), accounts.c.kind.in_(("wallet", "stack")))
        .where(~practice.exists())
        .group_by(accounts.c.owner, accounts.c.kind)
    )
    found = dict.fromkeys(players, Holdings())
    for owner, kind, held in await connection.execute(query):
        field = "wallet" if kind == AccountKind.WALLET else "at_tables"
        found[owner] = found[owner]._replace(**{field: int(held)})
    return found
