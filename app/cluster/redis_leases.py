"""Leases in Redis: a key a table, whose value is a worker, and which expires by Redis's clock.

Enters: names of tables. Leaves: who has them. The keys lie in a few slots, by a hash tag of their
own, so that all tables of a worker are renewed by a few scripts, and a Redis Cluster can hold them.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from zlib import crc32

from app.cluster.line import Line, Script
from app.cluster.ports import LEASE

SLOTS = 16
MILLISECONDS = LEASE // 1000
CLAIM, RELEASE = Script("claim"), Script("release")


class RedisLeases:
    """`SharedLeases` of all workers."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def claim(self, tables: Sequence[str], worker: str) -> Mapping[str, str]:
        """See `SharedLeases`."""
        groups = [self._claim(group, worker) for group in by_slot(tables)]
        owners: dict[str, str] = {}
        for found in await asyncio.gather(*groups):
            owners |= found
        return owners

    async def owners(self, tables: Sequence[str]) -> Mapping[str, str]:
        """See `SharedLeases`."""
        found = await values(self._line, _key, tables)
        return {table: owner.decode() for table, owner in found.items()}

    async def release(self, tables: Sequence[str], worker: str) -> None:
        """See `SharedLeases`."""
        keys = [[_key(table) for table in group] for group in by_slot(tables)]
        await asyncio.gather(*(self._line.run(RELEASE, some, worker) for some in keys))

    async def _claim(self, tables: Sequence[str], worker: str) -> Mapping[str, str]:
        keys = [_key(table) for table in tables]
        owners = await self._line.run(CLAIM, keys, worker, MILLISECONDS)
        return {table: owner.decode() for table, owner in zip(tables, owners, strict=True)}


def slot_of(table: str) -> int:
    """In which slot what is kept of a table lies."""
    return crc32(table.encode()) % SLOTS


def by_slot(tables: Iterable[str]) -> list[list[str]]:
    """Tables whose keys one command may name."""
    groups = defaultdict(list)
    for table in tables:
        groups[slot_of(table)].append(table)
    return list(groups.values())


async def values(line: Line, key: Callable[[str], str], tables: Sequence[str]) -> dict[str, bytes]:
    """What lies at a key of each of these tables, where anything does. Raises `ClusterAway`."""
    groups = by_slot(tables)
    found = await asyncio.gather(*(line.call("MGET", *map(key, group)) for group in groups))
    return {
        table: value
        for group, there in zip(groups, found, strict=True)
        for table, value in zip(group, there, strict=True)
        if value is not None
    }


def _key(table: str) -> str:
    return f"desmoche:lease:{{{slot_of(table)}}}:{table}"
