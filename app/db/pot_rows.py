"""What went into and out of pots since they were last empty: for whoever opens them to their coins.

Enters: pots, by table and name. Leaves: rows of the ledger for each, in order.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import Select, and_, bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import accounts, transfers
from app.db.transfers import account_from
from engine.table.money import AccountKind

_T = transfers.c
_PAID = ("award", "split", "refund")
_KINDS = (AccountKind.POT, AccountKind.CARRIED)
_SIDES = (_T.debit, _T.credit)
# From its newest row back to the first that fits, by an index: a pot may be thousands of hands old.
_NEWEST = select(_T.id).where(_T.debit == accounts.c.id, _T.reason.in_(_PAID))
_LAST_PAID = select(
    accounts.c.id, _NEWEST.order_by(_T.id.desc()).limit(1).scalar_subquery().label("paid")
)
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
    last = dict.fromkeys(places, 0)
    for row in await connection.execute(_LAST_PAID.where(accounts.c.id.in_(names))):
        last[names[row.id]] = max(row.paid or 0, last[names[row.id]])
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
