"""What it costs to share tables: a move on one Postgres, alone, with Redis, and at two workers.

Enters: seconds for each figure. Leaves: processor time of the workers for each move, Postgres's
and Redis's not counted, as in `server`; and how houses compare, in each of a few rounds, since a
machine is not as quick in one minute as in the next. Postgres syncs every commit. Clients run here
too, on the same cores, so moves a second say more about the machine than processor time does. All
tables begin at once and rest twelve seconds between hands: less than thirty seconds can fall into
one rest.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from statistics import median
from typing import Any, NamedTuple

from app.db.migrate import migrate_at
from tests.bench.server import TABLES, Served, Where, measured, served
from tests.services import own_postgres
from tests.valkey import own_valkey

ROUNDS = 3  # an odd number: of each figure the one in the middle counts

Figures = Mapping[str, Any]


class House(NamedTuple):
    """So many workers. `apart`: every other place is played by way of the next worker."""

    name: str
    workers: int
    tables: int = TABLES
    shares: bool = True
    apart: bool = False


ALONE = House("one_process", 1, shares=False)
ONE = House("one_with_redis", 1)
TWO = House("two_each_its_own_tables", 2)
TWICE = House("two_with_twice_the_tables", 2, tables=2 * TABLES)
APART = House("two_and_half_of_each_table_elsewhere", 2, apart=True)
HOUSES = (ALONE, ONE, TWO, TWICE, APART)
COMPARED = ((ONE, ALONE), (TWO, ONE), (TWICE, ONE), (APART, ONE))


def cluster_figures(seconds: float) -> dict[str, Any]:
    """Each house in each round, and how they compare."""
    rounds: list[dict[str, Figures]] = []
    with own_postgres(fsync=True) as postgres:
        for turn in range(ROUNDS):
            figures = {}
            for house in HOUSES:
                url = postgres.create(f"bench_{house.name}_{turn}")
                figures[house.name] = asyncio.run(_measured(house, url, seconds))
            rounds.append(figures)
    return {
        "rounds": rounds,
        "processor_time_of_a_move": _compared(rounds, "processor_ms_per_move"),
        "moves_per_second": _compared(rounds, "moves_per_second"),
    }


def _compared(rounds: Sequence[Mapping[str, Figures]], figure: str) -> dict[str, Any]:
    """How many times as much one house has as another: in each round, and in the middle."""
    compared = {}
    for house, other in COMPARED:
        times = [found[house.name][figure] / found[other.name][figure] for found in rounds]
        compared[f"{house.name} / {other.name}"] = {
            "rounds": [round(each, 3) for each in times],
            "median": round(median(times), 3),
        }
    return compared


async def _measured(house: House, url: str, seconds: float) -> Figures:
    await migrate_at(url)
    async with _workers(house, url) as servers:
        figures, _ = await measured(servers, _places(house, servers), seconds, house.tables)
    return figures


def _places(house: House, servers: list[Served]) -> Where:
    def where(table: int, place: int) -> Served:
        owner = table * house.workers // house.tables
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
        share = house.tables // house.workers
        yield [
            await opened.enter_async_context(
                served(folder, tables=share, first=number * share, **options)
            )
            for number in range(house.workers)
        ]
