"""Indexes for lists that read balances: open pots, and what lies at some tables.

Indexes only, so code of the revision before goes on beside them, and triggers stay.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Both are of accounts that hold chips: few, however many tables have closed."""
    pots = sa.text("balance > 0 AND kind IN ('pot', 'carried')")
    op.create_index(
        "accounts_open_pots", "accounts", ["id"], sqlite_where=pots, postgresql_where=pots
    )
    op.create_index("accounts_of_table", "accounts", ["table_id"])


def downgrade() -> None:
    """Nothing is lost."""
    op.drop_index("accounts_of_table", "accounts")
    op.drop_index("accounts_open_pots", "accounts")
