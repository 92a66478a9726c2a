"""A way to Redis that mends itself.

Enters: commands and scripts, as many at once as anybody likes. Leaves: their replies, or
`ClusterAway` at once while there is no connection. What is asked in one turn of the loop travels
together, and what is asked meanwhile after it. Never here: a command sent twice; who asked decides
about that.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha1
from pathlib import Path
from typing import Any, NamedTuple

from redis.exceptions import (
    ClusterDownError,
    NoScriptError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
)

from app.batches import Batches
from app.cluster.ports import ClusterAway
from app.cluster.servers import Command, Server
from app.entered import Entered, beside
from app.trouble import Trouble

ANSWER_SECONDS = 1.0  # after which Redis counts as away; an answer takes a fraction of a ms
RETRY_SECONDS = 0.2  # between two tries to connect
MOST_TOGETHER = 1000  # commands that travel together: Redis does them in a fraction of a second
MOST_WAITING = 20_000  # commands that have not left; more are refused, as if Redis were away
MOST_BYTES = 16 << 20  # of commands without a reply; likewise
REFUSED_SECONDS = 3.0  # leases are renewed each second, so whoever refuses is soon found again
LOOKS = 4  # at a batch on its way, before a silent Redis is given up
SCRIPTS = Path(__file__).with_name("scripts")
AWAY = (RedisError, RedisClusterException, OSError)  # `TimeoutError` is an `OSError`
NEW_MASTER_NEEDED = (ReadOnlyError, ClusterDownError)  # MASTERDOWN too is of the second kind
"""Replies of a server that will go on refusing: connect again, perhaps to its successor."""


class Refused(ClusterAway):
    """Redis has answered with an error, which is the message and the cause."""


class Script:
    """A Lua script of the folder scripts/, which runs in Redis as one step."""

    def __init__(self, name: str) -> None:
        self.text = (SCRIPTS / f"{name}.lua").read_text()
        self.sha = sha1(self.text.encode(), usedforsecurity=False).hexdigest()


class _Asked(NamedTuple):
    command: Command
    reply: asyncio.Future[Any]
    size: int  # in bytes, as good as


class Line(Entered):
    """One batch of commands at a time goes to Redis, while this is entered."""

    def __init__(self, server: Server, patience: float = ANSWER_SECONDS) -> None:
        """`patience`: how many seconds a batch may take before the connection is given up. That is
        counted in a few looks: a loop that stood still itself has then only missed one.
        """
        self.away = Trouble("redis")
        self.refusing = Trouble("redis", "refuses", REFUSED_SECONDS)
        self._server = server
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._asked: Batches[_Asked] = Batches(MOST_TOGETHER)
        self._bytes = 0
        self._is_open = False
        self._limit: asyncio.Timeout | None = None  # of the batch that is on its way
        self._looked = 0  # how often at it
        self._watch: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def _live(self) -> AsyncIterator[None]:
        """Connected. Raises `ClusterAway` if that can't be done now."""
        await self._connect()
        try:
            async with beside(self._serve(), "redis"):
                yield
        finally:
            if self._watch:
                self._watch.cancel()
            await self._server.close()

    def call(self, *command: str | bytes | int) -> asyncio.Future[Any]:
        """Send a command. The future raises `ClusterAway` if the reply does not come, or refuses.

        An error of Redis is a refusal: nobody here can do anything about it but wait.
        """
        reply: asyncio.Future[Any] = self._loop.create_future()
        if not self._is_open or len(self._asked) >= MOST_WAITING or self._bytes >= MOST_BYTES:
            reply.set_exception(ClusterAway("Redis is away, or too slow"))
            return reply
        size = sum(len(word) for word in command if not isinstance(word, int))
        self._asked.put(_Asked(command, reply, size))
        self._bytes += size
        return reply

    async def run(self, script: Script, keys: Sequence[str], *arguments: str | bytes | int) -> Any:
        """Run a script on keys of one slot; a Redis that has not seen it is sent its text."""
        rest = (len(keys), *keys, *arguments)
        try:
            return await self.call("EVALSHA", script.sha, *rest)
        except Refused as refused:
            if not isinstance(refused.__cause__, NoScriptError):
                raise
        return await self.call("EVAL", script.text, *rest)

    async def _serve(self) -> None:
        """Send what is asked; connect again whenever that fails."""
        try:
            while True:
                try:
                    await self._send_for_ever()
                except ClusterAway as away:
                    self._give_up(away)
                    self.away.found(str(away))
                await self._reconnect()
                self.away.over()
        finally:
            self._give_up(ClusterAway("the connection has ended"))

    async def _send_for_ever(self) -> None:
        """Raises `ClusterAway` when a new connection is needed."""
        while await self._asked.some():
            together = self._asked.take()
            try:
                replies = await self._exchanged([asked.command for asked in together])
            except BaseException as error:
                self._fail(together, ClusterAway(_said(error)))
                raise
            self._bytes -= sum(asked.size for asked in together)
            for asked, reply in zip(together, replies, strict=True):
                _answer(asked.reply, reply)
            for reply in replies:
                if isinstance(reply, Exception):
                    self._judge(reply)

    def _judge(self, error: Exception) -> None:
        """Raises `ClusterAway` if it is no answer, but the end of this connection."""
        if not _is_only_a_refusal(error):
            raise ClusterAway(_said(error))
        if not isinstance(error, NoScriptError):  # which is asked again at once
            self.refusing.found(str(error))

    async def _exchanged(self, commands: Sequence[Command]) -> Sequence[Any]:
        """Their replies. Raises `ClusterAway` if they do not all come in time."""
        self._looked = 0
        if self._watch is None:
            self._watch = self._loop.call_later(self._patience / LOOKS, self._look)
        try:
            async with asyncio.timeout(None) as self._limit:
                return await self._server.exchange(commands)
        except AWAY as error:
            raise ClusterAway(_said(error)) from None
        finally:
            self._limit = None

    def _look(self) -> None:
        """Is the same batch still on its way? One timer for many batches: each costs 10 us."""
        self._watch = None
        if self._limit is None:
            return
        self._looked += 1
        if self._looked >= LOOKS:
            self._limit.reschedule(self._loop.time())
        else:
            self._watch = self._loop.call_later(self._patience / LOOKS, self._look)

    def _give_up(self, away: ClusterAway) -> None:
        self._is_open = False
        self._fail(self._asked.drain(), away)
        self._bytes = 0

    def _fail(self, asked: Iterable[_Asked], away: ClusterAway) -> None:
        for _, reply, _ in asked:
            _answer(reply, away)

    async def _reconnect(self) -> None:
        await self._server.close()
        while not self._is_open:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self._connect()
            except ClusterAway:
                continue

    async def _connect(self) -> None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._server.open()
        except AWAY as error:
            await self._server.close()
            raise ClusterAway(f"Redis can't be reached: {_said(error)}") from None
        self._is_open = True


def _answer(future: asyncio.Future[Any], reply: Any) -> None:
    if future.done():  # whoever asked has gone
        return
    if isinstance(reply, ResponseError):
        refused = Refused(str(reply))
        refused.__cause__ = reply
        future.set_exception(refused)
    elif isinstance(reply, Exception):
        future.set_exception(ClusterAway(_said(reply)))
    else:
        future.set_result(reply)


def _is_only_a_refusal(error: Exception) -> bool:
    return isinstance(error, ResponseError) and not isinstance(error, NEW_MASTER_NEEDED)


def _said(error: BaseException) -> str:
    return str(error) or "Redis does not answer"
