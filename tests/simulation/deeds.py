"""Tables on a real database, driven deed by deed; a process dies where it is told to.

Enters: a database, deeds. Leaves: the same deeds done, however often the process died on the way:
whoever asked asks the next process the same again, under the same request.
"""

import asyncio
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any

from sqlalchemy import func, select

from app.db.engine import Database
from app.db.ledger import Ledger
from app.db.schema import accounts
from engine.rules.actions import Action, Announce, Leave, Retire
from engine.rules.events import Event
from engine.rules.house_rules import rules_from_json
from engine.rules.options import options
from engine.rules.state import SEATS_IN, Phase, State
from engine.table.commands import Act, Command, Sit
from engine.table.entries import Request
from engine.table.journal import Entry
from engine.table.live import Live, open_table
from engine.table.pace import steady
from engine.table.ports import Ports
from engine.table.registry import Registry
from engine.table.session import open_session
from engine.table.table import Message, Outcome
from engine.table.windows import MemoryWindows
from tests.simulation.loop import LoopClock
from tests.simulation.patience import RealJournal, outside
from tests.table.tables import QUICK
from tests.table.world import PlainSealer

IDS = count(1)  # of tables and people, so that machines can share a database
TABLE_SECONDS = 120  # of virtual time within which a hand has to be dealt


class Fuse:
    """When the process dies: before or after so many more commits."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.after = False
        self.dead = asyncio.Event()

    def burns(self, stored: bool) -> bool:
        """Whether it dies here; once dead it does nothing any more."""
        if self.left is not None and stored is self.after:
            self.left -= 1
            if self.left < 0:
                self.dead.set()
        return self.dead.is_set()


class Nobody:
    """The audience: nobody looks."""

    def show(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        pass

    def answered(self, live: Live, seq: int, seat: int, action: Action) -> None:
        pass

    def pause(self, table: str, why: str | None) -> None:
        assert why is None, (table, why)


class Deeds:
    """All tables of a database, through one process after the other."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.ledger = Ledger(database)
        self.chance = Random(1)
        self.faults: list[Exception] = []
        self.deaths = 0
        self.granted = 0
        self.fuse = Fuse()
        self._requests = count(1)

    async def begin(self) -> None:
        """A process."""
        self.fuse = Fuse()
        self.journal = RealJournal(self.database, self._conserved, self.fuse.burns)
        await self.journal.__aenter__()
        ports = Ports(
            LoopClock(),
            self.journal,
            MemoryWindows(),
            Nobody(),
            PlainSealer(),
            self.chance.randbytes,
            lambda _table, _seq, fault: self.faults.append(fault),
        )
        self.registry = Registry(ports)

    async def die(self) -> None:
        """Every task stops where it stands. What was given to the journal may yet be stored."""
        tasks = list(self.registry._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.journal.__aexit__()
        self.deaths += 1
        await self.begin()

    async def end(self) -> None:
        """The last process ends in peace."""
        self.fuse.left = None
        if self.fuse.dead.is_set():
            await self.die()
        await self.registry.stop_all()
        await self.journal.__aexit__()

    async def _conserved(self, entry: Entry) -> None:
        """After every commit there are as many chips as the bank ever gave."""
        there = await outside(self._chips())
        assert there == self.granted, (entry.table, entry.seq, there, self.granted)

    async def _chips(self) -> int:
        async with self.database.reading() as connection:
            return int(await connection.scalar(select(func.sum(accounts.c.balance))) or 0)

    async def person(self, chips: int) -> str:
        """Somebody new, with a wallet."""
        name = f"p{next(IDS)}"
        await outside(self.ledger.grant(name, chips, f"grant/{name}", 1))
        self.granted = await outside(self._chips())
        return name

    async def open(self, host: str, bet: int, chips: int) -> str:
        """A table at which its host sits; one that dies before that was never written down."""
        while True:
            name = f"t{next(IDS):020x}"
            session = open_session(rules_from_json(QUICK), bet)
            await self.registry.open(open_table(name, session, steady(3), host, watchable=False))
            if await self.ask(name, host, Sit(host, host, chips, 0)):
                return name

    async def ask(self, table: str, player: str, command: Command) -> Outcome | None:
        """Ask until somebody lives to answer; None if the table has closed."""
        request = Request(player, f"r{next(self._requests)}")
        while True:
            found = await self.registry.revive(table)
            if found is None:
                return None
            answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
            found.post(Message(command, request, answer.set_result))
            dead = asyncio.ensure_future(self.fuse.dead.wait())
            either: list[asyncio.Future[Any]] = [answer, dead]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            dead.cancel()
            if answer.done():
                return answer.result()
            await self.die()

    async def live(self, table: str) -> Live:
        """The table as it stands, revived if need be."""
        while True:
            found = await self.registry.revive(table)
            assert found is not None, table
            if not self.fuse.dead.is_set():
                return found.live
            await self.die()

    async def deal(self, table: str, game_to: int | None) -> dict[str, str]:
        """The next hand, up to its first draw; returns which side games were announced, by whom.

        The seat `game_to` announces all that it holds, the others nothing.
        """
        await self._rest_of_house_sleeps(table)
        for _ in range(TABLE_SECONDS):
            if (await self.live(table)).playing:
                break
            await asyncio.sleep(1)
        announced: dict[str, str] = {}
        while (hand := await self._hand(table)).phase is Phase.ANNOUNCE:
            seat = SEATS_IN[hand.waiting][0]
            player = (await self.live(table)).players[seat]
            games = options(hand, seat).games or () if seat == game_to else ()
            announced.update(dict.fromkeys(games, player))
            await self.ask(table, player, Act(player, Announce(seat, tuple(games))))
        return announced

    async def _rest_of_house_sleeps(self, table: str) -> None:
        """Time is about to pass, and nothing is to be dealt elsewhere: other tables are let go.

        Whoever asks for one revives it from its journal, so replays are part of every run.
        """
        for name in list(self.registry._tables):
            if name != table:
                self.registry._tables[name].stop()
        while any(name != table for name in self.registry._tables):
            if self.fuse.dead.is_set():
                await self.die()
            await asyncio.sleep(0)

    async def retire_all(self, table: str) -> None:
        """R7.12: nobody wins."""
        while (live := await self.live(table)).playing:
            assert live.hand is not None
            seat = SEATS_IN[live.hand.waiting][0]
            await self.ask(table, live.players[seat], Act(live.players[seat], Retire(seat)))

    async def leave_to(self, table: str, winner: str) -> None:
        """R7.13: all but one go out."""
        for seat, player in enumerate((await self.live(table)).players):
            if player != winner:
                await self.ask(table, player, Act(player, Leave(seat)))

    async def _hand(self, table: str) -> State:
        hand = (await self.live(table)).hand
        assert hand is not None
        return hand
