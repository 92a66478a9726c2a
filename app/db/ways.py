"""The ways of one process to Postgres, all of which can be given up at once.

Enters: what is on its way there. Leaves: the same, or `TimeoutError` when the ways were given up:
a server that says nothing would hold up for half a minute a process that shall end. Never here:
why they are.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakSet

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine


class Ways:
    """Of one engine."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._drivers: WeakSet[Any] = WeakSet()
        self._bounds: set[asyncio.Timeout] = set()
        self._given_up = False
        event.listen(engine.sync_engine, "connect", self._connected)

    def _connected(self, connection: Any, _record: object) -> None:
        self._drivers.add(connection.driver_connection)

    @asynccontextmanager
    async def bound(self) -> AsyncIterator[None]:
        """Something is on its way, for any time. Raises `TimeoutError` once it is given up."""
        async with asyncio.timeout(0 if self._given_up else None) as bound:
            self._bounds.add(bound)
            try:
                yield
            finally:
                self._bounds.discard(bound)

    def give_up(self) -> None:
        """End it all without a farewell, which would be waited for, too."""
        self._given_up = True
        for driver in list(self._drivers):
            driver.terminate()
        now = asyncio.get_running_loop().time()
        for bound in self._bounds:
            bound.reschedule(now)
