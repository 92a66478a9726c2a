"""A world in memory for live tables: a clock that is set by hand, a journal, a recorder."""

import asyncio
import heapq
from collections.abc import Callable, Sequence
from hashlib import sha256

from engine.rules.actions import Action
from engine.rules.events import Event
from engine.table.journal import Entry, Fenced, JournalAway
from engine.table.live import Live
from engine.table.ports import Ports
from engine.table.windows import MemoryWindows


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
