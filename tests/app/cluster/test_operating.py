"""What workers tell whoever runs them: by /health, in figures, in their logs."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.app.cluster.cluster import Cluster, cluster
from tests.app.cluster.test_processes import NAMES, looking, table_of, the_other
from tests.app.live.player import Player
from tests.app.process import Process, guests
from tests.cluster.workers import eventually
from tests.deploy.proxy import free_port
from tests.services import OwnPostgres
from tests.valkey import Valkey

PATIENCE = 15.0
LOOKS = 0.1


async def until(told: Callable[[], Awaitable[dict[str, Any]]], **wanted: object) -> None:
    """Return when all of this is told."""
    found: dict[str, Any] = {}
    try:
        async with asyncio.timeout(PATIENCE):
            while not wanted.items() <= (found := await told()).items():  # noqa: ASYNC110
                await asyncio.sleep(LOOKS)
    except TimeoutError:
        raise AssertionError(f"{wanted} never came; this is told: {found}") from None


async def test_what_is_wrong_is_told_and_that_it_is_over(
    tmp_path: Path, mortal: OwnPostgres, mortal_url: str, valkey: Valkey
) -> None:
    async with (
        cluster(tmp_path, mortal_url, valkey, figures=(free_port(), free_port())) as there,
        guests(there.workers[0], *NAMES) as people,
    ):
        table = await table_of(people)
        owner, other = await the_other(there, table)
        async with looking(people, table, other) as players:
            await redis_away(there, valkey, owner, other)
            await postgres_away(there, mortal, owner, players)
            await owner_killed(there, owner, other)


async def redis_away(there: Cluster, valkey: Valkey, owner: Process, other: Process) -> None:
    fine = {"status": "ok", "wrong": [], "paused": 0}
    for worker in (owner, other):
        await until(partial(there.health, worker), **fine)
    valkey.kill()
    for worker in (owner, other):
        wrong = {"status": "waiting", "wrong": ["redis is away"]}
        await until(partial(there.health, worker), **wrong)
        assert (await there.figures(worker))['desmoche_trouble{what="redis is away"}'] == 1
    valkey.start()
    for worker in (owner, other):
        await until(partial(there.health, worker), **fine)
        assert worker.logged("redis is away")
        assert worker.logged("redis is back")


async def postgres_away(
    there: Cluster, postgres: OwnPostgres, owner: Process, players: list[Player]
) -> None:
    """While it is away something is asked of the table, which waits for it."""
    await asyncio.to_thread(postgres.stop)
    await players[0].say("choose", id="out", sits_out=True)
    wrong = {"status": "waiting", "wrong": ["storage is away"], "paused": 1}
    await until(partial(there.health, owner), **wrong)
    await asyncio.to_thread(postgres.start)
    await until(partial(there.health, owner), status="ok", wrong=[], paused=0)
    (away,), (_,) = owner.logged("storage is away"), owner.logged("storage is back")
    assert away["reason"]


async def owner_killed(there: Cluster, owner: Process, other: Process) -> None:
    await until(partial(there.figures, owner), desmoche_leases=1, desmoche_tables_followed=0)
    await until(partial(there.figures, other), desmoche_leases=0, desmoche_tables_followed=1)
    (joined,) = owner.logged("joined")
    owner.kill()
    wanted = {"leases": 1, "tables_followed": 0, "tables_taken_over": 1, "tables_lost": 0}
    told = {f"desmoche_{name}": value for name, value in wanted.items()}
    await until(partial(there.figures, other), **told)
    await eventually(lambda: bool(other.logged("taken over")))
    (taken,) = other.logged("taken over")
    assert taken["of"] == {joined["worker"]: 1}
