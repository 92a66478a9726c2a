"""How the journal's writer puts entries together, and what it keeps to itself."""

import asyncio
import traceback
from collections.abc import AsyncIterator

import pytest

from app.db import journal as journal_module
from app.db.engine import Database
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from engine.table.journal import Entry, Refused
from tests.app.db.storage import Owner, Storage, move, own, pot, stack
from tests.app.db.watching import Commit, at_each_commit, at_next_commit


@pytest.fixture
async def storage(database: Database) -> AsyncIterator[Storage]:
    async with DatabaseJournal(database) as journal:
        yield Storage(journal, Ledger(database))


@pytest.fixture
async def owners(storage: Storage) -> list[Owner]:
    return [await own(storage, f"t{number}") for number in range(20)]


def count_commits(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many commits there have been from now on, as the length of a list."""
    commits: list[int] = []
    at_each_commit(database, lambda _: commits.append(1), monkeypatch.setattr)
    return commits


async def commit_all(storage: Storage, entries: list[Entry]) -> None:
    await asyncio.gather(*(storage.journal.commit(entry) for entry in entries))


async def test_what_comes_at_once_is_one_transaction(
    storage: Storage, database: Database, owners: list[Owner], monkeypatch: pytest.MonkeyPatch
) -> None:
    commits = count_commits(database, monkeypatch)
    await commit_all(storage, [owner.entry() for owner in owners])
    assert len(commits) == 1


async def test_what_comes_during_a_commit_is_the_next_one(
    storage: Storage, database: Database, owners: list[Owner], monkeypatch: pytest.MonkeyPatch
) -> None:
    commits, first, *others = count_commits(database, monkeypatch), *owners
    later: list[asyncio.Task[None]] = []
    loop = asyncio.get_running_loop()

    def commit_the_others() -> None:
        later.extend(asyncio.create_task(storage.journal.commit(each.entry())) for each in others)

    def more_come(_: Commit) -> None:  # told in the thread that commits, where there is one
        loop.call_soon_threadsafe(commit_the_others)

    at_next_commit(database, more_come, monkeypatch.setattr)
    await storage.journal.commit(first.entry())
    await asyncio.gather(*later)
    assert len(commits) == 2


async def test_entries_of_one_table_keep_their_order(
    storage: Storage, database: Database, owners: list[Owner], monkeypatch: pytest.MonkeyPatch
) -> None:
    commits = count_commits(database, monkeypatch)
    await commit_all(storage, [owner.entry(seq=seq) for seq in (1, 2, 3) for owner in owners])
    assert len(commits) == 1
    for owner in owners:
        assert [entry.seq for entry in await storage.journal.read(owner.table)] == [1, 2, 3]


async def test_no_more_than_the_limits_at_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "MOST_WAITING", 6)
    monkeypatch.setattr(journal_module, "MOST_IN_BATCH", 4)
    async with DatabaseJournal(database) as journal:
        storage = Storage(journal, Ledger(database))
        owners = [await own(storage, f"t{number}") for number in range(20)]
        commits = count_commits(database, monkeypatch)
        await commit_all(storage, [owner.entry() for owner in owners])
        assert len(commits) >= 5
        assert [len(await journal.read(owner.table)) for owner in owners] == [1] * 20


@pytest.mark.parametrize(
    "fault", ["a status", "a balance", "a body", "a key"], ids=lambda fault: fault.split()[1]
)
async def test_a_refusal_tells_no_secret(storage: Storage, fault: str) -> None:
    """What is printed of the error, causes included, holds nothing of the entry's body."""
    owner, deck = await own(storage), "As 7d Kc"
    ante = move(stack("ana"), pot(), 5)
    record = {"hand": 1, "status": "odd", "players": ["ana"], "file": {"deck": deck}}
    entry = {
        "a status": owner.entry(body={"hand_record": record}),
        "a balance": owner.entry(ante, body={"deck": deck}),
        "a body": owner.entry(body={"deck": deck, "not": object()}),
        "a key": owner.entry(ante._replace(key="\ud800"), body={"deck": deck}),
    }[fault]
    with pytest.raises(Refused) as refused:
        await storage.journal.commit(entry)
    assert deck not in "".join(traceback.format_exception(refused.value))
