"""Everything that one hand sends to one of its viewers, with the virtual time of sending.

Enters: a deck, a seed, a seat or a spectator. Leaves: frames: views, news, outcomes, answers
kept. People at this table take times that depend on the question alone,
as its bots do, and decide by their own view alone; so whatever else differs between two
decks in what a seat is sent, the table has told.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

import msgspec
from msgspec import structs

from app.identity import Who
from app.live.room import Room
from app.live.viewer import Viewer
from app.protocol import text_of
from engine.bots.policy import POLICIES
from engine.rules.actions import Action
from engine.rules.events import Event
from engine.rules.house_rules import Rules
from engine.rules.state import OVER, SEATS_IN, State
from engine.table import fairness_record, hands
from engine.table.clock import SECOND
from engine.table.commands import Act
from engine.table.dealing import begin_hand
from engine.table.journal import Entry
from engine.table.live import Fairness, Live, Sitting, open_table, with_sitting
from engine.table.pace import steady
from engine.table.ports import Ports
from engine.table.rescue import ReadBack
from engine.table.seating import opt_in, sit
from engine.table.session import Player, open_session
from engine.table.table import Message, Outcome, Table
from engine.table.windows import MemoryWindows
from engine.table.work import Work
from tests.simulation.loop import START, LoopClock
from tests.table.world import PlainSealer

SEED = bytes(range(32))


class Frame(NamedTuple):
    """Something that a viewer is sent: when, as of which entry, what."""

    at: int
    seq: int
    kind: str
    view: str
    news: str
    over: bool


@dataclass(frozen=True)
class Setting:
    """A hand to be played: everything but the deck."""

    seed: int
    rules: Rules
    bots: tuple[bool, ...]
    table: type[Table] = Table

    @property
    def seats(self) -> int:
        return len(self.bots)


class Eavesdropper:
    """The audience: writes down what one viewer is sent (None: a spectator)."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.frames: list[Frame] = []
        self.news = asyncio.Event()
        self.ended = asyncio.Event()
        self.state: State | None = None
        self._clock = LoopClock()
        self._room: Room | None = None
        name = "a spectator" if viewer is None else f"p{viewer}"
        self._viewer = Viewer(Who(name, name, "player"), _no_socket)

    def show(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        if live.hand is None or self.ended.is_set():
            return
        self.state, over = live.hand, live.hand.phase is OVER
        view, news = self._sent(live, seq, events)
        self.frames.append(Frame(self._clock.now(), seq, "view", view, news, over))
        self.news.set()
        self.news = asyncio.Event()
        if over:
            self.ended.set()

    def _sent(self, live: Live, seq: int, events: Sequence[Event]) -> tuple[str, str]:
        """The very text that a socket would be sent, parted in what stands and what is new."""
        if self._room is None:
            self._room = Room(live, seq - 1, START)
        self._room.show(live, seq, events, self._clock.now())
        frame = self._room.view(self._viewer)
        return text_of(structs.replace(frame, news=[])), msgspec.json.encode(frame.news).decode()

    def answered(self, live: Live, seq: int, seat: int, action: Action) -> None:
        del live
        self.tell(seat, seq, "kept", repr(action))

    def pause(self, table: str, why: str | None) -> None:
        raise AssertionError((table, why))

    def tell(self, seat: int, seq: int, kind: str, what: str) -> None:
        if seat == self.viewer:
            self.frames.append(Frame(self._clock.now(), seq, kind, what, what, over=False))


async def _no_socket(message: object) -> None:
    raise AssertionError(message)


class Paper:
    """A journal of one hand, without a ledger, always as fast."""

    async def commit(self, entry: Entry) -> None:
        del entry
        await asyncio.sleep(0.003)

    async def take_over(self, table: str) -> int:
        raise AssertionError(table)

    async def read(self, table: str) -> Sequence[Entry]:
        raise AssertionError(table)


def dealt(setting: Setting, deck: tuple[int, ...]) -> Live:
    """A table at which this deck has just been dealt."""
    rules = setting.rules
    session = open_session(rules, 5)
    for place in range(setting.seats):
        session = sit(session, place, Player(f"p{place}", f"player {place}", 200))
        session = opt_in(session, place, frozenset(rules.side_games[:2]))
    live = open_table("frames", session, steady(3), "p0", watchable=True)
    for place, bot in enumerate(setting.bots):
        live = with_sitting(live, place, Sitting(bot=bot))
    record = fairness_record.announced(SEED, "frames", 1, rules.deck, [None] * setting.seats)
    record = fairness_record.dealt(record, SEED, [b""] * setting.seats, draw_dealer=True)
    work = Work(replace(live, fairness=Fairness(SEED, record=record)), START, 1, SEED)
    work.change(session=begin_hand(session, deck, setting.seed % setting.seats))
    hands.begin(work)
    return work.live


async def play(setting: Setting, deck: tuple[int, ...], viewer: int | None) -> Eavesdropper:
    """One hand from its deal to its end, as one viewer is told of it."""
    heard = Eavesdropper(viewer)
    chance = Random(setting.seed)
    ports = Ports(
        LoopClock(), Paper(), MemoryWindows(), heard, PlainSealer(), chance.randbytes, _fail
    )
    table = setting.table(ReadBack(dealt(setting, deck), []), 1, 0, ports)
    tasks = [asyncio.ensure_future(table.run())]
    for seat, bot in enumerate(setting.bots):
        if not bot:
            tasks.append(asyncio.ensure_future(_person(setting, table, heard, seat)))
    await heard.ended.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return heard


async def _person(setting: Setting, table: Table, heard: Eavesdropper, seat: int) -> None:
    """Answers each question after a time of its own; some offers not at all."""
    while True:
        news, asked = heard.news, table.live.asked_seq
        hand = table.live.hand
        if hand is not None and seat in SEATS_IN[hand.waiting]:
            chance = Random(f"{setting.seed}/{asked}/{seat}")
            due = table.live.asked_at + int((0.3 + 2 * chance.random()) * SECOND)
            await asyncio.sleep(max(0.2, (due - LoopClock().now()) / SECOND))
            silent = table.live.window_open and chance.random() < 0.2
            still = table.live.asked_seq == asked and table.live.hand is hand
            if still and not silent:
                action = POLICIES[chance.choice(("greedy", "random"))](hand, seat, chance)
                _post(table, heard, seat, action)
            elif not still:
                continue
        await news.wait()


def _post(table: Table, heard: Eavesdropper, seat: int, action: Action) -> None:
    def reply(outcome: Outcome) -> None:
        heard.tell(seat, outcome.seq, "outcome", repr(outcome))

    table.post(Message(Act(f"p{seat}", action, table.live.asked_seq), None, reply))


def _fail(table: str, seq: int, fault: Exception) -> None:
    raise AssertionError((table, seq)) from fault
