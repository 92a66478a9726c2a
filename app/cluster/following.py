"""The tables that live elsewhere and are followed here.

Enters: which, and what their owners say of them. Leaves: each as a `Followed`; and each second
word to every owner of what is followed here. Never here: taking one over.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from app.cluster.envelopes import AnyWord, Follow, Standing, Stored, Told, Watching, entry_in
from app.cluster.followed import Followed
from app.cluster.sockets import Sockets
from engine.table.clock import SECOND
from engine.table.entries import Replayed, replay
from engine.table.journal import Entry
from engine.table.ports import Ports
from engine.table.reached import Reached
from engine.table.registry import MOST_TABLES, TooManyTables

MOST_AT_ONCE = 250  # tables in one word, at most some 500 bytes each: a courier takes twice that
MOST_FOLLOWED = MOST_TABLES  # in one process; one takes the memory of one that lives here
KEPT = 10 * SECOND  # a table that nobody here looks at stays so long after somebody asked for it


class Following:
    """Tables by their names. `when_done` is told of each that is followed no more."""

    def __init__(
        self,
        ports: Ports,
        sockets: Sockets,
        send: Callable[[str, str, AnyWord], None],
        when_done: Callable[[Followed], None],
    ) -> None:
        self._ports = ports
        self._sockets = sockets
        self._send = send
        self._when_done = when_done
        self._tables: dict[str, Followed] = {}
        self._tasks: dict[Followed, asyncio.Task[None]] = {}
        self._used: dict[str, int] = {}
        self._due: set[str] = set()

    def __len__(self) -> int:
        """How many are followed now."""
        return len(self._tables)

    def __iter__(self) -> Iterator[Followed]:
        """Those that are followed now."""
        return iter(list(self._tables.values()))

    def get(self, table: str) -> Followed | None:
        """The table if it is followed here."""
        return self._tables.get(table)

    def use(self, followed: Followed) -> Followed:
        """Somebody here needs it now."""
        self._used[followed.live.id] = self._ports.clock.now()
        followed.recount()
        return followed

    async def follow(self, table: str, owner: str) -> Followed | None:
        """Follow a table from now on; None if it has closed. Raises `TooManyTables`,
        `JournalError`, or what a replay raises where the table can't be followed."""
        if len(self._tables) >= MOST_FOLLOWED:
            raise TooManyTables
        entries = await self._ports.journal.read(table)
        found = replay(entries, self._ports.sealer)
        if found.live.closed:
            return None
        followed = self._begin(Followed(found, entries[-1].seq, *self._needs()))
        followed.point(owner)
        self.say_soon(table)
        return followed

    def adopt(self, table: Reached) -> Followed:
        """Follow a table that has just ended here, without a moment between; whoever has it now
        will be found."""
        return self._begin(Followed(Replayed(table.live, []), table.seq, *self._needs()))

    def _needs(self) -> tuple[Ports, Sockets, Callable[[str, str, AnyWord], None]]:
        return self._ports, self._sockets, self._send

    def _begin(self, followed: Followed) -> Followed:
        name = followed.live.id
        self._tables[name] = followed
        self._used[name] = self._ports.clock.now()
        task = asyncio.create_task(followed.run(), name=f"following {name}")
        self._tasks[followed] = task
        task.add_done_callback(lambda _: self._ended(followed))
        return followed

    def _ended(self, followed: Followed) -> None:
        del self._tasks[followed]
        if self._tables.get(followed.live.id) is followed:
            self.release(followed)
            self._when_done(followed)

    def release(self, followed: Followed) -> None:
        """Follow it no more, and say so to nobody here."""
        self._tables.pop(followed.live.id)
        self._used.pop(followed.live.id)
        followed.stop()

    def let_go_unused(self) -> None:
        """Those at which nobody here looks any more."""
        now = self._ports.clock.now()
        for name, followed in list(self._tables.items()):
            if not self._sockets.is_watched(name) and now - self._used[name] > KEPT:
                followed.stop()

    def let_go_stuck(self) -> None:
        """Those that are behind, where nothing can be read: who looks at them comes again, to
        another worker in the end."""
        for followed in self:
            if followed.is_behind:
                followed.stop()

    async def stop(self) -> None:
        """Follow nothing any more."""
        tasks = list(self._tasks.values())
        for followed in self:
            followed.stop()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- word to owners ---------------------------------------------------------------

    def say_soon(self, table: str) -> None:
        """Of this table, at the end of this turn of the loop, with all that changed in it."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._say_due)
        self._due.add(table)

    def _say_due(self) -> None:
        due, self._due = self._due, set()
        self._say(due & self._tables.keys())

    def say(self) -> None:
        """To each owner: what is followed of its tables, and who is connected here."""
        self._say(self._tables)

    def _say(self, tables: Iterable[str]) -> None:
        by_owner: dict[str, dict[str, Watching]] = defaultdict(dict)
        for name in tables:
            followed = self._tables[name]
            by_owner[followed.owner][name] = followed.watching()
        by_owner.pop("", None)
        for owner, watched in by_owner.items():
            for part in _parts(watched):
                self._send(owner, "", Follow(part))

    # --- word from owners -------------------------------------------------------------

    def take(self, sender: str, table: str, word: Standing | Stored | Told) -> None:
        """What an owner says. A stored entry is true whoever sends it; what was asked of another
        since is for that one to answer."""
        followed = self._tables.get(table)
        if followed is None:
            return
        if isinstance(word, Stored):
            self._store(followed, entry_in(table, word))
        elif sender != followed.owner:
            return
        elif isinstance(word, Told):
            followed.told(word)
        else:
            followed.stands(word)

    def _store(self, followed: Followed, entry: Entry) -> None:
        """What comes out differently here, or not at all, can't be followed."""
        try:
            followed.take(entry)
        except Exception as fault:  # noqa: BLE001  # whatever a replay raises
            self._ports.report(entry.table, followed.seq, fault)
            followed.stop()


def _parts(tables: dict[str, Watching]) -> Iterator[dict[str, Watching]]:
    rest = list(tables.items())
    for start in range(0, len(rest), MOST_AT_ONCE):
        yield dict(rest[start : start + MOST_AT_ONCE])
