"""Hands, filled by the entries that carry their record."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import select

from app.db.engine import Database
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from app.db.schema import hands
from engine.table.journal import Refused
from tests.app.db.storage import NOW, Owner, Storage, move, own, pot, stack

FILE = {"format": "desmoche-hand/1", "seats": ["ana", "ben"], "result": {"winner": 0}}


@pytest.fixture
async def storage(database: Database) -> AsyncIterator[Storage]:
    async with DatabaseJournal(database) as journal:
        yield Storage(journal, Ledger(database))


def record(hand: int, status: str, **fields: Any) -> dict[str, Any]:
    return {"hand_record": {"hand": hand, "status": status, "players": ["ana", "ben"], **fields}}


async def kept(database: Database) -> list[dict[str, Any]]:
    async with database.reading() as connection:
        found = await connection.execute(select(hands).order_by(hands.c.hand))
        return [dict(row) for row in found.mappings()]


async def commit(storage: Storage, owner: Owner, body: dict[str, Any], at: int) -> Owner:
    entry = owner.entry(body=body, at=at)
    await storage.journal.commit(entry)
    return owner.after(entry)


async def test_a_hand_runs_and_ends(storage: Storage, database: Database) -> None:
    owner = await own(storage)
    owner = await commit(storage, owner, record(1, "running"), NOW)
    running = {
        "table_id": "t1",
        "hand": 1,
        "status": "running",
        "started_at": NOW,
        "ended_at": None,
        "players": ["ana", "ben"],
        "file": None,
        "result": None,
        "fairness": None,
    }
    assert await kept(database) == [running]
    fairness = {"seed": "00"}
    owner = await commit(storage, owner, record(1, "ended", file=FILE, fairness=fairness), NOW + 9)
    await commit(storage, owner, record(2, "running"), NOW + 10)
    first, second = await kept(database)
    assert first == running | {
        "status": "ended",
        "ended_at": NOW + 9,
        "file": FILE,
        "result": {"winner": 0},
        "fairness": fairness,
    }
    assert (second["hand"], second["status"]) == (2, "running")


async def test_a_hand_may_be_kept_only_when_over(storage: Storage, database: Database) -> None:
    await commit(storage, await own(storage), record(1, "void", file=FILE), NOW)
    (hand,) = await kept(database)
    assert (hand["status"], hand["started_at"], hand["ended_at"]) == ("void", NOW, NOW)


@pytest.mark.parametrize("status", ["running", "ended", "void"])
async def test_a_hand_ends_once(storage: Storage, database: Database, status: str) -> None:
    owner = await commit(storage, await own(storage), record(1, "ended", file=FILE), NOW)
    before = await kept(database)
    with pytest.raises(Refused):
        await commit(storage, owner, record(1, status), NOW)
    assert await kept(database) == before
    assert len(await storage.journal.read("t1")) == 1


@pytest.mark.parametrize(
    "body",
    [
        record(1, "odd"),
        {"hand_record": {}},
        {"hand_record": {"hand": 1, "status": "running"}},
        {"hand_record": None},
    ],
    ids=["status", "empty", "players", "nothing"],
)
async def test_a_record_that_is_none(
    storage: Storage, database: Database, body: dict[str, Any]
) -> None:
    with pytest.raises(Refused):
        await commit(storage, await own(storage), body, NOW)
    assert await kept(database) == []
    assert list(await storage.journal.read("t1")) == []


async def test_an_entry_refused_keeps_no_hand(storage: Storage, database: Database) -> None:
    owner = await own(storage)
    with pytest.raises(Refused):
        await storage.journal.commit(
            owner.entry(move(stack("ana"), pot(), 1), body=record(1, "ended", file=FILE))
        )
    assert await kept(database) == []
