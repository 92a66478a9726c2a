"""Frames that no browser sends: each socket ends with the right code, and nobody else notices.

One real server, one guest who sends them all, byte for byte, and a table that goes on meanwhile.
"""

import asyncio
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
from websockets.frames import Frame, Opcode

from app.live.heedful import ODD_AT_ONCE
from tests.app.process import Guest, Process
from tests.app.raw import Raw, handshake, raw


class House(NamedTuple):
    """A server, and the cookie of a guest."""

    server: Process
    cookie: str


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    settings = {"PATIENCE_SECONDS": "0.5", "FRAMES_PER_SECOND": "1e6", "FRAMES_AT_ONCE": "1000000"}
    server = Process(tmp_path_factory.mktemp("frames"), **settings)

    async def begin() -> str:
        await server.start()
        guest = Guest(server)
        await guest.come_as("Ana")
        await guest.close()
        return guest.cookie

    yield House(server, asyncio.run(begin()))
    server.kill()


@pytest.fixture
async def socket(house: House) -> AsyncIterator[Raw]:
    """Open and welcome; afterwards the log is as it was, and another is welcome too."""
    before = len(house.server.troubles)
    async with opened(house) as one:
        yield one
    async with opened(house):
        assert house.server.troubles[before:] == []


@asynccontextmanager
async def opened(house: House) -> AsyncIterator[Raw]:
    async with raw(house.server) as one:
        one.send(handshake(house.server, f"Cookie: {house.cookie}\r\n"))
        assert (await one.head()).startswith(b"HTTP/1.1 101")
        assert await one.some(2)  # the head of `welcome`
        yield one


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def mask(first: int, size: int, data: bytes = b"") -> bytes:
    """A frame by its first byte and what it says of its length."""
    wide = size if size < 126 else 126 if size < 1 << 16 else 127
    rest = b"" if size < 126 else struct.pack("!H" if wide == 126 else "!Q", size)
    return bytes((first, 0x80 | wide)) + rest + b"\0\0\0\0" + data


ASKED = frame(Opcode.TEXT, b'{"type": "ping"}')
MANY = ODD_AT_ONCE + 2
CASES = {
    "not UTF-8": (frame(Opcode.TEXT, b"\xff\xfe"), 1007),
    "not UTF-8, in pieces": (
        frame(Opcode.TEXT, b"\xc3", fin=False) + frame(Opcode.CONT, b"\x28"),
        1007,
    ),
    "many pings": (frame(Opcode.PING, b"?" * 125) * MANY, 1008),
    "very many pings": (frame(Opcode.PING) * 40_000, 1008),
    "many pongs": (frame(Opcode.PONG) * MANY, 1008),
    "empty fragments": (
        frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * MANY,
        1008,
    ),
    "a letter a fragment": (
        frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, b" ", fin=False) * MANY,
        1008,
    ),
    "fragments begun anew": (frame(Opcode.BINARY, fin=False) * 2, 1002),
    "a great many frames": (frame(Opcode.TEXT, b'{"type": "ping"}') * 20_000, 1008),
    "a great many empty frames": (frame(Opcode.TEXT) * 40_000, 1008),
    "reserved bits": (mask(0xF1, 1, b"x"), 1002),
    "an unknown kind": (mask(0x83, 0), 1002),
    "an unknown control frame": (mask(0x8B, 0), 1002),
    "a control frame in pieces": (mask(0x09, 0), 1002),
    "a large control frame": (mask(0x89, 126, b"x" * 126), 1002),
    "a piece of nothing": (mask(0x80, 1, b"x"), 1002),
    "not masked": (b"\x81\x01x", 1002),
    "as large as can be": (mask(0x81, (1 << 63) - 1), 1009),
    "larger than can be": (mask(0x81, (1 << 64) - 1), 1009),
    "a goodbye of one byte": (mask(0x88, 1, b"x"), 1002),
    "a goodbye of no code": (mask(0x88, 2, struct.pack("!H", 5)), 1002),
    "a goodbye that is not UTF-8": (mask(0x88, 4, struct.pack("!H", 1000) + b"\xff\xfe"), 1007),
    "a goodbye": (frame(Opcode.CLOSE, struct.pack("!H", 1000)), 1000),
    "bytes": (frame(Opcode.BINARY, b'{"type": "ping"}'), 1008),
    "JSON within JSON": (frame(Opcode.TEXT, b'{"a":' * 3000), 1008),
    "a number without end": (
        frame(Opcode.TEXT, b'{"type": "hello", "table": "t", "seen": ' + b"9" * 15_000 + b"}"),
        1008,
    ),
    "half a surrogate pair": (
        frame(Opcode.TEXT, b'{"type": "hello", "table": "\\ud800", "seen": 0}'),
        1008,
    ),
    "a key twice": (frame(Opcode.TEXT, b'{"type": "ping", "type": "hello"}'), 1008),
}


@pytest.mark.parametrize(("sent", "code"), CASES.values(), ids=CASES)
async def test_an_odd_frame_ends_its_socket(socket: Raw, sent: bytes, code: int) -> None:
    socket.send(sent)
    assert code_of(await socket.until_closed(goodbye=frame(Opcode.CLOSE, b"\x03\xe8"))) == code


def code_of(heard: bytes) -> int:
    """Of the close frame, which is the last."""
    at = heard.rindex(b"\x88")
    return int.from_bytes(heard[at + 2 : at + 4], "big")


async def test_half_a_frame_is_waited_for(socket: Raw) -> None:
    """Whoever has begun one is still asked whether they are there; here they answer."""
    socket.send(ASKED[:7])
    await asyncio.sleep(0.1)
    socket.send(ASKED[7:])
    assert await socket.some(2)
