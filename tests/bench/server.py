"""A running server measured from outside: work a move, memory, and what its timing tells.

Loopback only, bounded in time, one thing after the other. The server is a process of its
own (`served`), so its processor time is not that of the clients, which run here.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from math import exp, sqrt
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.app.live.player import choice, question
from tests.bench.bare import Pace, floor

PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")
Frame = dict[str, Any]

TABLES, PLACES = 50, 4
SOCKETS = 500
MEMORY_TABLES = 500
WINDOWS = 2_000
LONGEST = 120.0  # seconds for any one figure
BUSY = 10  # times as fast as people play: most of a core, so that more is done in one turn of it


async def server_figures(seconds: float) -> dict[str, Any]:
    """Everything, one after the other."""
    return {
        "moves": await moves(seconds),
        "moves_of_a_busy_server": await moves(seconds, BUSY),
        "memory_of_tables": await memory_of_tables(),
        "memory_of_sockets": await memory_of_sockets(),
        "windows": await windows(),
    }


# --- the server -----------------------------------------------------------------------


class Served:
    """The process that is measured."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.url = f"127.0.0.1:{port}"
        self._proc = f"/proc/{process.pid}"

    def processor_seconds(self) -> tuple[float, float]:
        """In the program, and in the kernel for it."""
        with open(f"{self._proc}/stat") as stat:  # noqa: PTH123
            fields = stat.read().rsplit(") ", 1)[1].split()
        return int(fields[11]) / TICK, int(fields[12]) / TICK

    def memory(self) -> int:
        """Resident, in bytes."""
        with open(f"{self._proc}/statm") as statm:  # noqa: PTH123
            return int(statm.read().split()[1]) * PAGE

    def connect(self, who: str, query: str = "") -> connect:
        return connect(
            f"ws://{self.url}/live{query}",
            origin=Origin(f"http://{self.url}"),
            additional_headers={"Cookie": f"who={who}"},
            compression=None,
            ping_interval=None,
        )


