"""The clock of this machine, set once at the start.

Enters: the time to start from, if somebody else is to say it. Leaves: the port `Clock` of
`engine.table`.
"""

import asyncio
import time
from collections.abc import Callable

from engine.table.clock import SECOND


class SystemClock:
    """Time as it was at the start, plus monotonic time since: it never goes back.

    A correction of the machine's clock is therefore seen at the next start, and no
    deadline is cut short or stretched by one. `start`, microseconds since 1970 (UTC), is what
    the clock shows now, where several workers must agree; without it, this machine's time. Whoever
    has the time from elsewhere says if this falls behind.
    """

    def __init__(self, start: int | None = None) -> None:
        now = time.time_ns() // 1000 if start is None else start
        self._base = now - time.monotonic_ns() // 1000

    def now(self) -> int:
        """Microseconds since 1970 (UTC)."""
        return self._base + time.monotonic_ns() // 1000

    def advance(self, by: int) -> None:
        """This machine stood still for so long, and did not count it. What was to be called by then
        is called by as much later."""
        assert by > 0
        self._base += by

    def call_at(self, when: int, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back once `now()` has reached `when`.

        A loop may be early by its timer's grain; such a call is put off once more.
        """
        timer = _Timer(self.now, when, callback)
        timer.start()
        return timer.cancel


class _Timer:
    """One call that is to come."""

    __slots__ = ("_callback", "_handle", "_now", "_when")

    def __init__(self, now: Callable[[], int], when: int, callback: Callable[[], None]) -> None:
        self._now = now
        self._when = when
        self._callback = callback

    def start(self) -> None:
        delay = max(0, self._when - self._now()) / SECOND
        self._handle = asyncio.get_running_loop().call_later(delay, self._call)

    def cancel(self) -> None:
        self._handle.cancel()

    def _call(self) -> None:
        if self._now() < self._when:
            self.start()
        else:
            self._callback()
