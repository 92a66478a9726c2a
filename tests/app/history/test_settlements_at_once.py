"""However many settlements are asked for, whoever else wants to read need not wait for them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from app.db.engine import Database
from app.db.entries import store
from app.history.settlements import AT_ONCE, MOST_WAITING, Night, Settlements
from app.history.telling import night_told
from app.identity import Who
from app.problems import Problem
from engine.table.commands import TopUp
from tests.app.ledger.stored import keep
from tests.table.test_receipts import no_winner, won_by
from tests.table.world import Driver

EVA = Who("eva", "eva", "auditor")
TABLES = [f"t{number:020x}" for number in range(12)]
ROWS = 10  # of each of them, and some more


class Lent:
    """Connections that are lent out, and were."""

    now = most = times = 0

    def out(self, *_: Any) -> None:
        self.now += 1
        self.times += 1
        self.most = max(self.most, self.now)

    def back(self, *_: Any) -> None:
        self.now -= 1


@contextmanager
def lending() -> Iterator[Lent]:
    lent = Lent()
    event.listen(Pool, "checkout", lent.out)
    event.listen(Pool, "checkin", lent.back)
    yield lent
    event.remove(Pool, "checkout", lent.out)
    event.remove(Pool, "checkin", lent.back)


@pytest.fixture
async def played(database: Database) -> list[Driver]:
    drivers = [Driver(table=name) for name in TABLES]
    for driver in drivers:
        no_winner(driver)
        won_by(driver, 1)
    await keep(database, drivers)
    return drivers


@pytest.mark.usefixtures("played")
async def test_few_connections_are_taken_and_given_back_after_each_piece(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.history.settlements.PIECE", 1)
    settlements = Settlements(database)
    with lending() as lent:
        assert await settlements.of(EVA, TABLES[0])
        assert (lent.now, lent.most) == (0, 1)
        assert lent.times > ROWS
        assert all(await asyncio.gather(*(settlements.of(EVA, name) for name in TABLES)))
        assert (lent.now, lent.most) == (0, AT_ONCE)
        assert lent.times > ROWS * len(TABLES)


@pytest.mark.usefixtures("played")
async def test_too_many_who_wait_are_told_to_come_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    settlements = Settlements(database)
    whole = AT_ONCE + MOST_WAITING + 5

    async def asked(number: int) -> Night | Problem | None:
        try:
            return await settlements.of(EVA, TABLES[number % len(TABLES)])
        except Problem as problem:
            return problem

    told = await asyncio.gather(*(asked(number) for number in range(whole)))
    refused = [one for one in told if isinstance(one, Problem)]
    assert all((one.status, one.code) == (429, "too_often") for one in refused)
    assert all(one.retry_after for one in refused)
    assert all(isinstance(one, Night) for one in told if one not in refused)
    monkeypatch.setattr("app.history.settlements.MOST_WAITING", -AT_ONCE)
    with pytest.raises(Problem, match="too_often"):
        await settlements.of(EVA, TABLES[0])
    monkeypatch.undo()
    assert await settlements.of(EVA, TABLES[0])


async def test_what_is_kept_is_never_old(database: Database, played: list[Driver]) -> None:
    """Asked for again nothing is read but names; after one more row it is counted anew."""
    settlements = Settlements(database)
    first = await settlements.of(EVA, TABLES[0])
    again = await settlements.of(EVA, TABLES[0])
    assert first is not None
    assert again is not None
    assert again.settlement is first.settlement
    driver = played[0]
    stored = len(driver.entries)
    driver.do(TopUp("ana", 7))
    async with database.writing() as connection:
        await store(connection, driver.entries[stored:])
    after = await settlements.of(EVA, TABLES[0])
    assert after is not None
    brought = [night_told(night)["players"]["ana"]["brought"] for night in (first, after)]
    assert brought[1] == brought[0] + 7
