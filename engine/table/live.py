"""A live table as one value: the session, the hand being played, clocks and habits.

Enters: what a host chose. Leaves: a `Live`, which `steps` turns into the next one. Never
here: waiting, storing, showing; that is for `table`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.rules.actions import Action
from engine.rules.house_rules import Rules
from engine.rules.state import OFFER, OVER, State
from engine.table.fairness_record import Record
from engine.table.pace import Pace
from engine.table.session import Player, Session
from engine.table.shuffle import TABLE_ID


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a player sits at a place, beside the chips that the session knows.

    `bank` is what is left of the reserve (microseconds), `misses` how often in a row the
    table had to act, `away_since` the hand in which it began to act at once, `rested`
    whether it was for being away that the player is not dealt in. `pass_rest` and
    `take_goal` are standing orders for this hand. `leaving`: stands up when the hand is over.
    """

    bot: bool = False
    bank: int = 0
    misses: int = 0
    away_since: int | None = None
    rested: bool = False
    pass_rest: bool = False
    take_goal: bool = False
    leaving: bool = False

    @property
    def away(self) -> bool:
        """Whether the table acts for this place at once."""
        return self.away_since is not None


@dataclass(frozen=True, slots=True)
class Fairness:
    """How the next or the running hand is dealt (docs/fairness.md); by player ids.

    `seed` is secret until the hand is over. `ready` are those who want no more pause.
    Once the record is announced, `places` are dealt in whatever they do, and `entropies`
    are what browsers have shown of what they had pledged.
    """

    seed: bytes
    pledges: Mapping[str, bytes] = field(default_factory=dict)
    ready: frozenset[str] = frozenset()
    places: tuple[int, ...] = ()
    entropies: Mapping[str, bytes] = field(default_factory=dict)
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class LastHand:
    """The hand that was over last, until the next is announced: for those dealt in.

    `record` is revealed; `void` says why if the hand was void (R8.8).
    """

    hand: int
    players: tuple[str, ...]
    record: Record
    void: str = ""


@dataclass(frozen=True, slots=True)
class Coming:
    """What a host has decided for when the hand is over; None and False change nothing."""

    pace: Pace | None = None
    rules: Rules | None = None
    watchable: bool | None = None
    close: bool = False


@dataclass(frozen=True)  # no slots: see `changed`
class Live:
    """A table as it stands after an entry of its journal.

    `owner` made the table; `host` holds the role now. `hand` is the hand being played, or
    the one just over until the next is announced; `dealt` has the place of each of its
    seats, `players` the ids of who was dealt in there, `actions` those taken in it.
    `asked_at` is when the present question was put, `asked_seq` the entry that put it (as
    `shown`), `deadline` when the table acts by itself (None: never); times are in microseconds.
    `most_stack`: a stack is topped up to so many chips, None: to any number.
    `rests_until` is until when nobody is to be hurried into the next hand; the deadline of a
    table that sleeps or wakes may be later.
    `frozen`: an operator wants no hand after this one. `asleep`: too few are ready, or none may be
    dealt; the deadline is that of closing for good. `pausing` are
    the players who want no next hand for now, `suspended` those whom an operator suspended and
    who have done nothing here since, `bots` the ids of all bots that ever sat here.
    `gathers`: while places are free the first hand waits longer, so that friends begin together.
    `quiet` is how many entries so far changed nothing that others see.
    """

    id: str
    session: Session
    sittings: tuple[Sitting | None, ...]
    pace: Pace
    owner: str
    host: str
    watchable: bool = False
    most_stack: int | None = None
    gathers: bool = False
    coming: Coming = Coming()
    hand: State | None = None
    dealt: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()
    fairness: Fairness | None = None
    last: LastHand | None = None
    asked_at: int = 0
    asked_seq: int = 0
    deadline: int | None = None
    rests_until: int = 0
    frozen: bool = False
    asleep: bool = False
    pausing: frozenset[str] = frozenset()
    suspended: frozenset[str] = frozenset()
    bots: frozenset[str] = frozenset()
    closed: bool = False
    quiet: int = 0

    def shown(self, seq: int) -> int:
        """The number that people are told of this table's entry `seq` of the journal.

        Quiet entries are not counted: a number that jumps would tell that somebody has just
        given an order, who alone is to know. So one number may be that of several entries.
        """
        return seq - self.quiet

    @property
    def playing(self) -> bool:
        """Whether a hand is being played."""
        return self.hand is not None and self.hand.phase is not OVER

    @property
    def announced(self) -> bool:
        """Whether seats and pledges of the next hand are fixed, and no card is dealt yet."""
        fair = self.fairness
        return not self.playing and fair is not None and fair.record is not None

    @property
    def window_open(self) -> bool:
        """Whether answers are sealed now: an offer whose window has a length (R7.5)."""
        return self.hand is not None and self.hand.phase is OFFER and self.pace.window is not None

    def in_hand(self, place: int) -> bool:
        """Whether a place is dealt into the hand that is being dealt or played."""
        if self.session.running:
            return place in self.session.running.places
        return self.announced and self.fairness is not None and place in self.fairness.places

    def place_of(self, player: str) -> int | None:
        """Where this player sits, or None."""
        for place, other in enumerate(self.session.places):
            if other and other.id == player:
                return place
        return None

    def stays(self, player: str) -> bool:
        """Whether this player sits here and does not leave when the hand is over."""
        place = self.place_of(player)
        return place is not None and not self.sitting(place).leaving

    def seat_at(self, place: int) -> int | None:
        """The seat of who sits at a place in the hand on the table, or None.

        Whoever takes the place of someone who was dealt in has no seat in that hand.
        """
        player = self.session.places[place]
        if player is None or place not in self.dealt:
            return None
        seat = self.dealt.index(place)
        return seat if self.players[seat] == player.id else None

    def place_at(self, seat: int) -> int:
        """The place of a seat in the hand being played."""
        return self.dealt[seat]

    def sitting(self, place: int) -> Sitting:
        """How the player at an occupied place sits."""
        found = self.sittings[place]
        assert found is not None
        return found


def open_table(table: str, session: Session, pace: Pace, owner: str, watchable: bool) -> Live:
    """A table at which nobody sits yet."""
    assert TABLE_ID.fullmatch(table), table
    return Live(table, session, (None,) * len(session.places), pace, owner, owner, watchable)


def with_sitting(live: Live, place: int, sitting: Sitting | None) -> Live:
    """The table with one place's habits changed."""
    return changed(live, sittings=(*live.sittings[:place], sitting, *live.sittings[place + 1 :]))


def changed(live: Live, **fields: object) -> Live:
    """The table with other values of some fields.

    As `replace` does, in a tenth of its time: a step makes four of these, and calling
    `__init__` with all fields was half of its work.
    """
    assert fields.keys() <= vars(live).keys(), fields.keys()
    after = object.__new__(Live)
    vars(after).update(vars(live), **fields)
    return after


def seated(live: Live) -> list[tuple[int, Player, Sitting]]:
    """Everyone who sits at the table, in order of places."""
    return [
        (place, player, live.sitting(place))
        for place, player in enumerate(live.session.places)
        if player
    ]
