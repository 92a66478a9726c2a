"""Real workers: processes of `desmoche serve` over one Postgres and one Valkey."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from sqlalchemy import select

from app.cluster.redis_leases import _key
from app.db.engine import Database, open_database
from app.db.schema import entries
from tests.app.process import Process
from tests.valkey import Valkey

SHOWN = 60  # lines of a log, from the first that tells of a fault
FAST = {"FRAMES_PER_SECOND": "1000", "FRAMES_AT_ONCE": "1000"}


class Cluster:
    """So many workers, and what they share."""

    def __init__(self, folder: Path, database_url: str, valkey: Valkey, workers: int) -> None:
        settings = {
            "DATABASE_URL": database_url,
            "REDIS_URL": valkey.url,
            "SERVER_KEY_FILE": str(folder / "server.key"),
            **FAST,
        }
        self.valkey = valkey
        self.database_url = database_url
        self.workers = []
        for number in range(workers):
            own = folder / f"worker{number}"
            own.mkdir()
            self.workers.append(Process(own, **settings))

    async def owner(self, table: str) -> Process | None:
        """The worker that has the lease of a table; its name has its process in it."""
        name = await self._redis("get", _key(table))
        if name is None:
            return None
        process = int(name.decode().rsplit("-", 2)[1])
        return next((worker for worker in self.workers if worker.pid == process), None)

    async def lease(self, table: str) -> float:
        """How many seconds the lease of a table has left."""
        left: int = await self._redis("pttl", _key(table))
        return max(0, left) / 1000

    async def _redis(self, command: str, *given: str) -> Any:
        redis = Redis(unix_socket_path=self.valkey.url.removeprefix("unix://"))
        try:
            return await getattr(redis, command)(*given)
        finally:
            await redis.aclose()

    @asynccontextmanager
    async def database(self) -> AsyncIterator[Database]:
        """What the workers store, read from beside them."""
        opened = open_database(self.database_url)
        try:
            yield opened
        finally:
            await opened.close()

    async def requests(self, table: str) -> set[tuple[str, str]]:
        """All requests that the entries of a table answered: player, id."""
        async with self.database() as opened, opened.reading() as connection:
            bodies = await connection.scalars(
                select(entries.c.body).where(entries.c.table_id == table)
            )
            return {(player, name) for body in bodies for player, name in body.get("requests", ())}

    def require_no_faults(self) -> None:
        """No worker has logged a fault of the program."""
        for worker in self.workers:
            lines = worker.log.splitlines()
            odd = [at for at, line in enumerate(lines) if "Traceback" in line or "fault" in line]
            assert not odd, "\n".join(lines[odd[0] : odd[0] + SHOWN])


def freeze(worker: Process) -> None:
    """It stands still, as a virtual machine does that is moved."""
    os.kill(worker.pid, signal.SIGSTOP)


def wake(worker: Process) -> None:
    """It goes on as if nothing had been."""
    os.kill(worker.pid, signal.SIGCONT)


@asynccontextmanager
async def cluster(
    folder: Path, database_url: str, valkey: Valkey, workers: int = 2
) -> AsyncIterator[Cluster]:
    """Workers for as long as this is open."""
    started = Cluster(folder, database_url, valkey, workers)
    try:
        await started.workers[0].start()  # makes the key
        await asyncio.gather(*(worker.start() for worker in started.workers[1:]))
        yield started
    finally:
        for worker in started.workers:
            worker.kill()
