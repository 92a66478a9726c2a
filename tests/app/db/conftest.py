"""Storage of every kind, for the contract that they share."""

from collections.abc import AsyncIterator

import pytest

from app.db.engine import open_database
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from tests.app.db.storage import Storage
from tests.memory_journal import MemoryJournal, MemoryLedger


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def storage_url(request: pytest.FixtureRequest) -> str | None:
    """Where to store; None is in memory."""
    if request.param == "memory":
        return None
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
async def storage(storage_url: str | None) -> AsyncIterator[Storage]:
    """An empty journal and ledger: in memory, on SQLite, on Postgres."""
    if storage_url is None:
        in_memory = MemoryLedger()
        yield Storage(MemoryJournal(in_memory), in_memory)
        return
    database = open_database(storage_url)
    async with DatabaseJournal(database) as journal:
        yield Storage(journal, Ledger(database))
    await database.close()
