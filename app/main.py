"""The one place where a server is joined: settings in, an application out.

Enters: settings; for tests, a world in place of the database. Leaves: an ASGI
application whose lifespan opens that world, builds the house, and at the end lets every
table finish what it is doing. Sockets are closed before that, with 1012: come again.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version
from typing import NamedTuple

import structlog
from fastapi import FastAPI
from prometheus_client import start_http_server
from starlette.types import ASGIApp

from app.live.metrics import REGISTRY
from app.live.ports import Identity
from app.server_key import KeySealer, server_key
from app.settings import Settings
from app.shell import Shell
from app.wiring import House, build_house
from engine.table.clock import Clock
from engine.table.journal import Journal

log = structlog.get_logger()


class World(NamedTuple):
    """What a server has outside of itself."""

    clock: Clock
    journal: Journal
    identity: Identity


OpenWorld = Callable[[Settings], AbstractAsyncContextManager[World]]


def create_app(settings: Settings, open_world: OpenWorld) -> FastAPI:
    """The application; it serves from its lifespan's start on."""
    app = FastAPI(
        title="Desmoche",
        version=version("desmoche"),
        lifespan=_lifespan(settings, open_world),
        docs_url=None,  # the documentation pages load scripts from elsewhere
        redoc_url=None,
    )
    app.state.settings = settings

    def entrance() -> ASGIApp:
        house: House = app.state.house
        return house.entrance

    app.add_middleware(Shell, sockets=entrance)
    app.add_api_route("/health", _health(app), methods=["GET"])
    return app


def _lifespan(
    settings: Settings, open_world: OpenWorld
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sealer = KeySealer(server_key(settings.server_key_file))
        async with _metrics(settings), open_world(settings) as world:
            house = build_house(settings, world.clock, world.journal, world.identity, sealer)
            app.state.house = house
            app.state.identity = world.identity
            log.info("started", version=app.version)
            try:
                yield
            finally:
                log.info("stopping", tables=len(house.registry))
                await house.registry.stop_all()

    return lifespan


@asynccontextmanager
async def _metrics(settings: Settings) -> AsyncIterator[None]:
    """A port of their own, so that they are never in reach of whoever plays."""
    if settings.metrics_port is None:
        yield
        return
    server, thread = start_http_server(settings.metrics_port, settings.host, REGISTRY)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _health(app: FastAPI) -> Callable[[], dict[str, str | int]]:
    def health() -> dict[str, str | int]:
        """Whether this process serves; for a load balancer."""
        house: House = app.state.house
        return {"status": "ok", "version": app.version, "tables": len(house.registry)}

    return health
