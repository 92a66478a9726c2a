"""A folder for files that are needed for a moment.

Enters: nothing. Leaves: a folder of one's own, in the system's temporary one. Never left behind:
the files in it, whatever is raised meanwhile; what a process that was killed has left goes as soon
as another one needs a folder.
"""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "desmoche-scratch-"
SETTLED = 60.0
"""Seconds since a folder was touched, after which it has been locked if it ever is."""


@contextmanager
def scratch() -> Iterator[Path]:
    """A new folder; it is locked, as a sign for the others that somebody needs it."""
    _sweep()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _sweep() -> None:
    """Take away what nobody needs any more, of our own."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            there = folder.lstat()
            if there.st_uid == os.geteuid() and time.time() - there.st_mtime > SETTLED:
                _take_away(folder)


def _take_away(folder: Path) -> None:
    """Raises `OSError` if somebody holds it."""
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)
