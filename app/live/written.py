"""A table after one entry as JSON text, in the parts that are the same for many viewers.

Enters: a `Live`. Leaves: the public part, and the hand as each seat sees it. Of a hand's
views most is the same for all; that part is written once, and it is a *spectator's* view
that it is taken from (R11.3), so there is nothing in it that a seat keeps secret. What a seat
has of its own is written from its own view and set before it. Never here: who may look.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import is_
from typing import Any

import msgspec

from app.protocol import part_of, raw
from engine.rules.actions import Action
from engine.rules.house_rules import Rules
from engine.rules.layouts import Layout
from engine.rules.state import State
from engine.rules.views import (
    Own,
    has_own_layouts,
    layouts_json,
    own_json,
    own_view,
    shared_json,
    view,
)
from engine.table.live import Live
from engine.table.showing import (
    falls_json,
    habits_json,
    habits_of,
    moving_json,
    places_json,
    places_of,
    private_json,
    standing_json,
    standing_of,
)

MOST_OWN = 4096  # seats' own parts remembered, some 300 bytes each
MOST_LAYOUTS = 4096  # hands' layouts remembered, some 200 bytes each


class Part:
    """One part as it was written last, and what it was written from."""

    __slots__ = ("_read", "_text")

    def __init__(self) -> None:
        self._read: tuple[object, ...] = ()
        self._text = b""

    def of(self, read: tuple[object, ...], write: Callable[[], Any]) -> bytes:
        """The part; written anew unless all that it is written from are the same objects."""
        if len(read) != len(self._read) or not all(map(is_, read, self._read)):
            self._read, self._text = read, part_of(write())
        return self._text


class Kept:
    """What goes from one entry to the next: parts that mostly stay as they are."""

    __slots__ = ("habits", "places", "standing")

    def __init__(self) -> None:
        self.standing = Part()
        self.places = Part()
        self.habits: dict[int, Part] = {}


class Written:
    """Each part is written when it is first asked for, and then kept.

    What is as it was after an earlier entry is not written again (`kept`): nobody's hand
    changes while another plays.
    """

    __slots__ = ("_hands", "_kept", "_layouts", "_live", "_public", "_seq", "_shared")

    def __init__(self, live: Live, seq: int, kept: Kept) -> None:
        self._live = live
        self._seq = seq
        self._kept = kept
        self._public: msgspec.Raw | None = None
        self._hands: dict[int | None, msgspec.Raw] = {}
        self._layouts = self._shared = b""

    def public(self) -> msgspec.Raw:
        """The table without the cards."""
        if self._public is None:
            self._public = msgspec.Raw(self._write_public())
        return self._public

    def _write_public(self) -> bytes:
        live, kept = self._live, self._kept
        standing = kept.standing.of(standing_of(live), lambda: standing_json(live))
        places = kept.places.of(places_of(live), lambda: places_json(live))
        moving = part_of(moving_json(live, self._seq))
        return b"".join((standing[:-1], b',"places":', places, b",", moving[1:]))

    def mine(self, place: int | None, answer: Action | None) -> msgspec.Raw:
        """What one place (None: a spectator) sees beside the public part: `private_json`."""
        live = self._live
        if place is None or live.session.places[place] is None:
            return raw(private_json(live, place, answer, self.hand))
        seat = live.seat_at(place)
        seen = b"null" if live.hand is None else self.hand(live.hand, seat)
        falling = falls_json(live, seat)
        part = self._kept.habits.setdefault(place, Part())
        habits = part.of(habits_of(live, place, answer), lambda: habits_json(live, place, answer))
        return msgspec.Raw(
            b'{"place":%d,"view":%s,"falls":%s,%s'
            % (place, seen, part_of(falling) if falling else b"{}", habits[1:])
        )

    def hand(self, hand: State, seat: int | None) -> msgspec.Raw:
        """The hand on the table as a seat sees it (None: a spectator); a `ViewWriter`."""
        assert hand is self._live.hand
        if seat not in self._hands:
            self._hands[seat] = self._write_hand(hand, seat)
        return self._hands[seat]

    def _write_hand(self, hand: State, seat: int | None) -> msgspec.Raw:
        """One object: `{own…, layouts, shared…}`; no key is in two of them."""
        if not self._shared:
            spectated = view(hand, None)
            self._layouts = _layouts_text(spectated.rules, spectated.layouts)
            self._shared = part_of(shared_json(spectated))
        layouts = self._layouts
        if has_own_layouts(hand, seat):
            layouts = _layouts_text(hand.deal.rules, view(hand, seat).layouts)
        own = _own_text(own_view(hand, seat))
        parts = (own[:-1], b',"layouts":', layouts, b",", self._shared[1:])
        return msgspec.Raw(b"".join(parts))


@lru_cache(MOST_OWN)
def _own_text(own: Own) -> bytes:
    """A seat's own part. While others play it goes back and forth between a few."""
    return part_of(own_json(own))


@lru_cache(MOST_LAYOUTS)
def _layouts_text(rules: Rules, layouts: tuple[Layout | None, ...]) -> bytes:
    """All layouts of a hand. Most moves change none."""
    return part_of(layouts_json(rules, layouts))
