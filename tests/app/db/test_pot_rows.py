"""The rows of pots, on either database, are what all rows of the ledger say they are."""

from typing import Any

from sqlalchemy import select

from app.db.engine import Database
from app.db.pot_rows import place_of, rows_of_pots
from app.db.schema import transfers
from tests.app.ledger.stored import keep, some_tables


def since_it_was_empty(rows: list[Any], table: str | None, name: str) -> list[int]:
    """Ids of the rows of a pot after the last one that paid chips out of it."""
    accounts = {f"{kind}/{table}/{name}" for kind in ("pot", "carried")}
    found: list[int] = []
    for row in rows:
        if accounts & {row.debit, row.credit}:
            found.append(row.id)
        if row.debit in accounts and row.reason in {"award", "split", "refund"}:
            found.clear()
    return found


async def test_rows_since_a_pot_was_last_paid_out(database: Database) -> None:
    await keep(database, some_tables())
    async with database.reading() as connection:
        rows = list(await connection.execute(select(transfers).order_by(transfers.c.id)))
        names = {side for row in rows for side in (row.debit, row.credit)}
        pots = sorted({place_of(name) for name in names if name.startswith(("pot/", "carried/"))})
        found = await rows_of_pots(connection, pots)
    wanted = {place: since_it_was_empty(rows, *place) for place in pots}
    assert {place: [row.id for row in found[place]] for place in pots} == wanted
    assert any(wanted.values())
    assert not all(wanted.values())
