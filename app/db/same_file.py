"""Whether an SQLite database is still the file that was opened.

Enters: its path. Leaves: nothing, or `JournalAway`. Whoever removes or replaces the file, or its
log, would not be noticed: SQLite goes on with what it has open, and all of it is gone when the
process ends. SQLite itself removes the log with its last connection, and a cancelled write can be
the last: so one connection of our own stays open as long as the database is.
"""

import sqlite3
from contextlib import suppress
from pathlib import Path

from engine.table.journal import JournalAway

LOG = "-wal"


class SameFile:
    """Asked before each transaction: two looks at a directory that is in memory."""

    def __init__(self, path: Path) -> None:
        self._file = path
        self._log = path.with_name(path.name + LOG)
        self._anchor: sqlite3.Connection | None = None
        self._known: dict[Path, tuple[int, int]] = {}

    def require(self) -> None:
        """Raises `JournalAway` while another file lies there, or none.

        Of the log that is only asked once we hold it; before, SQLite may remove it at any moment.
        """
        self._require_same(self._file)
        self._anchor = self._anchor or _anchor_in(self._file)
        if self._anchor is not None:
            self._require_same(self._log)

    def _require_same(self, part: Path) -> None:
        found = _identity(part)
        known = self._known.get(part)
        if known is None and found is not None:
            self._known[part] = found
        elif found != known:
            what = "was removed" if found is None else "is another file than was opened"
            raise JournalAway(f"{part} {what}")

    def let_go(self) -> None:
        """Nobody uses it any more: what the log holds goes into the file."""
        if self._anchor is not None:
            self._anchor.close()
            self._anchor = None
            self._known.pop(self._log, None)


def _anchor_in(path: Path) -> sqlite3.Connection | None:
    """A connection that keeps the log; None where there is none to keep: of a file that is not
    there yet, or that nobody has opened to write. Whoever locks it all is not waited for."""
    with suppress(sqlite3.Error):
        only_if_there = f"{path.as_uri()}?mode=rw"
        anchor = sqlite3.connect(only_if_there, uri=True, timeout=0, isolation_level=None)
        with suppress(sqlite3.Error):
            if anchor.execute("PRAGMA journal_mode").fetchone() == ("wal",):
                anchor.execute("SELECT count(*) FROM sqlite_master").fetchone()  # now it counts
                return anchor
        anchor.close()
    return None


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_dev, there.st_ino
