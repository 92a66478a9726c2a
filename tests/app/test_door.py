"""Whoever sends too much, too slowly or no HTTP is answered or cut off; others are served on.

A real server each time, and a client that keeps to nothing. `PATIENCE_SECONDS` is short here.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from app.door import MOST_HEAD, MOST_HEADERS, MOST_MESSAGE, MOST_PIPELINED
from tests.app.process import Process, process
from tests.app.raw import handshake, raw

SHORT = "0.3"
GET = b"GET /health HTTP/1.1\r\nHost: h\r\n"
POST = b"POST /api/replay HTTP/1.1\r\nHost: h\r\nOrigin: http://h\r\n"


@pytest.fixture(scope="module")
def hardened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One for all that is sent here: what one case leaves behind, the next would meet."""
    running = Process(tmp_path_factory.mktemp("door"), PATIENCE_SECONDS=SHORT)
    asyncio.run(running.start())
    yield running
    running.kill()


@pytest.fixture
async def server(hardened: Process) -> AsyncIterator[Process]:
    before = len(hardened.troubles)
    yield hardened
    await still_serves(hardened)
    assert hardened.troubles[before:] == []


async def still_serves(server: Process) -> None:
    async with httpx.AsyncClient() as client:
        assert (await client.get(f"http://{server.url}/health")).status_code == 200


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


SLOW = {
    "nothing": (b"", 0),
    "half a head": (GET, 408),
    "blank lines": (b"\r\n", 408),
    "half a body": (POST + b"Content-Length: 100\r\n\r\n{", 408),
    "half a chunk": (POST + b"Transfer-Encoding: chunked\r\n\r\n9\r\n{", 408),
    "a body nobody reads": (GET + b"Content-Length: 100\r\n\r\n{", 200),
    "half of a second request": (GET + b"\r\n" + GET, 200),
    "half a trailer": (POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nx: y", 408),
}


@pytest.mark.parametrize(("sent", "status"), SLOW.values(), ids=SLOW)
async def test_who_is_slow_is_cut_off(server: Process, sent: bytes, status: int) -> None:
    async with raw(server) as slow:
        slow.send(sent)
        assert status_of(await slow.until_closed()) == status


@pytest.mark.parametrize("drop", [b"\r\n", b"x"], ids=["blank lines", "letters"])
async def test_drops_do_not_buy_time(server: Process, drop: bytes) -> None:
    async with raw(server) as slow, raw(server) as later:
        later.send(GET + b"\r\n")
        await later.head()

        async def drip() -> None:
            while True:
                slow.send(drop)
                later.send(drop)
                await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        assert status_of(await slow.until_closed()) in (400, 408)
        await later.until_closed()
        dripping.cancel()


LARGE = {
    "an endless address": (b"GET /" + b"a" * MOST_HEAD, 431),
    "a long address": (b"GET /" + b"a" * MOST_HEAD + b" HTTP/1.1\r\n\r\n", 431),
    "an endless header": (GET + b"x: " + b"y" * MOST_HEAD, 431),
    "a large header": (GET + b"x: " + b"y" * MOST_HEAD + b"\r\n\r\n", 431),
    "many headers": (GET + b"x: y\r\n" * MOST_HEADERS + b"\r\n", 431),
    "an endless name of a header": (GET + b"x" * MOST_HEAD, 431),
    "many trailers": (
        POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n" + b"x: y\r\n" * MOST_HEADERS,
        431,
    ),
    "an endless extension of a chunk": (
        POST + b"Transfer-Encoding: chunked\r\n\r\n2;" + b"x" * MOST_MESSAGE,
        413,
    ),
    "a large body": (POST + b"Content-Length: 200000\r\n\r\n" + b"1" * 200_000, 413),
    "an endless body that nobody reads": (
        b"GET /health HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n" + b"x" * (MOST_MESSAGE + 1),
        200,
    ),
    "many requests ahead": ((GET + b"\r\n") * (MOST_PIPELINED + 2), 0),
}


@pytest.mark.parametrize(("sent", "status"), LARGE.values(), ids=LARGE)
async def test_who_sends_too_much_is_cut_off(server: Process, sent: bytes, status: int) -> None:
    async with raw(server) as large:
        large.send(sent)
        said = await large.until_closed()
        assert status_of(said) in (status, 0)  # the system drops an answer to what is not read
        await still_serves(server)


ODD = {
    "no HTTP": b"hello\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "zeros": b"\x00" * 100,
    "a host twice": b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
    "bytes in the address": b"GET /\xff\xfe HTTP/1.1\r\nConnection: close\r\n\r\n",
    "escapes in the address": b"GET /t/%ff%00%2e%2e HTTP/1.1\r\nConnection: close\r\n\r\n",
    "an address of another host": b"GET http://other/api/me HTTP/1.1\r\nConnection: close\r\n\r\n",
    "no path": b"OPTIONS * HTTP/1.1\r\nConnection: close\r\n\r\n",
    "a tunnel": b"CONNECT there:443 HTTP/1.1\r\nConnection: close\r\n\r\n",
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "length and chunks": POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    "a negative length": POST + b"Content-Length: -1\r\n\r\n{}",
    "a huge length": POST + b"Content-Length: 99999999999999999999999\r\n\r\n{}",
    "no chunk": POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}",
    "another coding": POST + b"Transfer-Encoding: gzip\r\n\r\n{}",
    "another protocol": GET + b"Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n",
    "a long number of a version": b"GET / HTTP/1.999\r\n\r\n",
    "HTTP/2 at once": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a cookie of bytes": GET + b"Cookie: session=\xff\xfe; a\r\nConnection: close\r\n\r\n",
    "a header of bytes": GET + b"Accept-Encoding: \xff\r\nConnection: close\r\n\r\n",
    "a forwarded address": GET + b"X-Forwarded-For: \xff,,\r\nConnection: close\r\n\r\n",
    "a forwarded scheme": GET + b"X-Forwarded-Proto: \xff\r\nConnection: close\r\n\r\n",
    "a bare newline": b"GET / HTTP/1.1\nHost: a\nConnection: close\n\n",
    "a folded header": GET + b"x: a\r\n b\r\nConnection: close\r\n\r\n",
}


