"""The processes of a check end when whoever started them is killed: real ones, and a signal."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from sqlalchemy import make_url

from app.db.engine import ANSWER_SECONDS, open_database
from tests.app.ledger.stored import keep, some_tables

SOON = ANSWER_SECONDS / 2
"""Seconds. A share that didn't see the end of its parent would wait for its database for twice as
long, and end only then."""
PARENT = """
import asyncio, os
import app.ledger.shares
from app.db.engine import open_database
from app.ledger.verify import verify_ledger

app.ledger.shares.LEAST_ENTRIES = 5
database = open_database(os.environ["DATABASE_URL"], answer_seconds=None, only_reading=True)
asyncio.run(verify_ledger(database, processes=2))
"""


class Door:
    """A way to Postgres: the first who comes is let through, the others are kept waiting."""

    def __init__(self, url: str) -> None:
        self._address = make_url(url)
        self._through: list[asyncio.StreamWriter] = []
        self.port = 0
        self.waiting = asyncio.Semaphore(0)

    @property
    def url(self) -> str:
        """Of the database behind it."""
        address = self._address.set(host="127.0.0.1", port=self.port, query={})
        return address.render_as_string(hide_password=False)

    async def come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody connects."""
        if self._through:
            self.waiting.release()
            await reader.read()
            writer.close()
            return
        self._through.append(writer)
        behind, to = await self._behind()
        await asyncio.gather(_pass(reader, to), _pass(behind, writer))

    async def _behind(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        address = self._address
        port = address.port or 5432
        folder = address.query.get("host")
        if isinstance(folder, str):
            return await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{port}")
        return await asyncio.open_connection(address.host, port)


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while some := await reader.read(65_536):
            writer.write(some)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def a_door(url: str) -> AsyncIterator[Door]:
    door = Door(url)
    async with await asyncio.start_server(door.come, "127.0.0.1", 0) as server:
        door.port = server.sockets[0].getsockname()[1]
        yield door


@pytest.mark.parametrize("killed", [True, False])
async def test_shares_end_with_their_parent(postgres_url: str, killed: bool) -> None:
    """Killed, or asked to stop. All that hold its standard error are gone when that is at its
    end: the shares have it from their parent."""
    database = open_database(postgres_url)
    await keep(database, some_tables())
    await database.close()
    async with a_door(postgres_url) as door:
        parent = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PARENT),
            env={**os.environ, "DATABASE_URL": door.url},
            stderr=asyncio.subprocess.PIPE,
        )
        assert parent.stderr is not None
        try:
            for _ in range(2):
                await asyncio.wait_for(door.waiting.acquire(), 30)
        finally:
            parent.kill() if killed else parent.terminate()
        said = await asyncio.wait_for(parent.stderr.read(), SOON)
        assert await parent.wait() < 0, said
