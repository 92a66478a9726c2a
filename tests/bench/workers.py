"""What a move costs where several workers share the tables: processor time, and moves a second.

On one Postgres, which is measured with none of it: a single server; one with a Redis beside it;
two workers, whose players come through the table's owner, as behind a proxy that knows tables;
and two with the seats of each table spread over both, so that every table is followed.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import func, select

from app.db.engine import Database, open_database
from app.db.migrate import migrate
from app.db.schema import entries
from tests.app.cluster.clients import GONE
from tests.app.live.player import Frame, Player, choice, question
from tests.app.process import Guest, Process
from tests.services import own_postgres
from tests.valkey import own_valkey

TABLES, SEATS = 20, 4
WARM = 4.0  # seconds, until every table has been dealt a hand
TICK = os.sysconf("SC_CLK_TCK")
FAST = {"FRAMES_PER_SECOND": "1000", "FRAMES_AT_ONCE": "1000"}


class Kind(NamedTuple):
    """One way to serve the same tables."""

    name: str
    workers: int
    redis: bool
    spread: bool


KINDS = (
    Kind("alone", 1, redis=False, spread=False),
    Kind("with_redis", 1, redis=True, spread=False),
    Kind("two_workers", 2, redis=True, spread=False),
    Kind("two_workers_all_followed", 2, redis=True, spread=True),
)


async def worker_figures(seconds: float) -> dict[str, Any]:
    """Of each kind: moves a second, and processor milliseconds a move (all workers together)."""
    with own_postgres() as postgres, own_valkey() as valkey:
        found = {}
        for kind in KINDS:
            database = postgres.create(kind.name)
            shared = {"REDIS_URL": valkey.url} if kind.redis else {}
            found[kind.name] = await _figure(kind, database, shared, seconds)
    alone = found["alone"]["ms_per_move"]
    times = {name: round(one["ms_per_move"] / alone, 2) for name, one in found.items()}
    return {"tables": TABLES, **found, "times_alone": times}


async def _figure(
    kind: Kind, database_url: str, shared: dict[str, str], seconds: float
) -> dict[str, float]:
    database = open_database(database_url)
    await migrate(database)
    with tempfile.TemporaryDirectory() as folder:
        serving = _workers(Path(folder), kind, database_url, shared)
        async with serving as workers, _played(workers, kind):
            await asyncio.sleep(WARM)
            before, spent = await _moves(database), _spent(workers)
            await asyncio.sleep(seconds)
            moves, spent = await _moves(database) - before, _spent(workers) - spent
    await database.close()
    return {
        "moves_per_second": round(moves / seconds),
        "ms_per_move": round(1e3 * spent / moves, 3),
    }


@asynccontextmanager
async def _workers(
    folder: Path, kind: Kind, database_url: str, shared: dict[str, str]
) -> AsyncIterator[list[Process]]:
    given = {"DATABASE_URL": database_url, "SERVER_KEY_FILE": str(folder / "key"), **shared, **FAST}
    workers = []
    for number in range(kind.workers):
        own = folder / str(number)
        own.mkdir()
        workers.append(Process(own, **given))
    try:
        for worker in workers:
            await worker.start()
        yield workers
    finally:
        for worker in workers:
            worker.kill()


@asynccontextmanager
async def _played(workers: Sequence[Process], kind: Kind) -> AsyncIterator[None]:
    """Tables full of people who don't think."""
    async with AsyncExitStack() as stack:
        tasks = []
        for number in range(TABLES):
            owner = workers[number % len(workers)]
            guests = [Guest(owner, f"127.0.2.{number + 1}") for _ in range(SEATS)]
            table = await _seated(guests, number)
            for place, guest in enumerate(guests):
                stack.push_async_callback(guest.close)
                through = workers[(number + place) % len(workers)] if kind.spread else owner
                socket = await stack.enter_async_context(guest.socket(f"{number}-{place}", through))
                await socket.hello(table)
                tasks.append(asyncio.create_task(_play(socket)))
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _seated(guests: Sequence[Guest], number: int) -> str:
    for place, guest in enumerate(guests):
        await guest.come_as(f"P{number}x{place}")
    rules = {"cut": False, "cambio": False, "automatic_wins": []}
    asked = {"pace": "lively", "window": 8, "seats": [SEATS, SEATS], "rules": rules}
    card = await guests[0].ask("POST", "/tables", asked)
    for guest in guests:
        await guest.ask("POST", f"/tables/{card['id']}/seat")
    table: str = card["id"]
    return table


async def _play(one: Player) -> None:
    """Act at once; between two hands, say that nobody needs to wait."""
    seen: tuple[Any, ...] = ()
    while True:
        view = await one.see(lambda view: _state(view) != seen)  # noqa: B023 — seen in this turn
        seen = _state(view)
        action = choice(view["mine"]["view"]) if question(view) else None
        try:
            if action:
                await one.ask("act", action=action)
            elif view["public"]["hand"] and not question(view) and _is_over(view):
                await one.ask("pledge", pledge=None, ready=True)
        except GONE:
            return
        del one.frames[:-50], one.texts[:]


def _state(view: Frame) -> tuple[Any, ...]:
    return (*question(view), view["public"]["hand"], _is_over(view))


def _is_over(view: Frame) -> bool:
    hand = view["mine"]["view"]
    return hand is None or "result" in hand


async def _moves(database: Database) -> int:
    async with database.reading() as connection:
        return int(await connection.scalar(select(func.count()).select_from(entries)) or 0)


def _spent(workers: Sequence[Process]) -> float:
    """Processor seconds of these processes so far."""
    total = 0
    for worker in workers:
        fields = Path(f"/proc/{worker.pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICK
