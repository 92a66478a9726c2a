"""What one can do in the lobby, with its limits.

Enters: who asks, for what, from where. Leaves: tables, places, lists; or a `Problem`. The list
is made at most once in `LIST_SECONDS`, whoever asks, and nobody is sent news of it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from app.allowances import Allowance, Allowances
from app.db.faults import translated
from app.identity import Who
from app.lobby import store
from app.lobby.asking import require_taken
from app.lobby.cards import in_order, line_of
from app.lobby.codes import code_from
from app.lobby.glimpses import Glimpses
from app.lobby.house import OpenedBefore, TableHouse
from app.lobby.models import (
    BuyIn,
    MoreChips,
    NewTable,
    PlayNow,
    Practise,
    Seat,
    TableLine,
    TakePlace,
)
from app.lobby.places import Places
from app.lobby.plans import Plan, plan_of, require_payable
from app.lobby.practice import Practice
from app.lobby.store import Books, Row
from app.problems import Problem
from engine.table.clock import SECOND
from engine.table.pace import WINDOWS
from engine.table.reached import Reached

LIST_SECONDS = 2  # how old the list may be; people look at it, they don't race for it
LIST_READ, LIST_SHOWN = 200, 50  # the newest are looked at, those one can join are shown

OPENINGS = Allowance(
    "openings", 6, 60, "you opened several tables within a minute; wait for another"
)
"""Per player: changing one's mind about the rules five times is honest."""
OPENINGS_OF_ADDRESS = Allowance(
    "openings-of-address", 30, 60, "many tables were opened from your network; wait a minute"
)
"""Per address: a club that starts its evening."""
LOOKUPS = Allowance("lookups", 30, 600, "you tried many codes; wait ten minutes")
"""Per address; with 4,000 tables open a guesser would find one in a day and a half."""
ARRIVALS = Allowance("arrivals", 20, 60, "you came and went often; wait a minute")
"""Per player: join-and-leave is no game."""


