"""The port to ownership: whether a table may live in this process.

Enters: a table's name. Leaves: nothing, or who has it. It keeps two processes from trying at
once, no more: that only one of them ever writes is for the journal's epoch to see to.
"""

from typing import Protocol


class Elsewhere(Exception):
    """The table lives at another worker; `worker` is its name."""

    def __init__(self, worker: str) -> None:
        super().__init__(worker)
        self.worker = worker


class Ownership(Protocol):
    """Who may have which table."""

    async def claim(self, table: str) -> None:
        """Have the table from now on. Raises `Elsewhere`, or `JournalAway`: nobody can say."""
        ...

    def let_go(self, table: str) -> None:
        """It lives here no more: whoever asks next may have it. Without waiting."""
        ...


class Alone:
    """The only process there is: it has what it asks for."""

    async def claim(self, table: str) -> None:
        """See `Ownership`."""

    def let_go(self, table: str) -> None:
        """See `Ownership`."""
