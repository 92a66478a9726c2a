"""Whether an SQLite database is still the file that was opened.

Enters: its path. Leaves: nothing, or `JournalAway`. Whoever removes or replaces the file, or its
log, would not be noticed: SQLite goes on with what it has open, and all of it is gone when the
process ends.
"""

from pathlib import Path

from engine.table.journal import JournalAway

LOG = "-wal"
PARTS = ("", LOG)  # what has been committed lies in both


class SameFile:
    """Asked before each transaction: two looks at a directory that is in memory."""

    def __init__(self, path: Path) -> None:
        self._parts = [path.with_name(path.name + part) for part in PARTS]
        self._known: dict[Path, tuple[int, int]] = {}

    def require(self) -> None:
        """Raises `JournalAway` while another file lies there, or none."""
        for part in self._parts:
            found = _identity(part)
            known = self._known.get(part)
            if known is None and found is not None:
                self._known[part] = found
            elif found != known:
                what = "was removed" if found is None else "is another file than was opened"
                raise JournalAway(f"{part} {what}")

    def forget_log(self, *_: object) -> None:
        """A connection was closed: with the last one SQLite removes its log by itself."""
        self._known.pop(self._parts[PARTS.index(LOG)], None)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_dev, there.st_ino
