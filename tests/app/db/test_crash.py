"""A worker killed at any point of a commit leaves all of a batch, or nothing of it."""

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from sqlalchemy import func, select

from app.db.engine import open_database
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from app.db.schema import hands
from tests.app.db import dying
from tests.app.db.storage import Storage, pot, seat
from tests.app.db.sums import unsound

NOTHING, ALL = (1, 0, 0), (2, dying.ANTE, 1)
MOST_POINTS = 50  # far more than a commit has, so that a child that never survives is noticed


async def prepare(url: str) -> None:
    """Each table has one entry and someone with chips."""
    database = open_database(url)
    async with DatabaseJournal(database) as journal:
        for table in dying.TABLES:
            await seat(Storage(journal, Ledger(database)), "ana", 100, table)
    await database.close()


async def left_behind(url: str) -> set[tuple[int, int, int]]:
    """For each table its entries, the chips in its pot and its hands; the books are sound."""
    database = open_database(url)
    journal, ledger = DatabaseJournal(database), Ledger(database)
    found = set()
    for table in dying.TABLES:
        async with database.reading() as connection:
            kept = await connection.scalar(
                select(func.count()).select_from(hands).where(hands.c.table_id == table)
            )
        entries = len(await journal.read(table))
        found.add((entries, await ledger.balance(pot(table)), kept or 0))
    assert await unsound(database) == []
    await database.close()
    return found


@pytest.fixture
def children(database_url: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.app.db.dying", database_url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def let_die(children: subprocess.Popen[str], point: int) -> int:
    assert children.stdin is not None
    assert children.stdout is not None
    children.stdin.write(f"{point}\n")
    children.stdin.flush()
    return int(children.stdout.readline())


async def test_all_or_nothing(database_url: str, children: subprocess.Popen[str]) -> None:
    """Killed before the COMMIT: nothing. After it: all, and so it stays when the next owner
    of the same entries, not knowing, commits them again and is killed in turn."""
    await prepare(database_url)
    outcomes: list[set[tuple[int, int, int]]] = []
    while (status := let_die(children, len(outcomes) + 1)) and len(outcomes) < MOST_POINTS:
        assert status == -signal.SIGKILL
        outcomes.append(await left_behind(database_url))
    assert status == 0
    done = outcomes.index({ALL})
    # At least: entries, accounts (sought, opened), transfers, hands, COMMIT.
    assert done >= 6
    assert outcomes == [{NOTHING}] * done + [{ALL}] * (len(outcomes) - done)
    assert await left_behind(database_url) == {ALL}
