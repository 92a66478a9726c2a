"""Tables of practice are marked: what lies on them is nobody's own.

The column has a default, so code of the revision before goes on beside it. Going down drops it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Added in place, so SQLite keeps its triggers."""
    op.add_column(
        "lobby_tables",
        sa.Column("practice", sa.Boolean(), nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    """In place too."""
    op.drop_column("lobby_tables", "practice")
