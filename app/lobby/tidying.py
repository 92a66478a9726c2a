"""Tables that need somebody's eye though nobody asks for them: woken, so that they go on.

Enters: the rows of the lobby. Leaves: live tables. Two kinds: those that were in the middle of
something when the process ended, whose clocks must go on; and those that slept too long, which
close and pay out (R8.7). A table closes by its own deadline as long as it is awake to see it;
one that was let go from memory has only its row.
"""

from collections.abc import Callable

import structlog

from app.db.faults import translated
from app.lobby import store
from app.lobby.house import TableHouse
from app.problems import Problem
from engine.table.journal import JournalError
from engine.table.pace import CLOSES_AFTER
from engine.table.reached import Reached

WOKEN_AT_ONCE = 50  # in one round, so that a round ends

log = structlog.get_logger()


class Tidier:
    """Tidies a house, by one task, every minute. `wakes_again`: other workers may have died."""

    def __init__(self, house: TableHouse, *, wakes_again: bool = False) -> None:
        self._house = house
        self._wakes_again = wakes_again
        self._has_woken = False
        self._unreadable: set[str] = set()

    async def wake(self) -> int:
        """Bring back every table that was in use when its process ended; how many.

        Those that were played last come first. One that can't be read holds up no other.
        Raises `JournalError` or `Problem` if storage is away or the house full: try again.
        """
        if self._has_woken and not self._wakes_again:
            return 0
        with translated():
            async with self._house.database.reading() as connection:
                names = await store.interrupted(connection)
        lost = await self._house.registry.unowned(names)
        count = sum([await self._wake(name) for name in lost])
        if count or not self._has_woken:
            log.info("woken", tables=count)
        self._has_woken = True
        return count

    def retire(self, is_watched: Callable[[str], bool]) -> None:
        """Let go from memory what sleeps and is not looked at."""
        self._house.registry.retire(is_watched)

    async def _wake(self, name: str) -> bool:
        return await self._woken(name) is not None

    async def _woken(self, name: str) -> Reached | None:
        """The table; None also where its past can't be read, of which the log is told once."""
        try:
            table = await self._house.table(name)
            self._unreadable.discard(name)
            return table
        except (JournalError, Problem):  # not this table's doing: all of it again, later
            raise
        except Exception as fault:  # noqa: BLE001  # whatever one table's past holds
            if name not in self._unreadable:
                log.error("not woken", table=name, kind=type(fault).__name__)
            self._unreadable.add(name)
            return None

    async def tidy(self) -> None:
        """Close what slept too long; what can't be read holds up no other, and keeps its row."""
        now = self._house.clock.now()
        with translated():
            async with self._house.database.reading() as connection:
                most = WOKEN_AT_ONCE + len(self._unreadable)  # those come first, every time
                old = await store.untouched(connection, now - CLOSES_AFTER, most)
        for row in old:
            # Somebody's link may have brought it back since it could not be read.
            lost = row.id in self._unreadable and self._house.registry.get(row.id) is None
            table = None if lost else await self._woken(row.id)
            if table and (table.live.deadline is None or table.live.deadline > now):
                await self._house.touch(row.id, now)  # it was in use, and never left the memory
