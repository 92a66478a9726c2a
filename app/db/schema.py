"""The tables of the database, as SQLAlchemy Core sees them; the same on SQLite and Postgres.

Here: columns, keys, and what one row can be checked for. What takes more than one row is
kept by triggers (`migrations/guards_0001.py`): the fence, balances, and that the past
stays as it was. A change here needs a migration; a test compares the two.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

from engine.rules.deal import MOST_CHIPS

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_key",
        "fk": "%(table_name)s_%(column_0_name)s_there",
        "uq": "%(table_name)s_%(column_0_name)s_once",
        "ck": "%(table_name)s_%(constraint_name)s",
    }
)

# SQLite numbers rows by itself only where the type is spelt INTEGER.
_COUNT = BigInteger().with_variant(Integer(), "sqlite")
_MAYBE_JSON = JSON(none_as_null=True)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("epoch", _COUNT, nullable=False),
    Column("seq", _COUNT, nullable=False),
    # Account ids are parted by slashes; without one in here they can't be mistaken.
    CheckConstraint("id <> '' AND replace(id, '/', '') = id", name="id_plain"),
    CheckConstraint("epoch >= 1 AND seq >= 0", name="counts"),
)
"""The fence: who owns a table (`epoch`, raised by each new owner) and its last `seq`."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", _COUNT, primary_key=True, autoincrement=False),
    Column("epoch", _COUNT, nullable=False),
    Column("at", _COUNT, nullable=False),
    Column("opens_hand", Boolean, nullable=False),
    Column("body", JSON, nullable=False),
    Column("rows", _COUNT),
    Column("head", LargeBinary),
)
"""The journal. A new row is `tables.seq` + 1, by the owner's epoch; none ever changes. `head`
is the table's chain after it, `rows` how many rows of the ledger are in that (`chain`); code
from before there were chains leaves them empty, and the next entry chains on all the same."""

OPEN_POT = text("balance > 0 AND kind IN ('pot', 'carried')")
"""What an account is that holds the chips of a pot. Said in these words wherever it is asked for:
a database takes the index for them only if it can tell that they are the same."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("table_id", Text, ForeignKey("tables.id")),
    Column("balance", _COUNT),
    Column("last_transfer", _COUNT, nullable=False),
    CheckConstraint("kind IN ('bank', 'wallet', 'stack', 'pot', 'carried')", name="kind_known"),
    CheckConstraint("(owner = '') = (kind = 'bank')", name="owner_named"),
    CheckConstraint("(table_id IS NULL) = (kind IN ('bank', 'wallet'))", name="table_named"),
    # So (kind, owner, table) is there once, empty tables included, which UNIQUE would not see.
    CheckConstraint(
        "id = kind || coalesce('/' || table_id, '') || CASE owner WHEN '' THEN '' "
        "ELSE '/' || owner END",
        name="id_spelt",
    ),
    CheckConstraint("(balance IS NULL) = (kind = 'bank')", name="bank_unbounded"),
    CheckConstraint(f"balance BETWEEN 0 AND {MOST_CHIPS}", name="balance_possible"),
    # It has a price on Postgres: as its condition names the balance, no change of one is HOT. Of
    # 30,000 by antes and awards none was, at 1.9 ms a row; without it 29,600 were, at 1.1 ms. But
    # then a page of open pots reads the pots of every table that ever was.
    Index("accounts_open_pots", "id", sqlite_where=OPEN_POT, postgresql_where=OPEN_POT),
    Index("accounts_of_table", "table_id"),
)
"""Where chips are. `balance` is what the transfers add up to, moved by them alone;
`last_transfer` is the latest of them, 0 before the first. The bank is there from the first
migration on; it stores no balance, so that not everyone waits for one row."""

transfers = Table(
    "transfers",
    metadata,
    Column("id", _COUNT, Identity(always=True), primary_key=True),
    Column("table_id", Text),
    Column("seq", _COUNT),
    Column("debit", Text, ForeignKey("accounts.id"), nullable=False),
    Column("credit", Text, ForeignKey("accounts.id"), nullable=False),
    Column("amount", _COUNT, nullable=False),
    Column("reason", Text, nullable=False),
    Column("hand", _COUNT),
    Column("key", Text, nullable=False),
    Column("at", _COUNT, nullable=False),
    Column("link", LargeBinary),
    ForeignKeyConstraint(["table_id", "seq"], ["entries.table_id", "entries.seq"]),
    UniqueConstraint("key"),
    CheckConstraint("(table_id IS NULL) = (seq IS NULL)", name="entry_whole"),
    CheckConstraint("debit <> credit", name="sides_differ"),
    CheckConstraint(f"amount BETWEEN 1 AND {MOST_CHIPS}", name="amount_possible"),
    Index("transfers_of_entry", "table_id", "seq"),
    Index("transfers_of_debit", "debit", "id"),
    Index("transfers_of_credit", "credit", "id"),
    Index(
        "transfers_of_bank",
        "credit",
        "id",
        sqlite_where=text("table_id IS NULL"),
        postgresql_where=text("table_id IS NULL"),
    ),
)
"""The ledger: `amount` went from `debit` to `credit`, with the entry (`table_id`, `seq`)
that said so, or with none (a grant). `link` is the chain after it. No row ever changes."""

hands = Table(
    "hands",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("hand", _COUNT, primary_key=True, autoincrement=False),
    Column("status", Text, nullable=False),
    Column("started_at", _COUNT, nullable=False),
    Column("ended_at", _COUNT),
    Column("players", JSON, nullable=False),
    Column("file", _MAYBE_JSON),
    Column("result", _MAYBE_JSON),
    Column("fairness", _MAYBE_JSON),
    CheckConstraint("status IN ('running', 'ended', 'void')", name="status_known"),
    CheckConstraint("(ended_at IS NULL) = (status = 'running')", name="end_timed"),
    Index("hands_by_end", "ended_at", "table_id", "hand"),
)
"""A hand's record: who was dealt in, its hand file, the proof of its shuffle. `result` is
that of the file, so that a list of hands need not read every file. A hand that is over
never changes."""

hand_seats = Table(
    "hand_seats",
    metadata,
    Column("player_id", Text, primary_key=True),
    Column("ended_at", _COUNT, primary_key=True, autoincrement=False),
    Column("table_id", Text, primary_key=True),
    Column("hand", _COUNT, primary_key=True, autoincrement=False),
    Column("seat", _COUNT, nullable=False),
)
"""Who was dealt into which hand that is over, to find a player's hands by. A trigger on `hands`
fills it, so code that knows nothing of it does too."""

UPSERT: dict[str, Callable[[Table], Any]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""For each dialect, by its name, the `insert` that knows ON CONFLICT."""
