"""Leases in Redis: a key a table, whose value is a worker, and which expires by Redis's clock.

Enters: names of tables. Leaves: who has them. The keys lie in a few slots, by a hash tag of their
own, so that all tables of a worker are renewed by a few scripts, and a Redis Cluster can hold them.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from zlib import crc32

from app.cluster.held import Held
from app.cluster.line import Line, Script
from app.cluster.ports import LEASE
from engine.table.clock import Clock

SLOTS = 16
MILLISECONDS = LEASE // 1000
CLAIM, RELEASE = Script("claim"), Script("release")


class RedisLeases:
    """`Leases` of one worker. The clock is this process's own, and is asked by `holds` alone."""

    def __init__(self, line: Line, worker: str, clock: Clock) -> None:
        self._line = line
        self._worker = worker
        self._clock = clock
        self._held = Held(worker, clock)

    async def claim(self, table: str) -> str:
        """See `Leases`."""
        sent_at = self._clock.now()
        owners = await self._claim([table])
        self._held.learn(owners, sent_at)
        return owners[table]

    async def renew(self, tables: Sequence[str]) -> Sequence[str]:
        """See `Leases`."""
        sent_at = self._clock.now()
        groups = [self._claim(group) for group in by_slot(tables)]
        lost: list[str] = []
        for owners in await asyncio.gather(*groups):
            lost += self._held.learn(owners, sent_at)
        return lost

    def holds(self, table: str) -> bool:
        """See `Leases`."""
        return table in self._held

    async def owners(self, tables: Sequence[str]) -> Mapping[str, str]:
        """See `Leases`."""
        groups = by_slot(tables)
        found = await asyncio.gather(*(self._line.call("MGET", *map(_key, g)) for g in groups))
        return {
            table: owner.decode()
            for group, owners in zip(groups, found, strict=True)
            for table, owner in zip(group, owners, strict=True)
            if owner
        }

    async def release(self, tables: Sequence[str]) -> None:
        """See `Leases`; even if it fails, they are not ours here."""
        self._held.drop(tables)
        try:
            groups = by_slot(tables)
            keys = [[_key(table) for table in group] for group in groups]
            await asyncio.gather(*(self._line.run(RELEASE, some, self._worker) for some in keys))
        finally:
            self._held.drop(tables)  # a renewal that was on its way has come back meanwhile

    async def _claim(self, tables: Sequence[str]) -> dict[str, str]:
        keys = [_key(table) for table in tables]
        owners = await self._line.run(CLAIM, keys, self._worker, MILLISECONDS)
        return {table: owner.decode() for table, owner in zip(tables, owners, strict=True)}


def slot_of(table: str) -> int:
    """In which slot what is kept of a table lies."""
    return crc32(table.encode()) % SLOTS


def _key(table: str) -> str:
    return f"desmoche:lease:{{{slot_of(table)}}}:{table}"


def by_slot(tables: Iterable[str]) -> list[list[str]]:
    """Tables whose keys one command may name."""
    groups = defaultdict(list)
    for table in tables:
        groups[slot_of(table)].append(table)
    return list(groups.values())
