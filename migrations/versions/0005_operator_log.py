"""What operators do is written down, and stays: a table with guards.

New only, so code of the revision before goes on beside it. Going down drops it with all it holds.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

COUNT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

SQLITE = (
    """
    CREATE TRIGGER operator_log_no_update BEFORE UPDATE ON operator_log
    BEGIN SELECT RAISE(ABORT, 'what operators did is never changed'); END
    """,
    """
    CREATE TRIGGER operator_log_no_delete BEFORE DELETE ON operator_log
    BEGIN SELECT RAISE(ABORT, 'what operators did is never taken away'); END
    """,
    """
    CREATE TRIGGER operator_log_once BEFORE INSERT ON operator_log
    WHEN EXISTS (SELECT 1 FROM operator_log WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'what operators did is never changed'); END
    """,
)
POSTGRES = (
    """
    CREATE TRIGGER operator_log_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse('what operators did is never changed')
    """,
)


def upgrade() -> None:
    """An empty log; `refuse` is there from the first revision on."""
    op.create_table(
        "operator_log",
        sa.Column("id", COUNT, sa.Identity(always=True), nullable=False),
        sa.Column("at", COUNT, nullable=False),
        sa.Column("operator", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("operator_log_key")),
        sa.CheckConstraint("why <> ''", name=op.f("operator_log_why_said")),
    )
    op.create_index("operator_log_of_subject", "operator_log", ["subject", "id"])
    on_postgres = op.get_bind().dialect.name == "postgresql"
    for statement in POSTGRES if on_postgres else SQLITE:
        op.execute(statement)


def downgrade() -> None:
    """Its triggers go with it."""
    op.drop_table("operator_log")
