"""Chips that the bank gives to people: a welcome, and a refill a day.

Enters: a player and the time. Leaves: grants in the ledger, each under a key that makes it
happen once, however often and from wherever it is asked. Never here: chips at tables;
those move with the tables' journals.
"""

from sqlalchemy import select

from app.db.engine import Database
from app.db.faults import translated
from app.db.ledger import Ledger
from app.db.schema import transfers
from app.holdings import Holdings, holdings_of
from app.identity import DAY
from engine.table.journal import Refused

WELCOME = 1_000  # chips: 200 antes of the usual 5, so a bad first evening doesn't end a guest
REFILL_TO = 1_000  # chips, those at tables counted: nobody is out for longer than till tomorrow


class Wallets:
    """What people own, and what they are given."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ledger = Ledger(database)

    async def holdings(self, player: str) -> Holdings:
        """Where a player's chips are; those on a table of practice are the bank's."""
        with translated():
            async with self._database.reading() as connection:
                return (await holdings_of(connection, [player]))[player]

    async def at_best(self, player: str) -> int:
        """The most that this player can bring to a table: all there is, or what a refill makes."""
        held = await self.holdings(player)
        return max(REFILL_TO, held.wallet + held.at_tables)

    async def welcome(self, player: str, now: int) -> None:
        """The first chips, once in a player's life."""
        await self._ledger.grant(player, WELCOME, f"grant/welcome/{player}", now)

    async def refill(self, player: str, now: int) -> int:
        """Up to `REFILL_TO` once a day (UTC) for whoever has less; returns what was added."""
        held = await self.holdings(player)
        missing = REFILL_TO - held.wallet - held.at_tables
        if missing <= 0 or await self.refilled(player, now):
            return 0
        try:
            granted = await self._ledger.grant(player, missing, refill_key(player, now), now)
        except Refused:  # asked twice at once, with chips moving in between: the first one counts
            return 0
        return missing if granted else 0

    async def refilled(self, player: str, now: int) -> bool:
        """Whether today's refill has been had."""
        query = select(transfers.c.key).where(transfers.c.key == refill_key(player, now))
        with translated():
            async with self._database.reading() as connection:
                return await connection.scalar(query) is not None

    async def next_refill(self, player: str, now: int) -> int:
        """From when on a refill can be had: now, or the next day."""
        return (now // DAY + 1) * DAY if await self.refilled(player, now) else now


def refill_key(player: str, now: int) -> str:
    """One refill a day: the day is in the key."""
    return f"grant/refill/{player}/{now // DAY}"
