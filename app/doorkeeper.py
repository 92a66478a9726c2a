"""Who may connect, and who has kept us waiting too long: for all connections of a process.

Enters: uvicorn's set of open connections. Leaves: yes or no for the next one, and those cut off
that are overdue (`app.patience`). Never here: who somebody is.
"""

import asyncio
import resource
from collections.abc import Callable, Collection
from typing import Any

import structlog

LOOK_SECONDS = 1.0  # between two looks at all connections: 10,000 take some milliseconds
SPARE_FILES = 128  # descriptors for the database, the log, Redis and what is exported
SAID_AGAIN = 60.0  # seconds between two lines of the log that say the same

log = structlog.get_logger()


class Doorkeeper:
    """`most` connections that are no player's socket; of those, `sockets()` are open."""

    def __init__(self, most: int, sockets: Callable[[], int], files: int) -> None:
        self._most = most
        self._sockets = sockets
        self._files = files - SPARE_FILES
        self._full = 0.0

    def has_room(self, connected: int) -> bool:
        """Whether the newest of so many may stay."""
        room = connected - self._sockets() <= self._most and connected <= self._files
        if not room:
            self._tell(connected)
        return room

    def _tell(self, connected: int) -> None:
        now = asyncio.get_running_loop().time()
        if now > self._full:
            self._full = now + SAID_AGAIN
            log.warning("too many connections", open=connected, sockets=self._sockets())

    async def watch(self, connections: Collection[Any]) -> None:
        """For ever: cut off whoever is overdue."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for one in list(connections):
                self._look(one, loop.time())

    @staticmethod
    def _look(one: Any, now: float) -> None:
        try:
            if one.overdue(now):
                one.cut_off()
        except Exception:  # a fault at one connection leaves none of the others without a watch
            log.exception("watch failed")


def open_files(wanted: int) -> int:
    """Let this process have so many files open, if the system lets it; returns how many it may.

    What a shell allows is 1,024 as a rule: without this the sockets of a full house would take the
    database's files as well.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    if most < wanted:
        log.warning("few files may be open", wanted=wanted, allowed=most)
    return wanted if soft == resource.RLIM_INFINITY else soft
