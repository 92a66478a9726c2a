"""Virtual time over a real database: time stands still while the database is asked.

Enters: a database. Leaves: tables that run on it, hours of theirs in seconds of ours. Timers that
are due within one beat fire together, so that many tables commit together, as on a busy server.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from math import ceil
from typing import Any, TypeVar

from app.db.engine import Database
from app.db.journal import DatabaseJournal
from engine.table.journal import Entry
from tests.simulation.loop import VirtualLoop

T = TypeVar("T")
BEAT = 0.5  # seconds


class PatientLoop(VirtualLoop):
    """Time passes in beats, and only while nobody is `outside`."""

    def __init__(self) -> None:
        self.outside = 0
        super().__init__(0)

    def wait(self, seconds: float | None) -> float | None:
        if self.outside:
            return seconds if seconds == 0 else None
        super().wait(seconds)
        self._elapsed = ceil(self._elapsed / BEAT) * BEAT
        return 0

    def _run_once(self) -> None:
        """In order of arrival, which drivers of databases count on."""
        asyncio.SelectorEventLoop._run_once(self)  # type: ignore[attr-defined]


def runner() -> asyncio.Runner:
    """What runs coroutines in such time. A callback that fails ends it all."""

    def fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        raise SystemExit(f"{context['message']}: {context.get('exception')!r}")

    def loop() -> PatientLoop:
        made = PatientLoop()
        made.set_exception_handler(fail)
        return made

    return asyncio.Runner(loop_factory=loop)


async def outside(work: Coroutine[Any, Any, T]) -> T:
    """Ask the real world for something; time stands still meanwhile."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, PatientLoop)
    loop.outside += 1
    try:
        return await work
    finally:
        loop.outside -= 1


async def _never() -> None:
    """The process is dead here: nothing after this line happens in it."""
    await asyncio.Event().wait()


class RealJournal:
    """The journal of one process on a database, which tells of each entry that is stored.

    `dies` is asked before and after each commit whether the process dies there.
    """

    def __init__(
        self,
        database: Database,
        stored: Callable[[Entry], None],
        dies: Callable[[bool], bool] = lambda _: False,
    ) -> None:
        self._journal = DatabaseJournal(database)
        self._stored = stored
        self._dies = dies

    async def __aenter__(self) -> "RealJournal":
        await self._journal.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await outside(self._journal.__aexit__(None, None, None))

    async def commit(self, entry: Entry) -> None:
        if self._dies(False):
            await _never()
        await outside(self._journal.commit(entry))
        self._stored(entry)
        if self._dies(True):
            await _never()

    async def take_over(self, table: str) -> int:
        return await outside(self._journal.take_over(table))

    async def read(self, table: str) -> Sequence[Entry]:
        return await outside(self._journal.read(table))
