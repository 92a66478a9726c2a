"""The port to whoever looks at a table.

A table tells its audience only what is stored. Showing never waits: a slow viewer misses
views in between, never the last one.
"""

from collections.abc import Sequence
from typing import Protocol

from engine.rules.events import Event
from engine.table.live import Live


class Audience(Protocol):
    """Shows a table to each of its viewers as that one may see it."""

    def show(self, live: Live, seq: int, events: Sequence[Event]) -> None:
        """The table as it stands after entry `seq`, and what happened in it."""
        ...

    def answered(self, live: Live, seq: int, seat: int) -> None:
        """A sealed answer was kept: only that seat itself is told."""
        ...

    def pause(self, table: str, why: str | None) -> None:
        """The table waits for its storage, and why; None when it goes on."""
        ...
