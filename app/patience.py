"""How long whoever is at the other end of a connection may keep us waiting.

Enters: what the transport says of a connection. Leaves: whether it has let us wait too long. Never
here: what the connection is for. uvicorn has a deadline for none of this: what it closes stays open
until the other side has taken all that was written, and that may be never.
"""

import asyncio

CLOSING_SECONDS = 5.0
"""For the last bytes of what we have closed; who has not taken them by then never will."""


class Patience(asyncio.Protocol):
    """A part of a connection's protocol, before uvicorn's class; `_patience` are seconds."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _patience: float
    _full_since: float | None = None
    _closing_since: float | None = None

    def pause_writing(self) -> None:
        """The other side takes less than we send it."""
        self._full_since = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It has taken most of it."""
        self._full_since = None
        super().resume_writing()

    def overdue(self, now: float) -> bool:
        """Whether to wait no longer; asked again and again."""
        if not self.transport.is_closing():
            return self._full_since is not None and now - self._full_since > self._patience
        if self._closing_since is None:
            self._closing_since = now
        return now - self._closing_since > CLOSING_SECONDS

    def cut_off(self) -> None:
        """Wait no longer; what is unsent is lost."""
        self.transport.abort()
