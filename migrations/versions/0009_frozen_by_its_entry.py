"""Since when a table is frozen is written with the very entry that froze it.

It was written in a transaction of its own, so a process that ended between the two left a list
that said otherwise than the journal. A trigger of `entries` does it now, as one of `hands` lists
players: code of the revision before, which still writes it too, goes on beside it. Triggers are
added, and none is lost.
"""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

# A command is written compact, its kind first (engine/table/codec.py); in a text of somebody's a
# quote has a backslash, so nothing else of a body can look like this. What is stored is put right
# by the first entry that froze a table and was followed by none that thawed it.
SQLITE = (
    """
    CREATE TRIGGER entries_freeze AFTER INSERT ON entries
    WHEN instr(NEW.body, '"kind":"SetFrozen"') > 0
    BEGIN
        UPDATE lobby_tables SET frozen_at = CASE
            WHEN instr(NEW.body, '"kind":"SetFrozen","frozen":true') > 0
            THEN coalesce(frozen_at, NEW.at)
        END WHERE table_id = NEW.table_id;
    END
    """,
    """
    UPDATE lobby_tables SET frozen_at = (
        SELECT min(one.at) FROM entries AS one
        WHERE one.table_id = lobby_tables.table_id
            AND instr(one.body, '"kind":"SetFrozen","frozen":true') > 0
            AND NOT EXISTS (
                SELECT 1 FROM entries AS other
                WHERE other.table_id = one.table_id AND other.seq > one.seq
                    AND instr(other.body, '"kind":"SetFrozen","frozen":false') > 0
            )
    )
    WHERE frozen_at IS NOT NULL
        OR table_id IN (SELECT subject FROM operator_log WHERE action IN ('freeze', 'thaw'))
    """,
)
POSTGRES = (
    """
    CREATE FUNCTION entries_freeze() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE lobby_tables SET frozen_at = CASE
            WHEN strpos(NEW.body::text, '"kind":"SetFrozen","frozen":true') > 0
            THEN coalesce(frozen_at, NEW.at)
        END WHERE table_id = NEW.table_id;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER entries_freeze AFTER INSERT ON entries FOR EACH ROW
    WHEN (strpos(NEW.body::text, '"kind":"SetFrozen"') > 0) EXECUTE FUNCTION entries_freeze()
    """,
    """
    UPDATE lobby_tables SET frozen_at = (
        SELECT min(one.at) FROM entries AS one
        WHERE one.table_id = lobby_tables.table_id
            AND strpos(one.body::text, '"kind":"SetFrozen","frozen":true') > 0
            AND NOT EXISTS (
                SELECT 1 FROM entries AS other
                WHERE other.table_id = one.table_id AND other.seq > one.seq
                    AND strpos(other.body::text, '"kind":"SetFrozen","frozen":false') > 0
            )
    )
    WHERE frozen_at IS NOT NULL
        OR table_id IN (SELECT subject FROM operator_log WHERE action IN ('freeze', 'thaw'))
    """,
)


def upgrade() -> None:
    """What is stored is put right, once; tables that no operator ever froze are not looked at."""
    for statement in POSTGRES if _on_postgres() else SQLITE:
        op.get_bind().exec_driver_sql(statement)


def downgrade() -> None:
    """The times stay, and code of the revision before writes them again."""
    if _on_postgres():
        op.execute("DROP TRIGGER entries_freeze ON entries")
        op.execute("DROP FUNCTION entries_freeze()")
    else:
        op.execute("DROP TRIGGER entries_freeze")


def _on_postgres() -> bool:
    return op.get_bind().dialect.name == "postgresql"
