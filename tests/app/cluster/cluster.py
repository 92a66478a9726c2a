"""Real workers: processes of `desmoche serve` over one Postgres and one Valkey."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

from httpx import AsyncClient
from redis.asyncio import Redis
from sqlalchemy import make_url, select

from app.cluster.redis_leases import _key
from app.db.engine import Database, open_database
from app.db.schema import entries
from tests.app.cluster.gate import Gate, gate
from tests.app.process import Process
from tests.valkey import Valkey

SHOWN = 60  # lines of a log, from the first that tells of a fault
POSTGRES = ".s.PGSQL.5432"  # what its socket is called, in whatever folder
FAST = {"FRAMES_PER_SECOND": "1000", "FRAMES_AT_ONCE": "1000"}


class Cluster:
    """So many workers, and what they share."""

    def __init__(
        self,
        folder: Path,
        database_url: str,
        valkey: Valkey,
        gates: Sequence[Gate],
        figures: Sequence[int],
        stores: Sequence[Gate] = (),
    ) -> None:
        """`figures`: ports at which the first ones tell theirs. `stores`: where given, the way of
        each to Postgres."""
        settings = {
            "DATABASE_URL": database_url,
            "SERVER_KEY_FILE": str(folder / "server.key"),
            **FAST,
        }
        self.valkey = valkey
        self.database_url = database_url
        self.links: dict[Process, Gate] = {}
        for number, (link, port, store) in enumerate(zip_longest(gates, figures, stores)):
            own = folder / f"worker{number}"
            own.mkdir()
            told = {"METRICS_PORT": str(port)} if port else {}
            if store:
                told["DATABASE_URL"] = reached_at(database_url, store.path.parent)
            self.links[Process(own, **(settings | told), REDIS_URL=link.url)] = link
        self.workers = list(self.links)
        self.stores = dict(zip(self.workers, stores, strict=False))
        self._figures = dict(zip(self.workers, figures, strict=False))

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

    async def health(self, worker: Process) -> dict[str, Any]:
        """What a worker says of itself, which serves as long as it says anything."""
        async with AsyncClient() as browser:
            answer = await browser.get(f"http://{worker.url}/health")
        assert answer.status_code == 200
        said: dict[str, Any] = answer.json()
        return said

    async def figures(self, worker: Process) -> dict[str, float]:
        """What a worker tells Prometheus."""
        async with AsyncClient() as prometheus:
            told = await prometheus.get(f"http://127.0.0.1:{self._figures[worker]}/metrics")
        lines = [line.rpartition(" ") for line in told.text.splitlines() if line[0] != "#"]
        return {name: float(value) for name, _, value in lines}

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


def folder_of(database_url: str) -> Path:
    """Where the socket of a Postgres lies."""
    return Path(str(make_url(database_url).query["host"]))


def reached_at(database_url: str, folder: Path) -> str:
    """The same database, by way of a socket that lies elsewhere."""
    url = make_url(database_url).update_query_dict({"host": str(folder)})
    return url.render_as_string(hide_password=False)


def freeze(worker: Process) -> None:
    """It stands still, as a virtual machine does that is moved."""
    os.kill(worker.pid, signal.SIGSTOP)


def wake(worker: Process) -> None:
    """It goes on as if nothing had been."""
    os.kill(worker.pid, signal.SIGCONT)


@asynccontextmanager
async def cluster(
    folder: Path,
    database_url: str,
    valkey: Valkey,
    workers: int = 2,
    figures: Sequence[int] = (),
    *,
    own_ways: bool = False,
) -> AsyncIterator[Cluster]:
    """Workers for as long as this is open; `figures` as above. `own_ways`: each has a way to
    Postgres that can be cut."""
    async with AsyncExitStack() as opened:
        links = [
            # Of a short name, as that of a socket has to be.
            await opened.enter_async_context(
                gate(valkey.socket.with_name(f"{number}"), valkey.socket)
            )
            for number in range(workers)
        ]
        stores = []
        for number in range(workers if own_ways else 0):
            there = folder_of(database_url) / POSTGRES
            way = valkey.socket.with_name(f"pg{number}") / POSTGRES
            way.parent.mkdir()
            stores.append(await opened.enter_async_context(gate(way, there)))
        started = Cluster(folder, database_url, valkey, links, figures, stores)
        for worker in started.workers:
            opened.callback(worker.kill)
        await started.workers[0].start()  # makes the key
        await asyncio.gather(*(worker.start() for worker in started.workers[1:]))
        yield started
