"""Open and carried pots, each with the coins in it and their age; and coin by coin to export.

A coin says in which hand and at which seat of it somebody put it in. Who was dealt in is seen by
everybody at a table, so of a running hand that is all that is read here.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.audit.asking import PotsAsked
from app.audit.called import is_called, names_of
from app.db.engine import Database
from app.db.faults import translated
from app.db.pot_rows import Place, place_of, rows_of_pots
from app.db.schema import OPEN_POT, accounts, hands
from app.db.transfers import account_from, transfer_from
from app.people_schema import lobby_tables
from app.receipts import pot_told
from app.tabular import Cell, Moment
from engine.table.carried import MAIN
from engine.table.money import AccountKind, Reason
from engine.table.receipts import BadRow, Receipts

PAGE = 50  # pots in one answer
_KINDS = {"open": AccountKind.POT.value, "carried": AccountKind.CARRIED.value}
COLUMNS = (
    *("pot", "table", "called", "state", "since"),
    *("hand", "seat", "player", "name", "chips"),
)


async def open_pots(database: Database, asked: PotsAsked) -> dict[str, Any]:
    """Pots with chips in them, in order of their accounts, fifty at a time; and all in sum."""
    query = _asked_for(asked)
    sums = select(
        func.coalesce(func.sum(accounts.c.balance), 0),
        func.count(),
        func.count(accounts.c.table_id.distinct()),
    ).where(OPEN_POT)
    told: list[dict[str, Any]] = []
    after = asked.after
    with translated():
        async with database.reading() as connection:
            while True:  # what adds up is known when it is read: a page may have few that are asked
                found, opened = await _page(connection, query, after)
                told += [pot for pot in opened if _is_asked(pot, asked)]
                after = found[-1].id if len(found) == PAGE else None
                if told or after is None:
                    break
            chips, pots, tables = (await connection.execute(sums)).one()
            people = {coin["player"] for pot in told for coin in pot.get("coins", ())}
            names = await names_of(connection, {*people, *(pot["table"] for pot in told)})
    return {
        "pots": told,
        "names": names,
        "held": {"chips": int(chips), "pots": pots, "tables": tables},
        "next": after,
    }


def _asked_for(asked: PotsAsked) -> Select[Any]:
    columns = (accounts.c.id, accounts.c.balance, accounts.c.table_id)
    query = select(*columns).where(OPEN_POT).order_by(accounts.c.id).limit(PAGE)
    if asked.search is not None:
        called = select(lobby_tables.c.table_id).where(is_called(asked.search))
        mine = accounts.c.table_id == asked.search
        query = query.where(mine | accounts.c.table_id.in_(called))
    if asked.pot is not None:
        query = query.where(accounts.c.owner == asked.pot)
    if asked.state in _KINDS:
        query = query.where(accounts.c.kind == _KINDS[asked.state])
    return query if asked.account is None else query.where(accounts.c.id == asked.account)


def _is_asked(pot: dict[str, Any], asked: PotsAsked) -> bool:
    return asked.state is None or ("bad" in pot) == (asked.state == "bad")


async def _page(
    connection: AsyncConnection, query: Select[Any], after: str | None
) -> tuple[Sequence[Any], list[dict[str, Any]]]:
    """The next pots of a query: as the ledger has them, and opened."""
    if after is not None:
        query = query.where(accounts.c.id > after)
    found = (await connection.execute(query)).all()
    places = [place_of(row.id) for row in found]
    mains = [(table, MAIN) for table, _ in places]  # whose antes say who sits where
    moved = await rows_of_pots(connection, list(dict.fromkeys([*places, *mains])))
    told = [_opened(row.id, row.balance, moved[place_of(row.id)]) for row in found]
    await _seat(connection, told, moved)
    return found, told


async def every_coin(database: Database, asked: PotsAsked) -> AsyncIterator[list[Cell]]:
    """Every coin of these pots, page by page; a pot that doesn't add up has one row."""
    while True:
        page = await open_pots(database, asked)
        for pot in page["pots"]:
            for row in _rows(pot, page["names"]):
                yield row
        if page["next"] is None:
            return
        asked = asked.model_copy(update={"after": page["next"]})


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
