"""What waits to be sent to one browser: at most one view, and a few frames.

Enters: frames, and the word that a newer view is due. Leaves: text on the socket, in
order. A view is written only when the socket can take it, from what is newest then; so a
slow browser misses views in between, never the last one, and nobody waits for it. What
comes up within one turn of the loop is sent at its end, and without a task while the socket
takes it at once: an idle connection costs none, and a lively one seldom.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from app.live.eager import begin
from app.protocol import AnyOut, bytes_of, text_of

Send = Callable[[Any], Awaitable[None]]

ABNORMAL = 1006  # as a close code: there was no goodbye
MOST_SPARED = 8  # frames that wait when what may be lost is left out
MOST_FRAMES = 64  # answers unsent: more than a bucket lets anyone ask for at once


class ShortWay(Protocol):
    """A socket that takes frames at once, as an `app.live.wire.Wire` does."""

    def is_open(self) -> bool:
        """Whether it takes any now."""
        ...

    def write(self, texts: Sequence[bytes]) -> None:
        """Send frames of text, all at once."""
        ...


class Outbox:
    """One connection's way out. `write_view` writes the newest view, None if there is none.

    `wire` is a shorter way than `send` while it is open.
    """

    __slots__ = (
        "_closing",
        "_due",
        "_frames",
        "_send",
        "_task",
        "_view_due",
        "_wire",
        "_write_view",
    )

    def __init__(
        self,
        send: Send,
        write_view: Callable[[], AnyOut | None],
        wire: ShortWay | None = None,
    ) -> None:
        self._send = send
        self._wire = wire
        self._write_view = write_view
        self._frames: deque[AnyOut] = deque()
        self._view_due = False
        self._closing: int | None = None
        self._due = False  # at the end of this turn of the loop
        self._task: asyncio.Task[None] | None = None

    def show(self) -> None:
        """A newer view is there; it takes the place of one that is unsent."""
        if self._closing is None:
            self._view_due = True
            self._wake()

    def put(self, frame: AnyOut) -> None:
        """Send a frame after those that wait; with too many of them `is_full`."""
        if self._closing is None and not self.is_full:
            self._frames.append(frame)
            self._wake()

    def spare(self, frame: AnyOut) -> None:
        """Send a frame that may be lost: not to a browser with much to take already."""
        if len(self._frames) < MOST_SPARED:
            self.put(frame)

    @property
    def is_full(self) -> bool:
        """This browser takes nothing: it is to be cut off."""
        return len(self._frames) >= MOST_FRAMES

    def close(self, code: int, last: AnyOut | None = None) -> None:
        """Send what waits, then a last frame, then hang up. Closing again changes nothing."""
        if self._closing is None:
            if last:
                self._frames.append(last)
            self._closing = code
            self._wake()

    async def emptied(self) -> None:
        """Wait until nothing is being sent."""
        while self._due or self._task:
            await (asyncio.shield(self._task) if self._task else asyncio.sleep(0))

    def abandon(self) -> None:
        """Send nothing more: the browser takes nothing."""
        if self._task:
            self._task.cancel()

    def _wake(self) -> None:
        if not self._due and self._task is None:
            self._due = True
            asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        self._due = False
        if self._wire is not None and self._closing is None and self._wire.is_open():
            self._wire.write(self._all_that_waits())
        else:
            self._task = begin(self._flush())

    def _all_that_waits(self) -> list[bytes]:
        texts = []
        while frame := self._next():
            texts.append(bytes_of(frame))
        return texts

    async def _flush(self) -> None:
        try:
            while frame := self._next():
                await self._send({"type": "websocket.send", "text": text_of(frame)})
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing})
        except OSError:  # the browser has gone; its reader learns that by itself
            self._closing = self._closing or ABNORMAL
        finally:
            self._task = None

    def _next(self) -> AnyOut | None:
        """The view before other frames: what they tell of is in it."""
        if self._view_due:
            self._view_due = False
            if view := self._write_view():
                return view
        return self._frames.popleft() if self._frames else None
