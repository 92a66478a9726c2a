"""What goes wrong in a chaos run: one thing after another, from a seed, each put right again."""

import asyncio
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import TypeAlias

from tests.app.cluster.cluster import Cluster, freeze, wake
from tests.app.cluster.gate import Link
from tests.app.process import Process
from tests.services import OwnPostgres

Fault: TypeAlias = Callable[[], Awaitable[None]]


class Faults:
    """Of a cluster and what it stands on."""

    def __init__(self, there: Cluster, postgres: OwnPostgres, chance: Random) -> None:
        self._there = there
        self._postgres = postgres
        self._chance = chance
        self.made: Counter[str] = Counter()
        self._kinds: list[Fault] = [
            self.killed,
            self.killed,
            self.frozen,
            self.asked_to_end,
            self.cut_off,
            self.made_deaf,
            self.slowed,
            self.redis_frozen,
            self.redis_emptied,
            self.postgres_restarted,
        ]

    async def go_on(self, seconds: float, every: float) -> None:
        """One fault after another, every kind in turn, for so long."""
        loop = asyncio.get_running_loop()
        until, kinds = loop.time() + seconds, list(self._kinds)
        self._chance.shuffle(kinds)
        while loop.time() < until:
            await asyncio.sleep(every * (0.5 + self._chance.random()))
            kind = kinds[self.made.total() % len(kinds)]
            self.made[kind.__name__] += 1
            await kind()

    async def killed(self) -> None:
        """A worker dies without a word."""
        worker = self._one()
        worker.kill()
        await self._again(worker)

    async def asked_to_end(self) -> None:
        """A worker is replaced, as when a new version comes."""
        worker = self._one()
        assert await worker.end(signal.SIGTERM) == 0, worker.log
        await self._again(worker)

    async def frozen(self) -> None:
        """A worker stands still for longer than its leases, or not so long."""
        worker = self._one()
        freeze(worker)
        await asyncio.sleep(self._chance.choice((1, 4.5)))
        wake(worker)

    async def cut_off(self) -> None:
        """A worker can't reach Redis, which the others can; it is told so, or not."""
        await self._linked(self._chance.choice((Link.CUT, Link.SILENT)))

    async def made_deaf(self) -> None:
        """What a worker asks of Redis is done, and no reply comes."""
        await self._linked(Link.DEAF)

    async def slowed(self) -> None:
        """All that a worker asks of Redis takes most of the time that it has."""
        await self._linked(Link.SLOW)

    async def _linked(self, link: Link) -> None:
        gate = self._there.links[self._one()]
        gate.become(link)
        await asyncio.sleep(self._chance.choice((0.5, 2, 4.5)))
        gate.become(Link.WHOLE)

    async def redis_frozen(self) -> None:
        """Redis answers nothing for a while."""
        self._there.valkey.freeze()
        await asyncio.sleep(self._chance.choice((0.8, 3.5)))
        self._there.valkey.thaw()

    async def redis_emptied(self) -> None:
        """Redis is started again, and has nothing."""
        self._there.valkey.kill()
        await asyncio.sleep(0.5)
        self._there.valkey.start()

    async def postgres_restarted(self) -> None:
        """The database crashes and comes again."""
        await asyncio.to_thread(self._postgres.stop)
        await asyncio.sleep(1)
        await asyncio.to_thread(self._postgres.start)

    def _one(self) -> Process:
        return self._chance.choice(self._there.workers)

    async def _again(self, worker: Process) -> None:
        await asyncio.sleep(self._chance.random() * 3)
        await worker.start()
