"""The chips of one table as they were after any of its entries."""

from typing import Any

from app.db.engine import Database
from app.db.faults import translated
from app.ledger.books import Books
from app.ledger.reading import Reading
from app.ledger.tables_check import TablesCheck
from app.ledger.verdict import Verdict
from engine.table.receipts import told


class NoSuchEntry(Exception):
    """The table hasn't come so far, or there is no such table."""


async def balances_at(database: Database, table: str, seq: int) -> dict[str, Any]:
    """Each account of the table, and whose coins lie in each pot, rebuilt from the journal.

    `ok` says whether everything up to there is what it was. Raises `NoSuchEntry`,
    `JournalAway`.
    """
    with translated():
        async with database.reading() as connection:
            books, verdict = Books(), Verdict()
            reading = Reading(connection, table=table)
            check = await TablesCheck(reading, {}, books, verdict).until(table, seq)
    if check is None:
        raise NoSuchEntry(f"there is no entry {seq} of {table}")
    balances = books.of_table(table)
    return {
        "ok": verdict.ok,
        "table": table,
        "entry": seq,
        "balances": balances,
        "sum": sum(balances.values()),
        "pots": [told(pot) for pot in check.receipts.open.values()],
        "wrong": [finding.as_json() for finding in verdict.findings.first],
    }
