"""The port to time: what a table needs of a clock.

Times are whole microseconds since 1970 (UTC); a table never reads any other clock.
"""

from typing import Protocol

SECOND = 1_000_000


class Clock(Protocol):
    """Says what time it is, and waits."""

    def now(self) -> int:
        """The time in microseconds; it never goes back."""
        ...

    async def wait_until(self, when: int) -> None:
        """Return when `now()` has reached `when`, never before."""
        ...
