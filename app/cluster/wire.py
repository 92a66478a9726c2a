"""One connection to Redis: commands out, replies in, in the same order.

Enters: commands, as many at once as anybody likes. Leaves: a future for each reply. What is asked
in one turn of the loop leaves in one write. Never here: connecting, or trying again.

Why not the client of the library `redis`: a move takes several commands, and each costs it some
170 us of processor time (270 for four in a pipeline); on its parser hiredis alone it is 28, and
40 for four. Its parser and its reading of URLs are what is used.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, cast

from hiredis import ProtocolError, Reader, ReplyError, pack_command

from app.cluster.ports import ClusterAway

MOST_WAITING = 20_000  # commands without a reply; more are refused, as if Redis were away
LOOKS = 4  # while replies are due, before a silent connection is given up
MOST_UNSENT = 16 << 20  # bytes that the system has not taken yet; likewise
NEW_MASTER_NEEDED = ("READONLY", "MASTERDOWN", "NOAUTH")
"""Replies of a server that will go on refusing: connect again, perhaps to its successor."""

Command = tuple[str | bytes | int, ...]
_pack: Callable[[Command], bytes] = pack_command  # type: ignore[assignment] # says: one word


class Wire(asyncio.Protocol):
    """A connection: `closed` is set when it is open no more.

    It is given up when replies are due, and none comes for `patience` seconds. That is counted in
    a few looks, not read off a clock: a loop that stood still itself has then only missed one.
    """

    def __init__(self, patience: float) -> None:
        self.closed = asyncio.Event()
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._reader = Reader()
        self._unsent: list[bytes] = []
        self._waiting: deque[asyncio.Future[Any]] = deque()
        self._silent = 0  # looks since the last replies came
        self._watch: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None

    def call(self, command: Command) -> asyncio.Future[Any]:
        """Send a command. The future raises `ClusterAway` if the reply does not come, or refuses.

        An error of Redis is a refusal: nobody here can do anything about it but wait.
        """
        reply: asyncio.Future[Any] = self._loop.create_future()
        if not self._takes_more():
            reply.set_exception(ClusterAway("Redis is away, or too slow"))
            return reply
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(_pack(command))
        self._waiting.append(reply)
        if self._watch is None:
            self._silent = 0
            self._watch = self._loop.call_later(self._patience / LOOKS, self._look)
        return reply

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is not derived from it

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        self._silent = 0
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not False:
                self._answer(reply)
        except ProtocolError:
            self.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._transport = None
        if self._watch:
            self._watch.cancel()
        away = ClusterAway(f"Redis is away: {error or 'the connection has ended'}")
        for reply in self._waiting:
            if not reply.done():
                reply.set_exception(away)
        self._waiting.clear()
        self.closed.set()

    def abort(self) -> None:
        """Give the connection up."""
        if self._transport:
            self._transport.abort()

    def _takes_more(self) -> bool:
        return (
            self._transport is not None
            and not self._transport.is_closing()
            and len(self._waiting) < MOST_WAITING
            and self._transport.get_write_buffer_size() < MOST_UNSENT
        )

    def _flush(self) -> None:
        commands, self._unsent = self._unsent, []
        if self._transport:
            self._transport.write(b"".join(commands))

    def _answer(self, reply: Any) -> None:
        if not self._waiting:
            raise ProtocolError("a reply that nobody asked for")
        future = self._waiting.popleft()
        if isinstance(reply, ReplyError) and str(reply).startswith(NEW_MASTER_NEEDED):
            self.abort()
        if future.done():  # whoever asked has gone
            return
        if isinstance(reply, ReplyError):
            future.set_exception(Refused(str(reply)))
        else:
            future.set_result(reply)

    def _look(self) -> None:
        """Has it been silent for too long, though something was asked?"""
        self._watch = None
        if not self._waiting:
            return
        self._silent += 1
        if self._silent >= LOOKS:
            self.abort()
        else:
            self._watch = self._loop.call_later(self._patience / LOOKS, self._look)


class Refused(ClusterAway):
    """Redis has answered with an error, which is the message."""
