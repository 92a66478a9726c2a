"""Where Redis is, and how to be let in: a URL as the library `redis` reads it.

Enters: `REDIS_URL`. Leaves: a connected transport, and what has to be said first on it.
"""

import asyncio
import ssl
from collections.abc import Callable
from copy import copy
from typing import Any

from redis.asyncio.connection import SSLConnection, parse_url

PORT = 6379


class Address:
    """One server of Redis or Valkey: by TCP, by TLS (`rediss`), or at a socket of this machine."""

    def __init__(self, url: str, name: str) -> None:
        """`name`: what the server's operator sees in `CLIENT LIST`."""
        self._options: dict[str, Any] = dict(parse_url(url))
        self._name = name

    def at(self, host: str, port: int) -> "Address":
        """The same way in at another server; at this one if a server does not know its own name."""
        other = copy(self)
        if host and port:
            other._options = {**self._options, "host": host, "port": port}  # noqa: SLF001
            other._options.pop("path", None)  # noqa: SLF001
        return other

    async def connect(self, protocol: Callable[[], asyncio.Protocol]) -> asyncio.BaseTransport:
        """Open a connection. Raises `OSError`; `ssl.SSLError` is one."""
        loop, options = asyncio.get_running_loop(), self._options
        if "path" in options:
            transport, _ = await loop.create_unix_connection(protocol, options["path"])
            return transport
        host, port = options.get("host", "localhost"), options.get("port", PORT)
        transport, _ = await loop.create_connection(protocol, host, port, ssl=self._encryption())
        return transport

    def greeting(self) -> list[tuple[str, ...]]:
        """The commands that come first: who we are, and which of the server's databases we use."""
        options = self._options
        commands: list[tuple[str, ...]] = []
        if "password" in options:
            commands.append(("AUTH", options.get("username") or "default", options["password"]))
        if options.get("db"):
            commands.append(("SELECT", str(options["db"])))
        return [*commands, ("CLIENT", "SETNAME", self._name)]

    def _encryption(self) -> ssl.SSLContext | None:
        if self._options.get("connection_class") is not SSLConnection:
            return None
        return ssl.create_default_context(cafile=self._options.get("ssl_ca_certs"))
