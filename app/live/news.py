"""The latest news of one table, kept for whoever comes back.

Enters: entries with their events. Leaves: what happened after a seq, told to one viewer
as that one may know it *now*: redaction happens here at the time of sending, never when
an event is stored, since a card that lay open may be covered by then (R10.4).
"""

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec import Raw

from app.protocol import News, raw
from engine.rules.events import Event
from engine.rules.state import State
from engine.table.live import Live
from engine.table.news import event_json, is_alike

MOST_NEWS = 60  # entries with events: about a hand of four


class _Hand:
    """A hand that the news are of: who played it, and how it stands, or ended."""

    __slots__ = ("number", "players", "state")

    def __init__(self, number: int, players: tuple[str, ...], state: State) -> None:
        self.number = number
        self.players = players
        self.state = state


class _Entry:
    """What happened in one entry; where all know the same of it, written once for all.

    Once for as long as the hand stands as it does: what may be told changes with it.
    """

    __slots__ = ("_alike", "_events", "_hand", "_state", "_told", "seq")

    def __init__(self, seq: int, hand: _Hand, events: tuple[Event, ...]) -> None:
        self.seq = seq
        self._hand = hand
        self._events = events
        self._alike = all(map(is_alike, events))
        self._state: State | None = None
        self._told: list[Raw] = []

    def told(self, player: str) -> News:
        """As this player may know it now."""
        hand = self._hand
        if not self._alike:
            # The seat is the player's own in *that* hand: who sat there before is not asked.
            seat = hand.players.index(player) if player in hand.players else None
            return News(self.seq, self._written(seat))
        if self._state is not hand.state:
            self._state, self._told = hand.state, self._written(None)
        return News(self.seq, self._told)

    def _written(self, seat: int | None) -> list[Raw]:
        return [raw(event_json(event, seat, self._hand.state)) for event in self._events]


class NewsRing:
    """The last entries with events; older ones are forgotten."""

    __slots__ = ("_entries", "_hand", "since")

    def __init__(self, since: int) -> None:
        self.since = since  # everything after this entry is here
        self._entries: deque[_Entry] = deque()
        self._hand: _Hand | None = None

    def add(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        """What happened in entry `seq`, after which the table stands as in `live`."""
        hand = self._hand_of(live)
        if not events or hand is None:
            return
        self._entries.append(_Entry(seq, hand, tuple(events)))
        if len(self._entries) > MOST_NEWS:
            self.since = self._entries.popleft().seq

    def after(self, seen: int, player: str) -> Iterator[News]:
        """The news after entry `seen`, as this player may know them now."""
        start = len(self._entries)
        while start and self._entries[start - 1].seq > seen:
            start -= 1
        for at in range(start, len(self._entries)):
            yield self._entries[at].told(player)

    def _hand_of(self, live: Live) -> _Hand | None:
        """The hand of the table, brought up to date; a void one stays as it was last seen."""
        number, state = live.session.hand, live.hand
        if self._hand and self._hand.number == number:
            if state is not None:
                self._hand.state = state
        elif state is not None:
            self._hand = _Hand(number, live.players, state)
        else:
            self._hand = None
        return self._hand
