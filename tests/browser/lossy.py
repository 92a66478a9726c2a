"""A bad network between pages and a server: everything is late, and connections break.

Enters: a server's port. Leaves: a port of its own that leads there. Files come through late but
whole; of what a page asks over its socket every so-manieth frame breaks the connection: in turn
before it has arrived, and after, so that the answer is lost.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

CHUNK: Final = 65_536
ASKS: Final = 70  # bytes: a ping and a hello have fewer, whatever asks for something has more
EVERY: Final = 6  # of the frames that ask, how many until one is lost


class Lossy:
    """The network. `lost` counts connections broken, by what was lost with them."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port = 0
        self.lost: Counter[str] = Counter()
        self._to = port
        self._late = seconds / 2
        self._asked = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A page has come."""
        there = await asyncio.open_connection("127.0.0.1", self._to)
        line = _Line(writer, there[1])
        up = asyncio.create_task(self._carry(reader, there[1], line, up=True))
        down = asyncio.create_task(self._carry(there[0], writer, line, up=False))
        self._tasks |= {up, down}
        await asyncio.wait({up, down})
        self._tasks -= {up, down}
        line.close()

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        line: "_Line",
        *,
        up: bool,
    ) -> None:
        loop = asyncio.get_running_loop()
        with suppress(ConnectionError):
            while data := await reader.read(CHUNK):
                line.live = line.live or (up and data.startswith(b"GET /live"))
                fate = self._fate(data) if up and line.live else ""
                if fate == "question":
                    line.break_off()
                    return
                loop.call_later(self._late, line.write, writer, data)
                if fate == "answer":
                    loop.call_later(self._late * 1.01, line.break_off)
        loop.call_later(self._late, line.end, writer)

    def _fate(self, data: bytes) -> str:
        if len(data) < ASKS or data.startswith(b"GET "):
            return ""
        self._asked += 1
        if self._asked % EVERY:
            return ""
        fate = "question" if self._asked // EVERY % 2 else "answer"
        self.lost[fate] += 1
        return fate

    async def end(self) -> None:
        """Nothing goes through any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class _Line:
    """One connection, both ways. `live`: it is a socket and no file."""

    def __init__(self, *ends: asyncio.StreamWriter) -> None:
        self.live = False
        self._ends = ends

    def write(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        if not writer.is_closing():
            writer.write(data)

    def end(self, writer: asyncio.StreamWriter) -> None:
        if not writer.is_closing():
            writer.close()

    def break_off(self) -> None:
        for end in self._ends:
            end.transport.abort()

    def close(self) -> None:
        for end in self._ends:
            end.close()


@asynccontextmanager
async def lossy(port: int, seconds: float) -> AsyncIterator[Lossy]:
    """A network in which a question and its answer take so many seconds."""
    network = Lossy(port, seconds)
    server = await asyncio.start_server(network.meet, "127.0.0.1", 0)
    network.port = server.sockets[0].getsockname()[1]
    try:
        yield network
    finally:
        server.close()
        await network.end()
