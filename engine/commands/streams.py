"""Reading what a command was given, and complaining where that can't be done.

Never here: a traceback for a file that is missing, or for a stream that is closed.
"""

import sys
from pathlib import Path

STANDARD_INPUT = "-"


class Unreadable(Exception):
    """An input can't be read; the message says which and why, in a sentence."""


def read_input(name: str, most: int = -1) -> bytes:
    """The content of a file or of standard input, at most so many bytes (-1: all of it).

    Raises `Unreadable`.
    """
    try:
        if name != STANDARD_INPUT:
            with Path(name).open("rb") as file:
                return file.read(most)
        if sys.stdin is None:
            raise Unreadable("cannot read standard input: it is closed")
        return sys.stdin.buffer.read(most)
    except OSError as error:
        raise Unreadable(f"cannot read {name}: {error.strerror}") from None
    except ValueError as error:  # a name with a NUL in it
        raise Unreadable(f"cannot read {name!r}: {error}") from None


def complain(sentence: str) -> None:
    """A sentence on standard error, if there is one."""
    if sys.stderr is not None:
        print(sentence, file=sys.stderr)
