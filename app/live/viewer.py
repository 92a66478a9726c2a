"""One browser: who it is, which table it looks at, what it has seen, its way out."""

from collections.abc import Callable
from typing import TypeAlias

from app.identity import Who
from app.live.outbox import Outbox, Send
from app.protocol import OutView

Look: TypeAlias = Callable[["Viewer"], OutView]


class Viewer:
    """A connection as its room knows it.

    `seen`: the entry up to which it has the news. `look` writes its view of the table.
    """

    __slots__ = ("look", "outbox", "seen", "table", "who")

    def __init__(self, who: Who, send: Send) -> None:
        self.who = who
        self.seen = 0
        self.table: str | None = None
        self.look: Look | None = None
        self.outbox = Outbox(send, self._write_view)

    def _write_view(self) -> OutView | None:
        return self.look(self) if self.look else None
