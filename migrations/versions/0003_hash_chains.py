"""Hash chains: entries have a head and a count of rows, ledger rows a link; more indexes.

The columns may be empty, so code of the revision before goes on beside it: what it leaves out
the next entry makes up for. Going down drops the chains and leaves every row as it was.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

COUNT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INDEXES = {
    "transfers_of_debit": ["debit", "id"],
    "transfers_of_credit": ["credit", "id"],
}


def upgrade() -> None:
    """Columns are added in place, so SQLite keeps its triggers."""
    op.add_column("entries", sa.Column("rows", COUNT))
    op.add_column("entries", sa.Column("head", sa.LargeBinary()))
    op.add_column("transfers", sa.Column("link", sa.LargeBinary()))
    for name, columns in INDEXES.items():
        op.create_index(name, "transfers", columns)
    at_no_table = sa.text("table_id IS NULL")
    op.create_index(
        "transfers_of_bank",
        "transfers",
        ["credit", "id"],
        sqlite_where=at_no_table,
        postgresql_where=at_no_table,
    )


def downgrade() -> None:
    """The same in reverse, in place too."""
    op.drop_index("transfers_of_bank", "transfers")
    for name in INDEXES:
        op.drop_index(name, "transfers")
    for table, column in (("transfers", "link"), ("entries", "head"), ("entries", "rows")):
        op.drop_column(table, column)
