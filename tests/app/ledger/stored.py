"""Tables that were played by the real engine, stored as a server stores them."""

from collections.abc import Iterable

from app.db.engine import Database
from app.db.entries import raise_epoch, store
from app.db.ledger import Ledger
from engine.table.commands import CloseTable, Sit, Stand, TopUp
from tests.table.tables import NAMES
from tests.table.test_receipts import no_winner, won_by
from tests.table.world import Driver


def some_tables() -> list[Driver]:
    """Three tables: one with a doble won and a pot carried, one closed over a pot, one new.

    The second has had two owners."""
    first = Driver(table="t1")
    no_winner(first)
    won_by(first, 1)
    first.do(TopUp("ana", 7))
    no_winner(first)
    second = Driver(table="t2", people=2)
    no_winner(second)
    second.do(Sit("carla", "carla", 100, 2))
    no_winner(second)
    second.do(Stand("beto"))
    second.do(CloseTable("ana"))
    second.entries[:] = [entry._replace(epoch=2) for entry in second.entries]
    return [first, second, Driver(table="t3")]


async def keep(database: Database, tables: Iterable[Driver]) -> None:
    """Store whole tables, their players rich enough."""
    played = list(tables)
    for name in NAMES:
        await Ledger(database).grant(name, 10_000, f"grant/{name}", 1)
        await Ledger(database).grant(name, 1, f"another/{name}", 2)
    for driver in played:
        async with database.writing() as connection:
            for _ in range(driver.entries[0].epoch):
                await raise_epoch(connection, driver.live.id)
            await store(connection, driver.entries)
