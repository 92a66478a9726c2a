"""The journal and the ledger: tables, entries, accounts, transfers, hands.

Going down drops them with all they hold.
"""

import sqlalchemy as sa
from alembic import op

from migrations.guards_0001 import POSTGRES, POSTGRES_FUNCTIONS, SQLITE

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

COUNT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOST_CHIPS = 2**53 - 1
BANK = (
    "INSERT INTO accounts (id, kind, owner, table_id, balance, last_transfer) "
    "VALUES ('bank', 'bank', '', NULL, NULL, 0)"
)


def upgrade() -> None:
    """Tables, empty but for the bank's account, and every trigger."""
    _create_tables()
    _create_entries()
    _create_accounts()
    _create_transfers()
    _create_hands()
    for statement in POSTGRES if _on_postgres() else SQLITE:
        op.execute(statement)
    op.execute(BANK)


def downgrade() -> None:
    """Nothing is left; children go before what they point to."""
    for table in ("hands", "transfers", "accounts", "entries", "tables"):
        op.drop_table(table)
    if _on_postgres():
        for function in POSTGRES_FUNCTIONS:
            op.execute(f"DROP FUNCTION {function}()")


def _on_postgres() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("epoch", COUNT, nullable=False),
        sa.Column("seq", COUNT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("tables_key")),
        sa.CheckConstraint("id <> '' AND replace(id, '/', '') = id", name=op.f("tables_id_plain")),
        sa.CheckConstraint("epoch >= 1 AND seq >= 0", name=op.f("tables_counts")),
    )


def _create_entries() -> None:
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seq", COUNT, nullable=False, autoincrement=False),
        sa.Column("epoch", COUNT, nullable=False),
        sa.Column("at", COUNT, nullable=False),
        sa.Column("opens_hand", sa.Boolean(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("entries_key")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("entries_table_id_there")),
    )


def _create_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("balance", COUNT),
        sa.Column("last_transfer", COUNT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("accounts_key")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("accounts_table_id_there")),
        sa.CheckConstraint(
            "kind IN ('bank', 'wallet', 'stack', 'pot', 'carried')",
            name=op.f("accounts_kind_known"),
        ),
        sa.CheckConstraint("(owner = '') = (kind = 'bank')", name=op.f("accounts_owner_named")),
        sa.CheckConstraint(
            "(table_id IS NULL) = (kind IN ('bank', 'wallet'))",
            name=op.f("accounts_table_named"),
        ),
        sa.CheckConstraint(
            "id = kind || coalesce('/' || table_id, '') || CASE owner WHEN '' THEN '' "
            "ELSE '/' || owner END",
            name=op.f("accounts_id_spelt"),
        ),
        sa.CheckConstraint(
            "(balance IS NULL) = (kind = 'bank')", name=op.f("accounts_bank_unbounded")
        ),
        sa.CheckConstraint(
            f"balance BETWEEN 0 AND {MOST_CHIPS}", name=op.f("accounts_balance_possible")
        ),
    )


def _create_transfers() -> None:
    op.create_table(
        "transfers",
        sa.Column("id", COUNT, sa.Identity(always=True), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("seq", COUNT),
        sa.Column("debit", sa.Text(), nullable=False),
        sa.Column("credit", sa.Text(), nullable=False),
        sa.Column("amount", COUNT, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("hand", COUNT),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("at", COUNT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("transfers_key")),
        sa.ForeignKeyConstraint(["debit"], ["accounts.id"], name=op.f("transfers_debit_there")),
        sa.ForeignKeyConstraint(["credit"], ["accounts.id"], name=op.f("transfers_credit_there")),
        sa.ForeignKeyConstraint(
            ["table_id", "seq"],
            ["entries.table_id", "entries.seq"],
            name=op.f("transfers_table_id_there"),
        ),
        sa.UniqueConstraint("key", name=op.f("transfers_key_once")),
        sa.CheckConstraint(
            "(table_id IS NULL) = (seq IS NULL)", name=op.f("transfers_entry_whole")
        ),
        sa.CheckConstraint("debit <> credit", name=op.f("transfers_sides_differ")),
        sa.CheckConstraint(
            f"amount BETWEEN 1 AND {MOST_CHIPS}", name=op.f("transfers_amount_possible")
        ),
    )
    op.create_index("transfers_of_entry", "transfers", ["table_id", "seq"])


def _create_hands() -> None:
    op.create_table(
        "hands",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("hand", COUNT, nullable=False, autoincrement=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("started_at", COUNT, nullable=False),
        sa.Column("ended_at", COUNT),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("file", sa.JSON()),
        sa.Column("result", sa.JSON()),
        sa.Column("fairness", sa.JSON()),
        sa.PrimaryKeyConstraint("table_id", "hand", name=op.f("hands_key")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("hands_table_id_there")),
        sa.CheckConstraint(
            "status IN ('running', 'ended', 'void')", name=op.f("hands_status_known")
        ),
        sa.CheckConstraint(
            "(ended_at IS NULL) = (status = 'running')", name=op.f("hands_end_timed")
        ),
    )
