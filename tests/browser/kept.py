"""A server whose people have already played: a whole hand of four, and a pot carried three times.

Enters: a folder. Leaves: a running server over what the real engine played, as a server stores it.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import insert

from app.db.engine import open_database
from app.db.migrate import make_ready
from app.identity import hashed
from app.people_schema import lobby_tables, players, sessions
from engine.table.clock import SECOND
from engine.table.commands import Choose
from tests.app.ledger.stored import keep
from tests.app.process import Process
from tests.browser.browsing import Window
from tests.table.tables import NAMES
from tests.table.test_receipts import no_winner, won_by
from tests.table.world import Driver, play_out

WHOLE, CARRIED = f"t{1:020x}", f"t{2:020x}"
TITLES = {WHOLE: "Porche de la Concha", CARRIED: "La cuadra de Sutiaba"}
FULL_RULES: dict[str, Any] = {
    "cut": True,
    "cambio": True,
    "automatic_wins": [],
    "retiring": "proved",
    "play_everything": True,
}
NOON = 1_790_000_000 * SECOND  # an hour on a day of 2026


def whole_hand() -> Driver:
    """ana, beto, carla and dora play a hand with a winner, deciding as bots do."""
    for chance in range(40):
        table = Driver(people=4, table=WHOLE, **FULL_RULES)
        table.now = NOON
        table.deal()
        play_out(table, Random(chance))
        record = table.entries[-1].body["hand_record"]["file"]
        if record["result"]["how"] == "goal" and 60 < len(record["actions"]) < 200:
            return table
    raise AssertionError("no hand of forty was won within its length")


def carried_pot() -> Driver:
    """A pot carried over three hands, a side game's over two, then both won; another waits."""
    table = Driver(people=3, table=CARRIED)
    table.now = NOON + 10**10
    for name in NAMES[:2]:
        table.do(Choose(name, frozenset({"oro"})))
    for _ in range(3):
        no_winner(table)
    won_by(table, 1)
    no_winner(table)
    return table


async def _store(database_url: str) -> None:
    database = open_database(database_url)
    await make_ready(database)
    tables = [whole_hand(), carried_pot()]
    async with database.writing() as connection:
        for name in NAMES:
            row = {"id": name, "name": name.title(), "role": "player", "created_at": NOON}
            await connection.execute(insert(players), row)
            session = {"token_hash": hashed(name), "player_id": name, "seen_at": NOON * 2}
            await connection.execute(insert(sessions), session)
    await keep(database, tables)
    async with database.writing() as connection:
        for number, (table, title) in enumerate(TITLES.items()):
            await connection.execute(insert(lobby_tables), _row(table, title, f"KEPT0{number}"))
    await database.close()


def _row(table: str, title: str, code: str) -> dict[str, object]:
    return {
        "table_id": table,
        "code": code,
        "name": title,
        "public": False,
        "quick": False,
        "owner": "ana",
        "preset": "desmoche",
        "seats": 4,
        "bet": 5,
        "buy_in_least": 50,
        "buy_in_most": 500,
        "created_at": NOON,
        "touched_at": NOON,
        "closed_at": NOON + 10**12,
    }


@asynccontextmanager
async def kept_server(folder: Path) -> AsyncIterator[Process]:
    """A server with hands that are over, for as long as this is open."""
    running = Process(folder, LOG_LEVEL="warning")
    await _store(f"sqlite:///{running.database}")
    try:
        await running.start()
        yield running
    finally:
        running.kill()


async def be(window: Window, name: str) -> None:
    """Sign a window in as one of those people."""
    await window.page.context.add_cookies([{"name": "desmoche", "value": name, "url": window.base}])
