"""The socket itself: uvicorn's, with a short way for text frames that come and go whole.

Enters: bytes of a browser, frames for it. Leaves: the same as uvicorn's own protocol, of which
everything else is left as `heedful` has it: handshake, fragments, control frames, closing,
errors. Most of what a move costs was spent between a finished frame and the socket: a coroutine, a
message and some ten calls for each frame, and two system calls to stop and go on reading. Never
here: what a frame says.
"""

from collections.abc import Sequence
from typing import Any, Final

from websockets.http11 import Request
from websockets.protocol import State

from app.live.heedful import Heedful

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library came without its compiled part
    from websockets.utils import apply_mask

EXTENSION: Final = "desmoche.wire"
"""Under this name an application finds the wire among the extensions of its scope."""

WHOLE_TEXT, MASKED = 0x81, 0x80  # first byte: last fragment, text; in the second one
SHORT, MIDDLE = 125, 126  # lengths up to 125 stand in the second byte, else this and two bytes more
MASK = 4  # bytes
MOST_UNREAD = 32  # frames that may wait for the application before the browser has to


class Wire(Heedful):
    """uvicorn makes one for each socket: `Config(ws=Wire)`. Without compression."""

    _aligned = False  # the next byte that comes is the first one of a frame
    _heard = False  # since the last look

    def is_open(self) -> bool:
        """Whether the socket takes a frame now, without waiting and without an error."""
        return (
            self.handshake_complete
            and not (self.close_sent or self.disconnected)
            and self.writable.is_set()
            and self.conn.state is State.OPEN
        )

    def write(self, texts: Sequence[bytes]) -> None:
        """Send text frames, all at once; the wire must be open."""
        parts: list[bytes] = []
        for text in texts:
            size = len(text)
            if size <= SHORT:
                parts.append(bytes((WHOLE_TEXT, size)))
            elif size < 1 << 16:
                parts.append(bytes((WHOLE_TEXT, MIDDLE, size >> 8, size & 0xFF)))
            else:
                parts.append(bytes((WHOLE_TEXT, MIDDLE + 1)) + size.to_bytes(8, "big"))
            parts.append(text)
        self.transport.write(b"".join(parts))

    def handle_connect(self, event: Request) -> None:
        """Tell the application, which is about to be called, of the short way."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """One whole frame of text is read here, all else by the library."""
        if not self.handshake_complete:
            self._aligned = data.endswith(b"\r\n\r\n")
            super().data_received(data)
            return
        self._heard = True
        text = self._whole_text(data) if self._aligned else None
        if text is None:
            self._aligned = self._aligned and _ends_whole(data)
            super().data_received(data)
        elif not self.close_sent:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if self.queue.qsize() > MOST_UNREAD and not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()

    def _whole_text(self, data: bytes) -> str | None:
        """The text, if this is one frame and nothing of it is odd."""
        if len(data) < 2 + MASK or data[0] != WHOLE_TEXT or self.frames:
            return None
        at, end = _extent(data, 0)
        if end != len(data) or not data[1] & MASKED or end > self.config.ws_max_size:
            return None
        try:
            return apply_mask(data[at:], data[at - MASK : at]).decode()
        except UnicodeDecodeError:
            return None

    def send_keepalive_ping(self) -> None:
        """Whoever has spoken since the last look is there, and needn't be asked."""
        if self._heard and not self.close_sent:
            self._heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()


def _extent(data: bytes, start: int) -> tuple[int, int]:
    """Where the content of the frame that begins at `start` begins, and where it ends; both
    beyond the data if its head is not all there."""
    beyond = len(data) + 1
    if len(data) < start + 2:
        return beyond, beyond
    size, at = data[start + 1] & ~MASKED, start + 2
    if size >= MIDDLE:
        wide = 2 if size == MIDDLE else 8
        size, at = int.from_bytes(data[at : at + wide], "big"), at + wide
    at += MASK if data[start + 1] & MASKED else 0
    return (at, at + size) if at <= len(data) else (beyond, beyond)


def _ends_whole(data: bytes) -> bool:
    """Whether data that begins with a frame ends with one, and none of them is a fragment."""
    at = 0
    while at < len(data):
        if not data[at] & 0x80 or not data[at] & 0x0F:
            return False
        _, at = _extent(data, at)
    return at == len(data)
