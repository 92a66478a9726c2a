"""What operators can have done, joined to the house and to sessions: see `audit.powers`.

Enters: ids. Leaves: tables closed, frozen, thawed; sessions ended; seats on defaults.
"""

from app.audit.powers import Standing
from app.identity import Identity
from app.lobby.asking import ask, require_taken
from app.lobby.house import TableHouse
from app.problems import Problem
from engine.table.commands import PutOnDefaults
from engine.table.live import seated
from engine.table.table import Table


class HousePowers:
    """Over the tables of a house and the sessions of its people."""

    def __init__(self, house: TableHouse, identity: Identity) -> None:
        self._house = house
        self._identity = identity

    async def there(self, table: str) -> bool:
        """Whether there is such a table, and it has not closed."""
        return await self._house.table(table) is not None

    async def close(self, table: str) -> None:
        """Close a table at once. Raises `Problem` if it does not do it."""
        require_taken(await self._house.close(await self._found(table), None))

    async def freeze(self, table: str, *, frozen: bool) -> None:
        """Deal no hand there after this one, or deal again. Raises `Problem`, as above."""
        require_taken(await self._house.freeze(await self._found(table), frozen=frozen))

    async def banish(self, player: str) -> None:
        """End a player's sessions with their sockets, and play their seats by defaults."""
        await self._identity.end_all(player)
        for table in await self._house.where_seated(player):
            place = table.live.place_of(player)
            if place is not None:  # who stood up meanwhile needs nobody to play for them
                await ask(table, PutOnDefaults(None, place, 0))

    def forget(self, player: str) -> None:
        """What is known of this player is out of date."""
        self._identity.forget(player)

    def standing(self, table: str) -> Standing | None:
        """How a table stands, if it is in memory here."""
        found = self._house.registry.get(table)
        if found is None:
            return None
        names = tuple(player.name for _, player, _ in seated(found.live))
        return Standing(found.live.session.hand, found.live.playing, names)

    async def _found(self, table: str) -> Table:
        found = await self._house.table(table)
        if found is None:
            raise Problem(404, "no_such_table", "there is no such table, or it has closed")
        return found
