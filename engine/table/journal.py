"""The port to storage: what a table needs of the journal.

A table shows nothing before `commit` has returned. What is committed survives the death
of the process, and of the machine as far as its database does.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from engine.table.money import Transfer


class Entry(NamedTuple):
    """One step of a table, with the chips it moved.

    `seq` counts a table's entries from 1 without a gap; (`table`, `seq`) is there once.
    `epoch` is the owner's: a commit with an epoch that is not the table's is refused.
    `at` is the time of the step in microseconds, `body` what happened, as JSON.
    `opens_hand`: a table can be rebuilt from this entry on; earlier ones are history.
    """

    table: str
    seq: int
    epoch: int
    at: int
    body: dict[str, Any]
    transfers: tuple[Transfer, ...] = ()
    opens_hand: bool = False


class JournalError(Exception):
    """A commit did not happen; nothing of the entry is stored, unless it is `JournalAway`."""


class Fenced(JournalError):
    """Someone else owns the table now, or has written this seq: stop, show nothing."""


class Refused(JournalError):
    """The database refused the entry: a balance below zero, an unbalanced or doubled row.

    A fault of the program. The table is replayed; a second time, the hand is void.
    """


class JournalAway(JournalError):
    """The database can't be reached, or its disk is full: pause, and try again later.

    The one error after which the entry may be stored all the same: nobody has said. Commit
    the same entry again, which never stores it twice, or read the journal before going on.
    """


class Journal(Protocol):
    """Where entries are kept."""

    async def commit(self, entry: Entry) -> None:
        """Store the entry and its transfers, both or neither. Raises `JournalError`."""
        ...

    async def take_over(self, table: str) -> int:
        """Raise the table's epoch and return the new one: earlier owners are fenced off."""
        ...

    async def read(self, table: str) -> Sequence[Entry]:
        """The entries from the last one that opens a hand on, in order, gapless."""
        ...
