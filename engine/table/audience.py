"""The port to whoever looks at a table.

A table tells its audience only what is stored. Showing never waits: a slow viewer misses
views in between, never the last one.
"""

from collections.abc import Sequence
from typing import Protocol

from engine.rules.actions import Action
from engine.rules.events import Event
from engine.table.live import Live


class Audience(Protocol):
    """Shows a table to each of its viewers as that one may see it."""

    def show(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        """The table as it stands after entry `seq`, and what happened in it."""
        ...

    def answered(self, live: Live, seq: int, seat: int, action: Action) -> None:
        """A sealed answer is kept: only that seat itself is told, and may be shown it again.

        Told anew of every answer that is kept when a table was revived in an open window.
        """
        ...

    def pause(self, table: str, why: str | None) -> None:
        """The table waits, and why; None when it goes on.

        `storage`: its journal or its windows are away. `fault`: the program failed, twice at
        one point; it is tried again later. `moved`: it lives elsewhere now, ask anew.
        """
        ...
