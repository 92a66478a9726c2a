"""Nothing that an operator can get tells anything hidden of a running hand: a law.

Two servers are alike in all but the cards of the hand that is being played: who holds what, what
lies in the deck, what somebody just drew. Every address of the application that can be read is
asked on both by an operator, every deed is done on both, and their answers, exports, the log of
the program and its metrics must be the same. The routes are those of the application itself, so
one that is added is in this law too. That the law would see a leak is shown by planting some.
"""

import io
import re
import shutil
import zipfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import structlog
from prometheus_client import generate_latest
from sqlalchemy import select, text

from app.db.engine import open_database
from app.db.schema import entries
from app.live.metrics import REGISTRY, TABLES
from app.lobby.store import Row, add_row
from engine.rules.cards import texts
from tests.app.audit.asked import PATHS, QUERIES, TABLE, drawn, some_hands
from tests.app.ledger.stored import keep
from tests.app.people.server import START, Browser, Server, serving
from tests.app.routes import routes_of
from tests.app.signing_in import signed_in
from tests.table.world import Driver

GIVEN = {
    "table": TABLE,
    "table_id": TABLE,
    "player": "ana",
    "code": "KWTXBR",
    "report": "1",
    "name": "x",
}
RUNNING = 5  # the number of the hand that is being played
Told = dict[str, str]
Plant = Callable[[Server], None]
# Two servers each, of which each checks its ledger in a process of its own.
pytestmark = pytest.mark.timeout(240)
CLOSES = f"/admin/tables/{TABLE}/close"  # after which the hand is over


@asynccontextmanager
async def world(template: Path, folder: Path, salt: str) -> AsyncIterator[tuple[Server, Driver]]:
    """A server with a table of which the running hand is dealt by `salt`."""
    database = open_database(f"sqlite:///{shutil.copy(template, folder / f'{salt}.sqlite3')}")
    table = drawn(some_hands(salt))
    async with serving(database) as server:
        await signed_in(server, "ana")
        await keep(database, [table])
        row = Row(
            TABLE, "KWTXBR", "La cuadra", True, False, "ana", "desmoche", 4, 5, 50, 500, START
        )
        async with database.writing() as connection:
            await add_row(connection, row)
        yield server, table
    await database.close()


async def all_told(server: Server) -> Told:
    """Everything that an operator gets out of a server, by where it came from."""
    root = await signed_in(server, "root", "operator")
    with structlog.testing.capture_logs() as logged:
        told = {path: _text(await root.get(path)) for path in readable(server)}
        told |= await _done(root)
    await server.app.state.auditing.checking.wait()
    told["the check"] = _text(await root.get("/admin/check"))
    told |= {f"{path} after all": _text(await root.get(path)) for path in readable(server)}
    told["the program's log"] = str(logged)
    TABLES.set(len(server.house.registry))
    told["the metrics"] = generate_latest(REGISTRY).decode()
    return told


def readable(server: Server) -> list[str]:
    """Every address that can be read, filled in: of the running hand, and of one that is over."""
    routes = list(routes_of(server.app))
    paths = [route.path.removeprefix("/api") for route in routes if "GET" in (route.methods or ())]
    assert len(paths) > 20, "all were found"
    return [
        path.format(**GIVEN, hand=hand) + QUERIES.get(path, "")
        for path in paths
        for hand in ((RUNNING, RUNNING - 1) if "{hand}" in path else (0,))
    ]


async def _done(root: Browser) -> Told:
    deeds = [key for key in PATHS if key[0] == "POST" and key[1] != CLOSES]
    return {
        f"{method} {path}": _text(await root.ask(method, path, json=PATHS[method, path] or {}))
        for method, path in deeds
    }


def _text(answer: httpx.Response) -> str:
    """What is told; the root is a hash over entries that are sealed, and tells of their bytes."""
    if answer.headers.get("content-type", "").startswith("application/vnd"):
        with zipfile.ZipFile(io.BytesIO(answer.content)) as book:
            told = "".join(
                book.read(name).decode() for name in book.namelist() if "core" not in name
            )
    else:
        told = answer.text
    return f"{answer.status_code} " + re.sub(r'"root": ?"[0-9a-f]{64}"', '"root"', told)


def differences(one: Told, other: Told) -> list[str]:
    assert one.keys() == other.keys()
    return [where for where in one if one[where] != other[where]]


async def compared(template: Path, folder: Path, plant: Plant = lambda _: None) -> list[str]:
    """Where two servers differ that differ only in hidden cards."""
    told: list[Told] = []
    hands: list[str] = []
    for salt in ("one", "other"):
        async with world(template, folder, salt) as (server, table):
            plant(server)
            hands.append(str([texts(table.hand.deal.deck), table.hand.hands, table.hand.drawn]))
            told.append(await all_told(server))
            async with server.database.reading() as connection:
                assert await connection.scalar(select(entries.c.body).limit(1)), "it is all stored"
    assert hands[0] != hands[1], "there was something to hide"
    answered = [where for where, said in told[0].items() if said.startswith("200 ")]
    assert len(answered) > 20, "there was something to read"
    return differences(*told)


async def test_nothing_hidden_of_a_running_hand_is_told(
    sqlite_template: Path, tmp_path: Path
) -> None:
    assert await compared(sqlite_template, tmp_path) == []


def _plant(server: Server) -> None:
    """A count that tells of cards, a column of the journal, a line for the log with a card."""

    async def counted() -> dict[str, int]:
        table = await server.table(TABLE)
        assert table.live.hand is not None
        return {"spades": table.live.hand.hands[0] & 0x1FFF}

    async def exported() -> list[str]:
        async with server.database.reading() as connection:
            found = await connection.execute(text("SELECT body FROM entries ORDER BY seq"))
            return [str(row[0]) for row in found]

    async def logged() -> None:
        table = await server.table(TABLE)
        assert table.live.hand is not None
        structlog.get_logger().info("drawn", card=table.live.hand.drawn)

    for leak in (counted, exported, logged):
        server.app.add_api_route(f"/api/admin/{leak.__name__}", leak)


async def test_a_leak_would_be_seen(sqlite_template: Path, tmp_path: Path) -> None:
    found = await compared(sqlite_template, tmp_path, _plant)
    assert {"/admin/counted", "/admin/exported", "the program's log"} <= set(found)
    assert "/admin/ledger" not in found
