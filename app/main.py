"""The one place where a server is joined: settings in, an application out.

Enters: settings. Leaves: an ASGI application. Its lifespan opens the database, joins
people, lobby and sockets over it, and at the end lets every table finish what it is
doing. By then all sockets have been closed with 1012: come again.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version

import structlog
from fastapi import FastAPI
from prometheus_client import start_http_server

from app.allowances import Allowances
from app.db.company import in_company
from app.db.engine import Database, open_database
from app.db.journal import DatabaseJournal
from app.db.migrate import make_ready
from app.entered import beside
from app.identity import Identity
from app.live.audience import Rooms
from app.live.metrics import PAUSED, REGISTRY, TABLES, watch_troubles
from app.lobby.glimpses import TOLD_EVERY, Glimpses
from app.lobby.house import TableHouse
from app.lobby.tidying import Tidier
from app.pages.files import load_site
from app.pages.routes import add_pages
from app.people import add_people_routes, bring_people_in
from app.problems import Problem
from app.rounds import again_and_again
from app.server_key import KeySealer, server_key
from app.serving import cannot_listen
from app.settings import Settings
from app.shell import Shell
from app.wiring import Opened, entrance_of, open_house, relax_collector
from engine.table.clock import SECOND
from engine.table.reached import Reached
from engine.table.registry import TooManyTables

TIDY_SECONDS = 60
FIRST_COME_SECONDS = 5
"""Before a worker among others wakes tables: a browser that comes to a worker brings its table
there, so the first one to start does not have them all."""
ENDED_SECONDS = 5  # how long a session ended by another process keeps its sockets here
SWEEP_SECONDS = 3600  # between two looks for sessions that nobody has used for long

log = structlog.get_logger()


class HouseTables:
    """The tables of the house, for sockets."""

    def __init__(self, house: TableHouse) -> None:
        self._house = house

    def get(self, table: str) -> Reached | None:
        """The table if it is within reach without waiting."""
        return self._house.registry.get(table)

    async def revive(self, table: str) -> Reached | None:
        """The table, woken if need be; None if there is none."""
        try:
            return await self._house.table(table)
        except Problem:
            raise TooManyTables from None


def create_app(settings: Settings) -> FastAPI:
    """The application; it serves once its lifespan has begun."""
    site = load_site()
    app = FastAPI(
        title="Desmoche",
        version=version("desmoche"),
        lifespan=_lifespan(settings, site.build),
        docs_url=None,  # the documentation pages load scripts from elsewhere
        redoc_url=None,
    )
    add_people_routes(app)
    add_pages(app, site)
    app.add_middleware(Shell, sockets=lambda: app.state.entrance, build=site.build)

    @app.get("/health")
    async def health() -> dict[str, str | int | list[str]]:
        """That this process serves, which is all that a load balancer needs; and what it waits for.

        What one worker lacks the others mostly lack too: were it refused, nobody came to any.
        """
        opened, pulse = app.state.opened, app.state.pulse
        await pulse.feel()
        wrong = [trouble.what for trouble in opened.troubles if trouble.is_there]
        return {
            "status": "waiting" if wrong else "ok",
            "wrong": wrong,
            "version": app.version,
            "tables": len(opened.house.registry),
            "paused": _paused(opened.house),
        }

    return app


def _lifespan(
    settings: Settings, build: str
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sealer = KeySealer(server_key(settings.server_key_file))
        relax_collector()
        async with (
            _metrics(settings),
            _allowances(settings) as allowances,
            _database(settings) as database,
            DatabaseJournal(database) as journal,
            open_house(settings, sealer, database, journal) as opened,
        ):
            house, rooms = opened.house, opened.rooms
            identity = _join(app, settings, opened, allowances, build)
            tidier = Tidier(house, wakes_again=settings.clustered)
            after = FIRST_COME_SECONDS if settings.clustered else 0
            async with (
                beside(_tidy(tidier, rooms, after), "tidying"),
                beside(again_and_again(identity.sweep, SWEEP_SECONDS), "sweeping"),
                beside(again_and_again(identity.close_ended, ENDED_SECONDS), "closing"),
                beside(_tell(app.state.lobby.glimpses), "telling"),
            ):
                loop = type(asyncio.get_running_loop()).__module__  # so that it is seen which one
                log.info("started", version=app.version, loop=loop)
                try:
                    yield
                finally:
                    log.info("stopping", tables=len(house.registry))
                    await app.state.auditing.checking.stop()

    return lifespan


def _join(
    app: FastAPI,
    settings: Settings,
    opened: Opened,
    allowances: Allowances,
    build: str,
) -> Identity:
    """What routes and sockets ask for, once the database is there."""
    house, rooms = opened.house, opened.rooms
    secure = any(origin.startswith("https:") for origin in settings.origins)
    identity = Identity(house.database, house.clock, secure=secure)
    bring_people_in(app, house, identity, allowances, settings.origins, settings.database_url)
    app.state.house = house
    app.state.opened, app.state.pulse = opened, opened.pulse
    app.state.ending = house.database.give_up_soon
    tables = HouseTables(house)
    app.state.entrance = entrance_of(settings, tables, rooms, identity, house.clock, build)
    TABLES.set_function(lambda: len(house.registry))
    PAUSED.set_function(lambda: _paused(house))
    watch_troubles(opened.troubles)
    return identity


def _paused(house: TableHouse) -> int:
    """How many of its tables wait for their storage, or have a fault."""
    return sum(table.paused is not None for table in house.registry)


@asynccontextmanager
async def _database(settings: Settings) -> AsyncIterator[Database]:
    """The database, brought up to date. Raises `CannotOpen`."""
    database = open_database(settings.database_url)
    try:
        await make_ready(database)
        async with in_company(database, shares=settings.clustered):
            yield database
    finally:
        await database.close()


@asynccontextmanager
async def _allowances(settings: Settings) -> AsyncIterator[Allowances]:
    """What counts attempts: shared between workers where there is a Redis."""
    allowances = Allowances(settings.redis_url)
    try:
        yield allowances
    finally:
        await allowances.close()


@asynccontextmanager
async def _metrics(settings: Settings) -> AsyncIterator[None]:
    """A port of their own, so that they are never in reach of whoever plays.

    Raises `CannotListen`.
    """
    if settings.metrics_port is None:
        yield
        return
    try:
        server, thread = start_http_server(settings.metrics_port, settings.host, REGISTRY)
    except OSError as error:
        raise cannot_listen(settings.host, settings.metrics_port, error) from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def _tell(glimpses: Glimpses) -> None:
    """Tell the other workers' lists of the tables here; where there are no others, nothing."""
    if glimpses.are_told:
        await again_and_again(glimpses.tell, TOLD_EVERY / SECOND)


async def _tidy(tidier: Tidier, rooms: Rooms, after: int) -> None:
    """First the tables go on that were being played when the last process ended.

    Then, again and again: tables that sleep and at which nobody looks leave the memory; a
    message wakes them. Those that slept too long close.
    """

    async def tidy() -> None:
        await tidier.wake()
        tidier.retire(rooms.is_watched)
        await tidier.tidy()

    await asyncio.sleep(after)
    await again_and_again(tidy, TIDY_SECONDS)
