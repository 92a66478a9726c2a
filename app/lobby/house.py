"""All tables of this server, awake or asleep: opened, found, woken, closed.

Enters: a plan, a code, an id. Leaves: the live table, or the lobby's row of it. It joins the
registry (what is awake), the journal behind it (what can be woken) and the lobby's rows
(what exists, by which code). The journal comes first: a table has its first entry before it
has a row, so whatever can be found can be woken; and where a row outlives its table, because
the process died between closing and saying so, the first who asks puts it right.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from app.cluster.ports import Lines
from app.cluster.tables import ClusterTables
from app.db.engine import Database
from app.db.faults import translated
from app.identity import Who
from app.lobby import store
from app.lobby.asking import ask, require_taken
from app.lobby.codes import fresh_code
from app.lobby.plans import Plan
from app.lobby.store import Row
from app.problems import Problem
from engine.table.commands import CloseTable, Command, SetFrozen, SetWatchable
from engine.table.entries import Request
from engine.table.journal import Refused
from engine.table.live import Live, open_table
from engine.table.pace import CLOSES_AFTER
from engine.table.ports import Ports
from engine.table.reached import Reached
from engine.table.registry import Registry, TooManyTables
from engine.table.table import Outcome, Table
from engine.table.watching import may_watch

MOST_OPEN = 4_000
"""Tables open in all: fewer than one process can have awake, so that all may wake at once."""
MOST_OF_ONE = 10
"""Tables open of one player: a game for every evening of the week, and some to try things."""
CODES_TRIED = 5  # one in six thousand is taken, so five in a row never are
ID_BYTES = 10  # an id is as good as a key: who has it may look at the table's card


class OpenedBefore(Exception):
    """The same request came twice at once, and the other was faster: the id of its table."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


Home: TypeAlias = Registry | ClusterTables
"""Where tables live: in this process, or in this one and others."""


