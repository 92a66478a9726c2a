"""The port to time: what a table needs of a clock.

Times are whole microseconds since 1970 (UTC); a table never reads any other clock.
"""

from collections.abc import Callable
from typing import Protocol

SECOND = 1_000_000


class Clock(Protocol):
    """Says what time it is, and calls back."""

    def now(self) -> int:
        """The time in microseconds; it never goes back."""
        ...

    def call_at(self, when: int, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back once `now()` has reached `when`; returns what cancels the call."""
        ...
