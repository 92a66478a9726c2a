"""A client that keeps to nothing: bytes to a server, and whatever comes back."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.app.process import Process

PATIENCE = 20.0  # seconds in which a server has to answer, or hang up
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"


class Raw:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def send(self, data: bytes) -> None:
        """Send without waiting."""
        self._writer.write(data)

    async def until_cut_off(self) -> None:
        """Read no more than is there already, and say nothing, until the connection is no more."""
        connection = self._writer.get_extra_info("socket")
        for _ in range(round(PATIENCE / 0.05)):  # asyncio tells nothing of what it doesn't read
            await asyncio.sleep(0.05)
            if self._writer.is_closing() or connection.getsockopt(
                socket.SOL_SOCKET, socket.SO_ERROR
            ):
                return
        raise TimeoutError

    async def until_closed(self, goodbye: bytes = b"") -> bytes:
        """All that comes until the server hangs up, which it must.

        `goodbye`: what is said once nothing has come for a moment, as a server may wait for.
        """
        heard = b""
        async with asyncio.timeout(PATIENCE):
            try:
                while more := await self._read(goodbye):
                    heard += more
            except ConnectionError:  # it had no ear for the rest of what we sent
                pass
        return heard

    async def _read(self, goodbye: bytes) -> bytes:
        reading = asyncio.create_task(self._reader.read(65_536))
        if goodbye and not (await asyncio.wait([reading], timeout=0.3))[0]:
            self.send(goodbye)
        return await reading

    async def head(self) -> bytes:
        """The head of an answer."""
        async with asyncio.timeout(PATIENCE):
            return await self._reader.readuntil(b"\r\n\r\n")

    async def some(self, size: int) -> bytes:
        """So many bytes."""
        async with asyncio.timeout(PATIENCE):
            return await self._reader.readexactly(size)


@asynccontextmanager
async def raw(server: Process) -> AsyncIterator[Raw]:
    """A connection for as long as this is open; the system keeps little of what it doesn't read."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.setblocking(False)
    await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", server.port))
    reader, writer = await asyncio.open_connection(sock=connection)
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()


def handshake(server: Process, more: str = "", path: str = "/live") -> bytes:
    """As a browser says it, with some headers more."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: {server.url}\r\nOrigin: http://{server.url}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\n{KEY}{more}\r\n"
    ).encode()
