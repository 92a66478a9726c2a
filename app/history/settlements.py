"""The night's settlement of a table, out of its ledger, read piece by piece.

Enters: who asks, which table. Leaves: everyone's chips, who pays whom, the newest pots; or None.
Never held at once: all rows of a table. Names are people's; nothing of a running hand is read but
what everybody sees, the chips that were put into its pots.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from anyio import to_thread
from sqlalchemy import and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

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
LAST_HANDS = 100  # in which names of bots are looked for
_ARRIVED = frozenset({Reason.BUY_IN.value, Reason.GRANT.value})
_STACK = AccountKind.STACK.value


class Night(NamedTuple):
    """A settlement, what the table is called, what its players are, and where they sat.

    `dealt` has the hands in which coins of the pots that are told were put in.
    `practice`: its chips were the bank's.
    """

    settlement: Settlement
    title: str
    names: Mapping[str, str]
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


class Settlements:
    """Settlements, on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, who: Who, table: str) -> Night | None:
        """A table's settlement; None if whoever asks never sat there. Raises `Problem`."""
        with translated():
            async with self._database.reading() as connection:
                if who.role not in AUDITORS and not await _sat(connection, who, table):
                    return None
                night = await _night(connection, table)
        if night is None:
            raise Problem(422, "too_long", f"a settlement is made of {MOST_ROWS} rows at most")
        return night


async def _night(connection: AsyncConnection, table: str) -> Night | None:
    """None if there are more than `MOST_ROWS`."""
    read = _Read(Accounting(MOST_POTS))
    async for rows in _pieces(connection, table):
        if read.rows + len(rows) > MOST_ROWS:
            return None
        await to_thread.run_sync(read.feed, rows)
    settlement = await to_thread.run_sync(read.accounting.settled)
    row = select(lobby_tables.c.name, lobby_tables.c.practice)
    found = await connection.execute(row.where(lobby_tables.c.table_id == table))
    title, practice = found.one_or_none() or ("", False)
    names = await _names(connection, table, read.arrivals)
    known = {player: names.get(player, player) for player in settlement.shares}
    receipts = settlement.receipts
    wanted = hands_of((*receipts.over, *receipts.open.values()))
    dealt = await dealt_into(connection, {table: wanted}, read.antes)
    return Night(settlement, title, known, dealt[table], practice)


async def _sat(connection: AsyncConnection, who: Who, table: str) -> bool:
    stack = account_id(Account(AccountKind.STACK, who.id, table))
    return await connection.scalar(select(accounts.c.id).where(accounts.c.id == stack)) is not None


async def _pieces(connection: AsyncConnection, table: str) -> AsyncIterator[Sequence[Any]]:
    """All rows of a table in their order, `PIECE` at a time."""
    column = transfers.c
    query = select(transfers).where(column.table_id == table).order_by(column.seq, column.id)
    following = query
    while rows := (await connection.execute(following.limit(PIECE))).all():
        yield rows
        seq, last = rows[-1].seq, rows[-1].id
        beyond = or_(column.seq > seq, and_(column.seq == seq, column.id > last))
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
