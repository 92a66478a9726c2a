"""The link between one worker and Redis, or Postgres, which can be cut, go silent, or lose what
comes back.

Enters: where that is. Leaves: a socket of this machine that leads there, as long as it is whole.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from enum import Enum
from pathlib import Path

CHUNK = 65_536
LATE = 0.3  # seconds, there and back again


class Link(Enum):
    """What becomes of what is sent."""

    WHOLE = "it arrives"
    CUT = "connections end, and new ones are refused"
    SILENT = "nothing arrives, and nobody is told"
    SLOW = "it arrives late, though in time for whoever has patience"
    DEAF = "what is asked is done, and its replies get lost"


class Gate:
    """One such link; `url` is this end of it."""

    def __init__(self, path: Path, there: Path) -> None:
        self.path = path
        self.url = f"unix://{path}"
        self._there = there
        self._link = Link.WHOLE
        self._ends: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()
        self.seen: Callable[[bytes], None] = _unmoved  # of what is sent, before it arrives

    def become(self, link: Link) -> None:
        """From now on it is so. What was lost stays lost: a broken connection is never mended."""
        self._link = link
        if link in (Link.CUT, Link.WHOLE):
            self._abort(set(self._ends))

    def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A worker has come."""
        passing = asyncio.create_task(self._pass_on(reader, writer))
        self._passing.add(passing)
        passing.add_done_callback(self._passing.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = {writer}
        self._ends |= ends
        with suppress(OSError):
            if self._link is not Link.CUT:
                from_there, to_there = await asyncio.open_unix_connection(self._there)
                ends.add(to_there)
                self._ends |= ends
                await asyncio.gather(
                    self._carry(reader, to_there, {Link.SILENT}),
                    self._carry(from_there, writer, {Link.SILENT, Link.DEAF}),
                )
        self._abort(ends)

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lost: set[Link]
    ) -> None:
        """Until either end has gone, and with it the other."""
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if self._link is Link.SLOW:
                    await asyncio.sleep(LATE)
                self.seen(data)
                if self._link not in lost:
                    writer.write(data)
        writer.transport.abort()

    async def end(self) -> None:
        """Whoever passes is cut off, and has gone."""
        self._abort(set(self._ends))
        await asyncio.gather(*self._passing)

    def _abort(self, ends: set[asyncio.StreamWriter]) -> None:
        for end in ends:
            end.transport.abort()
        self._ends -= ends


def _unmoved(_data: bytes) -> None:
    return


@asynccontextmanager
async def gate(path: Path, there: Path) -> AsyncIterator[Gate]:
    """A link from a socket at this path to that one, as long as this is open."""
    opened = Gate(path, there)
    listening = await asyncio.start_unix_server(opened.meet, path)
    try:
        yield opened
    finally:
        listening.close()
        await opened.end()
