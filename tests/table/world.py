"""A world in memory for live tables: a clock that is set by hand, a journal, a recorder."""

import asyncio
import heapq
from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from engine.bots.policy import POLICIES
from engine.rules.actions import Action, Discard, Draw, Retire
from engine.rules.events import Event
from engine.rules.house_rules import rules_from_json
from engine.rules.refusals import Refusal
from engine.rules.state import SEATS_IN, Phase, State
from engine.table.clock import SECOND
from engine.table.commands import Act, Command, Sit, TimeUp
from engine.table.entries import Asked, entry_of, replay
from engine.table.fairness_record import Record
from engine.table.journal import Entry, Fenced, JournalAway
from engine.table.live import Live, Sitting, open_table
from engine.table.pace import Pace, steady
from engine.table.ports import Ports
from engine.table.session import SessionRefusal, open_session
from engine.table.steps import step
from engine.table.windows import MemoryWindows
from engine.table.work import Work
from tests.table.tables import NAMES, QUICK


class ManualClock:
    """Time that passes only when a test says so."""

    def __init__(self, now: int = 1_000_000) -> None:
        self._now = now
        self._calls: list[tuple[int, int, Callable[[], None]]] = []
        self._cancelled: set[int] = set()
        self._count = 0

    def now(self) -> int:
        return self._now

    def call_at(self, when: int, callback: Callable[[], None]) -> Callable[[], None]:
        self._count += 1
        number = self._count
        heapq.heappush(self._calls, (when, number, callback))
        return lambda: self._cancelled.add(number)

    def next_call(self) -> int | None:
        """When the next call is due, if any waits."""
        while self._calls and self._calls[0][1] in self._cancelled:
            self._cancelled.discard(heapq.heappop(self._calls)[1])
        return self._calls[0][0] if self._calls else None

    def run_next(self) -> bool:
        """Jump to the next call and make it; False if none waits."""
        if self.next_call() is None:
            return False
        when, _, callback = heapq.heappop(self._calls)
        self._now = max(self._now, when)
        callback()
        return True

    def advance(self, microseconds: int) -> None:
        """Let time pass, making every call that falls due."""
        until = self._now + microseconds
        while (due := self.next_call()) is not None and due <= until:
            self.run_next()
        self._now = max(self._now, until)


class MemoryJournal:
    """A journal that keeps to the contract in memory."""

    def __init__(self) -> None:
        self.entries: dict[str, list[Entry]] = {}
        self.epochs: dict[str, int] = {}
        self.away = False

    async def commit(self, entry: Entry) -> None:
        await asyncio.sleep(0)
        if self.away:
            raise JournalAway
        kept = self.entries.setdefault(entry.table, [])
        if entry.epoch != self.epochs.get(entry.table) or entry.seq != len(kept) + 1:
            raise Fenced
        kept.append(entry)

    async def take_over(self, table: str) -> int:
        if self.away:
            raise JournalAway
        self.epochs[table] = self.epochs.get(table, 0) + 1
        return self.epochs[table]

    async def read(self, table: str) -> Sequence[Entry]:
        entries = self.entries.get(table, [])
        opening = [place for place, entry in enumerate(entries) if entry.opens_hand]
        return entries[opening[-1] :] if opening else []


class Recorder:
    """An audience that remembers what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, Live, list[Event]]] = []
        self.answers: list[tuple[int, int, Action]] = []
        self.pauses: list[str | None] = []

    def show(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        self.shown.append((seq, live, list(events)))

    def answered(self, live: Live, seq: int, seat: int, action: Action) -> None:
        assert seq >= live.asked_seq
        self.answers.append((seq, seat, action))

    def pause(self, table: str, why: str | None) -> None:
        del table
        self.pauses.append(why)


class PlainSealer:
    """Seals nothing; the real one is shown by its own tests."""

    def seal(self, table: str, hand: int, seed: bytes) -> str:
        return f"{table}/{hand}/{seed.hex()}"

    def unseal(self, table: str, hand: int, sealed: str) -> bytes:
        assert sealed.startswith(f"{table}/{hand}/"), (table, hand, sealed)
        return bytes.fromhex(sealed.rsplit("/", 1)[1])

    def seal_step(self, table: str, seq: int, content: bytes) -> str:
        return f"{table}/{seq}/{content.decode()}"

    def unseal_step(self, table: str, seq: int, sealed: str) -> bytes:
        assert sealed.startswith(f"{table}/{seq}/"), (table, seq, sealed)
        return sealed.split("/", 2)[2].encode()


class AnotherKey(PlainSealer):
    """What another sealer sealed it can't open, as after the key file was lost."""

    MARK = "another key:"

    def seal(self, table: str, hand: int, seed: bytes) -> str:
        return self.MARK + super().seal(table, hand, seed)

    def unseal(self, table: str, hand: int, sealed: str) -> bytes:
        return super().unseal(table, hand, self._mine(sealed))

    def seal_step(self, table: str, seq: int, content: bytes) -> str:
        return self.MARK + super().seal_step(table, seq, content)

    def unseal_step(self, table: str, seq: int, sealed: str) -> bytes:
        return super().unseal_step(table, seq, self._mine(sealed))

    def _mine(self, sealed: str) -> str:
        if not sealed.startswith(self.MARK):
            raise ValueError("sealed with a key that is lost")
        return sealed.removeprefix(self.MARK)


