"""What a worker knows by itself of its leases: until when each is surely its own.

Enters: what a claim or a renewal came to, and when it was sent. Leaves: yes or no, without
waiting, before each commit. Never here: who has what is not ours.
"""

from collections.abc import Iterable, Mapping

from app.cluster.ports import LEASE, SAFETY
from engine.table.clock import Clock


class Held:
    """The leases of one worker, by its own clock.

    A lease is counted from before its claim was sent, so that here it ends before it ends there.
    """

    def __init__(self, worker: str, clock: Clock) -> None:
        self._worker = worker
        self._clock = clock
        self._until: dict[str, int] = {}

    def __contains__(self, table: str) -> bool:
        """Whether the table is surely ours now."""
        return self._clock.now() < self._until.get(table, 0)

    def learn(self, owners: Mapping[str, str], sent_at: int) -> list[str]:
        """Take in who has each table, as asked at `sent_at`; returns those that are not ours."""
        lost = [table for table, owner in owners.items() if owner != self._worker]
        self._until.update(dict.fromkeys(owners, sent_at + LEASE - SAFETY))
        self.drop(lost)
        return lost

    def drop(self, tables: Iterable[str]) -> None:
        """They are not ours any more."""
        for table in tables:
            self._until.pop(table, None)
