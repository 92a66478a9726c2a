"""A table as whoever asks something of it needs it, wherever it lives.

`engine.table.table.Table` is one; a process that only follows a table has another that keeps
the same promises by asking the process where it lives.
"""

from typing import Protocol

from engine.table.entries import Request
from engine.table.live import Live
from engine.table.mailbox import Message


class Reached(Protocol):
    """A table within reach."""

    @property
    def live(self) -> Live:
        """The table as it stands, as far as is known here."""
        ...

    @property
    def seq(self) -> int:
        """The entry of its journal after which it stands so."""
        ...

    @property
    def shown(self) -> int:
        """The number that people are told of it."""
        ...

    def post(self, message: Message) -> None:
        """Ask something of it; its answer comes by `message.reply`. Raises `MailboxFull`."""
        ...

    def has_answered(self, request: Request) -> bool:
        """Whether it is known here that a request was answered."""
        ...

    def stop(self) -> None:
        """Let it go from this process, once what waits has been handled."""
        ...
