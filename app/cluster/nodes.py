"""Several Redis servers that have each a share of the keys: Redis Cluster.

Enters: commands, each on keys of one slot. Leaves: replies of the server that has that slot. Where
that has changed, commands fail as if Redis were away, until it is known who has the slot now: for a
fraction of a second. Never here: a command sent twice.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Self

from redis.crc import key_slot

from app.cluster.address import Address
from app.cluster.line import ANSWER_SECONDS, RETRY_SECONDS, Line, Redis
from app.cluster.ports import ClusterAway
from app.cluster.wire import Command

SLOTS = 16384
MOST_NODES = 1000  # what Redis Cluster itself allows

_Place = tuple[str, int]
"""Host and port of a node, as the others call it."""


@asynccontextmanager
async def reach(address: Address, patience: float = ANSWER_SECONDS) -> AsyncIterator[Redis]:
    """The server at this address, and those with whom it shares its keys. Raises `ClusterAway`."""
    async with Line(address, patience) as line:
        if b"cluster_enabled:1" not in await line.call("INFO", "cluster"):
            yield line
            return
    async with Nodes(address, patience) as nodes:
        yield nodes


class Nodes(Redis):
    """A line to each node that has slots, while this is entered."""

    def __init__(self, address: Address, patience: float) -> None:
        self._address = address
        self._patience = patience
        self._lines: dict[_Place, Line] = {}
        self._owners: list[Line | None] = [None] * SLOTS
        self._doubtful = asyncio.Event()

    async def __aenter__(self) -> Self:
        """Find out who has what. Raises `ClusterAway`."""
        async with Line(self._address, self._patience) as first:
            await self._learn(await first.call("CLUSTER", "SLOTS"))
        self._looking = asyncio.create_task(self._look_for_ever(), name="redis nodes")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._looking.cancel()
        await asyncio.wait([self._looking])
        for line in self._lines.values():
            await line.__aexit__(None, None, None)

    def call(self, *command: str | bytes | int) -> asyncio.Future[Any]:
        """See `Redis`; in order for each node."""
        line = self._owners[_slot_of(command)]
        if line is None:
            reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            reply.set_exception(ClusterAway("no node of Redis has this slot"))
        else:
            reply = line.call(*command)
        reply.add_done_callback(self._heed)
        return reply

    def _heed(self, reply: asyncio.Future[Any]) -> None:
        """Whatever goes wrong may mean that somebody else has the slot."""
        if not reply.cancelled() and reply.exception():
            self._doubtful.set()

    async def _look_for_ever(self) -> None:
        while True:
            await self._doubtful.wait()
            self._doubtful.clear()
            for line in list(self._lines.values()):
                try:
                    await self._learn(await line.call("CLUSTER", "SLOTS"))
                    break
                except ClusterAway:  # another one knows it too
                    continue
            await asyncio.sleep(RETRY_SECONDS)

    async def _learn(self, shares: list[list[Any]]) -> None:
        """Take in who has which slots, and let go of nodes that have none."""
        owners: list[Line | None] = [None] * SLOTS
        there = set()
        for first, last, (host, port, *_), *_replicas in shares[:MOST_NODES]:
            place = ((host or b"").decode(), port)
            there.add(place)
            owners[first : last + 1] = [await self._line_to(place)] * (last + 1 - first)
        self._owners = owners
        for place in self._lines.keys() - there:
            await self._lines.pop(place).__aexit__(None, None, None)

    async def _line_to(self, place: _Place) -> Line | None:
        """A line to this node; None if it can't be reached now."""
        if place not in self._lines:
            try:
                line = Line(self._address.at(*place), self._patience)
                self._lines[place] = await line.__aenter__()
            except ClusterAway:
                self._doubtful.set()
                return None
        return self._lines[place]


def _slot_of(command: Command) -> int:
    """The slot of a command's keys, which are all of one; any, if it has none."""
    match command:
        case ("EVAL" | "EVALSHA", _, _, key, *_):
            return _slot(key)
        case ("XREAD", *rest):
            return _slot(rest[rest.index("STREAMS") + 1])
        case (_, key, *_):
            return _slot(key)
        case _:
            return 0


def _slot(key: str | bytes | int) -> int:
    return int(key_slot(str(key).encode()))
