"""A way to Redis that mends itself.

Enters: commands and scripts. Leaves: their replies, or `ClusterAway` at once while there is no
connection. Never here: a command sent twice; who asked decides about that.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import sha1
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import structlog

from app.cluster.address import Address
from app.cluster.ports import ClusterAway
from app.cluster.wire import Command, Refused, Wire

ANSWER_SECONDS = 1.0  # after which Redis counts as away; an answer takes a fraction of a ms
RETRY_SECONDS = 0.2  # between two tries to connect
SCRIPTS = Path(__file__).with_name("scripts")

log = structlog.get_logger()


class Script:
    """A Lua script of the folder scripts/, which runs in Redis as one step."""

    def __init__(self, name: str) -> None:
        self.text = (SCRIPTS / f"{name}.lua").read_text()
        self.sha = sha1(self.text.encode(), usedforsecurity=False).hexdigest()


class Redis(ABC):
    """What takes commands: a server, or several that share the keys out among them."""

    @abstractmethod
    def call(self, *command: str | bytes | int) -> asyncio.Future[Any]:
        """Send a command; what is asked in one turn of the loop travels together, in order."""

    async def run(self, script: Script, keys: Sequence[str], *arguments: str | bytes | int) -> Any:
        """Run a script on keys of one slot; a Redis that has not seen it is sent its text."""
        rest = (len(keys), *keys, *arguments)
        try:
            return await self.call("EVALSHA", script.sha, *rest)
        except Refused as refused:
            if not str(refused).startswith("NOSCRIPT"):
                raise
        return await self.call("EVAL", script.text, *rest)


class Line(Redis):
    """One connection to Redis at a time, made anew when it breaks, while this is entered."""

    def __init__(self, address: Address, patience: float = ANSWER_SECONDS) -> None:
        """`patience`: how many seconds a command may take before the connection is given up."""
        self._address = address
        self._patience = patience

    async def __aenter__(self) -> Self:
        """Connect. Raises `ClusterAway` if that can't be done now."""
        self._wire = await self._connect()
        self._keeping = asyncio.create_task(self._keep(), name="redis")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._keeping.cancel()
        await asyncio.wait([self._keeping])
        self._wire.abort()

    def call(self, *command: str | bytes | int) -> asyncio.Future[Any]:
        """See `Redis`."""
        return self._wire.call(command)

    async def _keep(self) -> None:
        """Connect again whenever the connection has ended."""
        while True:
            await self._wire.closed.wait()
            log.warning("redis is away")
            self._wire = await self._reconnect()
            log.info("redis is back")

    async def _reconnect(self) -> Wire:
        while True:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                return await self._connect()
            except ClusterAway:
                continue

    async def _connect(self) -> Wire:
        wire = Wire(self._patience)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._address.connect(lambda: wire)
                await _greet(wire, self._address.greeting())
        except (OSError, TimeoutError) as error:
            wire.abort()
            raise ClusterAway(f"Redis can't be reached: {str(error) or 'no answer'}") from None
        except ClusterAway:  # not let in
            wire.abort()
            raise
        return wire


async def _greet(wire: Wire, commands: Sequence[Command]) -> None:
    """Say who we are. Raises `ClusterAway` if we are not let in."""
    await asyncio.gather(*(wire.call(command) for command in commands))
