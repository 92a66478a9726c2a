"""What the contract of a cluster is held against: workers in memory, workers on a real Valkey."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from app.cluster.held import HeldLeases
from app.cluster.line import Line
from app.cluster.memory import Hub, MemoryCourier, MemoryLeases
from app.cluster.ports import Courier, Leases
from app.cluster.redis_courier import READING_SECONDS, RedisCourier
from app.cluster.redis_leases import RedisLeases
from app.cluster.servers import Single
from tests.table.world import ManualClock
from tests.valkey import Valkey

MANY = 1000
A_WHILE = 0.01  # seconds between two looks


async def eventually(holds: Callable[[], bool], looks: int = MANY) -> None:
    """Return when it holds; fail if that takes many times as long as it may."""
    for _ in range(looks):
        if holds():
            return
        await asyncio.sleep(A_WHILE)
    raise AssertionError("it never came to that")


class Workers(Protocol):
    """Workers of one cluster, each by its name; time passes when a test says so."""

    def leases(self, worker: str) -> Leases:
        """The leases of this worker."""
        ...

    def courier(self, worker: str) -> AbstractAsyncContextManager[Courier]:
        """The courier of this worker, who has an inbox while this is open."""
        ...

    async def wait(self, microseconds: int) -> None:
        """Let time pass, at the workers and for their leases."""
        ...

    async def forget(self) -> None:
        """What they share loses all it has, and is there at once."""
        ...


class InMemory:
    """Workers over one hub."""

    def __init__(self) -> None:
        self._clock = ManualClock()
        self._hub = Hub(self._clock)

    def leases(self, worker: str) -> Leases:
        return HeldLeases(MemoryLeases(self._hub), worker, self._clock)

    def courier(self, worker: str) -> AbstractAsyncContextManager[Courier]:
        return MemoryCourier(self._hub, worker)

    async def wait(self, microseconds: int) -> None:
        self._clock.advance(microseconds)

    async def forget(self) -> None:
        self._hub._leases.clear()


class OnRedis:
    """Workers over one server, each with connections of its own; their leases share `line`.

    So that nobody has to sleep, waiting takes as much from what is left of each lease.
    """

    def __init__(self, server: Valkey, line: Line) -> None:
        self._server = server
        self._line = line
        self._clock = ManualClock()

    def leases(self, worker: str) -> Leases:
        return HeldLeases(RedisLeases(self._line), worker, self._clock)

    @asynccontextmanager
    async def courier(self, worker: str) -> AsyncIterator[Courier]:
        url = self._server.url
        async with (
            Line(Single(url, worker)) as line,
            Line(Single(url, worker), READING_SECONDS) as reading,
            RedisCourier(line, reading, worker) as courier,
        ):
            yield courier

    async def wait(self, microseconds: int) -> None:
        self._clock.advance(microseconds)
        for key in await self._line.call("KEYS", "*lease*"):
            left = await self._line.call("PTTL", key)
            await self._line.call("PEXPIRE", key, left - microseconds // 1000)

    async def forget(self) -> None:
        await self._line.call("FLUSHALL")


@asynccontextmanager
async def on_redis(server: Valkey) -> AsyncIterator[OnRedis]:
    """Workers on this server, which holds nothing before."""
    async with Line(Single(server.url, "tests")) as line:
        await line.call("FLUSHALL")
        yield OnRedis(server, line)
