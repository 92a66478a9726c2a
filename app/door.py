"""One HTTP connection: uvicorn's, with a bound on how much it may send and how long it may take.

Enters: bytes of anyone. Leaves: the requests in them, for the application; or a refusal in the form
of every other (`problems`), and the connection closed. Of these limits uvicorn has only that of an
idle connection: `limit_concurrency` counts requests whose head is there, players' sockets among
them, and h11, which bounds heads, takes several times as long and waits for ever all the same.
"""

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from app.live.metrics import HANG_UPS
from app.patience import Patience

MOST_HEAD = 16_384  # bytes: a browser's have under 2,000, a cookie of other programs 4,000
MOST_HEADERS = 100  # a browser sends some twenty, a proxy adds five
MOST_MESSAGE = 1 << 20  # bytes: the longest body that a route takes has an eighth of it
MOST_PIPELINED = 16  # requests that wait for the one before; browsers send none ahead

REFUSALS = {
    408: ("too_slow", "the request did not come in time"),
    413: ("too_large", f"a request has {MOST_MESSAGE} bytes at most"),
    431: ("too_large", f"a request has {MOST_HEADERS} headers and {MOST_HEAD} bytes of them"),
    503: ("too_many_connections", "too many are connected; try again in a moment"),
}


class Refused(Exception):
    """The request has been answered; it is not to be read further."""


class Door(Patience, HttpToolsProtocol):
    """uvicorn makes one for each connection. `has_room`: whether one of so many is welcome."""

    def __init__(
        self,
        has_room: Callable[[int], bool],
        patience: float,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: Any = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._has_room = has_room
        self._patience = patience
        self._due: float | None = None  # when the request that is being sent must be there
        self._in_head = True
        self._heard = 0  # bytes of that request, or a few more
        self._head = 0
        self._cycles: list[RequestResponseCycle] = []  # requests that are not answered, in order

    def connection_made(self, transport: Any) -> None:
        """The first request must come in time, or the connection goes."""
        super().connection_made(transport)
        self._expect()
        if not self._has_room(len(self.connections)):
            self._refuse(503)

    def _expect(self) -> None:
        self._due = self.loop.time() + self._patience
        self._heard = 0
        self._in_head = True

    def data_received(self, data: bytes) -> None:
        """Read on, within limits."""
        if self._due is None:
            self._expect()
        self._heard += len(data)
        super().data_received(data)
        if self._due is not None and self._heard > (MOST_HEAD if self._in_head else MOST_MESSAGE):
            self._refuse(431 if self._in_head else 413)

    def on_message_begin(self) -> None:
        """A request begins."""
        if self._due is None:
            self._expect()
        super().on_message_begin()
        self._in_head = True
        self._head = 0

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a trailer after the body."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > MOST_HEAD or len(self.headers) >= MOST_HEADERS:
            self._give_up(431)

    def on_headers_complete(self) -> None:
        """The body has as long again."""
        self._cycles = self._unanswered()
        if len(self._cycles) > MOST_PIPELINED:
            self._give_up(503)
        self._due = self.loop.time() + self._patience
        super().on_headers_complete()
        self._in_head = False
        if self.cycle is not None:  # a handshake has none
            self._cycles.append(self.cycle)

    def on_message_complete(self) -> None:
        """A request is there."""
        self._due = None
        super().on_message_complete()
        if not self._unanswered():  # it was answered before its body was there: uvicorn's limit of
            self._expect()  # idle connections has been lifted by then

    def overdue(self, now: float) -> bool:
        """Also when a request has not come in time."""
        late = self._due is not None and now > self._due and not self.transport.is_closing()
        return late or super().overdue(now)

    def cut_off(self) -> None:
        """Say why, where something was asked."""
        if self._due is None or self.transport.is_closing() or not self._heard:
            self._forsake()
            super().cut_off()
        else:
            self._refuse(408)

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP; unless it has been told what else is wrong."""
        if not self.transport.is_closing():
            HANG_UPS.labels("no_http").inc()
            self._forsake()
            super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """uvicorn tells only the last request of several."""
        self._forsake()
        super().connection_lost(exc)

    def _unanswered(self) -> list[RequestResponseCycle]:
        return [cycle for cycle in self._cycles if not cycle.response_complete]

    def _forsake(self) -> None:
        """Whatever is still being answered, nobody will hear it."""
        for cycle in self._unanswered():
            cycle.disconnected = True
            cycle.message_event.set()

    def _may_speak(self) -> bool:
        """Whether what is said now is taken for the answer to what is being sent."""
        open_ = self._unanswered()
        return not open_ or (
            len(open_) == 1 and not self._in_head and not open_[0].response_started
        )

    def _give_up(self, status: int) -> None:
        self._refuse(status)
        raise Refused

    def _refuse(self, status: int) -> None:
        code, message = REFUSALS[status]
        HANG_UPS.labels(code).inc()
        if self._may_speak():
            self.transport.write(_refusal(HTTPStatus(status), code, message))
        self._forsake()
        self.transport.close()


def _refusal(status: HTTPStatus, code: str, message: str) -> bytes:
    body = json.dumps({"code": code, "message": message}).encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\ncache-control: no-store\r\nretry-after: 2\r\n"
        "connection: close\r\n\r\n"
    )
    return head.encode() + body
