"""One socket: reads frames, one after the other, until either side hangs up.

Enters: messages of a browser nobody trusts. Leaves: frames for the desk. What is too
large, too frequent, malformed or unknown is refused by code, the socket closed, and it
is counted; it reaches no table.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from time import monotonic
from typing import Any, get_args

from app.live.desk import Desk
from app.live.limits import Account, Bucket
from app.live.metrics import FRAMES_IN, HANG_UPS
from app.live.viewer import Viewer
from app.protocol import MOST_BYTES, AnyIn, Malformed, OutRefused, frame_in

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

VIOLATION = 1008  # close code: policy violation
GOODBYE = 5.0  # seconds that a browser has to take the last frames


_COUNTS = {kind: FRAMES_IN.labels(kind.__name__) for kind in get_args(AnyIn)}


class Unwelcome(Exception):
    """Something this server does not take; `code` and `message` are the last frame."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Connection:
    """Reads for one viewer."""

    __slots__ = ("_account", "_bucket", "_desk", "_receive", "_viewer")

    def __init__(
        self, desk: Desk, viewer: Viewer, receive: Receive, bucket: Bucket, account: Account
    ) -> None:
        self._desk = desk
        self._viewer = viewer
        self._receive = receive
        self._bucket = bucket
        self._account = account

    async def run(self) -> None:
        """Until the browser goes, or has to."""
        try:
            while frame := await self._next():
                await self._desk.take(self._viewer, frame)
                if self._viewer.outbox.is_full:
                    HANG_UPS.labels("too_slow").inc()
                    return
        except Unwelcome as why:
            HANG_UPS.labels(why.code).inc()
            self._viewer.outbox.close(VIOLATION, OutRefused(why.code, why.message))
        finally:
            self._desk.leave(self._viewer)
            await self._say_goodbye()

    async def _next(self) -> AnyIn | None:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            return None
        now = monotonic()
        if not (self._bucket.take(now) and self._account.bucket.take(now)):
            raise Unwelcome("too_many_frames", "that was too much at once; come again")
        frame = _frame_of(message.get("text"))
        _COUNTS[type(frame)].inc()
        return frame

    async def _say_goodbye(self) -> None:
        """The socket closes when this task ends, so what was said last must be out first."""
        outbox = self._viewer.outbox
        try:
            if not outbox.is_full:
                await asyncio.wait_for(outbox.emptied(), GOODBYE)
        except TimeoutError:
            pass
        outbox.abandon()


def _frame_of(text: str | None) -> AnyIn:
    if text is None:
        raise Unwelcome("malformed", "frames are text")
    if len(text) > MOST_BYTES or not (text.isascii() or len(text.encode()) <= MOST_BYTES):
        raise Unwelcome("too_large", f"a frame has {MOST_BYTES} bytes at most")
    try:
        return frame_in(text)
    except Malformed as error:
        raise Unwelcome("malformed", str(error)) from None
