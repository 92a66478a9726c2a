"""An application is served at a socket, until a signal ends it.

Enters: an application; a host and port, or a socket that another process opened. Leaves: when
SIGTERM or SIGINT comes, sockets closed with 1012 and the lifespan ended. Never here: which
application.
"""

import asyncio
import signal
import socket
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TextIO, cast

import uvicorn
from fastapi import FastAPI

from app.door import Door
from app.doorkeeper import SPARE_FILES, Doorkeeper, open_files
from app.live.wire import Wire
from app.protocol import MOST_BYTES_READ
from app.settings import Settings

SECONDS_TO_STOP = 10
BACKLOG = 2048  # handshakes that may wait while the server is busy; as many as uvicorn lets


class CannotListen(Exception):
    """The address can't be served at; the message says why."""


def listen(host: str, port: int) -> socket.socket:
    """The port that browsers come to; taken before anything else, so that a taken one is said."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise cannot_listen(host, port, error) from None


def cannot_listen(host: str, port: int, error: OSError) -> CannotListen:
    """What there is to say of it."""
    why = (error.strerror or str(error)).lower()
    return CannotListen(f"{host} port {port} can't be served at: {why}")


async def serve_app(
    app: FastAPI, settings: Settings, listening: socket.socket, ready: Callable[[], None]
) -> None:
    """Serve; `ready` is called once the application is.

    The lifespan is entered here, not by uvicorn, so that what it raises is told plainly. Which loop
    it is says whoever runs this.
    """
    keeper = _doorkeeper(app, settings)
    door = partial(Door, keeper.has_room, settings.patience_seconds)
    config = uvicorn.Config(
        app,
        http=cast("Any", door),  # it is called like the class
        ws=cast("Any", partial(Wire, patience=settings.patience_seconds)),
        ws_max_size=MOST_BYTES_READ,
        ws_per_message_deflate=False,  # twice the work and memory for frames this small
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SECONDS_TO_STOP,
    )
    async with app.router.lifespan_context(app):
        # uvicorn raises the signal once more when it has stopped: too early, tables still end.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)
        ready()
        server = _Server(config, app.state.ending)
        watching = asyncio.create_task(keeper.watch(server.server_state.connections))
        await server.serve([listening])
        watching.cancel()


class _Server(uvicorn.Server):
    """`ending` is called when a signal has come, before requests are waited for."""

    def __init__(self, config: uvicorn.Config, ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ending = ending

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """See `uvicorn.Server`."""
        self._ending()
        await super().shutdown(sockets)


def _doorkeeper(app: FastAPI, settings: Settings) -> Doorkeeper:
    most = settings.most_http_connections
    files = open_files(settings.most_connections + most + SPARE_FILES)
    return Doorkeeper(most, lambda: cast("int", app.state.entrance.sockets), files)


def end_with(other: TextIO) -> None:
    """End as by SIGTERM when whoever holds the other end of this pipe has ended."""

    def wait() -> None:
        other.read()
        signal.raise_signal(signal.SIGTERM)

    threading.Thread(target=wait, name="end with the supervisor", daemon=True).start()
