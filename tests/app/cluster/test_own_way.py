"""Workers of which one alone can't reach Postgres, or none can: real ones, behind gates."""

import asyncio
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest
from httpx import HTTPError

from app.cluster.ports import ALONE
from engine.table.clock import SECOND
from tests.app.cluster.cluster import cluster
from tests.app.cluster.gate import Link
from tests.app.cluster.test_processes import (
    NAMES,
    SECONDS_TO_END,
    looking,
    table_of,
    the_other,
    until_window,
)
from tests.app.process import Guest, Process, guests
from tests.valkey import Valkey

pytestmark = pytest.mark.timeout(120)


async def asked_in_vain(worker: Process) -> None:
    """Somebody comes as a guest, which has to be stored."""
    guest = Guest(worker)
    try:
        with suppress(HTTPError, AssertionError):
            await guest.come_as("Dora")
    finally:
        await guest.close()


@pytest.mark.parametrize("link", [Link.SILENT, pytest.param(Link.CUT, marks=pytest.mark.long)])
async def test_who_is_asked_to_end_ends_though_the_database_says_nothing(
    tmp_path: Path, postgres_url: str, valkey: Valkey, link: Link
) -> None:
    """With a commit on its way, and somebody whose request waits."""
    async with cluster(tmp_path, postgres_url, valkey, own_ways=True) as there:
        async with guests(there.workers[0], *NAMES) as people:
            table = await table_of(people)
            owner, other = await the_other(there, table)
            async with looking(people, table, other) as players:
                await until_window(players)
                there.stores[owner].become(link)
                await players[0].say("choose", id="out", sits_out=True)
                await players[0].hear("paused")
                waits = asyncio.create_task(asked_in_vain(owner))
                began = time.monotonic()
                assert await owner.end(signal.SIGTERM) == 0, owner.log
                took = time.monotonic() - began
                await waits
        assert took < SECONDS_TO_END, owner.log
        there.require_no_faults()


@pytest.mark.long
async def test_whose_own_way_to_the_database_is_silent_leaves_its_tables(
    tmp_path: Path, postgres_url: str, valkey: Valkey
) -> None:
    """And where nobody's leads there they stay. Healed, it plays along."""
    async with cluster(tmp_path, postgres_url, valkey, own_ways=True) as there:
        async with guests(there.workers[0], *NAMES) as people:
            table = await table_of(people)
            owner, other = await the_other(there, table)
            async with looking(people, table, other) as players:
                await until_window(players)
                seq = players[0].view["seq"]
                there.stores[owner].become(Link.SILENT)
                await players[0].see(lambda view: view["seq"] > seq + 1)
                assert await there.owner(table) is other
                there.stores[owner].become(Link.WHOLE)
            async with looking(people, table, owner) as players:
                await until_window(players)
                seq = players[0].view["seq"]
                for way in there.stores.values():
                    way.become(Link.SILENT)
                await asyncio.sleep(ALONE / SECOND + 4)
                assert await there.owner(table) is other
                for way in there.stores.values():
                    way.become(Link.WHOLE)
                await players[0].see(lambda view: view["seq"] > seq + 1)
                assert await there.owner(table) is other
        there.require_no_faults()
