"""The database goes away: nothing is lost, nothing is done twice, and tables hear the truth."""

import asyncio
import resource
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, text

from app.db.engine import Database, open_database
from app.db.entries import is_stored, store
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from engine.table.journal import Fenced, JournalAway
from tests.app.db.storage import NOW, Owner, Storage, move, own, pot, seat, stack, until_waiting
from tests.app.db.watching import Commit, at_next_commit
from tests.services import OwnPostgres


@pytest.fixture
async def storage(database: Database) -> AsyncIterator[Storage]:
    async with DatabaseJournal(database) as journal:
        yield Storage(journal, Ledger(database))


def lose(_: object) -> None:
    raise ConnectionResetError("the cable is out")


def commit_and_lose(commit: Commit) -> None:
    """The COMMIT arrives; the answer to it does not."""
    commit()
    lose(commit)


# --- an outcome that nobody told ------------------------------------------------------


async def test_lost_before_the_commit(
    storage: Storage, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = await seat(storage, "ana", 100)
    ante = owner.entry(move(stack("ana"), pot(), 5))
    at_next_commit(database, lose, monkeypatch.setattr)
    with pytest.raises(JournalAway):
        await storage.journal.commit(ante)
    assert await storage.ledger.balance(pot()) == 0
    await storage.journal.commit(ante)
    assert await storage.ledger.balance(pot()) == 5


async def test_lost_after_the_commit(
    storage: Storage, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal looks, and finds the whole batch."""
    owners = [await seat(storage, "ana", 100, table) for table in ("t1", "t2")]
    at_next_commit(database, commit_and_lose, monkeypatch.setattr)
    batch = [owner.entry(move(stack("ana", owner.table), pot(owner.table), 5)) for owner in owners]
    await asyncio.gather(*(storage.journal.commit(entry) for entry in batch))
    for owner, entry in zip(owners, batch, strict=True):
        assert (await storage.journal.read(owner.table))[-1] == entry
        assert await storage.ledger.balance(pot(owner.table)) == 5


async def test_lost_after_the_commit_and_not_to_be_asked(
    storage: Storage, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stored, though nobody could know: the same entry again is a success, another fenced."""
    owner = await seat(storage, "ana", 100)
    ante = owner.entry(move(stack("ana"), pot(), 5))

    def commit_and_stay_away(commit: Commit) -> None:
        event.listen(database.writer.sync_engine, "begin", lose, once=True)
        commit_and_lose(commit)

    at_next_commit(database, commit_and_stay_away, monkeypatch.setattr)
    with pytest.raises(JournalAway):
        await storage.journal.commit(ante)
    with pytest.raises(Fenced):
        await storage.journal.commit(owner.entry(body={"do": "retire"}))
    await storage.journal.commit(ante)
    assert await storage.ledger.balance(pot()) == 5
    assert len(await storage.journal.read("t1")) == 2


async def test_asking_waits_for_a_commit_on_its_way(postgres_url: str) -> None:
    database = open_database(postgres_url)
    journal = DatabaseJournal(database)
    entry = Owner("t1", await journal.take_over("t1")).entry()

    async def ask() -> bool:
        async with database.writing() as connection:
            return await is_stored(connection, entry)

    async with database.writing() as connection:
        await store(connection, [entry])
        asking = asyncio.create_task(ask())
        await until_waiting(database, 1)
    assert await asking
    await database.close()


# --- a disk that is full --------------------------------------------------------------


@contextmanager
def small_file(path: Path) -> Iterator[None]:
    """The system refuses to let any file of this process grow beyond the log's size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = path.with_name(path.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 4096, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def pages(database: Database, most: int | None) -> None:
    async with database.writing() as connection:
        count = await connection.scalar(text("PRAGMA page_count")) if most is None else most
        await connection.execute(text(f"PRAGMA max_page_count = {count}"))


@pytest.mark.parametrize("filled", ["the file may not grow", "sqlite may use no more pages"])
async def test_a_disk_that_is_full(sqlite_url: str, tmp_path: Path, filled: str) -> None:
    database = open_database(sqlite_url)
    async with DatabaseJournal(database) as journal:
        storage = Storage(journal, Ledger(database))
        owners = [await seat(storage, "ana", 100, table) for table in ("t1", "t2")]
        batch = [owner.entry(body={"long": "x" * 200_000}) for owner in owners]
        commits = [journal.commit(entry) for entry in batch]
        if filled == "the file may not grow":
            with small_file(tmp_path / "desmoche.sqlite3"):
                said = await asyncio.gather(*commits, return_exceptions=True)
        else:
            await pages(database, None)
            said = await asyncio.gather(*commits, return_exceptions=True)
            await pages(database, 1_000_000)
        assert [type(error) for error in said] == [JournalAway, JournalAway]
        assert [len(await journal.read(owner.table)) for owner in owners] == [1, 1]
        await asyncio.gather(*(journal.commit(entry) for entry in batch))
        assert [len(await journal.read(owner.table)) for owner in owners] == [2, 2]
    await database.close()


# --- Postgres stops -------------------------------------------------------------------


@pytest.fixture
async def mortal_database(mortal_url: str) -> AsyncIterator[Database]:
    database = open_database(mortal_url)
    yield database
    await database.close()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_postgres_stops_and_comes_back(
    mortal: OwnPostgres, mortal_database: Database, mode: str
) -> None:
    ledger = Ledger(mortal_database)
    async with DatabaseJournal(mortal_database) as journal:
        owner = await seat(Storage(journal, ledger), "ana", 100)
        ante = owner.entry(move(stack("ana"), pot(), 5))
        mortal.stop(mode)
        for act in (
            journal.commit(ante),
            journal.take_over("t1"),
            journal.read("t1"),
            ledger.balance(pot()),
            ledger.grant("ana", 1, "more", NOW),
        ):
            with pytest.raises(JournalAway):
                await act
        mortal.start()
        await journal.commit(ante)
        assert await ledger.balance(pot()) == 5
        assert (await journal.read("t1"))[-1] == ante


async def test_postgres_dies_during_a_commit(
    mortal: OwnPostgres, mortal_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = Ledger(mortal_database)
    async with DatabaseJournal(mortal_database) as journal:
        owner = await seat(Storage(journal, ledger), "ana", 100)
        ante = owner.entry(move(stack("ana"), pot(), 5))
        at_next_commit(mortal_database, lambda _: mortal.stop(), monkeypatch.setattr)
        with pytest.raises(JournalAway):
            await journal.commit(ante)
        mortal.start()
        await journal.commit(ante)
        assert await ledger.balance(pot()) == 5
        assert await own(Storage(journal, ledger)) == Owner("t1", 2, 2)


# --- the journal closes ---------------------------------------------------------------


async def test_closing_commits_what_was_handed_in(database: Database) -> None:
    async with DatabaseJournal(database) as journal:
        storage = Storage(journal, Ledger(database))
        owners = [await own(storage, f"t{number}") for number in range(20)]
        commits = [asyncio.create_task(journal.commit(owner.entry())) for owner in owners]
        await asyncio.sleep(0)
    await asyncio.gather(*commits)
    with pytest.raises(JournalAway, match="closed"):
        await journal.commit(owners[0].entry(seq=2))
