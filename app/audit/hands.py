"""Finished hands of everybody, by table, player and time. A running one is never read here."""

from typing import Any

from sqlalchemy import Select, and_, or_, select

from app.audit.asking import PAGE, HandsAsked
from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import hand_seats, hands
from app.people_schema import lobby_tables

_H, _S = hands.c, hand_seats.c
_T = lobby_tables.c
_CALLED = select(_T.name).where(_T.table_id == _H.table_id).scalar_subquery()
_PRACTICE = select(_T.practice).where(_T.table_id == _H.table_id).scalar_subquery()


async def some_hands(database: Database, asked: HandsAsked) -> dict[str, Any]:
    """The newest that were asked for, and how to ask for those after them."""
    with translated():
        async with database.reading() as connection:
            found = (await connection.execute(_query(asked))).all()
    last = found[-1] if len(found) == PAGE else None
    following = last and f"{last.ended_at}-{last.table_id}-{last.hand}"
    return {"hands": [_told(row) for row in found], "next": following}


def _query(asked: HandsAsked) -> Select[Any]:
    query = select(hands, _CALLED.label("called"), _PRACTICE.label("practice"))
    query = query.where(_H.status != "running")
    if asked.player is not None:
        here = and_(_S.table_id == _H.table_id, _S.hand == _H.hand)
        query = query.join(hand_seats, here).where(_S.player_id == asked.player)
    wanted = {_H.table_id: asked.table, _H.hand: asked.hand}
    query = query.where(*(column == value for column, value in wanted.items() if value is not None))
    bounds = ((asked.since, _H.ended_at.__ge__), (asked.until, _H.ended_at.__lt__))
    query = query.where(*(compare(value) for value, compare in bounds if value is not None))
    if asked.after is not None:
        query = query.where(_beyond(asked.after))
    order = (_H.ended_at.desc(), _H.table_id.desc(), _H.hand.desc())
    return query.order_by(*order).limit(PAGE)


def _beyond(after: str) -> Any:
    at, table, hand = after.split("-")
    earlier = _H.ended_at < int(at)
    before = or_(_H.table_id < table, and_(_H.table_id == table, _H.hand < int(hand)))
    return or_(earlier, and_(_H.ended_at == int(at), before))


def _told(row: Any) -> dict[str, Any]:
    result = row.result or {}
    return {
        "table": row.table_id,
        "called": row.called,
        "hand": row.hand,
        "status": row.status,
        "practice": bool(row.practice),
        "ended_at": row.ended_at,
        "players": row.players,
        "names": row.file["seats"],
        "winner": result.get("winner"),
        "how": result.get("how"),
        "pot": result.get("pot"),
    }
