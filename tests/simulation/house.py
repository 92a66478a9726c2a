"""A house in virtual time: one process after another over the same storage.

Enters: a seed. Leaves: everything that was shown, and to whom, at which virtual time.
`crash` kills a process between two lines; the next one has the journal, and the windows
if those are kept elsewhere.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from engine.rules.actions import Action
from engine.rules.events import Event
from engine.table.entries import Request
from engine.table.journal import JournalAway
from engine.table.live import Live
from engine.table.ports import Ports
from engine.table.registry import Registry
from engine.table.showing import private_json, public_json
from engine.table.table import MailboxFull, Message, Outcome
from tests.simulation.loop import LoopClock
from tests.simulation.storage import Journal, Windows
from tests.table.world import PlainSealer


class Shown(NamedTuple):
    """One showing of a table."""

    at: int
    seq: int
    live: Live
    events: tuple[Event, ...]


class Rooms:
    """The audience: keeps what it is shown, and wakes whoever looks."""

    def __init__(self, journal: Journal) -> None:
        self.shown: dict[str, list[Shown]] = defaultdict(list)
        self.answers: dict[str, dict[tuple[int, int], Action]] = defaultdict(dict)
        self.kept: dict[str, set[tuple[int, int]]] = defaultdict(set)
        self.pauses: list[tuple[str, str | None]] = []
        self.news = asyncio.Event()
        self._journal = journal
        self._clock = LoopClock()

    def show(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        assert len(self._journal.entries[live.id]) >= seq, "shown before it was stored"
        self.shown[live.id].append(Shown(self._clock.now(), seq, live, tuple(events)))
        self._wake()

    def answered(self, live: Live, seq: int, seat: int, action: Action) -> None:
        assert seq >= live.asked_seq
        self.answers[live.id][live.asked_seq, live.place_at(seat)] = action
        self.kept[live.id].add((live.asked_seq, seat))

    def pause(self, table: str, why: str | None) -> None:
        self.pauses.append((table, why))
        self._wake()

    def view(self, table: str, player: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """What a player sees of a table: the public and the private part."""
        if not self.shown[table]:
            return None
        _, seq, live, _ = self.shown[table][-1]
        place = live.place_of(player)
        answer = self.answers[table].get((live.asked_seq, -1 if place is None else place))
        return public_json(live, seq), private_json(live, place, answer)

    def _wake(self) -> None:
        self.news.set()
        self.news = asyncio.Event()


class House:
    """Storage, rooms, and the process that runs the tables now."""

    def __init__(self, seed: int, troubles: float = 0.0) -> None:
        self.chance = Random(seed)
        self.journal = Journal(Random(seed + 1), troubles)
        self.windows = Windows(Random(seed + 2), troubles / 4)
        self.rooms = Rooms(self.journal)
        self.clock = LoopClock()
        self.sealer = PlainSealer()
        self.outcomes: list[tuple[str, Outcome]] = []
        self.faults: list[Exception] = []
        self.crashes = 0
        self.keeps_windows = True
        self.lost_windows = False
        self.down = False
        self.registry = self._process()

    def _process(self) -> Registry:
        secret = Random(self.chance.random())
        ports = Ports(
            self.clock,
            self.journal,
            self.windows,
            self.rooms,
            self.sealer,
            secret.randbytes,
            lambda _table, _seq, fault: self.faults.append(fault),
        )
        return Registry(ports)

    async def open(self, live: Live) -> None:
        await self.registry.open(live)

    async def crash(self) -> None:
        """The process dies where it stands, and another one finds what is stored."""
        self.down = True
        tasks = list(self.registry._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.crashes += 1
        if not self.keeps_windows:
            self.windows = Windows(Random(self.crashes))
            self.lost_windows = True
        self.rooms.answers.clear()  # a new process is told anew of what the windows hold
        self.registry = self._process()
        self.down = False

    async def sweep(self) -> None:
        """Revive what lives nowhere; who looks sees it as it stands."""
        for table in list(self.journal.entries):
            if not self.closed(table):
                try:
                    found = await self.registry.revive(table)
                except JournalAway:
                    continue
                shown = self.rooms.shown[table]
                if found and found.seq > (shown[-1].seq if shown else 0):
                    self.rooms.show(found.live, found.seq, ())

    def closed(self, table: str) -> bool:
        """Whether the table has closed for good."""
        entries = self.journal.entries[table]
        shown = self.rooms.shown[table]
        return bool(entries and shown and shown[-1].live.closed)

    async def deliver(self, table: str, message: Message) -> None:
        """A message arrives, if there is a process to take it."""
        if self.down:
            return
        try:
            found = await self.registry.revive(table)
            if found:
                found.post(message)
        except (JournalAway, MailboxFull):
            return

    def message(self, command: Any, player: str, request: str) -> Message:
        """A command of a player, whose answer is kept."""
        return Message(
            command,
            Request(player, request),
            lambda outcome: self.outcomes.append((type(command).__name__, outcome)),
        )

    def hands_over(self, table: str) -> int:
        """How many hands of a table have ended."""
        return sum("hand_record" in entry.body for entry in self.journal.entries[table])
