"""One browser: who it is, which table it looks at, what it has seen, its way out."""

from collections.abc import Callable
from typing import TypeAlias

from app.identity import Who
from app.live.outbox import Outbox, Send, ShortWay
from app.protocol import OutClosed, OutView

DONE, RESTART, REPLACED = 1000, 1012, 4001  # close codes; docs/protocol.md

Look: TypeAlias = Callable[["Viewer"], OutView]


class Viewer:
    """A connection as its room knows it.

    `seen`: the entry up to which it has the news. `look` writes its view of the table, which it
    opened at `arrived` (microseconds).
    """

    __slots__ = ("arrived", "look", "outbox", "seen", "table", "who")

    def __init__(self, who: Who, send: Send, wire: ShortWay | None = None) -> None:
        self.who = who
        self.seen = 0
        self.arrived = 0
        self.table: str | None = None
        self.look: Look | None = None
        self.outbox = Outbox(send, self._write_view, wire)

    def sign_out(self) -> None:
        """The session has ended; the browser may come again with another."""
        self.outbox.close(RESTART, OutClosed("session_ended"))

    def _write_view(self) -> OutView | None:
        return self.look(self) if self.look else None
