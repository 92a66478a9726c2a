"""Workers of one process: their leases and letters in its memory, by any clock.

Enters: what the ports promise to take. Leaves: the same ports, kept without a network, so a
simulation runs many workers in virtual time. Never here: a failure; whoever wants one wraps
these adapters.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

from app.batches import Batches
from app.cluster.ports import ABLE, LEASE, MOST_AT_ONCE, MOST_ENVELOPE, MOST_INBOX, Envelope
from app.entered import Entered
from engine.table.clock import Clock


class _Lease(NamedTuple):
    worker: str
    ends_at: int


class Hub:
    """What the workers of one process share: who has which table, and an inbox for each."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.inboxes: dict[str, Batches[Envelope]] = {}
        self.able = _Lease("", 0)
        self._leases: dict[str, _Lease] = {}

    def owner(self, table: str) -> str | None:
        """Who has this table now."""
        lease = self._leases.get(table)
        return lease.worker if lease and self.clock.now() < lease.ends_at else None

    def claim(self, table: str, worker: str) -> str:
        """Give the table to this worker for `LEASE`, unless another has it; returns who has it."""
        owner = self.owner(table) or worker
        if owner == worker:
            self._leases[table] = _Lease(worker, self.clock.now() + LEASE)
        return owner

    def release(self, table: str, worker: str) -> None:
        """Take the table from this worker, if it has it."""
        if self.owner(table) == worker:
            del self._leases[table]


class MemoryLeases:
    """`SharedLeases` at a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def claim(self, tables: Sequence[str], worker: str) -> Mapping[str, str]:
        """See `SharedLeases`."""
        return {table: self._hub.claim(table, worker) for table in tables}

    async def owners(self, tables: Sequence[str]) -> Mapping[str, str]:
        """See `SharedLeases`."""
        return {table: owner for table in tables if (owner := self._hub.owner(table))}

    async def release(self, tables: Sequence[str], worker: str) -> None:
        """See `SharedLeases`."""
        for table in tables:
            self._hub.release(table, worker)


class MemoryAble:
    """`Able` at a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def say(self, worker: str) -> None:
        """See `Able`."""
        self._hub.able = _Lease(worker, self._hub.clock.now() + ABLE)

    async def last(self) -> str | None:
        """See `Able`."""
        able = self._hub.able
        return able.worker if self._hub.clock.now() < able.ends_at else None


class MemoryCourier(Entered):
    """`Courier` of one worker at a hub: it has an inbox while it is entered."""

    def __init__(self, hub: Hub, worker: str) -> None:
        self._hub = hub
        self._worker = worker
        self._inbox: Batches[Envelope] = Batches(MOST_AT_ONCE, keeps=MOST_INBOX)
        self._dropped = 0

    @asynccontextmanager
    async def _live(self) -> AsyncIterator[None]:
        self._hub.inboxes[self._worker] = self._inbox
        try:
            yield
        finally:
            self._hub.inboxes.pop(self._worker, None)

    @property
    def worker(self) -> str:
        """See `Courier`."""
        return self._worker

    @property
    def dropped(self) -> int:
        """See `Courier`."""
        return self._dropped

    def send(self, to: str, envelope: Envelope) -> None:
        """See `Courier`."""
        inbox = self._hub.inboxes.get(to)
        if inbox is None or len(envelope.body) > MOST_ENVELOPE:
            self._dropped += 1
        else:
            inbox.put(envelope)

    async def receive(self) -> Sequence[Envelope]:
        """See `Courier`."""
        await self._inbox.some()
        return self._inbox.take()
