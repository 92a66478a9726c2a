"""Whose hands are whose, and what is kept of them.

Enters: who asks, for what. Leaves: kept hands, or None. A hand that is being played is never
read here: only those that are over.
"""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import Select, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import hand_seats, hands, transfers
from app.history.asking import PAGE, HandsAsked
from app.history.telling import Kept
from app.identity import AUDITORS, Who
from app.people_schema import lobby_tables
from app.shapes import beyond

MOST_BATCHES = 4
"""Batches of hands that are looked through for one page: who won is in the result, which has no
index, so a page of hands that are won or lost may be short, and tells where to go on."""
_MINE = hand_seats.alias("mine")
_OTHER = hand_seats.alias("other")
_HERE = and_(hands.c.table_id == _MINE.c.table_id, hands.c.hand == _MINE.c.hand)
_SHOWN = select(hands, lobby_tables.c.name.label("title"), lobby_tables.c.practice).outerjoin(
    lobby_tables, lobby_tables.c.table_id == hands.c.table_id
)


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

    async def one(self, who: Who, table: str, hand: int) -> Kept | None:
        """One hand; None where there is none for whoever asks."""
        query = _SHOWN.where(
            hands.c.table_id == table, hands.c.hand == hand, hands.c.status != "running"
        )
        with translated():
            async with self._database.reading() as connection:
                row = (await connection.execute(query)).one_or_none()
        if row is None or (who.id not in row.players and who.role not in AUDITORS):
            return None
        seat = row.players.index(who.id) if who.id in row.players else None
        return _kept(row, seat)

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
            if _fits(hand, asked):
                kept.append(hand)
                if len(kept) == PAGE:
                    return kept, following
        if len(found) < PAGE:
            return kept, None
    return kept, following


def _query(who: Who, asked: HandsAsked, after: str | None) -> Select[Any]:
    mine = _MINE.c
    query = _SHOWN.add_columns(mine.seat).join(_MINE, _HERE).where(mine.player_id == who.id)
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
        query = query.where(beyond(_MINE.c, after))
    order = (mine.ended_at.desc(), mine.table_id.desc(), mine.hand.desc())
    return query.order_by(*order).limit(PAGE)


def _fits(hand: Kept, asked: HandsAsked) -> bool:
    """Whether a hand is what was asked for, in what no index knows."""
    if asked.won is not None and asked.won != (_winner(hand) == hand.seat):
        return False
    if asked.preset is not None and hand.preset != asked.preset:
        return False
    if asked.named is None:
        return True
    part = asked.named.casefold()
    others = (name for seat, name in enumerate(hand.names) if seat != hand.seat)
    return any(part in name.casefold() for name in others)


def _winner(kept: Kept) -> int | None:
    return kept.result["winner"] if kept.result else None


def _kept(row: Any, seat: int | None) -> Kept:
    return Kept(
        *(row.table_id, row.title or "", row.hand, row.status, row.ended_at, seat),
        *(row.players, row.file, row.result, row.fairness),
        bool(row.practice),
    )
