"""What a worker knows by itself of its leases: until when each is surely its own.

Enters: what a claim or a renewal came to, and when it was sent. Leaves: yes or no, without
waiting, before each commit. Never here: where leases lie, which is behind `SharedLeases`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from app.cluster.ports import LEASE, SAFETY
from engine.table.clock import Clock


class SharedLeases(Protocol):
    """Those of all workers, in one place with a clock of its own. Each may raise `ClusterAway`."""

    async def claim(self, tables: Sequence[str], worker: str) -> Mapping[str, str]:
        """Give this worker for `LEASE` those that are free or its own; returns who has each."""
        ...

    async def owners(self, tables: Sequence[str]) -> Mapping[str, str]:
        """Who has each of these tables; those that nobody has are left out."""
        ...

    async def release(self, tables: Sequence[str], worker: str) -> None:
        """Free those that are this worker's."""
        ...


class HeldLeases:
    """`Leases` of one worker. The clock is this process's own, and is asked by `holds` alone.

    A lease is counted from before its claim was sent, so that here it ends before it ends there.
    """

    def __init__(self, shared: SharedLeases, worker: str, clock: Clock) -> None:
        self._shared = shared
        self._worker = worker
        self._clock = clock
        self._until: dict[str, int] = {}

    async def claim(self, table: str) -> str:
        """See `Leases`."""
        return (await self._claim([table]))[table]

    async def renew(self, tables: Sequence[str]) -> Sequence[str]:
        """See `Leases`."""
        owners = await self._claim(tables)
        return [table for table, owner in owners.items() if owner != self._worker]

    def holds(self, table: str) -> bool:
        """See `Leases`."""
        return self._clock.now() < self._until.get(table, 0)

    async def owners(self, tables: Sequence[str]) -> Mapping[str, str]:
        """See `Leases`."""
        return await self._shared.owners(tables)

    async def release(self, tables: Sequence[str]) -> None:
        """See `Leases`; even if it fails, they are not ours here."""
        self._drop(tables)
        try:
            await self._shared.release(tables, self._worker)
        finally:
            self._drop(tables)  # a renewal that was on its way has come back meanwhile

    async def _claim(self, tables: Sequence[str]) -> Mapping[str, str]:
        sent_at = self._clock.now()
        owners = await self._shared.claim(tables, self._worker)
        self._until.update(dict.fromkeys(owners, sent_at + LEASE - SAFETY))
        self._drop(table for table, owner in owners.items() if owner != self._worker)
        return owners

    def _drop(self, tables: Iterable[str]) -> None:
        for table in tables:
            self._until.pop(table, None)
