"""Who was dealt into which finished hand, as a table of its own: a player's hands are found by it.

Triggers on `hands` fill it, so code of the revision before does too. Hands that are over already
are put in. Going down takes it away with its triggers.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COUNT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_SQLITE_SEATS = """
    INSERT OR IGNORE INTO hand_seats (player_id, ended_at, table_id, hand, seat)
    SELECT value, NEW.ended_at, NEW.table_id, NEW.hand, key FROM json_each(NEW.players)
"""
SQLITE = (
    f"""
    CREATE TRIGGER hands_seats AFTER UPDATE ON hands
    WHEN OLD.status = 'running' AND NEW.status <> 'running'
    BEGIN {_SQLITE_SEATS}; END
    """,
    f"""
    CREATE TRIGGER hands_seats_at_once AFTER INSERT ON hands WHEN NEW.status <> 'running'
    BEGIN {_SQLITE_SEATS}; END
    """,
    """
    INSERT OR IGNORE INTO hand_seats (player_id, ended_at, table_id, hand, seat)
    SELECT each.value, ended_at, table_id, hand, each.key
    FROM hands, json_each(hands.players) AS each WHERE status <> 'running'
    """,
)
POSTGRES = (
    """
    CREATE FUNCTION hands_seats() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO hand_seats (player_id, ended_at, table_id, hand, seat)
        SELECT value, NEW.ended_at, NEW.table_id, NEW.hand, place - 1
        FROM json_array_elements_text(NEW.players) WITH ORDINALITY AS each (value, place)
        ON CONFLICT DO NOTHING;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER hands_seats AFTER UPDATE ON hands FOR EACH ROW
    WHEN (OLD.status = 'running' AND NEW.status <> 'running')
    EXECUTE FUNCTION hands_seats()
    """,
    """
    CREATE TRIGGER hands_seats_at_once AFTER INSERT ON hands FOR EACH ROW
    WHEN (NEW.status <> 'running') EXECUTE FUNCTION hands_seats()
    """,
    """
    INSERT INTO hand_seats (player_id, ended_at, table_id, hand, seat)
    SELECT value, ended_at, table_id, hand, place - 1
    FROM hands, json_array_elements_text(players) WITH ORDINALITY AS each (value, place)
    WHERE status <> 'running' ON CONFLICT DO NOTHING
    """,
)


def upgrade() -> None:
    """The table, its triggers, and the hands that are over."""
    op.create_table(
        "hand_seats",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("ended_at", COUNT, nullable=False, autoincrement=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("hand", COUNT, nullable=False, autoincrement=False),
        sa.Column("seat", COUNT, nullable=False),
        sa.PrimaryKeyConstraint(
            "player_id", "ended_at", "table_id", "hand", name=op.f("hand_seats_key")
        ),
    )
    for statement in POSTGRES if _on_postgres() else SQLITE:
        op.execute(statement)


def downgrade() -> None:
    """The triggers are of `hands`, which stays."""
    on_table = " ON hands" if _on_postgres() else ""
    for trigger in ("hands_seats", "hands_seats_at_once"):
        op.execute(f"DROP TRIGGER {trigger}{on_table}")
    if _on_postgres():
        op.execute("DROP FUNCTION hands_seats()")
    op.drop_table("hand_seats")


def _on_postgres() -> bool:
    return op.get_bind().dialect.name == "postgresql"
