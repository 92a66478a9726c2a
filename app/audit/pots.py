"""Open and carried pots, each with the coins in it and their age; and coin by coin to export.

A coin says in which hand and at which seat of it somebody put it in. Who was dealt in is seen by
everybody at a table, so of a running hand that is all that is read here.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.audit.asking import PotsAsked
from app.audit.called import bots_of, is_called, names_of
from app.db.dealt import DealtAt, dealt_into
from app.db.engine import Database
from app.db.faults import translated
from app.db.pot_rows import Place, place_of, rows_of_pots
from app.db.schema import OPEN_POT, accounts
from app.db.transfers import account_from, account_id, transfer_from
from app.people_schema import lobby_tables
from app.receipts import hands_of, pot_told, state_of
from app.tabular import Cell, Moment, seat_cell
from engine.table.bad_rows import BadRow, Misfit
from engine.table.carried import MAIN
from engine.table.money import Account, AccountKind, Reason, Transfer
from engine.table.receipts import Pot, Receipts

PAGE = 50  # pots in one answer
_KINDS = {"open": AccountKind.POT.value, "carried": AccountKind.CARRIED.value}
COINS_DIFFER = {
    "code": "coins_differ",
    "values": {},
    "says": "its coins don't come to its chips",
}
"""What is wrong with a pot whose rows are all sound, as a misfit of a row is told."""
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
            at = {pot["table"] for pot in told}
            names = await names_of(connection, {*people, *at}) | await bots_of(connection, at)
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
    opened = [_opened(row.id, row.balance, moved[place_of(row.id)]) for row in found]
    dealt = await _dealt(connection, opened, moved)
    return found, [one.told(dealt) for one in opened]


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
            *(seat_cell(coin["seat"]), coin["player"]),
            *(names.get(f"{table}/{coin['player']}", names.get(coin["player"])), coin["amount"]),
        ]
        for coin in pot["coins"]
    ]


class _Opened(NamedTuple):
    """An account with the pot that it is, since when; or the reason why it is none."""

    account: Account
    chips: int
    pot: Pot | None
    since: int | None
    bad: dict[str, Any]

    def told(self, dealt: DealtAt) -> dict[str, Any]:
        """The pot, coin by coin."""
        account, pot = self.account, self.pot
        table = account.table or ""
        told = {"account": account_id(account), "table": table, "chips": self.chips}
        if pot is None:
            return {**told, **self.bad}
        receipt = pot_told(pot, state_of(account), dealt[table])
        return {**told, "since": self.since, **receipt}


def _opened(name: str, chips: int, rows: Sequence[Any]) -> _Opened:
    """A pot from what went into and out of it since it was last empty."""
    account = account_from(name)
    receipts, since = Receipts(), None
    for row in rows:
        if row.table_id != account.table:
            continue
        since = since if receipts.open else row.at
        try:
            receipts.feed(_transfer(row))
        except BadRow as bad:
            why = {"code": bad.code, "values": bad.values, "says": str(bad)}
            told = {"bad": why, "row": row.id, "hand": row.hand}
            return _Opened(account, chips, None, None, told)
    pot = receipts.open.get(account)
    if pot is None or pot.left != chips:
        return _Opened(account, chips, None, None, {"bad": COINS_DIFFER})
    return _Opened(account, chips, pot, since, {})


def _transfer(row: Any) -> Transfer:
    """A row as the transfer it was. Raises `BadRow` for one that can't have been any."""
    try:
        return transfer_from(row)
    except ValueError:
        raise BadRow(Misfit.NO_WORDS) from None


async def _dealt(
    connection: AsyncConnection, opened: Sequence[_Opened], moved: Mapping[Place, Sequence[Any]]
) -> DealtAt:
    """Who sat where in all hands of all pots."""
    wanted: dict[str, set[int]] = {}
    for account, _, pot, *_ in opened:
        wanted.setdefault(account.table or "", set()).update(hands_of([pot] if pot else []))
    antes = (row for rows in moved.values() for row in rows if row.reason == Reason.ANTE)
    return await dealt_into(connection, wanted, antes)
