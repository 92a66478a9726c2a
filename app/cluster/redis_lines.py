"""Lines in Redis: a key a table, which expires.

Enters: what owners say of their tables. Leaves: the same, to any worker, while it is fresh. The
keys lie in the slots of the leases, so that a list is read by a few commands.
"""

import asyncio
from collections.abc import Mapping, Sequence

from app.cluster.line import Line
from app.cluster.ports import LINE_KEPT
from app.cluster.redis_leases import slot_of, values

MILLISECONDS = LINE_KEPT // 1000


class RedisLines:
    """`Lines` of all workers."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def write(self, lines: Mapping[str, bytes]) -> None:
        """See `Lines`."""
        sent = [self._set(table, text) for table, text in lines.items()]
        await asyncio.gather(*sent)

    def _set(self, table: str, text: bytes) -> "asyncio.Future[object]":
        return self._line.call("SET", _key(table), text, "PX", MILLISECONDS)

    async def read(self, tables: Sequence[str]) -> Mapping[str, bytes]:
        """See `Lines`."""
        return await values(self._line, _key, tables)


def _key(table: str) -> str:
    return f"desmoche:line:{{{slot_of(table)}}}:{table}"
