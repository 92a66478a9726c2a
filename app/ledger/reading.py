"""The ledger read in bulk: entries, the rows each moved, and kept hands, in step.

Enters: a connection within one snapshot. Leaves: rows as the driver gives them, page by page, so
that memory does not grow with the ledger. Nothing is believed of their order but that all three
come in the same order of tables, which is the database's.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Select, Text, cast, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.entries import Owner
from app.db.schema import accounts, entries, hand_seats, hands, tables, transfers
from app.db.transfers import CHAINED
from app.people_schema import lobby_tables, operator_log, players, reports, suspensions

CHAINED_OF_ENTRY = ("table_id", "seq", "epoch", "at", "opens_hand")
PAGE = 5_000  # rows at once: some 10 MB of entries, and the database is asked rarely

# Rows are read by their place, which is several times as fast as by name: an entry's first five
# columns and a row's second to tenth are what the chain takes (`chain`).
_ENTRIES = select(
    *(entries.c[name] for name in (*CHAINED_OF_ENTRY, "rows", "head")),
    cast(entries.c.body, Text).label("body"),
).order_by(entries.c.table_id, entries.c.seq)
_ROWS = (
    select(*(transfers.c[name] for name in ("id", *CHAINED, "link")))
    .where(transfers.c.table_id.is_not(None))
    .order_by(transfers.c.table_id, transfers.c.seq, transfers.c.id)
)
_GRANTS = (
    select(*(transfers.c[name] for name in ("id", *CHAINED, "link")))
    .where(transfers.c.table_id.is_(None))
    .order_by(transfers.c.credit, transfers.c.id)
)
_HANDS = (
    select(
        hands.c.table_id,
        hands.c.hand,
        hands.c.status,
        hands.c.started_at,
        hands.c.ended_at,
        *(
            cast(hands.c[name], Text).label(name)
            for name in ("players", "file", "result", "fairness")
        ),
    )
    .where(hands.c.status != "running")
    .order_by(hands.c.table_id, hands.c.hand)
)


_SEATS = select(
    *(hand_seats.c[name] for name in ("table_id", "hand", "seat", "player_id", "ended_at"))
).order_by(hand_seats.c.table_id, hand_seats.c.hand, hand_seats.c.seat)
_LISTED = select(
    *(lobby_tables.c[name] for name in ("table_id", "owner", "closed_at", "frozen_at", "practice"))
).order_by(lobby_tables.c.table_id)


async def pages(connection: AsyncConnection, query: Select[Any]) -> AsyncIterator[Sequence[Any]]:
    """The rows of a query, so many at once."""
    async with connection.stream(query.execution_options(yield_per=PAGE)) as found:
        async for page in found.partitions(PAGE):
            yield page


class Feed:
    """Rows in order of their table, taken by whoever they belong to."""

    def __init__(self, rows: AsyncIterator[Sequence[Any]]) -> None:
        self._pages = rows
        self._page: Sequence[Any] = ()
        self._at = 0

    @property
    def ready(self) -> Any:
        """The next row if it is here already; else `peek` must ask for it."""
        return self._page[self._at] if self._at < len(self._page) else None

    async def take(self, belongs: Callable[[Any], bool]) -> list[Any]:
        """The next rows, as long as they belong."""
        taken: list[Any] = []
        while (row := await self.peek()) is not None and belongs(row):
            taken.append(row)
            self._at += 1
        return taken

    async def peek(self) -> Any:
        """The next row, which stays the next; None after the last."""
        while self._at == len(self._page):
            page = await anext(self._pages, None)
            if page is None:
                return None
            self._page, self._at = page, 0
        return self._page[self._at]


class Span(NamedTuple):
    """Some tables, by their ids in the database's order: those after one, up to another."""

    after: str | None = None
    until: str | None = None

    def of(self, query: Select[Any], column: Any) -> Select[Any]:
        """What of a query is these tables'."""
        if self.after is not None:
            query = query.where(column > self.after)
        if self.until is not None:
            query = query.where(column <= self.until)
        return query


ALL = Span()


class Reading:
    """All tables, some, or one, from one snapshot of the database."""

    def __init__(
        self, connection: AsyncConnection, span: Span = ALL, table: str | None = None
    ) -> None:
        def of(query: Select[Any], column: Any) -> AsyncIterator[Sequence[Any]]:
            some = span.of(query, column) if table is None else query.where(column == table)
            return pages(connection, some)

        self._connection = connection
        self._span = span
        self.entries = of(_ENTRIES, entries.c.table_id)
        self.rows = Feed(of(_ROWS, transfers.c.table_id))
        self.hands = Feed(of(_HANDS, hands.c.table_id))
        self.seats = Feed(of(_SEATS, hand_seats.c.table_id))
        self.listed = Feed(of(_LISTED, lobby_tables.c.table_id))

    async def counted(self) -> dict[str, Owner]:
        """How many entries each table has counted, in the database's order of their ids."""
        query = self._span.of(select(tables.c.id, tables.c.epoch, tables.c.seq), tables.c.id)
        found = await self._connection.execute(query.order_by(tables.c.id))
        return {row.id: Owner(row.epoch, row.seq) for row in found}

    async def with_entries(self) -> set[str]:
        """The tables that have any."""
        has = exists().where(entries.c.table_id == tables.c.id)
        query = self._span.of(select(tables.c.id).where(has), tables.c.id)
        return set(await self._connection.scalars(query))

    def grants(self) -> AsyncIterator[Sequence[Any]]:
        """Rows that no table moved, wallet by wallet."""
        return pages(self._connection, _GRANTS)

    def deeds(self) -> AsyncIterator[Sequence[Any]]:
        """The lines of the operators' log."""
        return pages(self._connection, select(operator_log).order_by(operator_log.c.id))

    async def roles(self) -> Sequence[Any]:
        """Everybody who has one that is not a player's."""
        given = players.c.role != "player"
        query = select(players.c.id, players.c.role).where(given)
        return (await self._connection.execute(query)).all()

    async def suspensions(self) -> Sequence[Any]:
        """All of them."""
        return (await self._connection.execute(select(suspensions))).all()

    async def reports(self) -> Sequence[Any]:
        """What became of each."""
        columns = ("id", "state", "operator", "note", "noted_at")
        query = select(*(reports.c[name] for name in columns)).order_by(reports.c.id)
        return (await self._connection.execute(query)).all()

    def accounts(self) -> AsyncIterator[Sequence[Any]]:
        """All accounts, as they are stored."""
        return pages(self._connection, select(accounts).order_by(accounts.c.id))