@pytest.mark.parametrize("sent", ODD.values(), ids=ODD)
async def test_what_is_odd_is_answered_without_a_line_in_the_log(
    server: Process, sent: bytes
) -> None:
    async with raw(server) as odd:
        odd.send(sent)
        assert status_of(await odd.until_closed()) in {200, 400, 401, 404, 405, 408, 413, 422}


HANDSHAKES = {
    "20 KB of headers": ("x: " + "y" * 20_000 + "\r\n", 431),
    "9 KB of headers": ("x: " + "y" * 9_000 + "\r\n", 431),
    "many headers": ("x: y\r\n" * 110, 431),
    "no key": ("Sec-WebSocket-Key: short\r\n", 400),
    "a second key": ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", 400),
    "another version": ("Sec-WebSocket-Version: 1\r\n", 400),
    "bytes in a header": ("x: ñ\r\n", 101),
    "a body": ("Content-Length: 5\r\n", 400),
    "chunks": ("Transfer-Encoding: chunked\r\n", 400),
    "a protocol": ("Sec-WebSocket-Protocol: ,,\r\n", 400),
    "no protocol": ("Sec-WebSocket-Protocol: \u00ff\r\n", 400),
    "an extension": ("Sec-WebSocket-Extensions: permessage-deflate; x=\r\n", 101),
}


@pytest.mark.parametrize(("more", "status"), HANDSHAKES.values(), ids=HANDSHAKES)
async def test_every_handshake_is_answered(server: Process, more: str, status: int) -> None:
    async with raw(server) as one:
        one.send(handshake(server, more))
        assert status_of(await one.head()) == status


@pytest.mark.parametrize(
    "path", ["/live\u00ff", "/live%ff", "/li\x7fve", "/live?table=\u00e9", "*"]
)
async def test_wherever_it_goes(server: Process, path: str) -> None:
    async with raw(server) as one:
        one.send(handshake(server, path=path))
        assert status_of(await one.head()) in {101, 400, 403, 404}


async def test_so_many_may_be_connected(tmp_path: Path) -> None:
    """The rest is told so; when those who hang about are gone, there is room again."""
    settings = {"MOST_HTTP_CONNECTIONS": "20", "PATIENCE_SECONDS": "1"}
    async with process(tmp_path, **settings) as server, AsyncExitStack() as stack:
        idle = [await stack.enter_async_context(raw(server)) for _ in range(100)]
        said = await asyncio.gather(*(one.until_closed() for one in idle))
        told = list(map(status_of, said))
        assert set(told) <= {0, 503}
        assert 10 < told.count(0) <= 20
        await still_serves(server)
        assert len(server.logged("too many connections")) == 1


async def test_who_takes_nothing_is_cut_off(server: Process) -> None:
    """More is asked for than the system keeps of what nobody reads."""
    async with raw(server) as deaf:
        for _ in range(10):  # 12 MB
            deaf.send(b"GET /s/x/fonts/bricolage-wdth.woff2 HTTP/1.1\r\n\r\n" * MOST_PIPELINED)
            await asyncio.sleep(0.02)
        await deaf.until_cut_off()
