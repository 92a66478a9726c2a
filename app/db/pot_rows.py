"""What went into and out of pots since they were last empty: for whoever opens them to their coins.

Enters: pots, by table and name. Leaves: rows of the ledger for each, in order.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import transfers
from app.db.transfers import account_from
from engine.table.money import AccountKind

_T = transfers.c
_PAID = ("award", "split", "refund")
_KINDS = (AccountKind.POT, AccountKind.CARRIED)
_POTS = tuple(f"{kind}/" for kind in _KINDS)
_SIDES = (_T.debit, _T.credit)

Place: TypeAlias = tuple[str | None, str]
"""A table and the name of a pot there: two accounts, in the hand and between hands."""


def place_of(name: str) -> Place:
    """Of a pot's account, its place."""
    account = account_from(name)
    return account.table, account.owner


async def rows_of_pots(
    connection: AsyncConnection, places: Sequence[Place]
) -> dict[Place, list[Any]]:
    """What went into and out of each pot since chips were last paid out of it: it was empty then.

    Two statements for a whole page; each account's rows are found by its indexes.
    """
    names = {place: [f"{kind}/{place[0]}/{place[1]}" for kind in _KINDS] for place in places}
    if not names:
        return {}
    every = [name for pair in names.values() for name in pair]
    newest = func.max(_T.id).label("newest")
    paid = select(_T.debit, newest).where(_T.debit.in_(every), _T.reason.in_(_PAID))
    found = await connection.execute(paid.group_by(_T.debit))
    last = {row.debit: row.newest for row in found}
    since = []
    for pair in names.values():
        then = max(last.get(name, 0) for name in pair)
        since += [and_(side == name, _T.id > then) for name in pair for side in _SIDES]
    rows: dict[Place, list[Any]] = defaultdict(list)
    for row in await connection.execute(select(transfers).where(or_(*since)).order_by(_T.id)):
        for place in {place_of(name) for name in (row.debit, row.credit) if name.startswith(_POTS)}:
            rows[place].append(row)
    return rows
