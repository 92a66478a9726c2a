"""The ledger, row by row, by any filter; and the same rows for a spreadsheet."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, Select, or_, select, union_all

from app.audit.asking import PAGE, RowsAsked
from app.audit.called import bots_of, names_of, owner_of
from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import accounts, transfers
from app.tabular import Cell, Moment

COLUMNS = ("row", "at", "table", "entry", "hand", "from", "to", "chips", "reason", "key")
_T = transfers.c


async def some_rows(database: Database, asked: RowsAsked) -> dict[str, Any]:
    """The newest rows that were asked for, what their players are called, where to go on."""
    with translated():
        async with database.reading() as connection:
            found = (await connection.execute(_query(asked, PAGE))).all()
            owners = [owner_of(side) for row in found for side in (row.debit, row.credit)]
            tables = [row.table_id for row in found]
            names = await names_of(connection, [*owners, *tables])
            names |= await bots_of(connection, tables)
    told = [dict(zip(COLUMNS, _cells(row), strict=True)) for row in found]
    following = found[-1].id if len(found) == PAGE else None
    return {"rows": told, "names": names, "next": following}


async def all_rows(database: Database, asked: RowsAsked) -> AsyncIterator[list[Cell]]:
    """Every row that was asked for, page by page, each a read of its own: none is long."""
    before = asked.before
    while True:
        step = asked.model_copy(update={"before": before})
        with translated():
            async with database.reading() as connection:
                found = (await connection.execute(_query(step, 10 * PAGE))).all()
        for row in found:
            yield _cells(row)
        if len(found) < 10 * PAGE:
            return
        before = found[-1].id


def _query(asked: RowsAsked, count: int) -> Select[Any]:
    """The newest rows. Those of a player or a table are found by their index and then sorted
    (`id + 0` is no index's order): the rest of the ledger is not walked through for somebody
    who last played long ago. An account has an index in order, one for each side of a row."""
    others, sides = _conditions(asked), (_T.debit, _T.credit)
    mine = select(accounts.c.id).where(accounts.c.owner == asked.player)
    if asked.account is not None:
        if asked.player is not None:
            others.append(or_(*(side.in_(mine) for side in sides)))
        found = _newest([[side == asked.account, *others] for side in sides], _T.id, count)
    elif asked.player is not None:
        found = _newest([[side.in_(mine), *others] for side in sides], _T.id + 0, count)
    else:
        order = _T.id if asked.table is None else _T.id + 0
        return select(transfers).where(*others).order_by(order.desc()).limit(count)
    return select(transfers).where(_T.id.in_(found)).order_by((_T.id + 0).desc()).limit(count)


def _newest(
    several: Sequence[Sequence[ColumnElement[bool]]], order: ColumnElement[int], count: int
) -> CompoundSelect[int]:
    """Ids of the newest rows for each of several conditions."""
    each = [select(_T.id).where(*one).order_by(order.desc()).limit(count) for one in several]
    return union_all(*(select(one.subquery().c.id) for one in each))


def _conditions(asked: RowsAsked) -> list[ColumnElement[bool]]:
    wanted = {
        _T.table_id: asked.table,
        _T.hand: asked.hand,
        _T.reason: None if asked.reason is None else asked.reason.value,
    }
    given = [column == value for column, value in wanted.items() if value is not None]
    if asked.pot is not None:
        pots = [f"{kind}/{asked.table}/{asked.pot}" for kind in ("pot", "carried")]
        given.append(or_(_T.debit.in_(pots), _T.credit.in_(pots)))
    bounds = (
        (asked.since, _T.at.__ge__),
        (asked.until, _T.at.__lt__),
        (asked.least, _T.amount.__ge__),
        (asked.most, _T.amount.__le__),
        (asked.before, _T.id.__lt__),
    )
    return given + [compare(value) for value, compare in bounds if value is not None]


def _cells(row: Any) -> list[Cell]:
    """Times in microseconds: exact, and a number; in a workbook a time that it can reckon with."""
    return [
        *(row.id, Moment(row.at), row.table_id, row.seq, row.hand),
        *(row.debit, row.credit, row.amount, row.reason, row.key),
    ]
