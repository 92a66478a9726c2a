"""Open and carried pots, each with the coins in it and their age."""

from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import OPEN_POT, accounts, transfers
from app.db.transfers import account_from, transfer_from
from app.receipts import pot_told
from engine.table.money import AccountKind
from engine.table.receipts import BadRow, Receipts

PAGE = 50  # pots in one answer
_T = transfers.c
_PAID = ("award", "split", "refund")


async def open_pots(database: Database, after: str | None = None) -> dict[str, Any]:
    """Pots with chips in them, in order of their accounts, fifty at a time."""
    query = (
        select(accounts.c.id, accounts.c.balance)
        .where(OPEN_POT)
        .order_by(accounts.c.id)
        .limit(PAGE)
    )
    if after is not None:
        query = query.where(accounts.c.id > after)
    with translated():
        async with database.reading() as connection:
            found = (await connection.execute(query)).all()
            told = [await _opened(connection, row.id, row.balance) for row in found]
    return {"pots": told, "next": found[-1].id if len(found) == PAGE else None}


async def _opened(connection: AsyncConnection, name: str, chips: int) -> dict[str, Any]:
    """One pot. Its coins came since chips were last paid out of it; it was empty then."""
    account = account_from(name)
    pair = [f"{kind}/{account.table}/{account.owner}" for kind in ("pot", "carried")]
    paid = select(func.max(_T.id)).where(_T.debit.in_(pair), _T.reason.in_(_PAID))
    last = await connection.scalar(paid) or 0
    rows = select(transfers).where(
        _T.id > last, or_(_T.debit.in_(pair), _T.credit.in_(pair)), _T.table_id == account.table
    )
    receipts, since = Receipts(), None
    for row in await connection.execute(rows.order_by(_T.id)):
        since = since if receipts.open else row.at
        try:
            receipts.feed(transfer_from(row))
        except (BadRow, ValueError) as bad:
            return {"account": name, "chips": chips, "bad": f"row {row.id}: {bad}"}
    pot = receipts.open.get(account)
    kind = "carried" if account.kind is AccountKind.CARRIED else "open"
    if pot is None or pot.left != chips:
        return {"account": name, "chips": chips, "bad": "its coins don't come to its chips"}
    told = pot_told(pot, kind)
    return {"account": name, "table": account.table, "chips": chips, "since": since, **told}
