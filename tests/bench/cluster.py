"""What it costs to share tables: a move on one Postgres, alone, with Redis, and at two workers.

Enters: seconds for each figure. Leaves: processor time of the workers for each move, Postgres's
and Redis's not counted, as in `server`. Postgres syncs every commit. Clients run here too, on the
same cores, so moves a second say more about the machine than processor time does. All tables begin
at once and rest twelve seconds between hands: less than thirty seconds can fall into one rest.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

from app.db.migrate import migrate_at
from tests.bench.server import TABLES, Served, Where, measured, served
from tests.services import own_postgres
from tests.valkey import own_valkey


class House(NamedTuple):
    """So many workers. `apart`: every other place is played by way of the next worker."""

    name: str
    workers: int
    shares: bool = True
    apart: bool = False


HOUSES = (
    House("one_process", 1, shares=False),
    House("one_with_redis", 1),
    House("two_each_its_own_tables", 2),
    House("two_and_half_of_each_table_elsewhere", 2, apart=True),
)


def cluster_figures(seconds: float) -> dict[str, Any]:
    """Each house, and how they compare with one process."""
    figures = {}
    with own_postgres(fsync=True) as postgres:
        for house in HOUSES:
            url = postgres.create(f"bench_{house.name}")
            figures[house.name] = asyncio.run(_measured(house, url, seconds))
    alone = figures["one_process"]["processor_ms_per_move"]
    times = {
        name: round(figure["processor_ms_per_move"] / alone, 2) for name, figure in figures.items()
    }
    return {**figures, "times_as_much_a_move": times}


async def _measured(house: House, url: str, seconds: float) -> dict[str, Any]:
    await migrate_at(url)
    async with _workers(house, url) as servers:
        figures, _ = await measured(servers, _places(house, servers), seconds)
    return figures


def _places(house: House, servers: list[Served]) -> Where:
    def where(table: int, place: int) -> Served:
        owner = table * house.workers // TABLES
        return servers[(owner + (place % 2 if house.apart else 0)) % house.workers]

    return where


@asynccontextmanager
async def _workers(house: House, url: str) -> AsyncIterator[list[Served]]:
    """Each opens its part of the tables."""
    async with AsyncExitStack() as opened:
        options: dict[str, Any] = {"database": url, "pace": "lively"}
        if house.shares:
            options["redis"] = opened.enter_context(own_valkey()).url
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        share = TABLES // house.workers
        yield [
            await opened.enter_async_context(
                served(folder, tables=share, first=number * share, **options)
            )
            for number in range(house.workers)
        ]
