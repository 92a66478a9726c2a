"""What it costs to share tables: a move on one Postgres, alone, with Redis, and at two workers.

Enters: seconds for each figure. Leaves: processor time of the workers for each move, Postgres's
and Redis's not counted, as in `server`. Postgres syncs every commit. Clients run here too, on the
same cores, so moves a second say more about the machine than processor time does.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from app.db.migrate import migrate_at
from tests.bench.server import TABLES, Served, measured, served
from tests.services import OwnPostgres, own_postgres
from tests.valkey import own_valkey


async def cluster_figures(seconds: float) -> dict[str, Any]:
    """One process, the same with Redis, two workers; and how they compare."""
    with own_postgres(fsync=True) as postgres:
        figures = {
            "one_process": await _measured(postgres, seconds, workers=1, shares=False),
            "one_with_redis": await _measured(postgres, seconds, workers=1),
            "two_each_its_own_tables": await _measured(postgres, seconds, workers=2),
            "two_and_half_of_each_table_elsewhere": await _measured(
                postgres, seconds, workers=2, apart=True
            ),
        }
    alone = figures["one_process"]["processor_ms_per_move"]
    return {
        **figures,
        "times_as_much_a_move": {
            name: round(figure["processor_ms_per_move"] / alone, 2)
            for name, figure in figures.items()
        },
    }


async def _measured(
    postgres: OwnPostgres, seconds: float, *, workers: int, shares: bool = True, apart: bool = False
) -> dict[str, Any]:
    """With so many workers; `apart`: every other place is played by way of the next worker."""
    name = f"bench_{workers}_{shares}_{apart}".lower()
    url = await asyncio.to_thread(postgres.create, name)
    await migrate_at(url)
    async with _workers(url, workers, shares=shares) as servers:

        def where(table: int, place: int) -> Served:
            owner = table * workers // TABLES
            return servers[(owner + (place % 2 if apart else 0)) % workers]

        figures, _ = await measured(servers, where, seconds)
    return figures


@asynccontextmanager
async def _workers(url: str, workers: int, *, shares: bool) -> AsyncIterator[list[Served]]:
    """Each opens its part of the tables."""
    async with AsyncExitStack() as opened:
        options: dict[str, Any] = {"database": url, "pace": "lively"}
        if shares:
            options["redis"] = opened.enter_context(own_valkey()).url
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        share = TABLES // workers
        yield [
            await opened.enter_async_context(
                served(folder, tables=share, first=number * share, **options)
            )
            for number in range(workers)
        ]
