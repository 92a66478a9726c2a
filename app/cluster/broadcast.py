"""The tables that live here, as others follow them: their journal and audience, listened in on.

Enters: what a table stores and shows. Leaves: the same, to where it goes anyway, and a copy of
each entry to the workers that follow the table. An entry is remembered when it is committed and
sent when it is shown, so that nobody can answer an offer before its window is open. Of a table
that nobody follows nothing is remembered and nothing sent. Never here: a commit without a lease.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from app.cluster.envelopes import AnyWord, Arrived, Standing, Watching, stored
from app.cluster.sockets import Sockets
from engine.rules.actions import Action
from engine.rules.events import Event
from engine.table.clock import SECOND
from engine.table.journal import Entry, Journal, JournalAway
from engine.table.live import Live

FORGOTTEN = 3 * SECOND  # without a word, after which nobody follows; it is said each second


class _Follower(NamedTuple):
    """A worker that follows a table: who is connected through it since when, as it last said."""

    players: Mapping[str, int]
    heard_at: int


class _Hub:
    """A table that others follow: up to where it was shown, and an entry that is to be."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.stored: Entry | None = None
        self.followers: dict[str, _Follower] = {}


class Broadcast:
    """The ports `Journal` and `Audience` of this worker's tables."""

    def __init__(
        self,
        journal: Journal,
        sockets: Sockets,
        holds: Callable[[str], bool],
        send: Callable[[str, str, AnyWord], None],
    ) -> None:
        self._journal = journal
        self._sockets = sockets
        self._holds = holds
        self._send = send
        self._hubs: dict[str, _Hub] = {}
        self._paused: dict[str, str] = {}

    # --- the journal ------------------------------------------------------------------

    async def commit(self, entry: Entry) -> None:
        """See `Journal`. While the lease is in doubt the table waits; it is not lost yet."""
        if not self._holds(entry.table):
            raise JournalAway(f"the lease of {entry.table} is not surely ours")
        await self._journal.commit(entry)
        if hub := self._hubs.get(entry.table):
            hub.stored = entry

    async def take_over(self, table: str) -> int:
        """See `Journal`."""
        return await self._journal.take_over(table)

    async def read(self, table: str) -> Sequence[Entry]:
        """See `Journal`."""
        return await self._journal.read(table)

    # --- the audience -----------------------------------------------------------------

    def show(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        """See `Audience`."""
        self._sockets.show(live, seq, events)
        if hub := self._hubs.get(live.id):
            entry, hub.stored, hub.seq = hub.stored, None, seq
            if entry is not None and entry.seq == seq:
                self.tell(live.id, stored(entry))
            else:  # who began to follow between commit and show reads it
                self._tell_standing(live.id, hub)

    def answered(self, live: Live, seq: int, seat: int, action: Action) -> None:
        """See `Audience`; the seat's own player is here, or looks at the windows there."""
        self._sockets.answered(live, seq, seat, action)

    def pause(self, table: str, why: str | None) -> None:
        """See `Audience`."""
        self._sockets.pause(table, why)
        if why is None:
            self._paused.pop(table, None)
        else:
            self._paused[table] = why
        if hub := self._hubs.get(table):
            self._tell_standing(table, hub)

    # --- followers --------------------------------------------------------------------

    def is_followed(self, table: str) -> bool:
        """Whether anybody elsewhere looks at a table."""
        return table in self._hubs

    def tell(self, table: str, word: AnyWord, but: str = "") -> None:
        """Say something to all who follow a table, but for one of them."""
        for worker in self.followers(table):
            if worker != but:
                self._send(worker, table, word)

    def follow(self, worker: str, tables: Mapping[str, tuple[int, Watching]], now: int) -> None:
        """A worker follows these tables, each with the seq it has here."""
        for name, (seq, watching) in tables.items():
            hub = self._hubs.setdefault(name, _Hub(seq))
            before = hub.followers.get(worker)
            hub.followers[worker] = _Follower(watching.players, now)
            self._keep_newest(name, hub)
            if before is None or before.players.keys() != watching.players.keys():
                self.came_or_went(name)
            elif self._standing(name, hub, worker) != _known(watching):
                self._send(worker, name, self._standing(name, hub, worker))

    def _keep_newest(self, table: str, hub: _Hub) -> None:
        """Of a player's tabs in several workers the newest stays, also if word of its arrival got
        lost."""
        everywhere = [(worker, one.players) for worker, one in hub.followers.items()]
        everywhere.append(("", self._sockets.players(table)))
        newest: dict[str, int] = {}
        for _, players in everywhere:
            newest.update({one: max(at, newest.get(one, 0)) for one, at in players.items()})
        for worker, players in everywhere:
            for older in [one for one, at in players.items() if at < newest[one]]:
                if worker:
                    self._send(worker, table, Arrived(older, newest[older]))
                else:
                    self._sockets.replace(table, older, newest[older])

    def came_or_went(self, table: str) -> None:
        """Others are connected than before, here or there: everybody learns of it."""
        self._sockets.elsewhere(table, self.connected(table), {})
        if hub := self._hubs.get(table):
            self._tell_standing(table, hub)

    def connected(self, table: str) -> frozenset[str]:
        """Who is connected to it through other workers."""
        hub = self._hubs.get(table)
        followers = hub.followers.values() if hub else ()
        return frozenset[str]().union(*(follower.players for follower in followers))

    def forget_silent(self, now: int) -> None:
        """Whoever says nothing of a table any more follows it no more."""
        for table, hub in list(self._hubs.items()):
            silent = [
                worker
                for worker, follower in hub.followers.items()
                if now - follower.heard_at > FORGOTTEN
            ]
            self._forget(table, silent)

    def followers(self, table: str) -> list[str]:
        """The workers that follow a table."""
        hub = self._hubs.get(table)
        return list(hub.followers) if hub else []

    def drop(self, table: str) -> None:
        """The table lives here no more."""
        self._paused.pop(table, None)
        self._hubs.pop(table, None)

    def _forget(self, table: str, workers: Iterable[str]) -> None:
        hub, gone = self._hubs[table], list(workers)
        for worker in gone:
            del hub.followers[worker]
        if not hub.followers:
            del self._hubs[table]
        if gone:
            self.came_or_went(table)

    def _tell_standing(self, table: str, hub: _Hub) -> None:
        for worker in hub.followers:
            self._send(worker, table, self._standing(table, hub, worker))

    def _standing(self, table: str, hub: _Hub, worker: str) -> Standing:
        """What this follower should know."""
        others = [one.players for name, one in hub.followers.items() if name != worker]
        elsewhere = set(self._sockets.players(table)).union(*others)
        gone = dict(self._sockets.gone(table))
        return Standing(hub.seq, self._paused.get(table), sorted(elsewhere), gone)


def _known(watching: Watching) -> Standing:
    return Standing(watching.seq, watching.paused, watching.elsewhere, watching.gone)
