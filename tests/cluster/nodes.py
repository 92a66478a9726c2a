"""One worker in virtual time: the real thing but for its network, which can be cut.

`die` ends it between two lines; nothing of it happens after that. What it shares with others is in
a `Shared`.
"""

import asyncio
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from app.cluster.held import HeldLeases
from app.cluster.memory import Hub, MemoryAble, MemoryCourier, MemoryLeases
from app.cluster.ports import ClusterAway, Envelope
from app.cluster.sockets import NoOthers
from app.cluster.storing import Storing
from app.cluster.worker import Worker
from app.live.audience import Rooms
from app.live.desk import Desk
from engine.table.journal import Entry, Fenced, JournalAway
from engine.table.ports import Ports, Sealer
from engine.table.table import Table
from engine.table.windows import WindowsAway
from tests.simulation.loop import LoopClock
from tests.simulation.storage import Journal, Windows


class Shared(Protocol):
    """What workers share. `loses` is the share of words that get lost; `cut_off`: all of them are
    from all but the journal."""

    seed: int
    loses: float
    cut_off: bool
    clock: LoopClock
    hub: Hub
    journal: Journal
    windows: Windows
    sealer: Sealer
    faults: list[tuple[str, int, Exception]]


class Post(MemoryCourier):
    """A courier that loses a share of what it is given, and all while its worker is cut off."""

    def __init__(self, node: "Node", chance: Random) -> None:
        super().__init__(node.world.hub, node.name)
        self.loses = node.world.loses
        self._node = node
        self._chance = chance

    def send(self, to: str, envelope: Envelope) -> None:
        if not self._node.is_cut_off and self._chance.random() >= self.loses:
            super().send(to, envelope)

    async def receive(self) -> Sequence[Envelope]:
        found = await super().receive()
        if self._node.is_cut_off:
            raise ClusterAway
        return found


class Refusal(NamedTuple):
    """An entry that was not stored, and why."""

    entry: Entry
    error: Fenced


class Leases(MemoryLeases):
    """Leases that can't be reached while their worker is cut off."""

    def __init__(self, node: "Node") -> None:
        super().__init__(node.world.hub)
        self._node = node

    async def claim(self, tables: Sequence[str], worker: str) -> Mapping[str, str]:
        self._reach()
        return await super().claim(tables, worker)

    async def owners(self, tables: Sequence[str]) -> Mapping[str, str]:
        self._reach()
        return await super().owners(tables)

    def _reach(self) -> None:
        if self._node.is_cut_off:
            raise ClusterAway


class Distant:
    """The windows of all, as a worker reaches them unless it is cut off."""

    def __init__(self, node: "Node") -> None:
        self._node = node

    def __getattr__(self, name: str) -> Any:
        if self._node.is_cut_off:
            return self._away
        return getattr(self._node.world.windows, name)

    async def _away(self, *_: object) -> None:
        raise WindowsAway


class Slow:
    """One worker's way to the journal: what passes `gate` while it is shut waits there. While it
    is `cut` nothing passes."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.gate = asyncio.Event()
        self.gate.set()
        self.refused: list[Refusal] = []
        self.cut = False
        self.may_take_over = True

    async def answers(self) -> bool:
        return not self.cut

    async def take_over(self, table: str) -> int:
        self._reach()
        if not self.may_take_over:
            raise JournalAway("just now")
        return await self._journal.take_over(table)

    async def read(self, table: str) -> Sequence[Entry]:
        self._reach()
        return await self._journal.read(table)

    def _reach(self) -> None:
        if self.cut:
            raise JournalAway("cut off")

    async def commit(self, entry: Entry) -> None:
        await self.gate.wait()
        self._reach()
        try:
            await self._journal.commit(entry)
        except Fenced as error:
            self.refused.append(Refusal(entry, error))
            raise


class Node:
    """One worker as it runs."""

    def __init__(self, world: Shared, name: str) -> None:
        self.name = name
        self.world = world
        self.cut_off = False
        self.journal = Slow(world.journal)
        self.leases = HeldLeases(Leases(self), name, world.clock)
        self.post = Post(self, Random(f"{world.seed}/{name}"))
        self.rooms = Rooms(world.clock)
        self.ended: list[Table] = []
        ports = Ports(
            world.clock,
            self.journal,
            Distant(self),
            self.rooms,
            world.sealer,
            Random(f"{world.seed}/{name}/secret").randbytes,
            lambda table, seq, fault: world.faults.append((table, seq, fault)),
        )
        storing = Storing(self.journal.answers, MemoryAble(world.hub))
        self.worker = Worker(ports, self.leases, self.post, self.rooms, self._done, storing)
        self.rooms.join(self.worker)
        self.tables = self.worker.tables
        self.desk = Desk(self.tables, self.rooms, world.clock)
        self.alive = False

    @property
    def is_cut_off(self) -> bool:
        """From what workers share, but for the journal: alone, or with all others."""
        return self.cut_off or self.world.cut_off

    def _done(self, table: Table) -> None:
        self.ended.append(table)
        self.rooms.ended(table)

    async def start(self) -> None:
        await self.post.__aenter__()
        self.alive = True
        self.worker.start()

    async def die(self) -> None:
        """No farewell: every task of the process ends where it stands."""
        self.alive = False
        await self.post.__aexit__(None, None, None)
        tables = self.tables
        tasks: list[asyncio.Task[Any]]
        tasks = [
            *self.worker._loops,
            *tables._registry._tasks.values(),
            *tables._following._tasks.values(),
        ]
        tasks += [*tables._doing, *tables._bringing.values()]
        tables._leaving = True  # what is cancelled must not start anew
        tables._keeper._held.clear()  # nor let its leases go
        self.rooms.join(NoOthers())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def freeze(self, microseconds: int) -> None:
        """Stand still for so long, but for what `gate` holds: its timers are late by that much,
        and so is all that others say to it."""
        await self.worker.stop()
        try:
            await asyncio.sleep(microseconds / 1_000_000)
        finally:
            self.worker.start()

    async def leave(self) -> None:
        """As on SIGTERM."""
        await self.tables.stop_all()
        await self.die()
