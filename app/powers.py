"""What operators can have done, joined to the house and to sessions: see `audit.powers`.

Enters: ids. Leaves: tables closed, frozen, thawed; sessions refused; seats suspended.
"""

import structlog

from app.audit.powers import Standing
from app.identity import Identity
from app.lobby.asking import ask, require_taken
from app.lobby.house import TableHouse
from app.problems import AGAIN_SECONDS, Problem
from engine.table.commands import Suspend
from engine.table.live import seated
from engine.table.reached import Reached
from engine.table.session import SessionCode

log = structlog.get_logger()
DONE = (None, SessionCode.NOT_SEATED.value, SessionCode.TABLE_CLOSED.value)
"""Who stood up meanwhile, or whose table closed, needs nobody to play for them."""


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
        """Refuse a player's sessions, close their sockets, and suspend their seats.

        Each table by itself. Raises `Problem` (`seats_left`) if some did not do it; again is safe.
        """
        self._identity.shut_out(player)
        left = [
            table
            for table in await self._house.where_seated(player)
            if not await self._suspended(table, player)
        ]
        if left:
            text = f"suspended, but tables did not answer: {', '.join(left)}; do it again soon"
            raise Problem(503, "seats_left", text, AGAIN_SECONDS)

    async def _suspended(self, name: str, player: str) -> bool:
        """Whether nobody needs to suspend this seat any more."""
        try:
            table = await self._house.table(name)
            code = table and (await ask(table, Suspend(player))).code
        except Exception as fault:  # noqa: BLE001  # whatever one table's past holds
            log.error("seat not suspended", table=name, kind=type(fault).__name__)
            return False
        return code in DONE

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

    async def _found(self, table: str) -> Reached:
        found = await self._house.table(table)
        if found is None:
            raise Problem(404, "no_such_table", "there is no such table, or it has closed")
        return found
