"""The ledger held against itself, by the database's own sums; `desmoche verify` reads every row.

Enters: a database. Leaves: the accounts that don't add up.
"""

from sqlalchemy import text

from app.db.engine import Database

WRONG = text("""
    SELECT id FROM accounts WHERE balance IS NOT NULL
    AND balance <> (SELECT COALESCE(SUM(amount), 0) FROM transfers WHERE credit = accounts.id)
        - (SELECT COALESCE(SUM(amount), 0) FROM transfers WHERE debit = accounts.id)
    ORDER BY id
""")


async def unsound(database: Database) -> list[str]:
    """Ids of accounts whose balance isn't what their transfers add up to: none, ever."""
    async with database.reading() as connection:
        return list(await connection.scalars(WRONG))
