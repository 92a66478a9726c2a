"""Whether the database answers, for whoever looks after the server.

Enters: questions, as many as anybody likes. Leaves: yes or no, and word to
`Database.away`. Never here: that it is back; a disk that is full can still be read, so that is for
a commit to say, or for time.
"""

import asyncio

from sqlalchemy import select

from app.db.engine import Database
from app.db.faults import translated
from engine.table.journal import JournalError

ASKED_EVERY = 1.0  # seconds; anybody may ask after our health, and asks nothing of the database
PATIENCE = 1.0  # seconds; less than whoever asks waits


class Pulse:
    """Of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._feeling: asyncio.Task[None] | None = None
        self._felt_at = -ASKED_EVERY
        self._answered = True

    async def feel(self) -> None:
        """Ask it, unless that was done just now. Two at once wait for the same."""
        now = asyncio.get_running_loop().time()
        if self._feeling is None and now - self._felt_at < ASKED_EVERY:
            return
        if self._feeling is None:
            self._felt_at = now
            self._feeling = asyncio.create_task(self._feel(), name="pulse")
            self._feeling.add_done_callback(self._felt)
        await asyncio.shield(self._feeling)

    async def answers(self) -> bool:
        """Whether it does, asked now or just now."""
        await self.feel()
        return self._answered

    def _felt(self, _: "asyncio.Task[None]") -> None:
        self._feeling = None

    async def _feel(self) -> None:
        try:
            with translated():
                async with asyncio.timeout(PATIENCE), self._database.reading() as connection:
                    await connection.execute(select(1))
            self._answered = True
        except JournalError as error:
            self._answered = False
            self._database.away.found(str(error))
