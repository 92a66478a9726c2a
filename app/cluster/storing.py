"""Whether this worker can store, and which other could where it alone can't.

Enters: whether its storage answers, asked each second, and who else reached theirs. Leaves: another
worker's name, once this one has been alone without for `ALONE`. Where storage is away for everybody
nobody is able for so long, so no table goes to and fro. Never here: what becomes of the tables.
"""

from collections.abc import Awaitable, Callable

from app.cluster.ports import ALONE, Able, ClusterAway
from engine.table.clock import Clock


class Storing:
    """One worker's."""

    def __init__(self, answers: Callable[[], Awaitable[bool]], able: Able) -> None:
        self._answers = answers
        self._able = able
        self._alone_since: int | None = None

    async def another(self, worker: str, clock: Clock) -> str | None:
        """Look; returns who can store while this worker alone can't. Raises `ClusterAway`."""
        if await self._answers():
            self._alone_since = None
            await self._able.say(worker)
            return None
        try:
            other = await self._able.last()
        except ClusterAway:
            self._alone_since = None  # nobody knows of anybody
            raise
        if other in (None, worker):
            self._alone_since = None
            return None
        if self._alone_since is None:
            self._alone_since = clock.now()
        return other if clock.now() - self._alone_since >= ALONE else None
