"""What has become of tables at one worker, for whoever runs it.

Enters: each that was taken over from another worker, and each that another one has. Leaves: counts
since the start; one line in the log for all of a moment. Never here: a table's name, of which a
worker that died may have had thousands.
"""

from collections import Counter
from typing import NamedTuple

import structlog

log = structlog.get_logger()


class Figures(NamedTuple):
    """What a worker tells of itself in numbers."""

    leases: int  # of tables that are this worker's to have
    tables_followed: int  # that live at other workers
    windows_open: int  # of tables that live here
    tables_taken_over: int  # since the start, from other workers
    tables_lost: int  # since the start, to other workers, for having been silent


class Tally:
    """Counts since the start, and what of them was not logged yet."""

    def __init__(self) -> None:
        self.taken_over = 0
        self.lost = 0
        self._taken_from: Counter[str] = Counter()
        self._lost = 0

    def took(self, owner: str) -> None:
        """A table of this worker lives here now; empty: of one that has handed it over."""
        self.taken_over += 1
        self._taken_from[owner or "handed over"] += 1

    def lose(self, tables: int) -> None:
        """Others have so many tables of ours: we were silent for too long."""
        self.lost += tables
        self._lost += tables

    def say(self) -> None:
        """Log what has happened since the last time."""
        if self._taken_from:
            log.info("taken over", tables=self._taken_from.total(), of=dict(self._taken_from))
            self._taken_from.clear()
        if self._lost:
            log.warning("tables lost", tables=self._lost)
            self._lost = 0
