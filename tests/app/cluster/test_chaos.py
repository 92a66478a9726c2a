"""Tables and clients over sockets while one thing after another goes wrong; then all is looked at.

Every day a small house for half a minute; with `--all` 50 tables and 200 clients for ten.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from sqlalchemy import select

from app.db.engine import Database
from app.db.entries import _entry
from app.db.schema import entries as rows
from app.ledger.verify import verify_ledger
from app.server_key import KeySealer, server_key
from engine.table.entries import from_rest, replay_entry
from engine.table.journal import Entry
from tests.app.cluster.clients import Client
from tests.app.cluster.cluster import Cluster, cluster
from tests.app.cluster.faults import Faults
from tests.app.live.player import Frame
from tests.app.process import Guest
from tests.services import OwnPostgres
from tests.valkey import Valkey

SEATS = 4
SETTLED = 5.0  # seconds after which every window has closed, and nobody's turn has run out
STRANGE = {"bad_action", "no_table", "table_failed", "unpayable"}
"""What is answered to nobody who does what a view offers."""


class Size(NamedTuple):
    """How much of it."""

    tables: int
    workers: int
    seconds: float
    every: float


SMALL, LARGE = Size(5, 3, 20, 2), Size(50, 3, 600, 5)
pytestmark = pytest.mark.timeout(280)


async def test_whatever_happens_every_table_goes_on_and_nothing_is_lost(
    tmp_path: Path,
    mortal: OwnPostgres,
    mortal_url: str,
    valkey: Valkey,
    pytestconfig: pytest.Config,
) -> None:
    size, seed = (LARGE if pytestconfig.getoption("all") else SMALL), 7
    async with cluster(tmp_path, mortal_url, valkey, size.workers) as there:
        async with clients(there, size, Random(seed)) as people:
            faults = Faults(there, mortal, Random(seed + 1))
            await faults.go_on(size.seconds, size.every)
            await require_same_views(there, people)
            told = sum((one.told for one in people), Counter[str]())
        async with there.database() as database:
            count = await require_sound_journals(database, tmp_path / "server.key")
            verdict = (await verify_ledger(database, {}, processes=1)).as_json()
        assert verdict["ok"], verdict
        there.require_no_faults()
    sys.stdout.write(f"{dict(faults.made)}; {count} entries; {dict(told)}\n")
    assert not STRANGE & told.keys(), told
    assert told["None"] > size.tables * size.seconds / 10, "and people could play meanwhile"


@asynccontextmanager
async def clients(there: Cluster, size: Size, chance: Random) -> AsyncIterator[list[Client]]:
    """Tables full of people who play, for as long as this is open."""
    async with AsyncExitStack() as stack:
        people = []
        for number in range(size.tables):
            guests = [
                Guest(chance.choice(there.workers), f"127.0.1.{number + 1}") for _ in range(SEATS)
            ]
            for guest in guests:
                stack.push_async_callback(guest.close)
            people += await seated(guests, number, chance)
        tasks = [asyncio.create_task(one.live(there.workers)) for one in people]
        try:
            yield people
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends


async def seated(guests: Sequence[Guest], number: int, chance: Random) -> list[Client]:
    """A table with these guests at it."""
    for place, guest in enumerate(guests):
        await guest.come_as(f"P{number}x{place}")
    pace = chance.choice(("steady", "lively"))
    asked = {"pace": pace, "window": 3, "seats": [SEATS, SEATS], "rules": {"cambio": False}}
    card = await guests[0].ask("POST", "/tables", asked)
    for guest in guests:
        await guest.ask("POST", f"/tables/{card['id']}/seat")
    return [
        Client(guest, f"P{number}x{place}", card["id"], Random(chance.random()))
        for place, guest in enumerate(guests)
    ]


async def require_same_views(there: Cluster, people: Sequence[Client]) -> None:
    """What each client was shown last is what a fresh look shows, through another connection."""
    for one in people:
        one.resting = True
    for _ in range(10):  # whoever was cut off by the last fault comes again
        await asyncio.sleep(SETTLED)
        if all(one.socket for one in people):
            break
    differing = [one for number, one in enumerate(people) if not await is_fresh(there, one, number)]
    for _ in range(3):  # where the clock acted between the two looks, look again
        await asyncio.sleep(SETTLED)
        differing = [
            one for number, one in enumerate(differing) if not await is_fresh(there, one, number)
        ]
    assert not differing, [one.name for one in differing]


async def is_fresh(there: Cluster, one: Client, number: int) -> bool:
    """Whether the last view is the newest one, and nothing is said to be waited for any more; a
    client who is just coming again has none."""
    socket, last = one.socket, one.last
    if socket is None:
        return False
    fresh = await one.fresh(there.workers[number % len(there.workers)])
    return one.socket is socket and socket.paused is None and steady(last) == steady(fresh)


def steady(view: Frame) -> Frame:
    """A view without what depends on who looks when."""
    return {key: view[key] for key in ("table", "seq", "public", "mine")}


async def require_sound_journals(database: Database, key: Path) -> int:
    """Every journal without a gap or a fork, and replayed to where it says; returns the entries."""
    sealer, count = KeySealer(server_key(key)), 0
    for entries in (await journals(database)).values():
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        epochs = [entry.epoch for entry in entries]
        assert epochs == sorted(epochs), "who was followed by another never wrote again"
        live = from_rest(entries[0].body["before"], sealer)
        for entry in entries:
            live = replay_entry(live, entry, sealer)
        count += len(entries)
    return count


async def journals(database: Database) -> dict[str, list[Entry]]:
    """All entries by table."""
    found: dict[str, list[Entry]] = {}
    async with database.reading() as connection:
        for row in await connection.execute(select(rows).order_by(rows.c.table_id, rows.c.seq)):
            found.setdefault(row.table_id, []).append(_entry(row, ()))
    return found
