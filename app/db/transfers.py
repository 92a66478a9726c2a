"""Chips on their way into the ledger.

Enters: transfers as a table made them. Leaves: rows, their accounts opened and locked.
Never here: balances; the database moves those.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import json
from sqlalchemy import ARRAY, ColumnElement, Text, any_, bindparam, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.at_once import Prepared, Rows
from app.db.chain import after_row, beginning
from app.db.engine import encode
from app.db.schema import UPSERT, accounts, transfers
from engine.table.money import Account, AccountKind, Reason, Transfer

CHAINED = ("table_id", "seq", "debit", "credit", "amount", "reason", "hand", "key", "at")
"""The columns that a row adds to its chain, in this order."""
MOST_REMEMBERED = 4096
"""Accounts: the rows of a page, or of a table, name the same few over and over."""


class Movement(NamedTuple):
    """A transfer, when it was made, and the entry it came with, if any.

    `link` is the table's chain after it; where no table moves chips `post` finds it.
    """

    transfer: Transfer
    at: int
    table: str | None = None
    seq: int | None = None
    link: bytes | None = None


def account_id(account: Account) -> str:
    """An account's key: `bank`, `wallet/ana`, `stack/t1/ana`; see the table `accounts`."""
    return "/".join(part for part in (account.kind, account.table, account.owner) if part)


@lru_cache(MOST_REMEMBERED)
def account_from(key: str) -> Account:
    """The account of a key; the other way round."""
    kind, _, rest = key.partition("/")
    if kind in {AccountKind.BANK, AccountKind.WALLET}:
        return Account(AccountKind(kind), rest)
    table, _, owner = rest.partition("/")
    return Account(AccountKind(kind), owner, table)


async def post(connection: AsyncConnection, movements: Sequence[Movement]) -> None:
    """Store transfers in the order given; accounts they name for the first time open.

    The database refuses a balance below zero and a key that was used before.
    """
    if not movements:
        return
    rows, named = _rows_and_accounts(movements)
    await open_accounts(connection, named)
    for row in rows:
        if row["table_id"] is None:
            row["link"] = await _link_of_grant(connection, row)
    await connection.execute(_INSERT, rows)


def prepared_post(movements: Sequence[Movement]) -> list[Rows]:
    """What `post` does with movements of tables, as statements of SQLite; grants aren't among
    them. Accounts open if they weren't there, and nobody else is writing."""
    if not movements:
        return []
    rows, named = _rows_and_accounts(movements)
    opened = [_ACCOUNT.row(_opened(key, named[key])) for key in sorted(named)]
    return [
        Rows(_ACCOUNT.sql, opened),
        Rows(_TRANSFER.sql, [_TRANSFER.row(row) for row in rows]),
    ]


def _rows_and_accounts(
    movements: Sequence[Movement],
) -> tuple[list[dict[str, Any]], dict[str, Account]]:
    """Movements as rows, and the accounts that they name, by their keys; the bank's aside,
    which is there from the beginning, and nobody waits for it."""
    rows = [row_of(movement) for movement in movements]
    named: dict[str, Account] = {}
    for row, movement in zip(rows, movements, strict=True):
        named[row["debit"]] = movement.transfer.debit
        named[row["credit"]] = movement.transfer.credit
    named.pop(AccountKind.BANK, None)
    return rows, named


async def _link_of_grant(connection: AsyncConnection, row: Mapping[str, Any]) -> bytes:
    """The next value of a wallet's chain; its account is locked, so nobody else adds to it."""
    wallet = {"wallet": row["credit"]}
    last = (await connection.execute(_LAST_GRANT, wallet)).one_or_none()
    value = beginning(row["credit"]).value
    if last is not None and last.link is not None:
        value = last.link
    elif last is not None:  # made before there were chains
        for made in (await connection.execute(_GRANTS, wallet)).mappings():
            value = made["link"] or after_row(value, chained(dict(made)))
    return after_row(value, chained(row))


def chained(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a row adds to its chain."""
    return tuple(row[name] for name in CHAINED)


async def open_accounts(connection: AsyncConnection, named: dict[str, Account]) -> None:
    """Open accounts that are missing, then lock them all, until the transaction ends.

    In order of their ids, as everyone does, and the missing ones first: who waits for an
    account that another is just opening holds nothing yet that the other still wants. So
    no two transactions wait for each other, and the transfers of an account are numbered
    in the order in which they move its balance, as the database demands.
    """
    dialect = connection.dialect.name
    keys = list(named) if dialect == "postgresql" else json.encode(list(named)).decode()
    found = await connection.scalars(_FIND[dialect], {"keys": keys})
    missing = sorted(named.keys() - set(found))
    if missing:
        await connection.execute(_OPEN[dialect], [_opened(key, named[key]) for key in missing])
    if dialect == "postgresql":  # on SQLite nobody else is writing
        await connection.execute(_LOCK, {"keys": keys})


# Made once, since SQLAlchemy takes longer to make and recognize a statement than to run it;
# with all keys in one value, so that one statement does for any number of them.
_INSERT = insert(transfers)
_GRANTS = (
    select(transfers)
    .where(transfers.c.credit == bindparam("wallet"), transfers.c.table_id.is_(None))
    .order_by(transfers.c.id)
)
_LAST_GRANT = _GRANTS.order_by(None).order_by(transfers.c.id.desc()).limit(1)
_OPEN = {
    name: insert_into(accounts).on_conflict_do_nothing() for name, insert_into in UPSERT.items()
}
_NAMES = [column.name for column in accounts.c]
# A trigger refuses one that is there already, before any ON CONFLICT.
_ACCOUNT = Prepared(
    insert(accounts).from_select(
        _NAMES,
        select(*[bindparam(column.name, type_=column.type) for column in accounts.c]).where(
            ~select(accounts.c.id).where(accounts.c.id == bindparam("id", type_=Text)).exists()
        ),
    ),
    accounts,
    _NAMES,
    encode,
)
_TRANSFER = Prepared(
    _INSERT, transfers, [column.name for column in transfers.c if column.name != "id"], encode
)
_EACH = func.json_each(bindparam("keys")).table_valued("value")
_AMONG: dict[str, ColumnElement[bool]] = {
    "sqlite": accounts.c.id.in_(select(_EACH.c.value)),
    "postgresql": accounts.c.id == any_(bindparam("keys", type_=ARRAY(Text))),
}
_FIND = {name: select(accounts.c.id).where(among) for name, among in _AMONG.items()}
_LOCK = _FIND["postgresql"].order_by(accounts.c.id).with_for_update(key_share=True)


def _opened(key: str, account: Account) -> dict[str, Any]:
    return {
        "id": key,
        "kind": account.kind,
        "owner": account.owner,
        "table_id": account.table,
        "balance": 0,
        "last_transfer": 0,
    }


def row_of(movement: Movement) -> dict[str, Any]:
    """A movement as a row of `transfers`, its id aside."""
    transfer, at, table, seq, link = movement
    return {
        "table_id": table,
        "seq": seq,
        "debit": account_id(transfer.debit),
        "credit": account_id(transfer.credit),
        "amount": transfer.amount,
        "reason": transfer.reason,
        "hand": transfer.hand,
        "key": transfer.key,
        "at": at,
        "link": link,
    }


def transfer_from(row: Any) -> Transfer:
    """A row of `transfers` as the transfer it was."""
    return Transfer(
        debit=account_from(row.debit),
        credit=account_from(row.credit),
        amount=row.amount,
        reason=Reason(row.reason),
        key=row.key,
        hand=row.hand,
    )