class Lobby:
    """Everything between a name and a place at a table."""

    def __init__(
        self, house: TableHouse, allowances: Allowances, at_best: Callable[[str], Awaitable[int]]
    ) -> None:
        """`at_best` tells how many chips a player can bring to a table at most."""
        self.house = house
        self.glimpses = Glimpses(house.registry, house.clock, house.lines)
        self.places = Places(house)
        self._practice = Practice(house)
        self._allowances = allowances
        self._at_best = at_best
        self._list: asyncio.Task[list[TableLine]] | None = None
        self._listed_at = 0
        self._starting: set[str] = set()  # players whose "play now" is on its way

    # --- finding ----------------------------------------------------------------------

    async def by_code(self, typed: str, address: str) -> tuple[Reached, Row]:
        """The table whose code somebody typed. Every try counts, so that guessing ends soon."""
        await self._allowances.take(LOOKUPS, address)
        code = code_from(typed)
        row = None if code is None else await self.house.find(code)
        if row is None:
            raise Problem(404, "no_such_table", "no open table has this code; it may have closed")
        return await self.by_id(row.id)

    async def by_id(self, table_id: str) -> tuple[Reached, Row]:
        """An open table."""
        row = await self.house.row(table_id)
        table = await self.house.table(table_id) if row else None
        if row is None or table is None:
            raise Problem(404, "no_such_table", "there is no such table; it may have closed")
        return table, row

    async def public_tables(self) -> list[TableLine]:
        """Public tables that are open, as they were a moment ago."""
        now = self.house.clock.now()
        if self._list is None or now >= self._listed_at + LIST_SECONDS * SECOND:
            self._listed_at = now
            self._list = asyncio.create_task(self._make_list(), name="list of tables")
        return await asyncio.shield(self._list)

    async def tables_of(self, who: Who) -> list[TableLine]:
        """Tables that are somebody's: with chips of theirs on them, or made by them."""
        with translated():
            async with self.house.database.reading() as connection:
                played = await store.rows_with_stack(connection, who.id)
                made = await store.rows_of_owner(connection, who.id)
        there = {row.id for row in played}
        rows = played + [row for row in made if row.id not in there]
        return await self._lines(rows, lambda row: who if row.id in there else None)

    async def _make_list(self) -> list[TableLine]:
        with translated():
            async with self.house.database.reading() as connection:
                rows = await store.newest_public(connection, LIST_READ)
        return in_order(await self._lines(rows, lambda _: None))[:LIST_SHOWN]

    async def _lines(self, rows: list[Row], whose: Callable[[Row], Who | None]) -> list[TableLine]:
        """What is known of tables asleep without waking them; of the others nothing is read."""
        seen = await self.glimpses.of([row.id for row in rows])
        asleep = [row.id for row in rows if row.id not in seen]
        books: dict[str, Books] = {}
        if asleep:
            with translated():
                async with self.house.database.reading() as connection:
                    books = await store.books_of(connection, asleep)
        return [
            line_of(row, seen.get(row.id), books.get(row.id, Books()), whose(row)) for row in rows
        ]

    # --- opening ----------------------------------------------------------------------

    async def open(self, asked: NewTable, who: Who, address: str) -> tuple[Reached, Row]:
        """A new table, the same for the same request. Wrong rules cost nothing but the answer."""
        opened = asked.request and await self.house.opened_for(who.id, asked.request)
        if opened:
            return await self.by_id(opened)
        plan = plan_of(asked, who.name)
        require_payable(plan.buy_in, await self._at_best(who.id))
        await self._allow_opening(who, address)
        try:
            return await self.house.open(plan, who)
        except OpenedBefore as before:
            return await self.by_id(before.table)

    async def take(self, table_id: str, who: Who, asked: TakePlace) -> Seat:
        """Sit down."""
        await self._allowances.take(ARRIVALS, who.id)
        table, row = await self.by_id(table_id)
        place = await self.places.take(table, row, who, asked)
        return _seat(table, row, place)

    async def top_up(self, table_id: str, who: Who, asked: MoreChips) -> Seat:
        """Bring more chips."""
        await self._allowances.take(ARRIVALS, who.id)
        table, row = await self.by_id(table_id)
        place = await self.places.top_up(table, who, asked)
        return _seat(table, row, place)

    async def play_now(self, who: Who, address: str, asked: PlayNow) -> Seat:
        """A place at a table of one's own, with bots at all others; dealt in seconds.

        Whoever sits at such a table already is led back to it.
        """
        if who.id in self._starting:
            raise Problem(409, "arriving", "your table is just being made; wait for that")
        self._starting.add(who.id)
        try:
            found = await self._quick_table(who)
            if found is None:
                await self._allow_opening(who, address)
                found = await self.house.open(_quick_plan(who.name, asked.name), who)
            table, row = found
            place = table.live.place_of(who.id)
            if place is None:
                place = await self.places.take(table, row, who, TakePlace())
            await self.places.fill_with_bots(table)
            return _seat(table, row, place)
        finally:
            self._starting.remove(who.id)

    async def practise(self, asked: Practise, who: Who, address: str) -> Seat:
        """A table of practice at a moment of a hand of one's own; a place at it is taken."""
        allow = partial(self._allow_opening, who, address)
        table, row = await self._practice.table(who, asked, allow)
        place = table.live.place_of(who.id)
        if place is None:
            raise Problem(404, "no_such_table", "you have left this table; open another")
        return _seat(table, row, place)

    async def close(self, table_id: str, who: Who) -> bool:
        """Close a table; for its host. Returns whether it goes on until the hand is over."""
        table, _ = await self.by_id(table_id)
        require_taken(await self.house.close(table, who.id))
        return not table.live.closed

    async def _quick_table(self, who: Who) -> tuple[Reached, Row] | None:
        """The quick table one sits at; those one has left are closed on the way."""
        with translated():
            async with self.house.database.reading() as connection:
                rows = await store.rows_of_owner(connection, who.id)
        for row in rows:
            table = await self.house.table(row.id) if row.quick else None
            if table is None:
                continue
            if table.live.stays(who.id):
                return table, row
            await self.house.close(table, who.id)
        return None

    async def _allow_opening(self, who: Who, address: str) -> None:
        await self._allowances.take(OPENINGS, who.id)
        await self._allowances.take(OPENINGS_OF_ADDRESS, address)


def _quick_plan(host: str, name: str | None) -> Plan:
    """Desmoche as it is, for whoever has an ante left; bots wait for a beginner."""
    asked = NewTable(
        name=name, pace="lively", window=max(WINDOWS), buy_in=BuyIn(least=5, most=1_000)
    )
    return plan_of(asked, host)._replace(quick=True)


def _seat(table: Reached, row: Row, place: int) -> Seat:
    player = table.live.session.places[place]
    stack = player.stack if player else 0
    return Seat(table=row.id, code=row.code, path=row.path, place=place, stack=stack)
