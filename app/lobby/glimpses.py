"""What lists tell of tables, wherever they live.

Enters: the tables of this worker. Leaves: a glimpse of each for the other workers' lists, written
at most once in `TOLD_EVERY` and only where it has changed; and of any table, for a list here.
Nobody is sent news of a list: whoever makes one reads. Never here: anything of a hand but that
one is being played.
"""

from collections.abc import Mapping, Sequence

import msgspec

from app.cluster.ports import LINE_KEPT, ClusterAway, Lines
from app.lobby.cards import Glimpse, glimpse_of
from app.lobby.house import Home
from engine.table.clock import SECOND, Clock

TOLD_EVERY = 2 * SECOND
AGAIN = LINE_KEPT // 3  # what has not changed is written anew, before it is forgotten

_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Glimpse).decode


class Glimpses:
    """Of the tables of a house; `lines` are what all workers write, None where there is one."""

    def __init__(self, tables: Home, clock: Clock, lines: Lines | None = None) -> None:
        self._tables = tables
        self._clock = clock
        self._lines = lines
        self._told: dict[str, tuple[Glimpse, int]] = {}

    @property
    def are_told(self) -> bool:
        """Whether there is anybody to tell."""
        return self._lines is not None

    async def of(self, tables: Sequence[str]) -> Mapping[str, Glimpse]:
        """Of those of these that are in memory somewhere."""
        reached = {name: self._tables.get(name) for name in tables}
        found = {name: glimpse_of(table.live) for name, table in reached.items() if table}
        rest = [name for name in tables if name not in found]
        return found | await self._elsewhere(rest)

    async def _elsewhere(self, tables: Sequence[str]) -> dict[str, Glimpse]:
        if self._lines is None or not tables:
            return {}
        try:
            lines = await self._lines.read(tables)
        except ClusterAway:
            return {}
        return {name: glimpse for name, text in lines.items() if (glimpse := _known(text))}

    async def tell(self) -> None:
        """Write what the others don't know yet. One that fails is written the next time."""
        assert self._lines is not None
        now = self._clock.now()
        seen = {table.live.id: glimpse_of(table.live) for table in self._tables}
        new = {name: glimpse for name, glimpse in seen.items() if self._is_new(name, glimpse, now)}
        try:
            await self._lines.write({name: _write(glimpse) for name, glimpse in new.items()})
        except ClusterAway:
            return
        self._told = {name: self._told.get(name, (glimpse, now)) for name, glimpse in seen.items()}
        self._told |= {name: (glimpse, now) for name, glimpse in new.items()}

    def _is_new(self, table: str, glimpse: Glimpse, now: int) -> bool:
        told = self._told.get(table)
        return told is None or told[0] != glimpse or now - told[1] >= AGAIN


def _known(text: bytes) -> Glimpse | None:
    """A glimpse; None if a worker of another version writes otherwise."""
    try:
        return _read(text)
    except msgspec.MsgspecError:
        return None
