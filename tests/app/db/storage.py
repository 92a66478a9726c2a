"""What the tests of storage share: a table that plays, and where its chips are."""

from dataclasses import dataclass, replace
from itertools import count
from typing import Any, NamedTuple, Protocol

from sqlalchemy import text

from app.db.engine import Database
from engine.table.journal import Entry, Journal
from engine.table.money import Account, AccountKind, Reason, Transfer

NOW = 1_700_000_000_000_000
KEYS = (f"key-{number}" for number in count())


class Chips(Protocol):
    """What `Ledger` promises."""

    async def balance(self, account: Account) -> int: ...

    async def grant(self, player: str, amount: int, key: str, at: int) -> bool: ...


class Storage(NamedTuple):
    """A journal and the ledger that it fills."""

    journal: Journal
    ledger: Chips


def wallet(player: str) -> Account:
    return Account(AccountKind.WALLET, player)


def stack(player: str, table: str = "t1") -> Account:
    return Account(AccountKind.STACK, player, table)


def pot(table: str = "t1", name: str = "main") -> Account:
    return Account(AccountKind.POT, name, table)


def move(debit: Account, credit: Account, amount: int, key: str | None = None) -> Transfer:
    return Transfer(debit, credit, amount, Reason.ANTE, key or next(KEYS), hand=1)


@dataclass(frozen=True)
class Owner:
    """One owner of one table: makes its entries, which nothing but `commit` stores."""

    table: str
    epoch: int
    seq: int = 0

    def entry(self, *transfers: Transfer, seq: int | None = None, **fields: Any) -> Entry:
        """The next entry, or the one asked for."""
        number = self.seq + 1 if seq is None else seq
        body = {"do": "draw", "number": number}
        return Entry(self.table, number, self.epoch, NOW, body, transfers)._replace(**fields)

    def after(self, entry: Entry) -> "Owner":
        return replace(self, seq=entry.seq)


async def own(storage: Storage, table: str = "t1") -> Owner:
    """Take a table over, and go on where it was."""
    epoch = await storage.journal.take_over(table)
    stored = await storage.journal.read(table)
    return Owner(table, epoch, stored[-1].seq if stored else 0)


async def seat(storage: Storage, player: str, chips: int, table: str = "t1") -> Owner:
    """A table whose first entry seats a player with chips from a fresh grant."""
    await storage.ledger.grant(player, chips, next(KEYS), NOW)
    owner = await own(storage, table)
    entry = owner.entry(move(wallet(player), stack(player, table), chips))
    await storage.journal.commit(entry)
    return owner.after(entry)


async def until_waiting(database: Database, least: int) -> None:
    """Return when so many transactions of a Postgres database wait for others."""
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    count = 0
    while count < least:
        async with database.reading() as connection:
            count = await connection.scalar(waiting) or 0
