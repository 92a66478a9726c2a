"""What went into and out of pots since they were last empty: for whoever opens them to their coins.

Enters: pots, by table and name. Leaves: rows of the ledger for each, in order.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import Select, and_, bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import transfers
from app.db.transfers import account_from
from engine.table.money import AccountKind

_T = transfers.c
_PAID = ("award", "split", "refund")
_KINDS = (AccountKind.POT, AccountKind.CARRIED)
_SIDES = (_T.debit, _T.credit)
STATEMENTS = 64
"""That are kept: to put one together for a page of fifty pots takes as long as to open them."""

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
    names = {f"{kind}/{place[0]}/{place[1]}": place for place in places for kind in _KINDS}
    if not names:
        return {}
    newest = func.max(_T.id).label("newest")
    paid = select(_T.debit, newest).where(_T.debit.in_(names), _T.reason.in_(_PAID))
    last = dict.fromkeys(places, 0)
    for row in await connection.execute(paid.group_by(_T.debit)):
        last[names[row.debit]] = max(row.newest, last[names[row.debit]])
    asked: dict[str, Any] = {}
    for number, (name, place) in enumerate(names.items()):
        asked |= {f"name{number}": name, f"then{number}": last[place]}
    rows: dict[Place, list[Any]] = {place: [] for place in places}
    for row in await connection.execute(_since(len(names)), asked):
        for place in {names[name] for name in (row.debit, row.credit) if name in names}:
            rows[place].append(row)
    return rows


@lru_cache(STATEMENTS)
def _since(count: int) -> Select[Any]:
    """The rows of so many accounts, each since a row of its own."""
    either = [
        and_(side == bindparam(f"name{number}"), _T.id > bindparam(f"then{number}"))
        for number in range(count)
        for side in _SIDES
    ]
    return select(transfers).where(or_(*either)).order_by(_T.id)
