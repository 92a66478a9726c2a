"""Chips in pots over time, step by step, out of the ledger.

Enters: from when to when, in hours or days. Leaves: for each step the chips that lay in pots at
its end, and what was carried, won and given back in it. Nothing is stored for it: it begins at
what lies in pots now and goes back, so it agrees with the balances.
"""

from typing import Any

from sqlalchemy import Select, case, func, or_, select

from app.audit.asking import STEPS, ChartAsked
from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import OPEN_POT, accounts, transfers
from engine.table.money import Reason

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
    """The steps that touch the time asked for, whole; the first and the last may be longer."""
    width = STEPS[asked.step]
    first, last = asked.since // width, (asked.until - 1) // width
    held = select(func.coalesce(func.sum(accounts.c.balance), 0)).where(OPEN_POT)
    with translated():
        async with database.reading() as connection:
            chips = int(await connection.scalar(held) or 0)
            rows = (await connection.execute(_moved(width, first))).mappings().all()
    moved = {row["step"]: row for row in rows}
    chips -= sum(int(row["net"]) for step, row in moved.items() if step > last)
    told: list[dict[str, int]] = []
    for step in range(last, first - 1, -1):
        row = moved.get(step, {})
        sums = {name: int(row.get(name, 0)) for name in _KINDS}
        told.append({"at": step * width, "held": chips, **sums})
        chips -= int(row.get("net", 0))
    return {"step": asked.step, "steps": told[::-1]}


def _moved(width: int, first: int) -> Select[Any]:
    """What pots gained, and why chips left them, in each step since the first."""
    net = func.sum(case((_INTO, _T.amount), else_=0) - case((_OUT_OF, _T.amount), else_=0))
    sums = [func.sum(case((kind, _T.amount), else_=0)) for kind in _KINDS.values()]
    step = _T.at // width
    named = [total.label(name) for name, total in zip(_KINDS, sums, strict=True)]
    return (
        select(step.label("step"), net.label("net"), *named)
        .where(_T.at >= first * width, or_(_INTO, _OUT_OF))
        .group_by("step")
    )
