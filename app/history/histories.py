"""Whose hands are whose, and what is kept of them.

Enters: who asks, for what. Leaves: kept hands, or None. A hand that is being played is never
read here: only those that are over.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Any

from anyio import to_thread
from sqlalchemy import Select, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import accounts, hand_seats, hands, transfers
from app.db.transfers import account_id, transfer_from
from app.history.asking import PAGE, HandsAsked
from app.history.telling import Kept
from app.identity import Who
from app.people_schema import players
from engine.table.money import Account, AccountKind
from engine.table.settling import Settlement, settlement_of

MOST_BATCHES = 4
"""Batches of hands that are looked through for one page: who won is in the result, which has no
index, so a page of hands that are won or lost may be short, and tells where to go on."""
LAST_HANDS = 100  # in which names of bots are looked for
AUDITORS = frozenset({"auditor", "operator"})
_MINE = hand_seats.alias("mine")
_OTHER = hand_seats.alias("other")
_HERE = and_(hands.c.table_id == _MINE.c.table_id, hands.c.hand == _MINE.c.hand)


class Histories:
    """Finished hands, on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, who: Who, asked: HandsAsked) -> tuple[list[Kept], str | None]:
        """The newest hands that were asked for, and how to ask for those after them."""
        with translated():
            async with self._database.reading() as connection:
                return await _page(connection, who, asked)

    async def every(self, who: Who, asked: HandsAsked) -> AsyncIterator[Kept]:
        """All of them, page by page."""
        following: str | None = asked.after
        while True:
            page, following = await self.page(who, asked.model_copy(update={"after": following}))
            for kept in page:
                yield kept
            if following is None:
                return

    async def one(self, who: Who, table: str, hand: int) -> tuple[Kept, Any] | None:
        """One hand with the proof of its deal; None where there is none for whoever asks."""
        query = select(hands).where(
            hands.c.table_id == table, hands.c.hand == hand, hands.c.status != "running"
        )
        with translated():
            async with self._database.reading() as connection:
                row = (await connection.execute(query)).one_or_none()
        if row is None or (who.id not in row.players and who.role not in AUDITORS):
            return None
        seat = row.players.index(who.id) if who.id in row.players else None
        return _kept(row, seat), row.fairness

    async def moved(self, table: str, hand: int) -> list[dict[str, Any]]:
        """The rows of the ledger that a hand made, in order."""
        query = (
            select(transfers)
            .where(transfers.c.table_id == table, transfers.c.hand == hand)
            .order_by(transfers.c.id)
        )
        with translated():
            async with self._database.reading() as connection:
                found = (await connection.execute(query)).all()
        return [
            {
                "id": row.id,
                "entry": row.seq,
                "from": row.debit,
                "to": row.credit,
                "amount": row.amount,
                "reason": row.reason,
            }
            for row in found
        ]

    async def settlement(self, who: Who, table: str) -> tuple[Settlement, dict[str, str]] | None:
        """A table's settlement and what its players are called; None if whoever asks never sat."""
        stack = account_id(Account(AccountKind.STACK, who.id, table))
        query = select(transfers).where(transfers.c.table_id == table)
        with translated():
            async with self._database.reading() as connection:
                sat = select(accounts.c.id).where(accounts.c.id == stack)
                if who.role not in AUDITORS and await connection.scalar(sat) is None:
                    return None
                found = await connection.execute(query.order_by(transfers.c.seq, transfers.c.id))
                rows = found.all()
                # A long night has 100,000 rows, which is a second of work: beside the loop.
                settlement = await to_thread.run_sync(_settled, rows)
                return settlement, await _names(connection, table, list(settlement.shares))


def _settled(rows: Sequence[Any]) -> Settlement:
    return settlement_of(transfer_from(row) for row in rows)


async def _names(connection: AsyncConnection, table: str, ids: list[str]) -> dict[str, str]:
    """What players are called; bots as they were in their hands."""
    names: dict[str, str] = {}
    kept = select(hands.c.players, hands.c.file).where(hands.c.table_id == table)
    last = kept.where(hands.c.status != "running").order_by(hands.c.hand.desc()).limit(LAST_HANDS)
    for row in reversed((await connection.execute(last)).all()):
        names.update(zip(row.players, row.file["seats"], strict=True))
    known = select(players.c.id, players.c.name).where(players.c.id.in_(ids))
    names.update({row.id: row.name for row in await connection.execute(known)})
    return {player: names.get(player, player) for player in ids}


async def _page(
    connection: AsyncConnection, who: Who, asked: HandsAsked
) -> tuple[list[Kept], str | None]:
    kept: list[Kept] = []
    following = asked.after
    for _ in range(MOST_BATCHES):
        found = (await connection.execute(_query(who, asked, following))).all()
        for row in found:
            hand = _kept(row, row.seat)
            following = f"{hand.ended_at}-{hand.table}-{hand.hand}"
            if asked.won is None or asked.won == (_winner(hand) == hand.seat):
                kept.append(hand)
                if len(kept) == PAGE:
                    return kept, following
        if len(found) < PAGE:
            return kept, None
    return kept, following


def _query(who: Who, asked: HandsAsked, after: str | None) -> Select[Any]:
    mine = _MINE.c
    query = select(hands, mine.seat).join(_MINE, _HERE).where(mine.player_id == who.id)
    if asked.table is not None:
        query = query.where(mine.table_id == asked.table)
    if asked.since is not None:
        query = query.where(mine.ended_at >= asked.since)
    if asked.until is not None:
        query = query.where(mine.ended_at < asked.until)
    if asked.other is not None:
        there = and_(_OTHER.c.table_id == mine.table_id, _OTHER.c.hand == mine.hand)
        query = query.join(_OTHER, and_(there, _OTHER.c.ended_at == mine.ended_at))
        query = query.where(_OTHER.c.player_id == asked.other)
    if after is not None:
        query = query.where(_beyond(after))
    order = (mine.ended_at.desc(), mine.table_id.desc(), mine.hand.desc())
    return query.order_by(*order).limit(PAGE)


def _beyond(after: str) -> Any:
    """Hands that come after this one in the list: older, or of the same moment."""
    at, table, hand = after.split("-")
    mine = _MINE.c
    return or_(
        mine.ended_at < int(at),
        and_(mine.ended_at == int(at), mine.table_id < table),
        and_(mine.ended_at == int(at), mine.table_id == table, mine.hand < int(hand)),
    )


def _winner(kept: Kept) -> int | None:
    return kept.result["winner"] if kept.result else None


def _kept(row: Any, seat: int | None) -> Kept:
    return Kept(
        *(row.table_id, row.hand, row.status, row.ended_at, seat),
        *(row.players, row.file, row.result),
    )
