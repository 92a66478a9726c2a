"""Tables that slept too long: woken once more, so that they close and pay out.

A table closes by its own deadline, as long as it is awake to see it. One that was let go from
memory has only its row, so whoever slept as long as the deadline is looked for there.
"""

from app.db.faults import translated
from app.lobby import store
from app.lobby.house import TableHouse
from engine.table.pace import CLOSES_AFTER

WOKEN_AT_ONCE = 50  # in one round, so that a round ends


class Tidier:
    """Tidies a house whenever `tidy` is called: every minute will do, by one task."""

    def __init__(self, house: TableHouse) -> None:
        self._house = house

    async def tidy(self) -> None:
        """One round."""
        now = self._house.clock.now()
        with translated():
            async with self._house.database.reading() as connection:
                old = await store.untouched(connection, now - CLOSES_AFTER, WOKEN_AT_ONCE)
        for row in old:
            table = await self._house.table(row.id)
            if table and (table.live.deadline is None or table.live.deadline > now):
                await self._house.touch(row.id)  # it was in use, and never left the memory