@asynccontextmanager
async def served(folder: str | None = None, **options: Any) -> AsyncIterator[Served]:
    """A server with these options of `tests.bench.served`, in a new folder unless one is given."""
    with nullcontext(folder) if folder else tempfile.TemporaryDirectory() as place:
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        process = subprocess.Popen(  # noqa: ASYNC220
            [sys.executable, "-m", "tests.bench.served", place, *words],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            port = await asyncio.to_thread(process.stdout.readline)
            yield Served(process, int(port))
        finally:
            process.terminate()
            await asyncio.to_thread(process.wait, 30)


# --- players --------------------------------------------------------------------------


class Sockets:
    """Players at all tables, who choose from their options; `seen` hears every view."""

    def __init__(
        self, choose: Callable[[Frame], Frame | None], seen: Callable[[int, int, Frame], None]
    ) -> None:
        self.actions = self.views = self.view_bytes = 0
        self.refused: Counter[str] = Counter()
        self.paused: Counter[str] = Counter()
        self._choose = choose
        self._seen = seen

    async def play(self, socket: ClientConnection, table: int, place: int) -> None:
        """One player, until the socket closes."""
        await socket.send(json.dumps({"type": "hello", "table": f"t{table}"}))
        asked: tuple[Any, ...] = ()
        view: Frame | None = None
        try:
            async for text in socket:
                frame = json.loads(text)
                self._count(frame)
                if frame["type"] == "resumed" and view and question(view):
                    await self._act(socket, view)  # what was refused is asked of nobody again
                if frame["type"] != "view":
                    continue
                view = frame
                self.views += 1
                self.view_bytes += len(text)
                self._seen(table, place, frame)
                now_asked = question(frame)
                if now_asked and now_asked != asked:
                    asked = now_asked
                    await self._act(socket, frame)
        except ConnectionClosed:
            pass

    def _count(self, frame: Frame) -> None:
        """What keeps a table from its moves."""
        if frame["type"] == "answer" and frame["code"]:
            self.refused[frame["code"]] += 1
        if frame["type"] == "paused":
            self.paused[frame["why"]] += 1

    async def _act(self, socket: ClientConnection, frame: Frame) -> None:
        action = self._choose(frame["mine"]["view"])
        if action:
            self.actions += 1
            await socket.send(
                json.dumps({"type": "act", "id": str(self.actions), "action": action})
            )


Where = Callable[[int, int], Served]
"""By which server a place of a table is played: table, place."""


@asynccontextmanager
async def playing(where: Where, sockets: Sockets, tables: int = TABLES) -> AsyncIterator[None]:
    """Four sockets at each table, playing."""
    async with AsyncExitStack() as stack:
        tasks = []
        for table in range(tables):
            for place in range(PLACES):
                socket = await stack.enter_async_context(
                    where(table, place).connect(f"p{table}-{place}")
                )
                tasks.append(asyncio.create_task(sockets.play(socket, table, place)))
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# --- figures --------------------------------------------------------------------------


async def moves(seconds: float, haste: int = 1) -> dict[str, Any]:
    """Processor time of the server for each move: an entry whose view reached four sockets."""
    async with served(tables=TABLES, pace="lively", haste=haste) as server:
        figures, pace = await measured([server], lambda _table, _place: server, seconds)
    return {**figures, "the_same_frames_without_a_game": await floor_of(pace, seconds)}


async def measured(
    servers: Sequence[Served], where: Where, seconds: float, tables: int = TABLES
) -> tuple[dict[str, Any], Pace]:
    """What these servers do together while all tables are played."""
    reached: Counter[tuple[int, int]] = Counter()

    def seen(table: int, _place: int, frame: Frame) -> None:
        reached[table, frame["seq"]] += 1

    def used() -> list[float]:
        both = [server.processor_seconds() for server in servers]
        return [sum(part) for part in zip(*both, strict=True)]

    sockets = Sockets(choice, seen)
    async with playing(where, sockets, tables):
        await asyncio.sleep(5)  # connecting, and the first deal
        reached.clear()
        before, actions, began = used(), sockets.actions, time.perf_counter()
        await asyncio.sleep(seconds)
        in_program, in_kernel = (now - then for now, then in zip(used(), before, strict=True))
        took, made = time.perf_counter() - began, sockets.actions - actions
        whole = sum(count >= PLACES for count in reached.values())
    together = in_program + in_kernel
    length = sockets.view_bytes // max(1, sockets.views)
    return {
        "tables": tables,
        "sockets": tables * PLACES,
        "seconds": round(took, 1),
        "tables_that_moved": len({table for table, _ in reached}),  # others rested between hands
        "moves": whole,
        "actions": made,
        "moves_per_second": round(whole / took),
        "processor_ms_per_move": round(1000 * together / max(1, whole), 3),
        "of_it_in_kernel": round(1000 * in_kernel / max(1, whole), 3),
        "view_bytes": length,
        "processor_ms_per_action": round(1000 * together / max(1, made), 3),
        "processor_share": round(together / took, 2),
        "refused": dict(sockets.refused),
        "paused": dict(sockets.paused),  # a figure with any is one of pauses, not of moves
    }, Pace(tables, PLACES, made / took, whole / took, length)


async def floor_of(pace: Pace, seconds: float) -> float | None:
    """Processor time of a server for the frames of a move alone (ms)."""
    async with served(tables=0) as server:
        return await floor(
            lambda query: server.connect("nobody", query),
            lambda: sum(server.processor_seconds()),
            pace,
            seconds,
        )


async def memory_of_tables() -> dict[str, Any]:
    """Resident memory of a table: of four bots, and of a person and three bots in a hand."""
    figures: dict[str, Any] = {"tables": MEMORY_TABLES}
    for name, people in (("four_bots_kb", 0), ("in_a_hand_kb", 1)):
        sizes = []
        for tables in (1, MEMORY_TABLES + 1):
            async with served(tables=tables, people=people, pace="steady", haste=1) as server:
                await asyncio.sleep(10)  # the first hands are dealt and some moves made
                sizes.append(server.memory())
        figures[name] = round((sizes[1] - sizes[0]) / MEMORY_TABLES / 1024, 1)
    return figures


async def memory_of_sockets() -> dict[str, Any]:
    """Resident memory of an idle socket that looks at a table, and of a bare one.

    All stay open to the end, so that none moves into room that another has left.
    """
    # At a table where nothing happens: these sockets are not read from again.
    async with served(tables=1, people=0) as server, AsyncExitStack() as stack:

        async def grown_by(count: int, query: str) -> float:
            before = server.memory()
            for number in range(count):
                socket = await stack.enter_async_context(server.connect(f"w{number}", query))
                await socket.recv()
                if not query:
                    await socket.send('{"type": "hello", "table": "t0"}')
                    await socket.recv()
            return round((server.memory() - before) / count / 1024, 1)

        await grown_by(100, "?bare")  # what the first ones cost once for all
        await grown_by(100, "")
        bare, ours = await grown_by(SOCKETS, "?bare"), await grown_by(SOCKETS, "")
        return {"sockets": SOCKETS, "bare_kb": bare, "ours_kb": ours}


async def windows() -> dict[str, Any]:
    """Is a window longer when somebody could claim? Two samples, by Kolmogorov and Smirnov.

    Nobody claims, so only what somebody *could* do differs. Times are as one socket sees
    them, from the view of the discard to the view of what became of it.
    """
    clock = time.perf_counter
    opened: dict[tuple[int, int], tuple[int, float]] = {}
    could: dict[tuple[int, int], bool] = {}
    took: dict[tuple[int, int], float] = {}

    def seen(table: int, place: int, frame: Frame) -> None:
        now, hand = clock(), frame["mine"]["view"]
        earlier = opened.pop((table, place), None)
        if earlier and place == 0 and earlier[0] != frame["public"]["asked_seq"]:
            took[table, earlier[0]] = now - earlier[1]
        elif earlier:
            opened[table, place] = earlier
        if hand and frame["public"]["sealed"] and (table, place) not in opened:
            asked = frame["public"]["asked_seq"]
            opened[table, place] = (asked, now)
            key = (table, asked)
            could[key] = could.get(key, False) or "claim" in hand["options"]

    rules = {"preset": "desmoche", "forcing": "off", "cambio": False}
    options: dict[str, Any] = {
        "tables": TABLES,
        "pace": "steady",
        "haste": 10,
        "rules": json.dumps(rules),
    }
    async with (
        served(**options) as server,
        playing(lambda _table, _place: server, Sockets(_never_claim, seen)),
    ):
        until = clock() + LONGEST
        while len(took) < WINDOWS and clock() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.5)
    samples = {who: sorted(took[k] for k in took if could[k] is who) for who in (True, False)}
    distance, chance = kolmogorov_smirnov(samples[True], samples[False])
    return {
        "windows": len(took),
        "somebody_could_claim": len(samples[True]),
        "median_ms": {
            "could": round(1000 * samples[True][len(samples[True]) // 2], 2),
            "could_not": round(1000 * samples[False][len(samples[False]) // 2], 2),
        },
        "distance": round(distance, 4),
        "p": round(chance, 4),
    }


def kolmogorov_smirnov(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The greatest distance of two sorted samples' distributions, and how likely by chance."""
    at = distance = 0.0
    i = j = 0
    while i < len(one) and j < len(other):
        at = min(one[i], other[j])
        while i < len(one) and one[i] <= at:
            i += 1
        while j < len(other) and other[j] <= at:
            j += 1
        distance = max(distance, abs(i / len(one) - j / len(other)))
    size = sqrt(len(one) * len(other) / (len(one) + len(other)))
    scaled = (size + 0.12 + 0.11 / size) * distance
    series = sum((-1) ** (k - 1) * exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return distance, min(1.0, max(0.0, 2 * series))


def _never_claim(hand: Frame) -> Frame | None:
    action = choice(hand)
    if action and action["do"] == "claim":
        return {"seat": hand["seat"], "do": "pass"}
    return action
