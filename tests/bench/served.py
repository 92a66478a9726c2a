"""The server that is measured, as a process of its own: `python -m tests.bench.served`.

Real uvicorn, uvloop and sockets; a journal on SQLite that syncs every commit, or on the Postgres
that is named, with other workers if a Redis is named too. Without the lobby: tables are opened
here, and a cookie says who one is. To compare with, `?bare` is a socket that does nothing, and
`?table=…` one that writes as many bytes as it is told (`bare`). What it prints is one line of JSON:
its port.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
import uvloop
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from app.cluster.tables import ClusterTables
from app.db.engine import Database, open_database
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from app.db.migrate import make_ready
from app.live.audience import Rooms
from app.live.entrance import Entrance
from app.live.wire import Wire
from app.logs import set_up_logs
from app.server_key import KeySealer, server_key
from app.settings import Settings
from app.shell import Shell
from app.wiring import entrance_of, open_house, ports_of, relax_collector
from engine.rules.house_rules import rules_from_json
from engine.table.clock import Clock
from engine.table.commands import Sit
from engine.table.journal import Journal
from engine.table.live import open_table
from engine.table.pace import Pace, pace_named
from engine.table.registry import Registry
from engine.table.session import open_session
from tests.app.serving import UNHURRIED, CookieNames, HastyClock, ask
from tests.bench.bare import Echo

Tables = Registry | ClusterTables
STACK = 1_000_000
GRANT = 10 * STACK


async def main(options: argparse.Namespace) -> None:
    relax_collector()
    url = options.database or f"sqlite:///{options.folder}/bench.sqlite3"
    database = open_database(url)
    await make_ready(database)
    settings = Settings.from_environment(
        **UNHURRIED,
        most_connections=10**6,
        most_connections_of_one=10**6,
        database_url=url,
        redis_url=options.redis,
    )
    async with (
        DatabaseJournal(database) as journal,
        _tables(settings, database, journal, options) as (registry, rooms, clock),
    ):
        entrance = entrance_of(settings, registry, rooms, CookieNames(), clock)
        ledger = Ledger(database)
        pace = pace_named(options.pace, None if options.pace == "untimed" else 3)
        for number in range(options.first, options.first + options.tables):
            await _open(registry, ledger, number, pace, options)
        doors = _Doors(entrance, Echo())
        await _serve(Shell(FastAPI(), lambda: doors))
    await database.close()


@asynccontextmanager
async def _tables(
    settings: Settings, database: Database, journal: Journal, options: argparse.Namespace
) -> AsyncIterator[tuple[Tables, Rooms, Clock]]:
    """In a hurry without others on a file; in a house as it is served on Postgres."""
    sealer = KeySealer(server_key(Path(options.folder) / "server.key"))
    if not database.on_sqlite:
        async with open_house(settings, sealer, database, journal) as opened:
            yield opened.house.registry, opened.rooms, opened.house.clock
        return
    clock = HastyClock(options.haste)
    rooms = Rooms(clock)
    registry = Registry(ports_of(clock, journal, rooms, sealer), rooms.ended)
    yield registry, rooms, clock
    await registry.stop_all()


async def _open(
    registry: Tables, ledger: Ledger, number: int, pace: Pace, options: argparse.Namespace
) -> None:
    rules = rules_from_json(json.loads(options.rules))
    live = open_table(f"t{number}", open_session(rules, 5), pace, f"p{number}-0", True)
    table = await registry.open(live)
    for place in range(rules.seats[1]):
        bot = place >= options.people
        player = f"bot-{place}" if bot else f"p{number}-{place}"
        if not bot:
            await ledger.grant(player, GRANT, f"grant/{player}", 1)
        outcome = await ask(table, Sit(player, player, STACK, place, bot=bot))
        assert outcome.code is None, outcome


class _Doors:
    """The real entrance, and two bare ones."""

    def __init__(self, entrance: Entrance, echo: Echo) -> None:
        self._entrance = entrance
        self._echo = echo

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["query_string"].startswith(b"table="):
            await self._echo(scope, receive, send)
            return
        if scope["query_string"] != b"bare":
            await self._entrance(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "{}"})
        while (await receive())["type"] != "websocket.disconnect":
            pass


async def _serve(app: Any) -> None:
    config = uvicorn.Config(
        app,
        port=0,
        ws=Wire,
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="error",
        access_log=False,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    sys.stdout.write(json.dumps(server.servers[0].sockets[0].getsockname()[1]) + "\n")
    sys.stdout.flush()
    await serving


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--tables", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first table")
    parser.add_argument("--database", help="a Postgres that is up to date; else a new file")
    parser.add_argument("--redis", help="where other workers are, if there are to be any")
    parser.add_argument("--people", type=int, default=4, help="at each table; the rest are bots")
    parser.add_argument("--pace", default="lively")
    parser.add_argument("--haste", type=int, default=10)
    parser.add_argument("--rules", default='{"preset": "desmoche"}')
    set_up_logs("warning")  # on standard error
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(parser.parse_args()))
