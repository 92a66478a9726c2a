"""Who else serves from the same Postgres: workers who share its tables, or nobody.

Enters: a database, and whether this server shares. Leaves: nothing, while it has its place there.
Never here: whose table is whose; two that do not know of each other would only take each table
from one another, again and again. An SQLite file has a claim of its own (`engine`).
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import text

from app.db.engine import CannotOpen, Database

_PLACE = 5_643_188  # an advisory lock, as in `migrate`
_SHARED, _ALONE = "pg_try_advisory_lock_shared", "pg_try_advisory_lock"


@asynccontextmanager
async def in_company(database: Database, *, shares: bool) -> AsyncIterator[None]:
    """Be one of those who share, or the only one; raises `CannotOpen` beside the others.

    The place is that of a connection, so it ends with whoever had it; seen to at the start alone.
    """
    if database.on_sqlite:
        yield
        return
    async with database.writer.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        lock = _SHARED if shares else _ALONE
        if not await connection.scalar(text(f"SELECT {lock}({_PLACE})")):
            raise CannotOpen(
                "another server uses this database: give all of them the same REDIS_URL, "
                "so that they share its tables, or end the other one"
            )
        try:
            yield
        finally:
            await connection.invalidate()  # in the pool it would keep its place
