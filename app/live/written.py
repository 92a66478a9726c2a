"""A table after one entry as JSON text, in the parts that are the same for many viewers.

Enters: a `Live`. Leaves: the public part, and the hand as each seat sees it. Of a hand's
views most is the same for all; that part is written once, and it is a *spectator's* view
that it is taken from (R11.3), so there is nothing in it that a seat keeps secret. What a seat
has of its own is written from its own view and set before it. Never here: who may look.
"""

import msgspec

from app.protocol import raw
from engine.rules.state import State
from engine.rules.views import View, layouts_json, own_json, shared_json, view
from engine.table.live import Live
from engine.table.showing import public_json


class Written:
    """Each part is written when it is first asked for, and then kept."""

    __slots__ = ("_hands", "_layouts", "_live", "_public", "_seq", "_shared", "_spectated")

    def __init__(self, live: Live, seq: int) -> None:
        self._live = live
        self._seq = seq
        self._public: msgspec.Raw | None = None
        self._hands: dict[int | None, msgspec.Raw] = {}
        self._spectated: View | None = None
        self._layouts = self._shared = msgspec.Raw()

    def public(self) -> msgspec.Raw:
        """The table without the cards."""
        if self._public is None:
            self._public = raw(public_json(self._live, self._seq))
        return self._public

    def hand(self, hand: State, seat: int | None) -> msgspec.Raw:
        """The hand on the table as a seat sees it (None: a spectator); a `ViewWriter`."""
        assert hand is self._live.hand
        if seat not in self._hands:
            self._hands[seat] = self._with_own(view(hand, seat), self._as_spectated(hand))
        return self._hands[seat]

    def _as_spectated(self, hand: State) -> View:
        if self._spectated is None:
            self._spectated = view(hand, None)
            self._layouts = raw(layouts_json(self._spectated))
            self._shared = raw(shared_json(self._spectated))
        return self._spectated

    def _with_own(self, seen: View, spectated: View) -> msgspec.Raw:
        """One object: `{own…, shared…}`; neither part is ever empty, and no key is in both."""
        same = seen.layouts == spectated.layouts
        own = own_json(seen)
        own["layouts"] = self._layouts if same else layouts_json(seen)
        return msgspec.Raw(bytes(raw(own))[:-1] + b"," + bytes(self._shared)[1:])
