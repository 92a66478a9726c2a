"""Who reached its storage last, in Redis: one key, which expires.

Enters: the name of a worker, each second. Leaves: the newest of them all.
"""

from app.cluster.line import Line
from app.cluster.ports import ABLE

KEY = "desmoche:able"
MILLISECONDS = ABLE // 1000


class RedisAble:
    """`Able` of all workers."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def say(self, worker: str) -> None:
        """See `Able`."""
        await self._line.call("SET", KEY, worker, "PX", MILLISECONDS)

    async def last(self) -> str | None:
        """See `Able`."""
        found = await self._line.call("GET", KEY)
        return None if found is None else found.decode()
