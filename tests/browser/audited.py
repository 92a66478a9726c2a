"""A server with a past for operators to look at, on a real process over a file.

Two tables: at one a pot was carried over three hands, and a hand is being played; at the other a
row of the ledger was altered by hand in the file. Somebody is suspended, a table is frozen, two
things were reported. Enters: a folder. Leaves: the server, `root` and `eva` with passwords.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import insert, select, text, update

from app.administration import Role, create
from app.audit.log import Deed, write_down
from app.db.engine import Database, open_database
from app.db.migrate import migrate
from app.db.schema import transfers
from app.lobby.store import Row, add_row
from app.people_schema import lobby_tables, players, reports, suspensions
from engine.table.commands import SetFrozen
from tests.app.audit.asked import TABLE, some_hands
from tests.app.db.tampering import without_guards
from tests.app.ledger.stored import keep
from tests.app.process import Process, process
from tests.table.test_receipts import no_winner, won_by
from tests.table.world import Driver

PASSWORD: Final = "three red parrots"  # noqa: S105
BAD: Final = f"t{2:020x}"
NOW: Final = 1_796_000_000_000_000
PEOPLE: Final = {"ana": "Xiomara", "beto": "Don Chepe", "carla": "Norwin", "dora": "Lucía"}


@asynccontextmanager
async def audited(folder: Path) -> AsyncIterator[tuple[Process, int]]:
    """The server, for as long as this is open, and the number of the altered row."""
    database = open_database(f"sqlite:///{folder / 'game.sqlite3'}")
    await migrate(database)
    await create(database, "root", PASSWORD, Role.OPERATOR, "the first one")
    await create(database, "eva", PASSWORD, Role.AUDITOR, "looks after the books")
    await _play(database)
    await _report(database)
    await _alter(database)
    async with database.reading() as connection:
        row = await connection.scalar(select(transfers.c.id).where(transfers.c.key == KEY))
    await database.close()
    async with process(folder, LOG_LEVEL="warning") as server:
        yield server, int(row or 0)


KEY: Final = f"{BAD}/2/deal/0"
"""An ante of the second hand, which is altered."""


async def _alter(database: Database) -> None:
    """One row, by whoever owns the file; the guards are there again after it."""
    async with database.reading() as connection:
        guards = text("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
        there = list(await connection.scalars(guards))
    altered = update(transfers).where(transfers.c.key == KEY)
    await without_guards(database, altered.values(amount=transfers.c.amount + 1))
    async with database.writing() as connection:
        for guard in there:
            await connection.exec_driver_sql(guard)  # in one there is a colon, no parameter


async def _play(database: Database) -> None:
    async with database.writing() as connection:
        for player, name in PEOPLE.items():
            row = {"id": player, "name": name, "role": "player", "created_at": NOW}
            await connection.execute(insert(players), row)
    bad = Driver(table=BAD)
    won_by(bad, 1)
    no_winner(bad)
    no_winner(bad)
    bad.do(SetFrozen(True))
    first = some_hands()
    for driver in (first, bad):
        driver.entries[:] = [entry._replace(at=entry.at + NOW) for entry in driver.entries]
    await keep(database, [first, bad])
    called = {TABLE: ("La cuadra de Sutiaba", "KWTXBR"), BAD: ("Mesa 88", "KWTXBS")}
    async with database.writing() as connection:
        for table, (name, code) in called.items():
            told = (table, code, name, True, False, "ana")
            await add_row(connection, Row(*told, "desmoche", 4, 5, 50, 500, 2 * NOW))
        frozen = update(lobby_tables).where(lobby_tables.c.table_id == BAD)
        await connection.execute(frozen.values(frozen_at=bad.entries[-1].at))


async def _report(database: Database) -> None:
    suspended = {
        "player_id": "dora",
        "at": NOW,
        "operator": "root",
        "why": "two accounts at a table",
    }
    told = {"at": NOW, "reporter": "ana", "table_id": TABLE, "hand": 2}
    some = (
        {"player_id": "carla", "reason": "stalling", "words": "Espera siempre hasta el final."},
        {"player_id": None, "reason": "fault", "words": "El pozo no me salía bien al final."},
    )
    async with database.writing() as connection:
        await connection.execute(insert(suspensions), suspended)
        for each in some:
            await connection.execute(insert(reports), {**told, **each, "state": "new"})
        deed = Deed(NOW, "root", "suspend", "dora", "two accounts at a table")
        await write_down(connection, deed)
