"""Redis as the library `redis` reaches it: one server, or Redis Cluster.

Enters: a URL, as that library reads it, and batches of commands. Leaves: a reply for each, errors
of Redis among them. Never here: a command sent twice, unless a node of Redis Cluster did not take
it and named the one that does.

One server is spoken to by the library's connection, not by its client: a command costs 50 us of
processor time so, and 150 by the client, whose pools and measurements one connection has no use
for. Limits of time are `Line`'s: the library's take a loop that stood still for a silent Redis.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from redis.asyncio.cluster import RedisCluster
from redis.asyncio.connection import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError

Command = tuple[str | bytes | int, ...]
CONNECT_SECONDS = 1.0  # for each node, and to part from it
PARSED = ("HGETALL", "TIME", "XREAD")  # what the library would make something else of


class Server(Protocol):
    """What takes batches of commands. Everything raises `RedisError`, `RedisClusterException`
    or `OSError`, after which it is closed, and opened again."""

    async def open(self) -> None:
        """Connect, and say who we are."""
        ...

    async def exchange(self, commands: Sequence[Command]) -> Sequence[Any]:
        """Send these together, in order; a reply or an exception of each."""
        ...

    async def close(self) -> None:
        """Give the connections up. Raises nothing."""
        ...


class Single:
    """One server: by TCP, by TLS (`rediss`), or at a socket of this machine."""

    def __init__(self, url: str, name: str) -> None:
        """`name`: what the server's operator sees in `CLIENT LIST`."""
        pool: Any = ConnectionPool.from_url(url, **_options(name))
        self._connection = pool.make_connection()  # not annotated there
        self._transport: Any = None

    async def open(self) -> None:
        """See `Server`."""
        await self._connection.connect()
        self._transport = self._connection._writer.transport  # noqa: SLF001 — to abort it

    async def exchange(self, commands: Sequence[Command]) -> Sequence[Any]:
        """See `Server`. A connection that has ended meanwhile is first made anew."""
        connection = self._connection
        if await connection.can_read():  # an end, or what nobody asked for
            await self.close()
            await self.open()
        await connection.send_packed_command(connection.pack_commands(commands))
        return [await self._reply() for _ in commands]

    async def close(self) -> None:
        """See `Server`. What has not left by now never does: its callers have been told so."""
        if self._transport:
            self._transport.abort()
        await self._connection.disconnect(nowait=True)

    async def _reply(self) -> Any:
        try:
            return await self._connection.read_response()
        except ResponseError as refusal:
            return refusal


class Cluster:
    """Redis Cluster, by one connection to each node. A batch goes to each in order."""

    def __init__(self, url: str, name: str) -> None:
        """`url`: of any node, by TCP or TLS: the others are known by host and port."""
        self._client = RedisCluster.from_url(
            url, max_connections=1, require_full_coverage=False, **_options(name)
        )
        for command in PARSED:
            self._client.response_callbacks[command] = _as_it_came

    async def open(self) -> None:
        """See `Server`; who has which slots is learned here, and when a node says MOVED."""
        await self._client.initialize()

    async def exchange(self, commands: Sequence[Command]) -> Sequence[Any]:
        """See `Server`."""
        batch = self._client.pipeline(transaction=False)
        for command in commands:
            batch.execute_command(*command)
        return await batch.execute(raise_on_error=False)

    async def close(self) -> None:
        """See `Server`. A node that takes nothing any more is not waited for."""
        with suppress(RedisError, OSError):
            await self._client.aclose()


def _as_it_came(reply: Any, **_: Any) -> Any:
    return reply


def _options(name: str) -> dict[str, Any]:
    """No second try, no patience but `Line`'s, and replies of one kind everywhere."""
    return {
        "client_name": name,
        "driver_info": None,
        "protocol": 2,
        "retry": Retry(NoBackoff(), 0),
        "socket_timeout": None,
        "socket_connect_timeout": CONNECT_SECONDS,
    }
