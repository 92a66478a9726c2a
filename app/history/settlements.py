"""The night's settlement of a table, out of its ledger, read piece by piece.

Enters: who asks, which table. Leaves: everyone's chips, who pays whom, the newest pots; or None.
Never held at once: all rows of a table, nor a connection while rows are counted. Names are
people's; nothing of a running hand is read but what everybody sees, the chips that were put into
its pots.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from anyio import to_thread
from sqlalchemy import and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.bots import is_bot
from app.db.dealt import dealt_into
from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import accounts, entries, hands, transfers
from app.db.transfers import account_id, transfer_from
from app.identity import AUDITORS, Who
from app.people_schema import lobby_tables, players
from app.problems import Problem
from app.receipts import Dealt, hands_of
from engine.table.money import Account, AccountKind, Reason
from engine.table.settling import Accounting, Settlement

PIECE = 5_000
"""Rows at once: a twentieth of a second of work, beside the loop, and some megabytes."""
MOST_ROWS = 1_000_000
"""A night's settlement of more takes over ten seconds; that is 100,000 hands at one table."""
MOST_POTS = 200
"""Pots that are over, of which the newest are told coin by coin; all of them count."""
AT_ONCE = 2
"""Tables being counted, the others wait: each takes a connection and a thread, and the rest of the
server has to have some too (SQLite lends four to all readers)."""
MOST_WAITING = 30
"""Of those who ask and wait for theirs; beyond that they are told to come back."""
AGAIN_SECONDS = 10  # when: what is waited for takes about that long
MOST_KEPT = 8
"""Tables whose count is kept until more rows are there: who reloads the page asks for the same."""
LAST_HANDS = 100  # in which names of bots are looked for
_ARRIVED = frozenset({Reason.BUY_IN.value, Reason.GRANT.value})
_STACK = AccountKind.STACK.value


class Night(NamedTuple):
    """A settlement, what the table is called, what its players are, and where they sat.

    `dealt` has the hands in which coins of the pots that are told were put in. `practice`: its
    chips were the bank's.
    """

    settlement: Settlement
    title: str
    names: Mapping[str, str]
    bots: frozenset[str]
    dealt: Dealt
    practice: bool = False


@dataclass(slots=True)
class _Read:
    """What is known of a table's rows so far.

    `arrivals` says by which entry each player first sat down; `antes` are the rows of the newest
    hand, the only one that may not be kept yet.
    """

    accounting: Accounting
    arrivals: dict[str, int] = field(default_factory=dict)
    antes: list[Any] = field(default_factory=list)
    rows: int = 0

    def feed(self, rows: Sequence[Any]) -> None:
        """Count rows."""
        self.rows += len(rows)
        for row in rows:
            transfer = transfer_from(row)
            self.accounting.feed(transfer)
            if transfer.credit.kind is AccountKind.STACK and row.reason in _ARRIVED:
                self.arrivals.setdefault(transfer.credit.owner, row.seq)
            if transfer.reason is Reason.ANTE:
                newest = self.antes if self.antes and self.antes[0].hand == row.hand else []
                self.antes = [*newest, row]


class _Counted(NamedTuple):
    """What all rows of a table up to an entry come to; the rest is as in `_Read`."""

    until: int
    settlement: Settlement
    arrivals: Mapping[str, int]
    antes: Sequence[Any]


class Settlements:
    """Settlements, on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._room = asyncio.Semaphore(AT_ONCE)
        self._asked = 0
        self._kept: dict[str, _Counted] = {}

    async def of(self, who: Who, table: str) -> Night | None:
        """A table's settlement; None if whoever asks never sat there. Raises `Problem`."""
        if who.role not in AUDITORS and not await _sat(self._database, who, table):
            return None
        if self._asked >= AT_ONCE + MOST_WAITING:
            says = "many settlements are being made just now; try again in a moment"
            raise Problem(429, "too_often", says, AGAIN_SECONDS)
        self._asked += 1
        try:
            async with self._room:
                night = await self._night(table)
        finally:
            self._asked -= 1
        if night is None:
            raise Problem(422, "too_long", f"a settlement is made of {MOST_ROWS} rows at most")
        return night

    async def _night(self, table: str) -> Night | None:
        with translated():
            counted = await self._counted(table)
            if counted is None:
                return None
            async with self._database.reading() as connection:
                return await _named(connection, table, counted)

    async def _counted(self, table: str) -> _Counted | None:
        """What was counted before, if that is still all; None if there are over `MOST_ROWS`."""
        until = await _newest(self._database, table)
        kept = self._kept.pop(table, None)
        if kept is None or kept.until != until:
            kept = await _count(self._database, table, until)
        if kept is not None:
            self._kept[table] = kept
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return kept


