"""The leases of this worker's tables: claimed before a table lives here, renewed while it does.

Enters: tables that begin and end here. Leaves: whether one may, and which must end since others
have them now. Never here: what keeps two owners from writing, which is the journal's epoch.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from app.cluster.ports import ClusterAway, Leases
from engine.table.journal import JournalAway
from engine.table.ownership import Elsewhere


class Keeper:
    """The port `Ownership` over leases; `worker` is whose they are."""

    def __init__(self, leases: Leases, worker: str) -> None:
        self.worker = worker
        self._leases = leases
        self._held: set[str] = set()
        self._releasing: dict[str, asyncio.Task[None]] = {}
        self._leaving = False

    @property
    def kept(self) -> int:
        """How many leases are renewed now."""
        return len(self._held)

    async def claim(self, table: str) -> None:
        """See `Ownership`."""
        if self._leaving:
            raise JournalAway("this worker takes no more tables")
        if before := self._releasing.get(table):  # else it would release what is claimed now
            await asyncio.wait([before])
        try:
            owner = await self._leases.claim(table)
        except ClusterAway as away:
            raise JournalAway(f"nobody can say whose table it is: {away}") from None
        if owner != self.worker:
            raise Elsewhere(owner)
        self._held.add(table)

    def let_go(self, table: str) -> None:
        """See `Ownership`."""
        if table in self._held:
            self._held.discard(table)
            task = asyncio.create_task(self._release(table), name=f"release {table}")
            self._releasing[table] = task
            task.add_done_callback(lambda _: self._releasing.pop(table, None))

    async def _release(self, table: str) -> None:
        with suppress(ClusterAway):  # it runs out by itself
            await self._leases.release([table])

    def holds(self, table: str) -> bool:
        """Whether the table is surely ours now; asked before each commit."""
        return self._leases.holds(table)

    async def renew(self) -> Sequence[str]:
        """Keep what is ours; returns what is not any more. Raises `ClusterAway`."""
        return await self._leases.renew(list(self._held)) if self._held else ()

    def leave(self) -> None:
        """Claim nothing from now on."""
        self._leaving = True

    async def released(self) -> None:
        """Wait until all that was let go is free for others."""
        while self._releasing:
            await asyncio.wait(list(self._releasing.values()))
