"""The short way of the wire is the library's way: the same frames come and go, however they come.

Each case is what a browser sends once the socket is open, in pieces as TCP may cut them. The
same pieces go to uvicorn's own protocol, and both applications must be told the same.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side

from app.live.wire import EXTENSION, Wire
from app.patience import CLOSING_SECONDS

HANDSHAKE = (
    b"GET /live HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
WHOLE = 2**16 + 7  # of our limit: more than a head of two bytes can say


class Socket(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def get_extra_info(self, _name: str, default: Any = None) -> Any:
        return default


class Server:
    """An application on one socket, which takes whatever comes."""

    def __init__(self, kind: type[WebSocketsSansIOProtocol]) -> None:
        self.heard: list[Any] = []
        self.extensions: dict[str, Any] = {}
        self.said: list[str] = []
        config = uvicorn.Config(
            self._app, interface="asgi3", ws_max_size=2**17, ws_per_message_deflate=False
        )
        config.load()
        self.socket = Socket()
        self.protocol = kind(config, ServerState(), {})
        self.protocol.connection_made(self.socket)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        self.extensions = scope["extensions"]
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message)
        self.heard.append(message)

    async def hear(self, pieces: Sequence[bytes]) -> list[Any]:
        """All that the application and the browser are told."""
        for piece in (HANDSHAKE, *pieces):
            self.protocol.data_received(piece)
            for _ in range(5):  # turns of the loop, in which the application takes it
                await asyncio.sleep(0)
        return [self.heard, self.socket.written, self.socket.closed]


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def text(size: int) -> bytes:
    return frame(Opcode.TEXT, b"x" * size)


UNMASKED = Frame(Opcode.TEXT, b"bare").serialize(mask=False)
CASES: dict[str, list[bytes]] = {
    "nothing in it": [text(0), text(1)],
    "each length of head": [text(125), text(126), text(2**16 - 1), text(2**16), text(WHOLE)],
    "letters beyond ASCII": [frame(Opcode.TEXT, "ñandú ไทย 🂡".encode())],
    "two at once": [text(3) + text(4), text(5)],
    "cut in the head": [text(300)[:1], text(300)[1:], text(5)],
    "cut in the length": [text(300)[:3], text(300)[3:], text(5)],
    "cut in the mask": [text(300)[:6], text(300)[6:], text(5)],
    "cut in the text": [text(300)[:100], text(300)[100:], text(5)],
    "a whole one and a part": [text(3) + text(300)[:9], text(300)[9:] + text(3), text(5)],
    "a part that looks whole": [frame(Opcode.TEXT, text(7))[:6], text(7), text(5)],
    "in fragments": [
        frame(Opcode.TEXT, b"one ", fin=False),
        frame(Opcode.CONT, b"two ", fin=False),
        frame(Opcode.PING, b"?"),
        frame(Opcode.CONT, b"three"),
        text(5),
    ],
    "text within fragments": [frame(Opcode.TEXT, b"one", fin=False), text(5), text(6)],
    "a ping between": [text(3), frame(Opcode.PING, b"?"), text(4)],
    "a pong between": [text(3), frame(Opcode.PONG, b"?"), text(4)],
    "bytes": [frame(Opcode.BINARY, b"\x00\xff"), text(4)],
    "not UTF-8": [frame(Opcode.TEXT, b"\xff\xfe"), text(4)],
    "not masked": [UNMASKED, text(4)],
    "reserved bits": [b"\xc1" + text(4)[1:], text(4)],
    "too large": [text(2**17 + 1), text(4)],
    "a goodbye": [frame(Opcode.CLOSE, b"\x03\xe8"), text(4)],
}


@pytest.mark.parametrize("pieces", CASES.values(), ids=CASES)
async def test_it_hears_what_the_library_hears(pieces: list[bytes]) -> None:
    ours, theirs = Server(Wire), Server(WebSocketsSansIOProtocol)
    assert await ours.hear(pieces) == await theirs.hear(pieces)
    assert theirs.heard, "the library heard something"


@pytest.mark.parametrize("seed", range(40))
async def test_however_it_is_cut(seed: int) -> None:
    """Frames of every kind, one after the other, cut anywhere."""
    chance = Random(seed)
    pieces = list(_cut(b"".join(_some_frames(chance)), chance))
    ours, theirs = Server(Wire), Server(WebSocketsSansIOProtocol)
    assert await ours.hear(pieces) == await theirs.hear(pieces)


def _some_frames(chance: Random) -> Iterator[bytes]:
    for _ in range(12):
        kind = chance.randrange(8)
        if kind == 0:
            yield frame(Opcode.PING, b"?")
        elif kind == 1:
            yield frame(Opcode.TEXT, b"one", fin=False) + frame(Opcode.CONT, b"two")
        else:
            yield text(chance.choice((1, 40, 125, 126, 400)))


def _cut(whole: bytes, chance: Random) -> Iterator[bytes]:
    while whole:
        at = chance.choice((1, 2, 7, 46, 131, 1000))
        yield whole[:at]
        whole = whole[at:]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 2**16 - 1, 2**16, WHOLE])
async def test_what_is_sent_at_once_is_read_as_frames(size: int) -> None:
    server = Server(Wire)
    await server.hear([])
    wire = server.extensions[EXTENSION]
    assert wire.is_open()
    server.socket.written = b""
    texts = [b"y" * size, json.dumps({"two": 2}).encode()]
    wire.write(texts)
    browser = Protocol(Side.CLIENT)
    browser.receive_data(server.socket.written)
    got = [event for event in browser.events_received() if isinstance(event, Frame)]
    assert [(each.opcode, bytes(each.data), each.fin) for each in got] == [
        (Opcode.TEXT, sent, True) for sent in texts
    ]


async def test_it_is_open_only_while_it_takes_frames() -> None:
    """Not while the browser takes nothing, not after either side said goodbye."""
    server = Server(Wire)
    assert not server.protocol.handshake_complete
    assert not Wire.is_open(server.protocol)  # type: ignore[arg-type]
    await server.hear([])
    wire = server.extensions[EXTENSION]
    wire.pause_writing()
    assert not wire.is_open()
    wire.resume_writing()
    assert wire.is_open()
    await server.hear([frame(Opcode.CLOSE, b"\x03\xe8")])
    assert not wire.is_open()
    lost = Server(Wire)
    await lost.hear([])
    lost.protocol.connection_lost(None)
    assert not lost.extensions[EXTENSION].is_open()


async def test_whoever_speaks_is_not_asked_whether_they_are_there() -> None:
    server = Server(Wire)
    await server.hear([text(4)])
    server.socket.written = b""
    server.protocol.send_keepalive_ping()
    assert server.socket.written == b""
    assert server.protocol.ping_timer is not None, "it looks again"
    server.protocol.send_keepalive_ping()
    assert server.socket.written[0] == 0x80 | Opcode.PING
    server.protocol.stop_keepalive()


async def test_nobody_is_waited_for_too_long() -> None:
    """Neither who takes nothing, nor who does not end what we have closed."""
    server = Server(Wire)
    await server.hear([])
    wire = server.protocol
    assert isinstance(wire, Wire)
    now = asyncio.get_running_loop().time()
    assert not wire.overdue(now + 3600)
    wire.pause_writing()
    assert not wire.overdue(now + 1)
    assert wire.overdue(now + 3600)
    wire.resume_writing()
    assert not wire.overdue(now + 3600)
    server.socket.close()
    assert [wire.overdue(now + seconds) for seconds in (0, 1, CLOSING_SECONDS + 1)] == [
        False,
        False,
        True,
    ]
