"""Chips in pots over time, step by step, out of the ledger.

Enters: from when to when, in hours or days. Leaves: for each step the chips that lay in pots at
its end, and what was carried, won and given back in it. Nothing is stored for it: it begins at
what lies in pots now and goes back, so it agrees with the balances. It goes back over `MOST_ROWS`
and no further; whoever asks for more is told how far they reach.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Select, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.audit.asking import STEPS, ChartAsked
from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import accounts, transfers
from app.problems import Problem
from engine.table.clock import SECOND
from engine.table.money import Reason

MOST_ROWS = 1_000_000
"""The newest of the ledger, found by their numbers, which are the primary key: two or three seconds
of Postgres's work, which is given ten. Times have no index: every move of every table would pay
for it, and a chart is opened now and then."""
_T = transfers.c
_POTS = ("pot/%", "carried/%")
_INTO = or_(*(_T.credit.like(kind) for kind in _POTS))
_OUT_OF = or_(*(_T.debit.like(kind) for kind in _POTS))
_KINDS = {
    # A carried pot goes into the next hand's pot for the same reason; it is counted as it stays.
    "carried": _T.credit.like("carried/%") & (_T.reason == Reason.CARRY),
    "won": _T.reason.in_((Reason.AWARD, Reason.SPLIT)),
    "given_back": _T.reason.in_((Reason.RETURN, Reason.REFUND)),
}


async def pots_over_time(database: Database, asked: ChartAsked) -> dict[str, Any]:
    """The steps that touch the time asked for, whole; the first and the last may be longer.

    Raises `Problem` if they begin before the newest `MOST_ROWS` do.
    """
    width = STEPS[asked.step]
    first, last = asked.since // width, (asked.until - 1) // width
    with translated():
        async with database.reading() as connection:
            floor, unread = await _floor(connection)
            reached = unread < first * width
            read = await _read(connection, _moved(width, first, floor)) if reached else None
    if read is None:
        raise _too_long(unread)
    chips, moved = read
    chips -= sum(int(row["net"]) for step, row in moved.items() if step > last)
    told: list[dict[str, int]] = []
    for step in range(last, first - 1, -1):
        row = moved.get(step, {})
        sums = {name: int(row.get(name, 0)) for name in _KINDS}
        told.append({"at": step * width, "held": chips, **sums})
        chips -= int(row.get("net", 0))
    return {"step": asked.step, "steps": told[::-1]}


async def _floor(connection: AsyncConnection) -> tuple[int, int]:
    """The number after which rows are read, and of when the last is that is not; -1 if all are."""
    floor = (await connection.scalar(select(func.max(_T.id))) or 0) - MOST_ROWS
    if floor <= 0:
        return 0, -1
    before = select(_T.at).where(_T.id <= floor).order_by(_T.id.desc()).limit(1)
    unread = await connection.scalar(before)
    return floor, -1 if unread is None else unread


async def _read(
    connection: AsyncConnection, moved: Select[Any]
) -> tuple[int, dict[int, Mapping[str, Any]]]:
    """What lies in pots now, and what was moved, by step."""
    held = select(func.coalesce(func.sum(accounts.c.balance), 0)).where(
        accounts.c.kind.in_(("pot", "carried"))
    )
    chips = int(await connection.scalar(held) or 0)
    rows = (await connection.execute(moved)).mappings().all()
    return chips, {row["step"]: {str(key): value for key, value in row.items()} for row in rows}


def _too_long(unread: int) -> Problem:
    reach = datetime.fromtimestamp(unread // SECOND, UTC).strftime("%Y-%m-%d %H:%M")
    why = f"a chart is made of {MOST_ROWS} rows of the ledger at most, which reach back to"
    return Problem(422, "too_long", f"{why} {reach} UTC: ask for a later time")


def _moved(width: int, first: int, floor: int) -> Select[Any]:
    """What pots gained, and why chips left them, in each step since the first."""
    net = func.sum(case((_INTO, _T.amount), else_=0) - case((_OUT_OF, _T.amount), else_=0))
    sums = [func.sum(case((kind, _T.amount), else_=0)) for kind in _KINDS.values()]
    step = _T.at // width
    named = [total.label(name) for name, total in zip(_KINDS, sums, strict=True)]
    return (
        select(step.label("step"), net.label("net"), *named)
        .where(_T.id > floor, _T.at >= first * width, or_(_INTO, _OUT_OF))
        .group_by("step")
    )
