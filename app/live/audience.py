"""The port `Audience` of every table in this process: a room for each.

Enters: what tables show. Leaves: it, to the room's viewers. A table without viewers has
a room too, since its news wait there for whoever comes back.
"""

from collections.abc import Sequence

from app.live.room import Room
from app.live.viewer import Viewer
from engine.rules.actions import Action
from engine.rules.events import Event
from engine.table.clock import Clock
from engine.table.live import Live
from engine.table.table import Table


class Rooms:
    """The rooms of this process, by table."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rooms: dict[str, Room] = {}

    def show(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        """The table as it stands after entry `seq`, and what happened in it."""
        self._room(live, seq - 1).show(live, seq, events)

    def answered(self, live: Live, seq: int, seat: int, action: Action) -> None:
        """A sealed answer is kept: only that seat itself is told."""
        self._room(live, seq).answered(seat, action)

    def pause(self, table: str, why: str | None) -> None:
        """The table waits for its storage, and why; None when it goes on."""
        if room := self._rooms.get(table):
            room.pause(why)

    def room(self, table: str) -> Room | None:
        """The room of a table; None if nobody has looked at it since it lives here."""
        return self._rooms.get(table)

    def enter(self, table: Table, viewer: Viewer) -> None:
        """Someone looks at a table that lives here."""
        room = self._room(table.live, table.seq)
        viewer.table = table.live.id
        viewer.look = room.view
        room.attach(viewer)

    def _room(self, live: Live, seq: int) -> Room:
        if live.id not in self._rooms:
            self._rooms[live.id] = Room(live, seq, self._clock.now())
        return self._rooms[live.id]

    def leave(self, viewer: Viewer) -> None:
        """A viewer looks at its table no more."""
        room = self._rooms.get(viewer.table or "")
        viewer.table = viewer.look = None
        if room:
            room.detach(viewer, self._clock.now())

    def gone_for(self, table: str, place: int) -> int:
        """For how long the player of a place has not been connected (microseconds)."""
        room = self._rooms.get(table)
        return room.gone_for(place, self._clock.now()) if room else 0

    def is_watched(self, table: str) -> bool:
        """Whether anybody looks at a table."""
        return bool(self._rooms.get(table))

    def ended(self, table: Table) -> None:
        """The table lives here no more; what was asked of it has been answered by now."""
        if room := self._rooms.pop(table.live.id, None):
            room.ended()
