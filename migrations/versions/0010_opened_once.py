"""A table remembers by which request it was opened, so that the same one twice opens one.

The column may be empty, so code of the revision before goes on beside it. Going down drops both.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Added in place, so SQLite keeps its triggers; tables that are there have none."""
    op.add_column("lobby_tables", sa.Column("request", sa.Text()))
    op.create_index("lobby_tables_opened_once", "lobby_tables", ["owner", "request"], unique=True)


def downgrade() -> None:
    """In place too."""
    op.drop_index("lobby_tables_opened_once", "lobby_tables")
    op.drop_column("lobby_tables", "request")
