"""What a server stands on and does not have just now, in words for whoever runs it.

Enters: that something is away, each time it is found so, and that it is back. Leaves: one line in
the log when it begins and one when it ends, and which things are away now. Never here: what is
done about it, nor a value of anybody's.
"""

import time
from collections.abc import Callable

import structlog

log = structlog.get_logger()


class Trouble:
    """One such thing; `what` is its name. `says` is how its lines in the log go on."""

    def __init__(
        self,
        what: str,
        says: str = "is away",
        lasts: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`lasts`: where nobody tells that it is over, so many seconds after it was last found."""
        self.what = f"{what} {says}"
        self._back = f"{what} is back"
        self._lasts = lasts
        self._clock = clock
        self._found_at: float | None = None

    @property
    def is_there(self) -> bool:
        """Whether it is so now."""
        if self._found_at is None:
            return False
        return self._lasts is None or self._clock() - self._found_at < self._lasts

    def found(self, why: str) -> None:
        """It is so, and why."""
        if not self.is_there:
            log.warning(self.what, reason=why)
        self._found_at = self._clock()

    def over(self) -> None:
        """It is so no more, if it was."""
        if self._found_at is not None:
            self._found_at = None
            log.info(self._back)
