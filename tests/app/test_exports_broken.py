"""Storage that goes away, or the process, while a list is on its way to a browser: it knows that
it has not all of it, the log has a line, and nothing else is harmed."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
import uvicorn
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import Database, open_database
from app.identity import hashed
from app.logs import _is_news
from tests.app.ledger.whole import keep_everything
from tests.app.people.server import serving
from tests.app.process import Process
from tests.app.signing_in import signed_in

STREAMED = {  # by address: the table whose rows it needs
    "/hands.csv": "hands",
    "/hands.jsonl": "hands",
    "/hands.txt": "hands",
    "/admin/ledger.csv": "transfers",
    "/admin/pots.csv": "transfers",
}
PUT_TOGETHER = {"/admin/ledger.xlsx": "transfers", "/admin/pots.xlsx": "transfers"}


class Reads:
    """How often a database was read; before one of them a table is taken away."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count, self._at, self._table = 0, 0, ""
        read = Database.reading

        @asynccontextmanager
        async def reading(database: Database) -> AsyncIterator[AsyncConnection]:
            self.count += 1
            if self.count == self._at:
                await renamed(database, self._table, "gone")
            async with read(database) as connection:
                yield connection

        monkeypatch.setattr(Database, "reading", reading)

    def lose(self, table: str, at: int) -> None:
        """From a read on, counted from now."""
        self.count, self._at, self._table = 0, at, table


async def renamed(database: Database, old: str, new: str) -> None:
    async with database.writing() as connection:
        await connection.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))


@asynccontextmanager
async def client_of(app: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that knows `ana`, over a real connection."""
    config = uvicorn.Config(app, port=0, http="httptools", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    try:
        while not server.started:
            assert not running.done(), "the server did not start"
            await asyncio.sleep(0)
        port = server.servers[0].sockets[0].getsockname()[1]
        url = f"http://127.0.0.1:{port}/api"
        async with httpx.AsyncClient(base_url=url, cookies={"desmoche": "root"}) as client:
            yield client
    finally:
        server.should_exit = True
        await running


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a list of some rows is read in many."""
    for module in ("app.history.histories", "app.audit.rows", "app.audit.pots"):
        monkeypatch.setattr(f"{module}.PAGE", 1)


async def prepared(database: Database) -> None:
    """`root` is an operator, and was dealt into the hands of ana."""
    await keep_everything(database)
    async with database.writing() as connection:
        await connection.execute(text("UPDATE hand_seats SET player_id = 'root' WHERE seat = 0"))


@pytest.mark.parametrize(("path", "table"), STREAMED.items(), ids=STREAMED)
async def test_a_list_that_breaks_off(
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    path: str,
    table: str,
) -> None:
    await prepared(database)
    reads, file = Reads(monkeypatch), path.rpartition("/")[2]
    async with serving(database) as server, client_of(server.app) as client:
        await signed_in(server, "root", "operator")
        whole = (await client.get(path)).text
        reads.lose(table, 10**6)
        assert (await client.get(path)).text == whole
        often = reads.count
        assert often > 2
        reads.lose(table, often - 1)
        with structlog.testing.capture_logs() as logged:
            assert 0 < len(await _begun(client, path)) < len(whole)
        assert [line["event"] for line in logged] == ["storage is away", "export broken off"]
        assert (logged[1]["file"], logged[1]["log_level"]) == (file, "warning")
        others = [one for one in caplog.records if one.levelno >= logging.WARNING]
        assert [one for one in others if _is_news(one)] == []
        refused = await client.get(path)
        assert (refused.status_code, refused.json()["code"]) == (503, "storage_away")
        await renamed(database, "gone", table)
        assert (await client.get(path)).text == whole


async def _begun(client: httpx.AsyncClient, path: str) -> str:
    """What came of an answer that has no end."""
    got: list[str] = []
    async with client.stream("GET", path) as answer:
        assert answer.status_code == 200
        with pytest.raises(httpx.RemoteProtocolError, match="without sending complete"):
            await _read(answer.aiter_text(), got)
    return "".join(got)


async def _read(pieces: AsyncIterator[str], got: list[str]) -> None:
    async for piece in pieces:
        got += [piece]


@pytest.mark.parametrize(("path", "table"), PUT_TOGETHER.items(), ids=PUT_TOGETHER)
async def test_a_workbook_is_refused_at_once(
    database: Database, monkeypatch: pytest.MonkeyPatch, path: str, table: str
) -> None:
    await prepared(database)
    reads = Reads(monkeypatch)
    async with serving(database) as server:
        root = await signed_in(server, "root", "operator")
        for _ in range(2):  # who asks is known from the first time on
            reads.lose(table, 10**6)
            assert (await root.get(path)).status_code == 200
        reads.lose(table, reads.count - 1)
        with structlog.testing.capture_logs() as logged:
            answer = await root.get(path)
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_away")
        assert [line["event"] for line in logged] == ["storage is away"]


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


MANY = """
    INSERT INTO hands SELECT table_id, hand + each.value, status, started_at,
        ended_at + each.value, players, file, result, fairness
    FROM hands, (
        WITH RECURSIVE counted(value) AS (SELECT 10 UNION ALL SELECT value + 1 FROM counted
        WHERE value < 4000) SELECT value FROM counted
    ) AS each WHERE table_id = 't1' AND hand = 1
"""


async def test_a_process_that_is_killed_leaves_an_unfinished_file(tmp_path: Path) -> None:
    """Of hand files, of which there are more than a connection holds."""
    server = Process(tmp_path, LOG_LEVEL="warning", TMPDIR=str(tmp_path))
    try:
        await server.start()
        await server.end(signal.SIGTERM)
        database = open_database(f"sqlite:///{server.database}")
        await prepared(database)
        async with database.writing() as connection:
            await connection.execute(text("UPDATE players SET role = 'player'"))
            await connection.execute(text(MANY))
            session = "INSERT INTO sessions VALUES (:hash, 'ana', 9000000000000000)"
            await connection.execute(text(session), {"hash": hashed("root")})
            await connection.execute(text("UPDATE hand_seats SET player_id = 'ana' WHERE seat = 0"))
        await database.close()
        before = names_in(tmp_path)
        await server.start()
        async with httpx.AsyncClient(cookies={"desmoche": "root"}) as client:
            url = f"http://{server.url}/api/hands.jsonl"
            async with client.stream("GET", url) as answer:
                assert answer.status_code == 200
                pieces = answer.aiter_text()
                assert await anext(pieces)
                await server.end(signal.SIGKILL)
                with pytest.raises(httpx.TransportError):
                    await _read(pieces, [])
        assert names_in(tmp_path) - before <= {"game.sqlite3-wal", "game.sqlite3-shm"}
    finally:
        server.kill()
