"""Open and carried pots, each with the coins in it and their age."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from app.db.engine import Database
from app.db.faults import translated
from app.db.pot_rows import place_of, rows_of_pots
from app.db.schema import OPEN_POT, accounts
from app.db.transfers import account_from, transfer_from
from app.receipts import pot_told
from engine.table.money import AccountKind
from engine.table.receipts import BadRow, Receipts

PAGE = 50  # pots in one answer


async def open_pots(database: Database, after: str | None = None) -> dict[str, Any]:
    """Pots with chips in them, in order of their accounts, fifty at a time."""
    query = select(accounts.c.id, accounts.c.balance).where(OPEN_POT).order_by(accounts.c.id)
    if after is not None:
        query = query.where(accounts.c.id > after)
    with translated():
        async with database.reading() as connection:
            found = (await connection.execute(query.limit(PAGE))).all()
            moved = await rows_of_pots(connection, [place_of(row.id) for row in found])
    told = [_opened(row.id, row.balance, moved[place_of(row.id)]) for row in found]
    return {"pots": told, "next": found[-1].id if len(found) == PAGE else None}


def _opened(name: str, chips: int, rows: Sequence[Any]) -> dict[str, Any]:
    """One pot, coin by coin."""
    account = account_from(name)
    receipts, since = Receipts(), None
    for row in rows:
        if row.table_id != account.table:
            continue
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