class TableHouse:
    """Where everybody gets a table from. `when_done` is told, too, of each that ends here.

    `settle_in` makes the place where tables live, from their ports and who is told of their end.
    `lines` is what all workers tell of their tables, None where there is one.
    """

    def __init__(
        self,
        ports: Ports,
        database: Database,
        when_done: Callable[[Table], None] = lambda _: None,
        settle_in: Callable[[Ports, Callable[[Table], None]], Home] = Registry,
        lines: Lines | None = None,
    ) -> None:
        self.lines = lines
        self.registry = settle_in(ports, self._ended)
        self.database = database
        self.clock = ports.clock
        self._when_done = when_done
        self._tasks: set[asyncio.Task[None]] = set()

    # --- finding ----------------------------------------------------------------------

    async def find(self, code: str) -> Row | None:
        """The open table with this code."""
        with translated():
            async with self.database.reading() as connection:
                return await store.row_by_code(connection, code)

    async def row(self, table: str) -> Row | None:
        """The open table with this id."""
        with translated():
            async with self.database.reading() as connection:
                return await store.row_of(connection, table)

    async def opened_for(self, owner: str, request: str) -> str | None:
        """The id of the table that this request has opened, here or elsewhere, now or long ago."""
        with translated():
            async with self.database.reading() as connection:
                return await store.opened_for(connection, owner, request)

    async def table(self, table: str) -> Reached | None:
        """The live table, woken if it sleeps; None if there is none, or if it has closed."""
        awake = self.registry.get(table)
        if awake and awake.live.closed:
            return None
        row = None if awake else await self.row(table)
        if awake is None and row is None:
            return None
        try:
            woken = await self.registry.revive(table)
        except TooManyTables:
            raise _full() from None
        if woken is None:
            await self._mark_closed(table)
        elif row and row.practice and isinstance(woken, Table) and not woken.live.session.hand:
            # Its process ended before it began: whoever sat down now would bring their own chips.
            # One that is followed begins just now, elsewhere.
            await self.close(woken, None)
            return None
        return woken

    async def where_seated(self, player: str) -> list[str]:
        """The ids of tables at which somebody sits: has chips, or has put in the last of them."""
        with translated():
            async with self.database.reading() as connection:
                rows = await store.rows_with_stack(connection, player)
        here = [one.live.id for one in self.registry if one.live.place_of(player) is not None]
        return list(dict.fromkeys([*(row.id for row in rows), *here]))

    def may_watch(self, live: Live, who: Who | None) -> bool:
        """Whether somebody without a place may look on."""
        return may_watch(live, who and who.id)

    # --- opening ----------------------------------------------------------------------

    async def open(
        self, plan: Plan, owner: Who, first: Command | None = None, request: Request | None = None
    ) -> tuple[Table, Row]:
        """A new table, in the journal and in the lobby. Raises `Problem` if there are too many,
        `OpenedBefore` if the request of the plan has opened one meanwhile.

        An entry that changes nothing writes it down. What is to be done there `first` comes after
        its row, so no chips lie on a table that nobody can find, or of which nobody knows whose
        they are; a table at which it can't be done is closed again.
        """
        await self._require_room(owner)
        table_id = f"t{secrets.token_hex(ID_BYTES)}"
        live = open_table(table_id, plan.session, plan.pace, owner.id, plan.watchable)
        alone = plan.quick or plan.practice
        live = replace(live, most_stack=plan.buy_in.most, gathers=not alone)
        try:
            table = await self.registry.open(live)
        except TooManyTables:
            raise _full() from None
        try:
            require_taken(await ask(table, SetWatchable(owner.id, plan.watchable)))
            row = await self._add_row(table_id, plan, owner)
        except BaseException:
            table.stop()  # nobody knows of it
            raise
        if first:
            await self._begin(table, first, request)
        return table, row

    async def _begin(self, table: Reached, first: Command, request: Request | None) -> None:
        try:
            require_taken(await ask(table, first, request))
        except BaseException:
            with suppress(Problem):  # it is in the lobby: its host, or time, closes it
                await self.close(table, None)
            raise

    async def _require_room(self, owner: Who) -> None:
        """Two at once may both pass the last free place; the limits are not so sharp."""
        with translated():
            async with self.database.reading() as connection:
                mine = len(await store.rows_of_owner(connection, owner.id))
                there = await store.count_open(connection)
        if mine >= MOST_OF_ONE:
            raise Problem(
                409, "too_many_tables", f"you have {mine} tables open; close one of them first"
            )
        if there >= MOST_OPEN:
            raise _full()

    async def _add_row(self, table: str, plan: Plan, owner: Who) -> Row:
        session = plan.session
        for _ in range(CODES_TRIED):
            row = Row(
                id=table,
                code=fresh_code(),
                name=plan.name,
                public=plan.public,
                quick=plan.quick,
                owner=owner.id,
                preset=session.rules.preset,
                seats=session.rules.seats[1],
                bet=session.bet,
                buy_in_least=plan.buy_in.least,
                buy_in_most=plan.buy_in.most,
                touched_at=self.clock.now(),
                practice=plan.practice,
                request=plan.request,
            )
            try:
                await self._write(partial(store.add_row, row=row))
            except Refused:  # an open table has this code, or the request has opened one
                if plan.request and (other := await self.opened_for(owner.id, plan.request)):
                    raise OpenedBefore(other) from None
                continue
            return row
        raise _full()

    # --- ending ----------------------------------------------------------

    def _ended(self, table: Table) -> None:
        """A table lives here no more: it closed, went to sleep, or moved.

        Only sleep is written down as such; whatever else ends is one to wake at the next start.
        """
        self._when_done(table)
        live = table.live
        if live.closed:
            self._later(self._mark_closed(live.id))
        elif live.asleep and live.deadline is not None:
            self._later(self.touch(live.id, live.deadline - CLOSES_AFTER))

    async def close(self, table: Reached, player: str | None) -> Outcome:
        """Close a table for its host, or (None) for the house; its code is free with that."""
        outcome = await ask(table, CloseTable(player))
        if outcome.code is None and table.live.closed:  # else when the hand is over
            await self._mark_closed(table.live.id)
        return outcome

    async def freeze(self, table: Reached, *, frozen: bool) -> Outcome:
        """For an operator: no hand after this one, or hands again."""
        return await ask(table, SetFrozen(frozen))

    async def touch(self, table: str, at: int) -> None:
        """Somebody was there until then; the time after which it closes counts from it."""
        await self._write(partial(store.touch, table=table, now=at))

    async def stop(self) -> None:
        """Let every table finish what it is doing, and write down which have ended."""
        await self.registry.stop_all()
        await self.settle()

    async def settle(self) -> None:
        """Wait until what was to be written about ended tables is written."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _mark_closed(self, table: str) -> None:
        await self._write(partial(store.mark_closed, table=table, now=self.clock.now()))

    async def _write(self, change: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        with translated():
            async with self.database.writing() as connection:
                await change(connection)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="lobby row")
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        """Storage that is away just now is no matter: `table` puts the row right later."""
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()


def _full() -> Problem:
    return Problem(503, "house_full", "every table of this house is taken; try again later", 60)
