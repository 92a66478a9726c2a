"""The port `Audience` of every table in this process: a room for each.

Enters: what tables show. Leaves: it, to the room's viewers; to other workers, who comes, goes,
and says something here. A table without viewers has a room too, since its news wait there for
whoever comes back.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from app.cluster.sockets import NoOthers, Others
from app.live.room import Room
from app.live.viewer import Viewer
from app.protocol import REACTIONS, Reaction
from engine.rules.actions import Action
from engine.rules.events import Event
from engine.table.clock import Clock
from engine.table.live import Live
from engine.table.reached import Reached

NO_TABLE = "no_table"


class Rooms:
    """The rooms of this process, by table."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rooms: dict[str, Room] = {}
        self._others: Others = NoOthers()

    def join(self, others: Others) -> None:
        """There are other workers, who have rooms for the same tables."""
        self._others = others

    def show(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        """The table as it stands after entry `seq`, and what happened in it."""
        room = self._room(live, seq - 1)
        with self._telling(room):  # who watched may sit down
            room.show(live, seq, events, self._clock.now())

    def answered(self, live: Live, seq: int, seat: int, action: Action) -> None:
        """A sealed answer is kept: only that seat itself is told."""
        self._room(live, seq).answered(seat, action)

    def pause(self, table: str, why: str | None) -> None:
        """The table waits for its storage, and why; None when it goes on."""
        if room := self._rooms.get(table):
            room.pause(why)

    def enter(self, table: Reached, viewer: Viewer) -> None:
        """Someone looks at a table."""
        room = self._room(table.live, table.seq)
        if viewer.table != table.live.id:
            viewer.arrived = self._clock.now()
        viewer.table = table.live.id
        viewer.look = room.view
        with self._telling(room):
            room.attach(viewer)
        self._others.arrived(table.live.id, viewer.who.id, viewer.arrived)

    @contextmanager
    def _telling(self, room: Room) -> Iterator[None]:
        """Others learn of it if other players are connected here after this."""
        before = room.players
        yield
        if room.players != before:
            self._others.came_or_went(room.live.id)

    def _room(self, live: Live, seq: int) -> Room:
        if live.id not in self._rooms:
            now = self._clock.now()
            self._rooms[live.id] = room = Room(live, seq, now)
            others = self._others
            room.elsewhere(others.connected(live.id), now, others.gone(live.id))
        return self._rooms[live.id]

    def leave(self, viewer: Viewer) -> None:
        """A viewer looks at its table no more."""
        table, viewer.table, viewer.look = viewer.table, None, None
        room = self._rooms.get(table or "")
        if table and room:
            with self._telling(room):
                room.detach(viewer, self._clock.now())

    def react(self, table: str, player: str, word: Reaction) -> str | None:
        """Tell all who look that a player says something; a code if it is not told."""
        room = self._rooms.get(table)
        if room is None:  # the table went, and another browser woke it meanwhile
            return NO_TABLE
        code = room.react(player, word, self._clock.now())
        place = room.live.place_of(player)
        if code is None and place is not None:
            self._others.reacted(table, place, word)
        return code

    def gone_for(self, table: str, place: int) -> int:
        """For how long the player of a place has not been connected (microseconds)."""
        room = self._rooms.get(table)
        return room.gone_for(place, self._clock.now()) if room else 0

    def is_watched(self, table: str) -> bool:
        """Whether anybody looks at a table."""
        return bool(self._rooms.get(table))

    # --- what other workers say: the port `Sockets` ------------------------------------

    def skip(self, live: Live, seq: int) -> None:
        """The table as it stands, where what led there is not known."""
        if room := self._rooms.get(live.id):
            with self._telling(room):
                room.skip(live, seq, self._clock.now())

    def players(self, table: str) -> Mapping[str, int]:
        """Which of a table's players look at it through this worker, and when each opened it."""
        room = self._rooms.get(table)
        return room.arrivals() if room else {}

    def gone(self, table: str) -> Mapping[str, int]:
        """Since when those of its players who are connected nowhere have been gone."""
        room = self._rooms.get(table)
        return room.gone() if room else {}

    def elsewhere(self, table: str, players: frozenset[str], gone: Mapping[str, int]) -> None:
        """Who is connected to it through other workers now, and since when others are gone."""
        if room := self._rooms.get(table):
            room.elsewhere(players, self._clock.now(), gone)

    def replace(self, table: str, player: str, at: int) -> None:
        """A player has opened it through another worker at that time."""
        room = self._rooms.get(table)
        if room:
            with self._telling(room):
                room.replace(player, at)

    def say(self, table: str, place: int, word: str) -> None:
        """Somebody there said something."""
        room = self._rooms.get(table)
        if room and (known := REACTIONS.get(word)):  # else it is another version's
            room.say(place, known)

    def ended(self, table: Reached) -> None:
        """The table is not within reach any more; what was asked of it has been answered."""
        if room := self._rooms.pop(table.live.id, None):
            room.ended()
