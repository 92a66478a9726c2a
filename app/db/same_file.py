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
PARTS = ("", LOG)  # what has been committed lies in both


class SameFile:
    """Asked before each transaction: two looks at a directory that is in memory."""

    def __init__(self, path: Path) -> None:
        self._anchor: sqlite3.Connection | None = None
        self._parts = [path.with_name(path.name + part) for part in PARTS]
        self._known: dict[Path, tuple[int, int]] = {}

    def require(self) -> None:
        """Raises `JournalAway` while another file lies there, or none."""
        if self._anchor is None:
            self._anchor = _anchor_in(self._parts[0])
        for part in self._parts:
            found = _identity(part)
            known = self._known.get(part)
            if known is None and found is not None:
                self._known[part] = found
            elif found != known:
                what = "was removed" if found is None else "is another file than was opened"
                raise JournalAway(f"{part} {what}")

    def forget_log(self, *_: object) -> None:
        """A connection was closed, and may have been the last."""
        if self._anchor is None:
            self._known.pop(self._parts[PARTS.index(LOG)], None)

    def let_go(self) -> None:
        """Nobody uses it any more: what the log holds goes into the file."""
        if self._anchor is not None:
            self._anchor.close()
            self._anchor = None


def _anchor_in(path: Path) -> sqlite3.Connection | None:
    """A connection that keeps the log; None where there is none to keep: of a file that is not
    there yet, or that nobody has opened to write. Whoever locks it all is not waited for."""
    if not path.exists():
        return None
    with suppress(sqlite3.Error):
        anchor = sqlite3.connect(path, timeout=0, isolation_level=None)
        if anchor.execute("PRAGMA journal_mode").fetchone() == ("wal",):
            anchor.execute("SELECT 1 FROM sqlite_master").fetchone()  # it counts once it has read
            return anchor
        anchor.close()
    return None


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_dev, there.st_ino
