"""The journal on a database: entries of all tables of a worker, committed together.

Enters: entries, each awaited by its table. Leaves: nothing, or a `JournalError` for just
the table that caused it.

**Group commit, no timer.** One task commits whatever has come in while the last commit ran,
in one transaction. A quiet server commits each entry at once; a busy one many at a time,
which costs a table latency but not the worker throughput.

**One bad entry.** A batch that the database refuses is tried again entry by entry, so that
only the culprit's table hears `Refused` or `Fenced`.

**An unknown outcome.** When the connection is lost during a commit, nobody has said whether
it happened. The journal then asks the database for the very entries, behind the locks that
a commit on its way would hold. Those that are stored have succeeded; for the others, and for
all if it can't ask, `JournalAway`: commit *the same entry* again, later. If it turns out to
be stored after all, that is success; it is never stored twice. Another entry in its place is
`Fenced`, so a table that went on differently must read the journal first.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from app.batches import Batches
from app.db.chain import Heads
from app.db.engine import Database
from app.db.entries import (
    head_at,
    is_stored,
    missing_heads,
    owner_of,
    prepared,
    raise_epoch,
    read_from_opening,
    store,
)
from app.db.faults import translated
from app.entered import Entered
from engine.table.journal import Entry, Fenced, JournalAway, JournalError, Refused

MOST_WAITING = 4_096
"""Entries that may wait at once; more tables than that wait for their place in line."""

MOST_IN_BATCH = 256
"""Entries in one transaction, so that no entry waits long for others."""

MOST_HEADS = 10_000
"""Heads of chains that are remembered, 300 bytes each: twice the tables that a process has
awake. One that is forgotten is read again."""


class _Waiting(NamedTuple):
    """An entry and whom to tell."""

    entry: Entry
    outcome: asyncio.Future[None]

    def succeed(self) -> None:
        if not self.outcome.done():  # done if told before, or cancelled
            self.outcome.set_result(None)

    def fail(self, error: JournalError) -> None:
        if not self.outcome.done():
            self.outcome.set_exception(error)


class DatabaseJournal(Entered):
    """`engine.table.journal.Journal` on a database; commits while entered (`async with`)."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._line: Batches[_Waiting] = Batches(MOST_IN_BATCH)
        self._room = asyncio.Semaphore(MOST_WAITING)
        self._is_open = False
        self._heads = Heads()  # as this worker last stored them

    @asynccontextmanager
    async def _live(self) -> AsyncIterator[None]:
        """Open; at the end what has been handed in is committed, and more is refused."""
        writer = asyncio.create_task(self._write(), name="journal writer")
        self._is_open = True
        try:
            yield
        finally:
            self._is_open = False
            self._line.end()
            await writer

    async def commit(self, entry: Entry) -> None:
        """Store the entry and its transfers, both or neither. Raises `JournalError`.

        A table that is cancelled while it waits doesn't know the outcome; its next owner
        reads it. The same entry again is the same entry.
        """
        async with self._room:
            if not self._is_open:
                raise JournalAway("the journal is closed")
            waiting = _Waiting(entry, asyncio.get_running_loop().create_future())
            self._line.put(waiting)
            await waiting.outcome

    async def take_over(self, table: str) -> int:
        """Raise the table's epoch and return the new one; a new table's is 1."""
        with translated():
            async with self._database.writing() as connection:
                return await raise_epoch(connection, table)

    async def read(self, table: str) -> Sequence[Entry]:
        """The entries from the last one that opens a hand on, in order, gapless."""
        with translated():
            async with self._database.reading() as connection:
                return await read_from_opening(connection, table)

    async def _write(self) -> None:
        """The writer: batch after batch, until told that nothing more comes."""
        while await self._line.some():
            await asyncio.sleep(0)  # whoever was just told may have its next entry ready
            await self._settle(self._line.take())

    async def _settle(self, batch: Sequence[_Waiting]) -> None:
        """Tell each entry of a batch its outcome."""
        try:
            await self._commit(batch)
        except JournalError as error:
            if isinstance(error, JournalAway):
                self._database.away.found(str(error))
            for waiting in batch:
                waiting.fail(error)

    async def _commit(self, batch: Sequence[_Waiting]) -> None:
        """Commit a batch, one by one if need be. Raises what befell all not told yet."""
        try:
            await self._store(batch)
        except JournalAway:
            await self._find(batch)
            raise
        except Refused as refused:
            if len(batch) == 1:
                await self._find(batch)
                await self._judge(batch[0], refused)
            else:
                for waiting in batch:
                    await self._commit([waiting])

    async def _store(self, batch: Sequence[_Waiting]) -> None:
        """All of a batch, in one transaction."""
        with translated():
            entries = [one.entry for one in batch]
            if self._database.on_sqlite:
                stored = await self._store_at_once(entries)
            else:
                async with self._database.writing() as connection:
                    stored = await store(connection, entries, self._heads)
        self._database.away.over()
        for waiting in batch:
            waiting.succeed()
        if len(self._heads) > MOST_HEADS:
            self._heads.clear()
        self._heads.update(stored)

    async def _store_at_once(self, batch: Sequence[Entry]) -> Heads:
        """The same on SQLite, where nobody else writes: what must be read is read before."""
        heads = self._heads
        if missing := missing_heads(batch, heads):
            heads = dict(heads)
            async with self._database.reading() as connection:
                for entry in missing:
                    heads[entry.table] = await head_at(connection, entry.table, entry.seq - 1)
        rows, after = prepared(batch, heads)
        await self._database.write_at_once(rows)
        return after

    async def _find(self, batch: Sequence[_Waiting]) -> None:
        """Those of a batch that are stored have succeeded, whatever was raised since."""
        for waiting in batch:
            with suppress(Refused), translated():  # what can't be asked for can't be stored
                async with self._database.writing() as connection:
                    if await is_stored(connection, waiting.entry):
                        waiting.succeed()

    async def _judge(self, waiting: _Waiting, refused: Refused) -> None:
        """Why one entry was refused: for what it is, or because its table has moved on."""
        entry = waiting.entry
        verdict: JournalError = refused
        with suppress(Refused), translated():
            async with self._database.reading() as connection:
                owner = await owner_of(connection, entry.table)
            if owner and (owner.epoch != entry.epoch or owner.seq >= entry.seq):
                verdict = Fenced(f"{entry.table} is at epoch {owner.epoch}, seq {owner.seq}")
        waiting.fail(verdict)