def world(seed: int = 1) -> tuple[Ports, ManualClock, MemoryJournal, Recorder]:
    """Ports of a world whose chance comes from a seed."""
    clock, journal, recorder = ManualClock(), MemoryJournal(), Recorder()
    count = 0

    def chance(size: int) -> bytes:
        nonlocal count
        count += 1
        return sha256(f"{seed}/{count}".encode()).digest()[:size]

    ports = Ports(clock, journal, MemoryWindows(), recorder, PlainSealer(), chance)
    return ports, clock, journal, recorder


class Driver:
    """A live table without a task: commands in, by hand, at times that a test says.

    Each step is written down as the journal would have it, for `replayed`.
    """

    def __init__(
        self, pace: Pace | None = None, people: int = 3, table: str = "t", **rules: Any
    ) -> None:
        session = open_session(rules_from_json({**QUICK, **rules}), 5)
        self.live = open_table(table, session, pace or steady(), "ana", watchable=False)
        self.now, self.seq, self.salt = 1_000_000, 0, ""
        self.entries: list[Entry] = []
        for place in range(people):
            self.do(Sit(NAMES[place], NAMES[place], 100, place))

    def do(self, command: Command, after: int = 0) -> Work:
        """Take a step, some microseconds later; raises the refusal of one that is not taken."""
        self.now += after
        seed = sha256(f"{self.salt}{self.seq}".encode()).digest()
        work = step(self.live, command, self.now, self.seq + 1, seed)
        self.entries.append(entry_of(self.live, command, work, 1, Asked(), PlainSealer()))
        self.live, self.seq = work.live, work.seq
        return work

    def refused(self, command: Command) -> str:
        """The code with which a command is refused; it has changed nothing."""
        with pytest.raises((Refusal, SessionRefusal)) as refused:
            step(self.live, command, self.now, self.seq + 1, bytes(32))
        refusal = refused.value
        assert isinstance(refusal, Refusal | SessionRefusal)
        assert len(refusal.message.split()) >= 3
        return str(refusal.code)

    def time_up(self, *answers: Action) -> Work:
        """The deadline comes."""
        assert self.live.deadline is not None
        self.now = max(self.now, self.live.deadline)
        return self.do(TimeUp(answers))

    def deal(self) -> State:
        """The next hand, dealt."""
        self.time_up()
        if self.live.announced:
            self.time_up()
        return self.hand

    @property
    def hand(self) -> State:
        assert self.live.hand is not None
        return self.live.hand

    def act(self, action: Action, after: int = 0) -> Work:
        """An action of the hand, by whoever has its seat."""
        assert action.seat is not None
        return self.do(Act(self.live.players[action.seat], action), after)

    def draw_and_discard(self) -> int:
        """Whoever is on turn draws, and discards: an offer is open. Returns the seat."""
        seat = SEATS_IN[self.hand.waiting][0]
        self.act(Draw(seat))
        self.act(Discard(seat))
        return seat

    def retire_all(self) -> None:
        """The hand ends without a winner."""
        while self.live.playing:
            self.act(Retire(SEATS_IN[self.hand.waiting][0]))

    def replayed(self) -> Live:
        """The table as a journal would give it back."""
        opening = [place for place, entry in enumerate(self.entries) if entry.opens_hand]
        return replay(self.entries[opening[-1] :], PlainSealer()).live

    def sitting(self, place: int) -> Sitting:
        return self.live.sitting(place)

    def stacks(self) -> list[int | None]:
        return [player.stack if player else None for player in self.live.session.places]

    @property
    def state(self) -> tuple[bool, bool, bool, bool]:
        """Whether the table is announced, playing, asleep, closed."""
        live = self.live
        return live.announced, live.playing, live.asleep, live.closed

    @property
    def record(self) -> Record:
        """The record of the hand that is announced or dealt."""
        assert self.live.fairness is not None
        assert self.live.fairness.record is not None
        return self.live.fairness.record


def play_out(table: Driver, chance: Random) -> None:
    """To the end of the hand, as bots decide."""
    decide = POLICIES["bot"]
    while table.live.playing:
        hand = table.hand
        if hand.phase is Phase.OFFER and table.live.deadline is not None:
            answers = [decide(hand, seat, chance) for seat in SEATS_IN[hand.waiting]]
            table.time_up(*answers)
        else:
            table.act(decide(hand, SEATS_IN[hand.waiting][0], chance), after=SECOND)
