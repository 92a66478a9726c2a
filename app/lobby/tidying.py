"""Tables that nobody is at: put to sleep, and closed at last.

Enters: the house. Leaves: fewer tables in memory, and refunds of those that slept too long. A
table asleep costs a row and its journal; whoever opens its link wakes it, pot and all.
"""

from app.db.faults import translated
from app.identity import DAY
from app.lobby import store
from app.lobby.house import TableHouse
from app.lobby.store import Row
from engine.table.clock import SECOND
from engine.table.live import Live, seated

RESTS_AFTER = 10 * 60 * SECOND  # without a person seated; a reload or a tunnel is shorter
CLOSES_AFTER = 30 * DAY  # asleep (docs/architecture.md, Time)
CLOSED_AT_ONCE = 50  # in one round, so that a round of tidying ends


class Tidier:
    """Tidies a house whenever `tidy` is called: every minute will do, by one task."""

    def __init__(self, house: TableHouse) -> None:
        self._house = house
        self._empty_since: dict[str, int] = {}

    async def tidy(self) -> None:
        """One round."""
        now = self._house.clock.now()
        self._put_to_sleep(now)
        with translated():
            async with self._house.database.reading() as connection:
                old = await store.untouched(connection, now - CLOSES_AFTER, CLOSED_AT_ONCE)
        for row in old:
            await self._close_unless_seated(row)

    def _put_to_sleep(self, now: int) -> None:
        before, self._empty_since = self._empty_since, {}
        for table_id in self._house.awake:
            table = self._house.registry.get(table_id)
            if table is None or table.live.playing or has_people(table.live):
                continue
            since = self._empty_since[table_id] = before.get(table_id, now)
            if now - since >= RESTS_AFTER:
                table.stop()

    async def _close_unless_seated(self, row: Row) -> None:
        table = await self._house.table(row.id)
        if table is None:
            return
        if has_people(table.live):  # their chips lie here; they may come back to them
            await self._house.touch(row.id)
        else:
            await self._house.close(table, None)


def has_people(live: Live) -> bool:
    """Whether anybody but bots has a place."""
    return any(not sitting.bot for _, _, sitting in seated(live))