async def _newest(database: Database, table: str) -> int:
    """The last entry of a table that has rows, 0 if none has. What comes before never changes."""
    column = transfers.c
    query = select(column.seq).where(column.table_id == table).order_by(column.seq.desc())
    async with database.reading() as connection:
        return await connection.scalar(query.limit(1)) or 0


async def _count(database: Database, table: str, until: int) -> _Counted | None:
    """None if there are more than `MOST_ROWS`."""
    read = _Read(Accounting(MOST_POTS))
    async for rows in _pieces(database, table, until):
        if read.rows + len(rows) > MOST_ROWS:
            return None
        await to_thread.run_sync(read.feed, rows)
    settlement = await to_thread.run_sync(read.accounting.settled)
    return _Counted(until, settlement, read.arrivals, read.antes)


async def _named(connection: AsyncConnection, table: str, counted: _Counted) -> Night:
    """With names as they are now."""
    settlement = counted.settlement
    row = select(lobby_tables.c.name, lobby_tables.c.practice)
    found = await connection.execute(row.where(lobby_tables.c.table_id == table))
    title, practice = found.one_or_none() or ("", False)
    names = await _names(connection, table, counted.arrivals)
    known = {player: names.get(player, player) for player in settlement.shares}
    bots = frozenset(filter(is_bot, settlement.shares))
    receipts = settlement.receipts
    wanted = hands_of((*receipts.over, *receipts.open.values()))
    dealt = await dealt_into(connection, {table: wanted}, counted.antes)
    return Night(settlement, title, known, bots, dealt[table], practice)


async def _sat(database: Database, who: Who, table: str) -> bool:
    stack = account_id(Account(AccountKind.STACK, who.id, table))
    query = select(accounts.c.id).where(accounts.c.id == stack)
    with translated():
        async with database.reading() as connection:
            return await connection.scalar(query) is not None


async def _pieces(database: Database, table: str, until: int) -> AsyncIterator[Sequence[Any]]:
    """All rows of a table up to an entry, in order, `PIECE` at a time, each a read of its own."""
    column = transfers.c
    order = (column.seq, column.id)
    query = select(transfers).where(column.table_id == table, column.seq <= until).order_by(*order)
    following = query
    while True:
        async with database.reading() as connection:
            rows = (await connection.execute(following.limit(PIECE))).all()
        if not rows:
            return
        yield rows
        seq, last = rows[-1].seq, rows[-1].id
        # The first condition is for the index: it would begin at the table's first row else.
        beyond = and_(column.seq >= seq, or_(column.seq > seq, column.id > last))
        following = query.where(beyond)


async def _names(
    connection: AsyncConnection, table: str, arrivals: Mapping[str, int]
) -> dict[str, str]:
    """What players are called; bots as in their last hand, else as they sat down."""
    sat = select(entries.c.body).where(
        entries.c.table_id == table, entries.c.seq.in_(sorted(set(arrivals.values())))
    )
    names: dict[str, str] = {}
    for row in await connection.execute(sat):
        command = row.body.get("command") or {}
        sits = command["bots"] if command.get("kind") == "BringBots" else [command]
        names.update({sit["player"]: sit["name"] for sit in sits if sit.get("kind") == "Sit"})
    kept = select(hands.c.players, hands.c.file).where(hands.c.table_id == table)
    last = kept.where(hands.c.status != "running").order_by(hands.c.hand.desc()).limit(LAST_HANDS)
    for row in reversed((await connection.execute(last)).all()):
        names.update(zip(row.players, row.file["seats"], strict=True))
    known = select(players.c.id, players.c.name).where(players.c.id.in_(arrivals))
    names.update({row.id: row.name for row in await connection.execute(known)})
    return names
