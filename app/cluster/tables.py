"""Every table of a cluster, as one worker reaches it: it lives here, or it is followed.

Enters: a table's name. Leaves: the table, claimed if nobody has it. This stands in for the
registry of a single process, with the same surface. A table that is lost to another worker is
followed from the same moment on, and one whose owner is gone is taken over where it is followed:
rooms and sockets stay, and what was asked of the last owner is asked of the next. Never here:
who may ask.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from typing import Any

from app.cluster.broadcast import Broadcast
from app.cluster.envelopes import AnyWord, Left, Moved
from app.cluster.followed import Followed
from app.cluster.following import Following
from app.cluster.keeper import Keeper
from app.cluster.ports import ClusterAway, Leases
from app.cluster.questions import MOVED, moved, tell
from app.cluster.sockets import Sockets
from app.cluster.tally import Figures, Tally
from engine.table.journal import Entry, JournalAway, JournalError
from engine.table.live import Live
from engine.table.mailbox import MailboxFull, Message
from engine.table.ownership import Elsewhere
from engine.table.ports import Ports
from engine.table.reached import Reached
from engine.table.registry import Registry, TooManyTables
from engine.table.table import Table

AT_ONCE = 16  # tables that are taken over side by side when a worker has died


class ClusterTables:
    """One worker's. `when_done` is told of each table that has closed, or is not needed here."""

    def __init__(
        self,
        ports: Ports,
        parts: tuple[Keeper, Leases, Broadcast, Following],
        sockets: Sockets,
        send: Callable[[str, str, AnyWord], None],
        when_done: Callable[[Table], None],
        stop_working: Callable[[], Awaitable[None]],
    ) -> None:
        self.tally = Tally()
        self._keeper, self._leases, self._broadcast, self._following = parts
        self._registry = Registry(ports, self._ended, self._keeper, self._before_start)
        self._report = ports.report
        self._sockets = sockets
        self._send = send
        self._when_done = when_done
        self._stop_working = stop_working
        self._bringing: dict[str, asyncio.Task[Reached | None]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        self._doing: set[asyncio.Task[None]] = set()
        self._leaving = False
        self._rests = False

    # --- as a registry ----------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._registry)

    def __iter__(self) -> Iterator[Table]:
        """The tables that live here now."""
        return iter(self._registry)

    def here(self, table: str) -> Table | None:
        """The table if it lives here now."""
        return self._registry.get(table)

    def get(self, table: str) -> Reached | None:
        """The table if it is within reach without waiting."""
        return self._registry.get(table) or self._following.get(table)

    async def open(self, live: Live) -> Table:
        """See `Registry`."""
        return await self._registry.open(live)

    async def revive(self, table: str) -> Reached | None:
        """The table, claimed or followed if need be; None if there is none, or if it has closed."""
        here = self._registry.get(table)
        if here is not None:
            return here
        followed = self._following.get(table)
        if followed is not None:
            return self._following.use(followed)
        return await self.bring(table)

    async def unowned(self, tables: Sequence[str]) -> Sequence[str]:
        """Those of these that live nowhere. Raises `JournalAway`."""
        try:
            owners = await self._leases.owners(tables)
        except ClusterAway as away:
            raise JournalAway(f"nobody can say whose tables these are: {away}") from None
        return [table for table in tables if table not in owners]

    def retire(self, is_watched: Callable[[str], bool]) -> None:
        """See `Registry`; others may look, too."""
        followed = self._broadcast.is_followed
        self._registry.retire(lambda table: is_watched(table) or followed(table))

    async def stop_all(self) -> None:
        """Hand over: end all tables, free them, and only then say so."""
        self._leaving = True
        self._keeper.leave()
        leaving = {table.live.id: self._broadcast.followers(table.live.id) for table in self}
        await self._following.stop()
        await self._registry.stop_all()
        await self._keeper.released()
        for table, followers in leaving.items():
            for worker in followers:
                self._send(worker, table, Moved())
        await self._stop_working()

    async def leave_to(self, other: str | None) -> None:
        """While that one can store and this worker can't: what lives here, or is followed here and
        lives nowhere, is for that one to have. None: it can again, and may have tables."""
        self._rests = other is not None
        if other is None:
            return
        leaving = {table.live.id: self._broadcast.followers(table.live.id) for table in self}
        await self._registry.stop_all()
        await self._keeper.released()
        for table, followers in leaving.items():
            for worker in followers:
                self._send(worker, table, Moved())
        self._following.let_go_stuck()
        followed = [each.live.id for each in self._following]
        for table in {*leaving, *await self.unowned(followed)}:
            self._send(other, table, Left())

    async def left(self, table: str) -> None:
        """Its last owner could not store any more; if nobody has it yet it is for us to have."""
        with suppress(JournalAway):
            if await self.unowned([table]):
                await self.try_to_bring(table)

    def figures(self) -> Figures:
        """For whoever watches over this worker."""
        windows, tally = sum(table.live.window_open for table in self), self.tally
        here = self._keeper.kept, len(self._following), windows
        return Figures(*here, tally.taken_over, tally.lost)

    # --- claiming, following, taking over ---------------------------------------------

    async def bring(self, table: str) -> Reached | None:
        """Have the table if nobody has it, else follow it. Two at once wait for the same."""
        task = self._bringing.get(table)
        if task is None:
            task = asyncio.create_task(self._bring(table), name=f"bringing {table}")
            self._bringing[table] = task
            task.add_done_callback(lambda _: self._bringing.pop(table, None))
        return await asyncio.shield(task)

    async def _bring(self, table: str) -> Reached | None:
        try:
            found = await self._registry.revive(table)
        except Elsewhere as elsewhere:
            return await self._follow(table, elsewhere.worker)
        followed = self._following.get(table)
        if followed is not None:
            self._hand_over(followed, found)
        return found

    async def _follow(self, table: str, owner: str) -> Followed | None:
        followed = self._following.get(table)
        if followed is None:
            return await self._begin_to_follow(table, owner)
        if followed.owner != owner:
            followed.point(owner)
            followed.fall_behind()
            self._following.say_soon(table)
        return followed

    async def _begin_to_follow(self, table: str, owner: str) -> Followed | None:
        """Raises `JournalError`: what another version plays otherwise can't be followed now."""
        try:
            return await self._following.follow(table, owner)
        except (JournalError, TooManyTables):
            raise
        except Exception as fault:  # noqa: BLE001  # whatever a replay raises
            self._report(table, 0, fault)
            raise JournalAway(f"{table} can't be followed here") from None

    def _before_start(self, table: str, entries: Sequence[Entry]) -> None:
        """What the last owner had stored and not told is shown here before anything new is."""
        followed = self._following.get(table)
        if followed is not None:
            try:
                followed.catch_up(entries)
            except Exception as fault:  # noqa: BLE001  # the new owner has its own ways with those
                self._report(table, followed.seq, fault)

    def _hand_over(self, followed: Followed, to: Table | None) -> None:
        """What was followed lives here now, or (None) has closed."""
        waiting = followed.left_over()
        self._following.release(followed)
        self.tally.took(followed.owner)
        followed.point(self._keeper.worker)  # an answer may be on its way to the windows
        followed.pause(None)
        if to is None:
            self._sockets.ended(followed)
            return
        self._broadcast.came_or_went(to.live.id)  # of who is elsewhere, followers tell anew
        for message in waiting:
            _ask_again(to, message)

    def _ended(self, table: Table) -> None:
        """A table lives here no more. Unless it is over, it goes on elsewhere, or here again."""
        name = table.live.id
        elsewhere = self._broadcast.connected(name)
        self._broadcast.drop(name)
        done = table.live.closed or self._leaving or not self._sockets.is_watched(name)
        if done:
            self._when_done(table)
            return
        followed = self._following.adopt(table)
        followed.paused = MOVED
        followed.elsewhere = sorted(elsewhere)  # as its room has it
        if not self._rests:
            self.do(self.try_to_bring(name))

    async def try_to_bring(self, table: str) -> None:
        """The same, of what nobody waits for: what goes wrong passes, or is tried again."""
        async with self._room:
            try:
                await self.bring(table)
            except (JournalError, TooManyTables):
                self._pause(table)
            except Exception as fault:  # noqa: BLE001  # whatever one table's past holds
                self._report(table, 0, fault)
                self._pause(table)

    def _pause(self, table: str) -> None:
        """Who looks at it here is told that it waits, until somebody has it."""
        followed = self._following.get(table)
        if followed is not None:
            followed.pause("storage")

    async def sweep(self, *, may_take: bool) -> None:
        """Find who has what has moved; if we may, take over what nobody has, or what we have and
        were not told of. Raises `ClusterAway`."""
        followed = {each.live.id: each for each in self._following}
        if not followed:
            return
        owners = await self._leases.owners(list(followed))
        ours = self._keeper.worker  # a claim on its way, or one whose answer was lost
        lost = [table for table in followed if owners.get(table, ours) == ours]
        for table, owner in owners.items():
            if owner != ours and self._following.get(table) is followed[table]:
                await self._follow(table, owner)
        if may_take and not self._rests:
            await asyncio.gather(*(self.try_to_bring(table) for table in lost))

    async def moved(self, table: str, sender: str) -> None:
        """Its owner says it has it no more. If nobody has it yet it is for us to have; else
        the next sweep says who. It may say so twice: when the table has ended, and when it is
        free."""
        followed = self._following.get(table)
        if followed is None or followed.owner not in (sender, ""):
            return
        followed.lose()
        if not self._rests:
            await self.left(table)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Something for which nobody waits."""
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    def lose(self, tables: Sequence[str]) -> None:
        """Others have these now: they end here."""
        self.tally.lose(len(tables))
        for name in tables:
            table = self._registry.get(name)
            if table is not None:
                table.stop()


def _ask_again(table: Table, message: Message) -> None:
    """What can be repeated is; whoever asked for the rest has to know that it may be done."""
    try:
        if message.request is None:
            raise MailboxFull
        table.post(message)
    except MailboxFull:
        tell(message, moved(table.shown))
