"""Open and carried pots, each with the coins in it and their age; and coin by coin to export.

A coin says in which hand and at which seat of it somebody put it in. Who was dealt in is seen by
everybody at a table, so of a running hand that is all that is read here.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.audit.called import names_of
from app.db.engine import Database
from app.db.faults import translated
from app.db.pot_rows import Place, place_of, rows_of_pots
from app.db.schema import OPEN_POT, accounts, hands
from app.db.transfers import account_from, transfer_from
from app.receipts import pot_told
from app.tabular import Cell, Moment
from engine.table.carried import MAIN
from engine.table.money import AccountKind, Reason
from engine.table.receipts import BadRow, Receipts

PAGE = 50  # pots in one answer
COLUMNS = (
    *("pot", "table", "called", "state", "since"),
    *("hand", "seat", "player", "name", "chips"),
)


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
            places = [place_of(row.id) for row in found]
            mains = [(table, MAIN) for table, _ in places]  # whose antes say who sits where
            moved = await rows_of_pots(connection, list(dict.fromkeys([*places, *mains])))
            told = [_opened(row.id, row.balance, moved[place_of(row.id)]) for row in found]
            await _seat(connection, told, moved)
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


def _opened(name: str, chips: int, rows: Sequence[Any]) -> dict[str, Any]:
    """One pot, coin by coin, from what went into and out of it since it was last empty."""
    account = account_from(name)
    receipts, since = Receipts(), None
    for row in rows:
        if row.table_id != account.table:
            continue
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
    return {"account": name, "table": account.table, "chips": chips, "since": since, **told}


async def _seat(
    connection: AsyncConnection,
    pots: Sequence[dict[str, Any]],
    moved: Mapping[Place, Sequence[Any]],
) -> None:
    """Say of each coin at which seat of its hand it was put in; one statement for all pots.

    A hand that is being played is not kept yet; its seats are those of its antes, in order.
    """
    spans: dict[str, list[int]] = {}
    for pot in pots:
        spans.setdefault(pot["table"], []).extend(coin["hand"] for coin in pot.get("coins", ()))
    dealt = [
        and_(hands.c.table_id == table, hands.c.hand.between(min(numbers), max(numbers)))
        for table, numbers in spans.items()
        if numbers
    ]
    seats = _anted(moved)
    if dealt:
        query = select(hands.c.table_id, hands.c.hand, hands.c.players).where(or_(*dealt))
        found = await connection.execute(query)
        seats.update({(row.table_id, row.hand): row.players for row in found})
    for pot in pots:
        for coin in pot.get("coins", ()):
            playing = seats.get((pot["table"], coin["hand"]), [])
            coin["seat"] = playing.index(coin["player"]) if coin["player"] in playing else None


def _anted(moved: Mapping[Place, Sequence[Any]]) -> dict[tuple[str, int], list[str]]:
    """Who was dealt into hands, by seat, as their antes say: R8.1, each seat's in turn."""
    players: dict[tuple[str, int], list[str]] = {}
    for row in (row for rows in moved.values() for row in rows if row.reason == Reason.ANTE):
        players.setdefault((row.table_id, row.hand), []).append(account_from(row.debit).owner)
    return players
