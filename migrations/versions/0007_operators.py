"""Suspended accounts, reports of players, since when a table is frozen; hands in order of time.

New tables, and a column that may be empty: code of the revision before goes on beside it. Going
down drops them with all they hold; a frozen table stays frozen, its journal says so.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

COUNT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Nobody is suspended, nothing reported, nothing frozen."""
    op.add_column("lobby_tables", sa.Column("frozen_at", COUNT))
    op.create_table(
        "suspensions",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("at", COUNT, nullable=False),
        sa.Column("operator", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("suspensions_key")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("suspensions_player_id_there")
        ),
        sa.CheckConstraint("why <> ''", name=op.f("suspensions_why_said")),
    )
    op.create_table(
        "reports",
        sa.Column("id", COUNT, sa.Identity(always=True), nullable=False),
        sa.Column("at", COUNT, nullable=False),
        sa.Column("reporter", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text()),
        sa.Column("hand", COUNT),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("operator", sa.Text()),
        sa.Column("note", sa.Text()),
        sa.Column("noted_at", COUNT),
        sa.PrimaryKeyConstraint("id", name=op.f("reports_key")),
        sa.ForeignKeyConstraint(["reporter"], ["players.id"], name=op.f("reports_reporter_there")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("reports_table_id_there")),
        sa.CheckConstraint("state IN ('new', 'seen', 'decided')", name=op.f("reports_state_known")),
        sa.CheckConstraint(
            "(state = 'new') = (operator IS NULL)", name=op.f("reports_operator_named")
        ),
    )
    op.create_index("reports_of_state", "reports", ["state", "id"])
    op.create_index("reports_of_reporter", "reports", ["reporter", "state"])
    op.create_index("hands_by_end", "hands", ["ended_at", "table_id", "hand"])


def downgrade() -> None:
    """Their indexes go with them."""
    op.drop_index("hands_by_end", "hands")
    op.drop_table("reports")
    op.drop_table("suspensions")
    op.drop_column("lobby_tables", "frozen_at")
