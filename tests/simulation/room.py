"""One table that runs, driven by hand in virtual time: for what only a table's task does."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from engine.rules.actions import Action, Discard, Draw
from engine.rules.house_rules import rules_from_json
from engine.rules.state import SEATS_IN, Phase, State
from engine.table.commands import Act, Command, Sit
from engine.table.entries import Request
from engine.table.live import Live, open_table
from engine.table.pace import Pace, steady
from engine.table.session import open_session
from engine.table.table import Message, Outcome, Table
from tests.simulation.house import House
from tests.simulation.laws import check_house
from tests.simulation.loop import run
from tests.table.tables import NAMES, QUICK


class Room:
    """Table `t`, with people at its first places."""

    def __init__(self, seed: int = 1) -> None:
        self.house = House(seed)
        self._asked = 0

    async def open(self, pace: Pace | None = None, people: int = 3, **rules: object) -> None:
        session = open_session(rules_from_json({**QUICK, **rules}), 5)
        await self.house.open(open_table("t", session, pace or steady(3), "ana", watchable=True))
        for place, name in enumerate(NAMES[:people]):
            self.house.journal.grant(name, 1000)
            await self.ask(name, Sit(name, name, 100, place))

    async def offer(self, pace: Pace | None = None, people: int = 3, **rules: object) -> int:
        """A hand is dealt and its first card is on offer; returns who discarded it."""
        await self.open(pace, people, **rules)
        await self.until_dealt()
        seat = self.asked[0]
        await self.act(Draw(seat))
        await self.act(Discard(seat))
        return seat

    async def until_dealt(self, seconds: int = 60) -> None:
        """The pause passes, or what is left of it."""
        for _ in range(seconds):
            if self.live.playing:
                return
            await asyncio.sleep(1)
        raise AssertionError(f"{seconds} seconds, and no hand")

    def phase(self) -> Phase:
        """The phase of the hand on the table."""
        return self.hand.phase

    @property
    def table(self) -> Table:
        found = self.house.registry.get("t")
        assert found is not None
        return found

    @property
    def live(self) -> Live:
        return self.table.live

    @property
    def hand(self) -> State:
        assert self.live.hand is not None
        return self.live.hand

    @property
    def asked(self) -> Sequence[int]:
        return SEATS_IN[self.hand.waiting]

    @property
    def seq(self) -> int:
        return self.table.seq

    def post(self, player: str, command: Command, request: str = "") -> "asyncio.Future[Outcome]":
        """Ask, and don't wait."""
        self._asked += 1
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        asked = Request(player, request or f"r{self._asked}")
        self.table.post(Message(command, asked, answer.set_result))
        return answer

    async def ask(self, player: str, command: Command, request: str = "") -> Outcome:
        """Ask, and wait for the answer."""
        return await self.post(player, command, request)

    async def act(self, action: Action, request: str = "") -> Outcome:
        """An action of the hand, by whoever has its seat."""
        assert action.seat is not None
        player = self.live.players[action.seat]
        return await self.ask(player, Act(player, action), request)

    async def die(self, keeps_windows: bool = True) -> None:
        """The process dies, and another one revives the table."""
        self.house.keeps_windows = keeps_windows
        await self.house.crash()
        await self.house.sweep()
        await asyncio.sleep(0.1)


def in_room(test: Callable[[Room], Awaitable[None]], lawful: bool = True) -> None:
    """In virtual time, to whose end the laws of the house hold."""

    async def whole() -> None:
        room = Room()
        await test(room)
        await room.house.registry.stop_all()
        if lawful:
            check_house(room.house)

    run(1, whole())
