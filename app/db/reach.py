"""Whether the database can be reached: one line in the log when it can't, and one when it can.

Enters: how each transaction ended. Leaves: lines for an operator, never one for each of the many
attempts in between: a table that waits tries every second.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from app.db.faults import meaning
from app.db.same_file import SameFile
from engine.table.journal import JournalAway

log = structlog.get_logger()


class Reach:
    """Watches one way to the database, for reading or for writing; `file` must stay."""

    def __init__(self, what: str, file: SameFile | None) -> None:
        self._what = what
        self._file = file
        self._lost_at: float | None = None

    @contextmanager
    def watched(self, proves: bool = True) -> Iterator[None]:
        """A transaction: told is what it says of the database, not what it says of a value.

        `proves`: its success shows that all is well again.
        """
        try:
            if self._file is not None:
                self._file.require()
            yield
        except Exception as error:
            if isinstance(told := meaning(error), JournalAway):
                self._lose(str(told))
            raise
        if proves:
            self._find()

    def _lose(self, why: str) -> None:
        if self._lost_at is None:
            self._lost_at = time.monotonic()
            log.warning("storage is away", what=self._what, why=why[:200])

    def _find(self) -> None:
        if self._lost_at is not None:
            seconds = round(time.monotonic() - self._lost_at, 1)
            self._lost_at = None
            log.info("storage is back", what=self._what, after=seconds)
