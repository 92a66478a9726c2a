"""Open and carried pots, each with the coins in it and their age; and coin by coin to export.

A coin says in which hand and at which seat of it somebody put it in. Who was dealt in is seen by
everybody at a table, so of a running hand that is all that is read here.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.audit.called import names_of
from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import OPEN_POT, accounts, hands, transfers
from app.db.transfers import account_from, transfer_from
from app.receipts import pot_told
from app.tabular import Cell, Moment
from engine.table.money import AccountKind
from engine.table.receipts import BadRow, Receipts

PAGE = 50  # pots in one answer
COLUMNS = (
    *("pot", "table", "called", "state", "since"),
    *("hand", "seat", "player", "name", "chips"),
)
_T = transfers.c
_PAID = ("award", "split", "refund")


async def open_pots(database: Database, after: str | None = None) -> dict[str, Any]:
    """Pots with chips in them, in order of their accounts, fifty at a time; and all in sum."""
    columns = (accounts.c.id, accounts.c.balance, accounts.c.table_id)
    query = select(*columns).where(OPEN_POT).order_by(accounts.c.id).limit(PAGE)
    sums = select(
        func.coalesce(func.sum(accounts.c.balance), 0),
        func.count(),
        func.count(accounts.c.table_id.distinct()),
    ).where(OPEN_POT)
    if after is not None:
        query = query.where(accounts.c.id > after)
    with translated():
        async with database.reading() as connection:
            found = (await connection.execute(query)).all()
            told = [await _opened(connection, row.id, row.balance) for row in found]
            chips, pots, tables = (await connection.execute(sums)).one()
            people = {coin["player"] for pot in told for coin in pot.get("coins", ())}
            names = await names_of(connection, {*people, *(row.table_id for row in found)})
    return {
        "pots": told,
        "names": names,
        "held": {"chips": int(chips), "pots": pots, "tables": tables},
        "next": found[-1].id if len(found) == PAGE else None,
    }


async def every_coin(database: Database) -> AsyncIterator[list[Cell]]:
    """Every coin of every pot, the pots page by page; a pot that doesn't add up has one row."""
    after: str | None = None
    while True:
        page = await open_pots(database, after)
        for pot in page["pots"]:
            for row in _rows(pot, page["names"]):
                yield row
        after = page["next"]
        if after is None:
            return


def _rows(pot: dict[str, Any], names: dict[str, str]) -> list[list[Cell]]:
    table = pot["table"]
    where = [pot["account"], table, names.get(table)]
    if "bad" in pot:
        return [[*where, f"bad: {pot['bad']}", None, pot.get("hand"), None, None, None, None]]
    return [
        [
            *(*where, pot["state"], Moment(pot["since"]), coin["hand"]),
            None if coin["seat"] is None else coin["seat"] + 1,
            *(coin["player"], names.get(coin["player"]), coin["amount"]),
        ]
        for coin in pot["coins"]
    ]


async def _opened(connection: AsyncConnection, name: str, chips: int) -> dict[str, Any]:
    """One pot. Its coins came since chips were last paid out of it; it was empty then."""
    account = account_from(name)
    pair = [f"{kind}/{account.table}/{account.owner}" for kind in ("pot", "carried")]
    paid = select(func.max(_T.id)).where(_T.debit.in_(pair), _T.reason.in_(_PAID))
    last = await connection.scalar(paid) or 0
    rows = select(transfers).where(
        _T.id > last, or_(_T.debit.in_(pair), _T.credit.in_(pair)), _T.table_id == account.table
    )
    receipts, since = Receipts(), None
    for row in await connection.execute(rows.order_by(_T.id)):
        since = since if receipts.open else row.at
        try:
            receipts.feed(transfer_from(row))
        except (BadRow, ValueError) as bad:
            told = {"bad": f"row {row.id}: {bad}", "row": row.id, "hand": row.hand}
            return {"account": name, "table": account.table, "chips": chips, **told}
    pot = receipts.open.get(account)
    kind = "carried" if account.kind is AccountKind.CARRIED else "open"
    if pot is None or pot.left != chips:
        told = {"bad": "its coins don't come to its chips"}
        return {"account": name, "table": account.table, "chips": chips, **told}
    told = pot_told(pot, kind)
    seats = await _seats(connection, account.table, {coin.hand for coin in pot.coins})
    for coin in told["coins"]:
        playing = seats.get(coin["hand"], [])
        coin["seat"] = playing.index(coin["player"]) if coin["player"] in playing else None
    return {"account": name, "table": account.table, "chips": chips, "since": since, **told}


async def _seats(
    connection: AsyncConnection, table: str | None, dealt: set[int]
) -> dict[int, Sequence[str]]:
    """Who was dealt into hands, by seat."""
    query = select(hands.c.hand, hands.c.players).where(
        hands.c.table_id == table, hands.c.hand.in_(dealt)
    )
    return {row.hand: row.players for row in await connection.execute(query)}
