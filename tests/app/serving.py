"""A real server on loopback: uvicorn in the test's own loop, over a world in memory."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from fastapi import FastAPI

from app.cluster.clock import SystemClock
from app.identity import Who
from app.live.audience import Rooms
from app.live.wire import Wire
from app.protocol import MOST_BYTES_READ
from app.server_key import KeySealer, server_key
from app.settings import Settings
from app.shell import Shell
from app.wiring import entrance_of, ports_of
from engine.rules.house_rules import rules_from_json
from engine.table.commands import Command, Sit
from engine.table.live import open_table
from engine.table.pace import Pace, steady
from engine.table.registry import Registry
from engine.table.session import open_session
from engine.table.table import Message, Outcome, Table
from tests.table.world import MemoryJournal

NAMES = ("ana", "beto", "carla", "dora")
UNHURRIED: dict[str, Any] = {"frames_per_second": 1e6, "frames_at_once": 10**6}
"""For players that are faster than people."""


SUSPENDED = "suspended"
"""The name of somebody whom an operator has shut out."""


class CookieNames:
    """An identity for tests: the cookie `who` is the player."""

    async def who(self, cookies: Mapping[str, str]) -> Who | None:
        name = cookies.get("who")
        return Who(name, name, "player") if name and name != SUSPENDED else None

    async def suspended(self, cookies: Mapping[str, str]) -> bool:
        return cookies.get("who") == SUSPENDED

    def lasting(self, *_: object) -> AbstractContextManager[None]:
        """Nobody signs out."""
        return nullcontext()


class HastyClock:
    """A clock for tests that would wait: so many of its seconds pass in one."""

    def __init__(self, haste: int) -> None:
        self._clock = SystemClock()
        self._haste = haste
        self._began = self._clock.now()

    def now(self) -> int:
        return self._began + (self._clock.now() - self._began) * self._haste

    def call_at(self, when: int, callback: Callable[[], None]) -> Callable[[], None]:
        real = self._began - (self._began - when) // self._haste
        return self._clock.call_at(real, callback)


class Serving(NamedTuple):
    """A server that runs, and its insides."""

    url: str
    registry: Registry
    rooms: Rooms
    journal: MemoryJournal
    server: uvicorn.Server

    def stop(self) -> None:
        """As a signal would."""
        self.server.should_exit = True

    async def table(
        self,
        name: str,
        *players: str,
        pace: Pace | None = None,
        watchable: bool = False,
        **rules: Any,
    ) -> Table:
        """A table with these players at it."""
        session = open_session(rules_from_json({"preset": "desmoche", **rules}), 5)
        owner = players[0] if players else "nobody"
        live = open_table(name, session, pace or steady(), owner, watchable)
        table = await self.registry.open(live)
        for place, player in enumerate(players):
            if player:
                await ask(table, Sit(player, player, 1000, place, bot=player.startswith("bot-")))
        return table


async def ask(table: Table, command: Command) -> Outcome:
    """Give a table a command from within, and wait for the answer."""
    answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    table.post(Message(command, None, answer.set_result))
    return await answer


@asynccontextmanager
async def serving(folder: Path, haste: int = 10, **settings: Any) -> AsyncIterator[Serving]:
    """A server for as long as this is open."""
    journal, clock = MemoryJournal(), HastyClock(haste)
    rooms = Rooms(clock)
    sealer = KeySealer(server_key(folder / "server.key"))
    registry = Registry(ports_of(clock, journal, rooms, sealer), rooms.ended)
    given = Settings.from_environment(**settings)
    entrance = entrance_of(given, registry, rooms, CookieNames(), clock)
    app = Shell(FastAPI(), lambda: entrance)
    # Said to be TCP, asyncio turns off Nagle's algorithm, as it does on a port it opens itself.
    listening = socket.socket(proto=socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 32 * 1024)  # slow is soon seen
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    config = uvicorn.Config(
        app,
        access_log=False,
        ws=Wire,
        ws_max_size=MOST_BYTES_READ,
        ws_per_message_deflate=False,
        log_level="error",
        lifespan="off",
    )
    server = uvicorn.Server(config)
    server.capture_signals = _no_signals  # type: ignore[method-assign]
    running = asyncio.create_task(server.serve([listening]))
    try:
        while not server.started:
            assert not running.done(), "the server did not start"
            await asyncio.sleep(0)
        port = listening.getsockname()[1]
        yield Serving(f"127.0.0.1:{port}", registry, rooms, journal, server)
    finally:
        server.should_exit = True
        await running
        await registry.stop_all()


@contextmanager
def _no_signals() -> Iterator[None]:
    """Signals are the test runner's."""
    yield
