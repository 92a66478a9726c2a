"""Since when a table is frozen stands in the lobby by the very transaction of the entry."""

import pytest
from sqlalchemy import insert, select, text, update

from app.db.engine import Database, open_database
from app.db.entries import raise_epoch, store
from app.db.migrate import migrate
from app.people_schema import lobby_tables, players
from engine.table.commands import SetFrozen
from tests.app.db.down import unmigrate
from tests.app.ledger.whole import listed
from tests.table.world import Driver

DEEDS = {  # what operators did, a second after each other, and after which of them it is frozen
    "frozen": ((True,), 0),
    "thawed": ((True, False), None),
    "frozen again": ((True, False, True), 2),
    "frozen twice": ((True, True), 0),
    "thawed twice": ((False, False), None),
}


def deeds(frozen: tuple[bool, ...]) -> tuple[Driver, list[int]]:
    """A table at which these were done, and when."""
    table, times = Driver(people=0, table="t1"), list[int]()
    for each in frozen:
        table.do(SetFrozen(each), after=10**6)
        times.append(table.now)
    return table, times


async def since(database: Database) -> int | None:
    async with database.reading() as connection:
        return await connection.scalar(select(lobby_tables.c.frozen_at))


async def keep(database: Database, table: Driver) -> None:
    async with database.writing() as connection:
        await raise_epoch(connection, "t1")
        row = {"id": "ana", "name": "ana", "role": "player", "created_at": 1}
        await connection.execute(insert(players), row)
        await connection.execute(insert(lobby_tables), listed(table))
        await store(connection, table.entries)


@pytest.mark.parametrize(("frozen", "at"), DEEDS.values(), ids=DEEDS)
async def test_with_the_entry(database: Database, frozen: tuple[bool, ...], at: int | None) -> None:
    table, times = deeds(frozen)
    await keep(database, table)
    assert await since(database) == (None if at is None else times[at])


async def test_an_entry_that_is_not_stored_freezes_nothing(database: Database) -> None:
    table, _ = deeds((True,))
    await keep(database, table)
    thawed, _ = deeds((True, False))
    async with database.writing() as connection:
        undone = await connection.begin_nested()
        await store(connection, thawed.entries[-1:])
        await undone.rollback()
    assert await since(database) is not None


@pytest.mark.parametrize("stored", [None, 7])
@pytest.mark.parametrize(("frozen", "at"), DEEDS.values(), ids=DEEDS)
async def test_what_a_crash_left_is_put_right(
    database_url: str, frozen: tuple[bool, ...], at: int | None, stored: int | None
) -> None:
    """By the migration, of tables of which the log says that somebody froze or thawed them."""
    database = open_database(database_url)
    await unmigrate(database, "0008")
    table, times = deeds(frozen)
    await keep(database, table)
    async with database.writing() as connection:
        await connection.execute(update(lobby_tables).values(frozen_at=stored))
        await connection.execute(
            text(
                "INSERT INTO operator_log (at, operator, action, subject, why) "
                "VALUES (1, 'root', 'freeze', 't1', 'x')"
            )
        )
    await migrate(database)
    assert await since(database) == (None if at is None else times[at])
    await database.close()
