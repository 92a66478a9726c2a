"""Evenings at many tables over a real database: people come, play, top up, leave; tables close.

Enters: a database, a seed, how many tables and hands. Leaves: a ledger as a server would have
written it in some hours, in minutes. Every table is the real task over the real journal; people
look at nothing but whose turn it is, since chips are what matters here.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from app.bots import bot_for
from app.db.engine import Database
from app.db.ledger import Ledger
from engine.bots.policy import POLICIES
from engine.rules.actions import Action, Leave, Retire
from engine.rules.events import Event
from engine.rules.house_rules import rules_from_json
from engine.rules.options import options
from engine.rules.state import SEATS_IN, State
from engine.table.commands import (
    Act,
    AnswerBet,
    Choose,
    CloseTable,
    Command,
    Pledge,
    ProposeBet,
    Sit,
    Stand,
    TopUp,
)
from engine.table.live import Live, open_table, seated
from engine.table.pace import lively
from engine.table.ports import Ports
from engine.table.registry import Registry
from engine.table.session import open_session
from engine.table.table import MailboxFull, Message
from engine.table.windows import MemoryWindows
from tests.simulation.loop import LoopClock
from tests.simulation.patience import RealJournal, outside
from tests.table.tables import QUICK
from tests.table.world import PlainSealer

RULES: tuple[dict[str, Any], ...] = (
    QUICK,
    {**QUICK, "play_everything": True, "side_games": ["oro", "escalera", "tres_cuerpos"]},
    {**QUICK, "no_winner": "return"},
    {**QUICK, "match_carry": True, "forcing": "by_opponent"},
    {"preset": "desmoche", "retiring": "free", "side_games": ["oro", "par_rojo"]},
)
PEOPLE = 3  # for each table; some sit at several
CHIPS = 20_000  # that each is given
BUY_IN = 60
CLOSES, LEAVES, COMES, ASKS = 0.01, 0.06, 0.15, 0.1
"""How likely something happens when a table is shown between two hands: its host closes it,
somebody leaves, somebody comes, somebody wants something else."""


@dataclass(frozen=True)
class Evening:
    """What to play."""

    seed: int = 1
    tables: int = 200
    hands: int = 10_000


@dataclass
class Played:
    """What was played."""

    tables: int = 0
    closed: int = 0
    hands: int = 0
    entries: int = 0
    joins: int = 0
    leaves: int = 0


class Crowd:
    """The audience of all tables, and everybody at them."""

    def __init__(self, evening: Evening) -> None:
        self.chance = Random(evening.seed)
        self.people = [f"p{number:04}" for number in range(PEOPLE * evening.tables)]
        self.played = Played()
        self.over = asyncio.Event()
        self._most = evening.hands
        self._registry: Registry | None = None
        self._opening: set[asyncio.Task[None]] = set()

    async def stored(self, entry: Any) -> None:
        """An entry is in the database."""
        self.played.entries += 1
        record = entry.body.get("hand_record")
        self.played.hands += bool(record and record["status"] != "running")
        if self.played.hands >= self._most:
            self.over.set()

    def look_at(self, registry: Registry) -> None:
        """These are the tables."""
        self._registry = registry

    async def open(self) -> None:
        """A new table, made by somebody who sits down at it first."""
        assert self._registry is not None
        self.played.tables += 1
        rules = rules_from_json(self.chance.choice(RULES))
        host, table = self.chance.choice(self.people), f"t{self.played.tables:020x}"
        live = open_table(table, open_session(rules, 2), lively(3), host, watchable=True)
        opened = await self._registry.open(live)
        opened.post(Message(Sit(host, host, BUY_IN, 0)))

    # --- the port ---------------------------------------------------------------------

    def show(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        if live.closed:
            self.played.closed += 1
            task = asyncio.ensure_future(self.open())
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
        elif not self.over.is_set():
            delay = 0.2 + self.chance.random()
            asyncio.get_running_loop().call_later(delay, self._think, live)

    def answered(self, live: Live, seq: int, seat: int, action: Action) -> None:
        pass

    def pause(self, table: str, why: str | None) -> None:
        assert why != "fault", table

    # --- people -----------------------------------------------------------------------

    def _think(self, live: Live) -> None:
        """Everybody who is asked answers; who has seen an old table does nothing."""
        assert self._registry is not None
        table = self._registry.get(live.id)
        if table is None or table.live is not live:
            return
        commands = self._acts(live) if live.playing else self._between(live)
        for command in commands:
            try:
                table.post(Message(command))
            except MailboxFull:
                return

    def _acts(self, live: Live) -> list[Command]:
        assert live.hand is not None
        return [
            Act(live.players[seat], self._action(live.hand, seat))
            for seat in SEATS_IN[live.hand.waiting]
            if live.players[seat] not in live.bots
        ]

    def _action(self, hand: State, seat: int) -> Action:
        if self.chance.random() < 0.01:
            return Leave(seat)
        if self.chance.random() < 0.4 and "retire" in options(hand, seat).acts:
            return Retire(seat)
        return POLICIES["random"](hand, seat, self.chance)

    def _between(self, live: Live) -> list[Command]:
        """Between two hands; now and then somebody comes or goes."""
        chance, free = self.chance, live.session.places.count(None)
        stacks = {player.id: player.stack for _, player, one in seated(live) if not one.bot}
        people = list(stacks)
        if not people:
            return [self._newcomer(live)] if free else [CloseTable(None)]
        poor = [TopUp(one, BUY_IN) for one in people if stacks[one] < 10 * live.session.bet]
        somebody = chance.choice(people)
        if chance.random() < CLOSES or self._late_and_none_has_closed:
            return [CloseTable(None)]
        if chance.random() < LEAVES:
            self.played.leaves += 1
            return [Stand(somebody)]
        if free and (len(people) < 2 or chance.random() < COMES):
            return [self._newcomer(live)]
        ready: list[Command] = [Pledge(person, None, ready=True) for person in people]
        wishes = self._wishes(live, people) if chance.random() < ASKS else []
        return [*poor, *wishes, *ready]

    @property
    def _late_and_none_has_closed(self) -> bool:
        """The order of what a real database answers is no seed's; but one has to close."""
        return not self.played.closed and self.played.hands > self._most // 2

    def _newcomer(self, live: Live) -> Command:
        place = live.session.places.index(None)
        if self.chance.random() < 0.2:
            return bot_for(live, place)
        self.played.joins += 1
        name = self.chance.choice(self.people)
        return Sit(name, name, BUY_IN, place)

    def _wishes(self, live: Live, people: Sequence[str]) -> list[Command]:
        somebody = self.chance.choice(people)
        games = frozenset(game for game in live.session.games if self.chance.random() < 0.7)
        wishes: tuple[list[Command], ...] = (
            [TopUp(somebody, self.chance.randint(1, 50))],
            [Choose(one, games) for one in people],
            [
                ProposeBet(somebody, self.chance.randint(1, 6)),
                *(AnswerBet(one, agree=True) for one in people),
            ],
        )
        return self.chance.choice(wishes)


async def play(database: Database, evening: Evening) -> Played:
    """All of it; afterwards nothing runs any more."""
    crowd, ledger, faults = Crowd(evening), Ledger(database), list[Exception]()
    for person in crowd.people:
        await outside(ledger.grant(person, CHIPS, f"grant/{person}", 1))
    async with RealJournal(database, crowd.stored) as journal:
        ports = Ports(
            LoopClock(),
            journal,
            MemoryWindows(),
            crowd,
            PlainSealer(),
            crowd.chance.randbytes,
            lambda _table, _seq, fault: faults.append(fault),
        )
        registry = Registry(ports)
        crowd.look_at(registry)
        for _ in range(evening.tables):
            await crowd.open()
        await crowd.over.wait()
        await registry.stop_all()
    assert not faults, faults[0]
    return crowd.played
