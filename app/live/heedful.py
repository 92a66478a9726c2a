"""uvicorn's WebSocket, where it takes too much of anyone or says nothing.

Enters: bytes of a browser nobody trusts. Leaves: the same as uvicorn's own protocol, but that a
handshake which can't be read is answered, that control frames and fragments are counted, and that
bad text is no line in the log. Never here: what a frame says.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from app.live.limits import Bucket
from app.live.metrics import HANG_UPS
from app.patience import Patience

ODD_PER_SECOND, ODD_AT_ONCE = 10, 64
"""Control frames and fragments. A browser sends a pong every twenty seconds and cuts nothing as
small as our frames; a proxy may cut the largest in sixteen."""
PIECE = 4096  # bytes that are parsed before it is looked whether that was too much
MOST_QUEUED = 1024  # messages: reading has stopped at 32, but much can come at once


class Heedful(Patience, WebSocketsSansIOProtocol):
    """uvicorn makes one for each socket: `Config(ws=…)`. Without compression."""

    def __init__(self, *args: Any, patience: float = 20.0, **more: Any) -> None:
        super().__init__(*args, **more)
        self._patience = patience
        self._odd = Bucket(ODD_PER_SECOND, ODD_AT_ONCE, self.loop.time())

    def data_received(self, data: bytes) -> None:
        """Piece by piece, so that nobody can keep the server busy with one packet."""
        if not self.handshake_initiated:
            self._read_handshake(data)
            return
        for at in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + PIECE])
            if self.queue.qsize() > MOST_QUEUED:
                self._too_many()

    def _read_handshake(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self._refuse_handshake()

    def handle_connect(self, event: Request) -> None:
        """An address may hold any bytes; the library's text of it only some."""
        if event.path.isascii():
            super().handle_connect(event)
        else:
            self.conn.send_response(self.conn.reject(400, "an address is ASCII\n"))
            self._refuse_handshake()

    def _refuse_handshake(self) -> None:
        """The library has an answer to some of what it can't read; for the rest there is this."""
        HANG_UPS.labels("no_handshake").inc()
        self.handshake_initiated = self.handshake_complete = self.close_sent = True
        answer = b"".join(self.conn.data_to_send())
        self.transport.write(answer or b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
        self.transport.close()

    def handle_ping(self) -> None:
        """Counted."""
        if self._counted():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Counted."""
        if self._counted():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Counted."""
        if self._counted():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Counted if more belongs to it."""
        if event.fin or self._counted():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Counted if more belongs to it."""
        if event.fin or self._counted():
            super().handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        """uvicorn would write a traceback into the log for text that is none."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self._end(CloseCode.INVALID_DATA, "")
                return
        super().send_receive_event_to_app()

    def _counted(self) -> bool:
        """Whether one more is all right; else the socket ends."""
        if self.transport.is_closing():
            return False
        if self._odd.take(self.loop.time()):
            return True
        self._too_many()
        return False

    def _too_many(self) -> None:
        HANG_UPS.labels("too_many_frames").inc()
        self._end(CloseCode.POLICY_VIOLATION, "too_many_frames")

    def _end(self, code: CloseCode, reason: str) -> None:
        if self.conn.state is State.OPEN:
            self.conn.send_close(code, reason)
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            self.handle_parser_exception()
