"""A live table as one value: the session, the hand being played, clocks and habits.

Enters: what a host chose. Leaves: a `Live`, which `steps` turns into the next one. Never
here: waiting, storing, showing; that is for `table`.
"""

from dataclasses import dataclass, field, replace

from engine.rules.actions import Action
from engine.rules.state import OFFER, OVER, SEATS_IN, State
from engine.table.pace import Pace
from engine.table.session import Player, Session


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a player sits at a place, beside the chips that the session knows.

    `bank` is what is left of the reserve (microseconds), `misses` how often in a row the
    table had to act, `away` whether it acts at once, `away_since` the hand in which that
    began. `pass_rest` and `take_goal` are standing orders for this hand. `leaving`: stands
    up when the hand is over.
    """

    bot: bool = False
    bank: int = 0
    misses: int = 0
    away_since: int | None = None
    pass_rest: bool = False
    take_goal: bool = False
    leaving: bool = False

    @property
    def away(self) -> bool:
        """Whether the table acts for this place at once."""
        return self.away_since is not None


@dataclass(frozen=True, slots=True)
class Fairness:
    """The next or the running hand's seed (secret until its end) and what browsers added."""

    seed: bytes
    entropy: dict[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Live:
    """A table as it stands after an entry of its journal.

    `owner` made the table; `host` holds the role now. `hand` is the hand being played, or
    the one just over until the next is dealt; `dealt` has the place of each of its seats,
    `actions` are those taken in it. `asked_at` is when the present question was put,
    `asked_seq` the entry that put it, `deadline` when the table acts by itself (None:
    never); times are in microseconds.
    """

    id: str
    session: Session
    sittings: tuple[Sitting | None, ...]
    pace: Pace
    owner: str
    host: str
    watchable: bool = False
    hand: State | None = None
    dealt: tuple[int, ...] = ()
    actions: tuple[Action, ...] = ()
    fairness: Fairness | None = None
    asked_at: int = 0
    asked_seq: int = 0
    deadline: int | None = None
    closed: bool = False

    @property
    def playing(self) -> bool:
        """Whether a hand is being played."""
        return self.hand is not None and self.hand.phase is not OVER

    @property
    def window_open(self) -> bool:
        """Whether answers are sealed now: an offer whose window has a length (R7.5)."""
        return self.hand is not None and self.hand.phase is OFFER and self.pace.window is not None

    def place_of(self, player: str) -> int | None:
        """Where this player sits, or None."""
        for place, other in enumerate(self.session.places):
            if other and other.id == player:
                return place
        return None

    def seat_at(self, place: int) -> int | None:
        """The seat of a place in the hand on the table, or None if it was not dealt in."""
        return self.dealt.index(place) if place in self.dealt else None

    def place_at(self, seat: int) -> int:
        """The place of a seat in the hand being played."""
        return self.dealt[seat]

    def asked_places(self) -> tuple[int, ...]:
        """The places that are being asked in the hand being played."""
        if not self.playing or self.hand is None:
            return ()
        return tuple(self.place_at(seat) for seat in SEATS_IN[self.hand.waiting])

    def sitting(self, place: int) -> Sitting:
        """How the player at an occupied place sits."""
        found = self.sittings[place]
        assert found is not None
        return found


def open_table(table: str, session: Session, pace: Pace, owner: str, watchable: bool) -> Live:
    """A table at which nobody sits yet."""
    return Live(table, session, (None,) * len(session.places), pace, owner, owner, watchable)


def with_sitting(live: Live, place: int, sitting: Sitting | None) -> Live:
    """The table with one place's habits changed."""
    return replace(live, sittings=(*live.sittings[:place], sitting, *live.sittings[place + 1 :]))


def seated(live: Live) -> list[tuple[int, Player, Sitting]]:
    """Everyone who sits at the table, in order of places."""
    return [
        (place, player, live.sitting(place))
        for place, player in enumerate(live.session.places)
        if player
    ]
