"""Several workers in virtual time, over one journal, one hub and the same windows; and browsers."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from random import Random
from typing import Any

import msgspec

from app.cluster.memory import Hub
from app.identity import Who
from app.live.viewer import Viewer
from app.protocol import InAct, InHello, InReact
from engine.rules.action_json import action_to_json
from engine.rules.actions import Action, Discard, Draw
from engine.rules.house_rules import rules_from_json
from engine.rules.state import SEATS_IN
from engine.table.commands import Act, Command, Sit
from engine.table.entries import Request
from engine.table.live import Live, open_table
from engine.table.mailbox import Message
from engine.table.pace import Pace, steady
from engine.table.ports import Sealer
from engine.table.reached import Reached
from engine.table.session import open_session
from engine.table.table import Outcome, Table
from tests.cluster.nodes import Node
from tests.simulation.loop import LoopClock, run
from tests.simulation.storage import Journal, Windows
from tests.table.tables import NAMES, QUICK
from tests.table.world import PlainSealer

Frame = dict[str, Any]
TABLE = "t"


class Browser:
    """A player's connection to one worker: says frames, keeps those that come."""

    def __init__(self, node: Node, name: str) -> None:
        self.node = node
        self.name = name
        self.frames: list[Frame] = []
        self.viewer = Viewer(Who(name, name, "player"), self._heard)

    async def _heard(self, message: Any) -> None:
        if self.node.alive:
            text = message.get("text")
            self.frames.append(
                msgspec.json.decode(text) if text else {"type": "hung up", "code": message["code"]}
            )

    async def look(self) -> "Browser":
        await self.node.desk.take(self.viewer, InHello(TABLE))
        await settle()
        return self

    def all(self, kind: str) -> list[Frame]:
        return [frame for frame in self.frames if frame["type"] == kind]

    @property
    def view(self) -> Frame:
        return self.all("view")[-1]

    async def act(self, action: Action, request: str) -> None:
        """Say it; the answer comes when it comes."""
        await self.node.desk.take(self.viewer, InAct(request, action_to_json(action)))

    async def answer(self, request: str) -> str | None:
        """The code of what was answered to this last, once it was."""
        await until(lambda: self._answers(request))
        code: str | None = self._answers(request)[-1]["code"]
        return code

    def _answers(self, request: str) -> list[Frame]:
        return [frame for frame in self.all("answer") if frame["id"] == request]

    async def react(self, word: Any) -> None:
        await self.node.desk.take(self.viewer, InReact("r", word))
        await settle()

    def leave(self) -> None:
        self.node.desk.leave(self.viewer)


class World:
    """Workers `a`, `b`, … and one table."""

    def __init__(
        self, seed: int = 1, workers: int = 2, loses: float = 0.0, sealer: Sealer | None = None
    ) -> None:
        self.sealer = sealer or PlainSealer()
        self.seed = seed
        self.loses = loses
        self.cut_off = False
        self.clock = LoopClock()
        self.hub = Hub(self.clock)
        self.journal = Journal(Random(seed))
        self.windows = Windows(Random(seed + 1))
        self.faults: list[tuple[str, int, Exception]] = []
        self.nodes = [Node(self, "abcdef"[number]) for number in range(workers)]
        self._replaced = 0
        self._requests = (f"w{number}" for number in count())

    async def start(self) -> None:
        for node in self.nodes:
            await node.start()

    def any_node(self, chance: Random) -> Node:
        """A worker that is there."""
        return chance.choice([node for node in self.nodes if node.alive])

    async def replace(self, node: Node) -> None:
        """Another process in place of one that has ended, under another name."""
        self._replaced += 1
        fresh = Node(self, f"{node.name[0]}{self._replaced}")
        self.nodes[self.nodes.index(node)] = fresh
        await fresh.start()

    def here_now(self) -> Table:
        """The table, wherever it lives."""
        (table,) = (one for node in self.nodes if node.alive and (one := node.tables.here(TABLE)))
        return table

    async def stop(self) -> None:
        for node in self.nodes:
            if node.alive:
                node.journal.gate.set()
                await node.leave()

    async def open(self, pace: Pace | None = None, people: int = 3) -> Table:
        """The table, at worker `a`, with people at its first places."""
        session = open_session(rules_from_json(QUICK), 5)
        live = open_table(TABLE, session, pace or steady(3), "ana", watchable=True)
        table = await self.nodes[0].tables.open(live)
        for place, name in enumerate(NAMES[:people]):
            self.journal.grant(name, 1000)
            assert (await self.ask(table, Sit(name, name, 100, place))).code is None
        return table

    async def dealt(self, pace: Pace | None = None, people: int = 3) -> Table:
        """A hand is dealt."""
        table = await self.open(pace, people)
        await until(lambda: table.live.playing)
        return table

    async def offer(self, pace: Pace | None = None, people: int = 3) -> Table:
        """A hand is dealt and its first card is on offer."""
        table = await self.dealt(pace, people)
        (seat,) = asked(table.live)
        for action in (Draw(seat), Discard(seat)):
            await self.ask(table, Act(table.live.players[seat], action))
        assert table.live.window_open
        return table

    async def ask(self, table: Reached, command: Command) -> Outcome:
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        request = Request("ana", next(self._requests))
        table.post(Message(command, request, answer.set_result))
        return await answer

    def here(self, number: int) -> Table:
        """The table, which lives at this worker."""
        table = self.nodes[number].tables.here(TABLE)
        assert table is not None, f"not at {number}"
        return table

    def owners(self) -> list[str]:
        """The workers at which the table lives, by their own account."""
        return [node.name for node in self.nodes if node.alive and node.tables.here(TABLE)]


def asked(live: Live) -> Sequence[int]:
    """The seats that are asked something."""
    assert live.hand is not None
    return SEATS_IN[live.hand.waiting]


async def settle() -> None:
    """Whatever needs no more than a network does what it does."""
    await asyncio.sleep(0.1)


async def until(met: Callable[[], object], seconds: float = 30) -> float:
    """Wait for something; returns how long it took."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    async with asyncio.timeout(seconds):
        while not met():  # noqa: ASYNC110 — of virtual time, and of anything
            await asyncio.sleep(0.01)
    return loop.time() - began


def in_world(test: Callable[[World], Awaitable[None]], **given: Any) -> None:
    """Run a test in virtual time; no fault of the program came up in it."""

    async def whole() -> None:
        world = World(**given)
        await world.start()
        try:
            await test(world)
        finally:
            await world.stop()
        assert not world.faults, world.faults

    run(given.get("seed", 1), whole())
