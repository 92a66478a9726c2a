"""Who was dealt into which hand, seat by seat: for whoever says at which seat a coin was put in.

Enters: hands, by table; the antes of those that are being played. Leaves: their players in the
order of seats. Of a running hand nothing is read but who paid an ante, which everybody there sees.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias

from sqlalchemy import and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import hands
from app.db.transfers import account_from

AT_ONCE = 400
"""Hands asked for in one statement: databases bound how many values and how many OR it may have."""

DealtAt: TypeAlias = dict[str, dict[int, list[str]]]
"""By table, by hand: ids of players, by seat."""


async def dealt_into(
    connection: AsyncConnection, wanted: Mapping[str, Collection[int]], antes: Iterable[Any] = ()
) -> DealtAt:
    """The players of these hands of these tables.

    A hand is kept once it is over. Of one that isn't, `antes` say it, rows of the ledger: R8.1,
    each seat's in turn.
    """
    found: DealtAt = {table: {} for table in wanted}
    for row in antes:
        players = found.setdefault(row.table_id, {}).setdefault(row.hand, [])
        players.append(account_from(row.debit).owner)
    pairs = sorted((table, hand) for table, numbers in wanted.items() for hand in numbers)
    for start in range(0, len(pairs), AT_ONCE):
        some: dict[str, list[int]] = {}
        for table, hand in pairs[start : start + AT_ONCE]:
            some.setdefault(table, []).append(hand)
        either = (
            and_(hands.c.table_id == table, hands.c.hand.in_(of)) for table, of in some.items()
        )
        query = select(hands.c.table_id, hands.c.hand, hands.c.players).where(or_(*either))
        for row in await connection.execute(query):
            found[row.table_id][row.hand] = row.players
    return found
