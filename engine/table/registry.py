"""Which tables live in this process: opened, revived from the journal, let go.

Enters: a table's id. Leaves: the `Table` that runs here, or `Elsewhere`. Never here: who may
ask.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from engine.table.journal import Entry
from engine.table.live import Live
from engine.table.ownership import Alone, Ownership
from engine.table.ports import Ports
from engine.table.rescue import ReadBack, read_back
from engine.table.table import Table

MOST_TABLES = 5000  # live at once in one process; at 60 KB each some 300 MB

SECONDS_TO_FINISH = 3.0  # when all tables stop; whoever ends a process waits for some ten


class TooManyTables(Exception):
    """This process has all the tables it can carry."""


class NotReadBack(Exception):
    """What the journal has of a table can't be read, and there is no rescue; it was reported."""


def _as_it_is(table: str, entries: Sequence[Entry]) -> None:
    del table, entries


class Registry:
    """The tables of one process, by id.

    `when_done` is told of each that has ended. `before_start` is told what the journal holds of
    one that is revived, before it does anything here.
    """

    def __init__(
        self,
        ports: Ports,
        when_done: Callable[[Table], None] = lambda _: None,
        ownership: Ownership | None = None,
        before_start: Callable[[str, Sequence[Entry]], None] = _as_it_is,
    ) -> None:
        self._ports = ports
        self._ownership = Alone() if ownership is None else ownership
        self._before_start = before_start
        self._tables: dict[str, Table] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._reviving: dict[str, asyncio.Future[Table | None]] = {}
        self._when_done = when_done
        self._reported: set[str] = set()  # those that can't be read, so that each is told once

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        """The tables that live here now."""
        return iter(list(self._tables.values()))

    def get(self, table: str) -> Table | None:
        """The table if it lives here now."""
        return self._tables.get(table)

    async def open(self, live: Live) -> Table:
        """A new table begins to live here; its first command writes its first entry."""
        self._require_room()
        async with self._claimed(live.id):
            epoch = await self._ports.journal.take_over(live.id)
            return self._start(Table(ReadBack(live, []), 0, epoch, self._ports))

    async def revive(self, table: str) -> Table | None:
        """The table, brought back from its journal if need be; None if there is none.

        Two at once wait for the same revival. Raises `Elsewhere`, `TooManyTables`, `NotReadBack`,
        `JournalError`.
        """
        if table in self._tables:
            return self._tables[table]
        waiting = self._reviving.get(table)
        if waiting is None:
            waiting = self._reviving[table] = asyncio.ensure_future(self._revive(table))
            waiting.add_done_callback(lambda _: self._reviving.pop(table, None))
        return await asyncio.shield(waiting)

    async def unowned(self, tables: Sequence[str]) -> Sequence[str]:
        """Those of these that live nowhere."""
        return [table for table in tables if table not in self._tables]

    def retire(self, is_watched: Callable[[str], bool]) -> None:
        """Let the tables go that sleep and at which nobody looks; a message revives them."""
        for name, table in list(self._tables.items()):
            if table.live.asleep and not is_watched(name):
                table.stop()

    async def stop_all(self) -> None:
        """Let every table finish what it is doing, and end; one that is being revived, too. Where
        storage says nothing its next owner reads what came of it: nobody can wait for that, with a
        lease that others want."""
        try:
            async with asyncio.timeout(SECONDS_TO_FINISH):
                while doing := self._doing():
                    for table in self._tables.values():
                        table.stop()
                    await asyncio.gather(*doing, return_exceptions=True)
        except TimeoutError:
            late = self._doing()
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _doing(self) -> list[asyncio.Future[Any]]:
        return [*self._tasks.values(), *self._reviving.values()]

    async def _revive(self, table: str) -> Table | None:
        self._require_room()  # before the owner elsewhere is fenced off
        journal = self._ports.journal
        if not await journal.read(table):  # taking over an id that someone made up would store it
            return None
        async with self._claimed(table):
            return await self._take_over(table)

    @asynccontextmanager
    async def _claimed(self, table: str) -> AsyncIterator[None]:
        """While a table begins to live here, if it may; one that does not is let go again."""
        await self._ownership.claim(table)
        try:
            yield
        finally:
            if table not in self._tables:
                self._ownership.let_go(table)

    async def _take_over(self, table: str) -> Table | None:
        journal = self._ports.journal
        epoch = await journal.take_over(table)
        entries = await journal.read(table)  # what the last owner still wrote is in it now
        found = self._read_back(table, entries)
        if found.live.closed:
            return None
        self._before_start(table, entries)
        return self._start(Table(found, entries[-1].seq, epoch, self._ports, entries))

    def _read_back(self, table: str, entries: Sequence[Entry]) -> ReadBack:
        try:
            return read_back(entries, self._ports.sealer)
        except Exception as fault:  # noqa: BLE001  # whatever is written there
            if table not in self._reported:
                self._ports.report(table, entries[-1].seq, fault)
            self._reported.add(table)
            raise NotReadBack(table) from None  # its values may be cards

    def _require_room(self) -> None:
        if len(self._tables) >= MOST_TABLES:
            raise TooManyTables

    def _start(self, table: Table) -> Table:
        name = table.live.id
        self._tables[name] = table
        task = asyncio.create_task(table.run(), name=f"table {name}")
        self._tasks[name] = task
        task.add_done_callback(lambda _: self._ended(table))
        return table

    def _ended(self, table: Table) -> None:
        if self._tables.get(table.live.id) is table:
            self._tables.pop(table.live.id)
            self._tasks.pop(table.live.id)
            self._ownership.let_go(table.live.id)
        self._when_done(table)
