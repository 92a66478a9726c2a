"""One worker of a cluster: its tables, its word to the others, and what it does again and again.

Enters: leases and a courier, and what tables need of the world. Leaves: the tables within reach
(`tables`), for rooms what others see and say (`Others`). Reading order: a word comes in at
`_take`; five loops run beside it, which renew leases, speak to owners, look for the ownerless and
after storage, and read what comes in.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from app.cluster.broadcast import Broadcast
from app.cluster.envelopes import (
    AnyWord,
    Arrived,
    Ask,
    Follow,
    Kept,
    Left,
    Moved,
    Reacted,
    Standing,
    Stored,
    Told,
    Unreadable,
    Watching,
    open_ask,
    packed,
    seal_outcome,
    unpacked,
)
from app.cluster.following import Following
from app.cluster.keeper import Keeper
from app.cluster.leased import LeasedWindows
from app.cluster.ports import RENEWED_EVERY, ClusterAway, Courier, Envelope, Leases
from app.cluster.sockets import Sockets
from app.cluster.storing import Storing
from app.cluster.tables import ClusterTables
from engine.table.answering import Outcome
from engine.table.clock import SECOND
from engine.table.mailbox import MailboxFull, Message, Recount
from engine.table.ports import Ports
from engine.table.table import Table

SWEPT_EVERY = SECOND // 2  # so that a table is looked after within a second of its lease's end
STORES_EVERY = SECOND  # its storage is asked whether it answers
SAID_EVERY = SECOND  # to owners: what is followed; three in a row may be lost
AGAIN = SECOND  # after the courier was away
SOON = SECOND // 5  # after leases were away, whose time runs meanwhile


class Worker:
    """`ports` are those of a single process; `sockets` its audience. It works from `start` on,
    until its tables have been handed over (`ClusterTables.stop_all`)."""

    def __init__(
        self,
        ports: Ports,
        leases: Leases,
        courier: Courier,
        sockets: Sockets,
        when_done: Callable[[Table], None],
        storing: Storing,
    ) -> None:
        self._courier = courier
        self._sockets = sockets
        self._ports = ports
        self._keeper = Keeper(leases, courier.worker)
        self._broadcast = Broadcast(ports.journal, sockets, self._keeper.holds, self.send)
        self._following = Following(ports, sockets, self.send, sockets.ended)
        windows = LeasedWindows(ports.windows, self._keeper.holds)
        self.tables = ClusterTables(
            replace(ports, journal=self._broadcast, windows=windows, audience=self._broadcast),
            (self._keeper, leases, self._broadcast, self._following),
            sockets,
            self.send,
            when_done,
            self.stop,
        )
        self._storing = storing
        self._patient_until = 0
        self._loops: list[asyncio.Task[None]] = []

    def send(self, to: str, table: str, word: AnyWord) -> None:
        """Put a word on its way to another worker."""
        self._courier.send(to, packed(self._courier.worker, table, word))

    def start(self) -> None:
        """Begin to work."""
        loops = {
            "courier": self._receive(),
            "renewing leases": self._every(RENEWED_EVERY, self._renew),
            "word to owners": self._every(SAID_EVERY, self._say),
            "looking for owners": self._every(SWEPT_EVERY, self._sweep),
            "looking after storage": self._every(STORES_EVERY, self._store),
        }
        self._loops = [asyncio.create_task(loop, name=name) for name, loop in loops.items()]

    async def stop(self) -> None:
        """Stand still: nothing is renewed, said, or taken any more."""
        for loop in self._loops:
            loop.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)

    # --- again and again --------------------------------------------------------------

    async def _receive(self) -> None:
        while True:
            try:
                envelopes = await self._courier.receive()
            except ClusterAway:
                await asyncio.sleep(AGAIN / SECOND)
                continue
            for envelope in envelopes:
                self._take(envelope)
            await asyncio.sleep(0)  # tables and sockets have their turn between two batches

    async def _renew(self) -> None:
        """A table that is not ours any more ends here; while nobody can say, none commits."""
        self.tables.lose(await self._keeper.renew())

    async def _say(self) -> None:
        self._broadcast.forget_silent(self._ports.clock.now())
        self.tables.tally.say()
        self._following.let_go_unused()
        self._following.say()
        for followed in self._following:
            followed.remind()

    async def _sweep(self) -> None:
        now = self._ports.clock.now()
        try:
            await self.tables.sweep(may_take=now >= self._patient_until)
        except ClusterAway:  # for their owners too, who shall be the first to claim them again
            self._patient_until = self._ports.clock.now() + 2 * RENEWED_EVERY
            for followed in self._following:  # nothing comes in; its owner says when it goes on
                followed.pause("storage")

    async def _store(self) -> None:
        """Who alone can't store leaves its tables to somebody who can, and has none until then."""
        other = await self._storing.another(self._courier.worker, self._ports.clock)
        await self.tables.leave_to(other)

    async def _every(self, interval: int, deed: Callable[[], Awaitable[None]]) -> None:
        """From begin to begin, and sooner if the others were away: an answer that never came took
        a second of a lease. A fault of the program must not end what keeps this worker's tables
        its own."""
        clock = self._ports.clock
        while True:
            next_at = clock.now() + interval
            try:
                await deed()
            except ClusterAway:
                next_at = clock.now() + SOON
            except Exception as fault:  # noqa: BLE001
                self._ports.report("", 0, fault)
            await asyncio.sleep(max(0, next_at - clock.now()) / SECOND)

    # --- what comes in ----------------------------------------------------------------

    def _take(self, envelope: Envelope) -> None:
        """One word. Whatever is wrong with it holds up no other."""
        sender, table = envelope.sender, envelope.table
        try:
            match unpacked(envelope):
                case Follow() as word:
                    self._followed_by(sender, word.tables)
                case Standing() | Stored() | Told() as word:
                    self._following.take(sender, table, word)
                case Ask() as word:
                    self._asked(sender, table, word)
                case Kept() as word:
                    self._kept(table, word)
                case Arrived() as word:
                    self._sockets.replace(table, word.player, word.at)
                    self._broadcast.tell(table, word, but=sender)
                case Reacted() as word:
                    self._sockets.say(table, word.place, word.word)
                    self._broadcast.tell(table, word, but=sender)
                case Moved() | Left() as word:
                    is_left, tables = isinstance(word, Left), self.tables
                    tables.do(tables.left(table) if is_left else tables.moved(table, sender))
        except Unreadable:  # of another version: what matters of it is asked again, or read
            return
        except Exception as fault:  # noqa: BLE001
            self._ports.report(table, 0, fault)

    def _followed_by(self, sender: str, tables: Mapping[str, Watching]) -> None:
        found = {name: (self.tables.here(name), watching) for name, watching in tables.items()}
        here = {name: (table.seq, what) for name, (table, what) in found.items() if table}
        self._broadcast.follow(sender, here, self._ports.clock.now())
        for name in tables.keys() - here.keys():
            self.send(sender, name, Moved())

    def _asked(self, sender: str, name: str, word: Ask) -> None:
        table = self.tables.here(name)
        if table is None:
            self.send(sender, name, Moved())
            return
        sealer = self._ports.sealer
        command, request = open_ask(sealer, name, word)

        def reply(outcome: Outcome) -> None:
            self.send(sender, name, seal_outcome(sealer, name, word.id, outcome))

        try:
            table.post(Message(command, request, reply))
        except MailboxFull:
            reply(Outcome("busy", "this table has much to do; try again in a moment", table.shown))

    def _kept(self, name: str, word: Kept) -> None:
        table = self.tables.here(name)
        if table is not None and table.live.asked_seq == word.asked:
            with suppress(MailboxFull):  # the window is counted when it closes
                table.post(Message(Recount()))

    # --- what rooms here tell ---------------------------------------------------------

    def connected(self, table: str) -> frozenset[str]:
        """See `Others`."""
        followed = self._following.get(table)
        if followed is None:
            return self._broadcast.connected(table)
        return frozenset(followed.elsewhere)

    def came_or_went(self, table: str) -> None:
        """See `Others`."""
        if self.tables.here(table) is not None:
            self._broadcast.came_or_went(table)
        else:
            self._following.say_soon(table)

    def arrived(self, table: str, player: str, at: int) -> None:
        """See `Others`."""
        self._tell_others(table, Arrived(player, at))

    def reacted(self, table: str, place: int, word: str) -> None:
        """See `Others`."""
        self._tell_others(table, Reacted(place, word))

    def _tell_others(self, table: str, word: Arrived | Reacted) -> None:
        """By way of the owner, who knows who follows."""
        followed = self._following.get(table)
        if followed is None:
            self._broadcast.tell(table, word)
        elif followed.owner:
            self.send(followed.owner, table, word)
