"""People and the lobby: players, sessions, recovery codes, passwords, lobby tables.

New tables and one index; code of the revision before goes on beside it. Going down drops
them with all they hold; chips stay in the ledger.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

COUNT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Empty tables."""
    _create_players()
    _create_sessions()
    _create_secrets()
    _create_lobby_tables()
    op.create_index("accounts_of_owner", "accounts", ["owner"])


def downgrade() -> None:
    """Nothing is left; children go before what they point to."""
    op.drop_index("accounts_of_owner", "accounts")
    for table in ("lobby_tables", "passwords", "recovery_codes", "sessions", "players"):
        op.drop_table(table)


def _create_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("created_at", COUNT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("players_key")),
        sa.CheckConstraint("id <> '' AND replace(id, '/', '') = id", name=op.f("players_id_plain")),
        sa.CheckConstraint(
            "role IN ('player', 'auditor', 'operator')", name=op.f("players_role_known")
        ),
    )


def _create_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("seen_at", COUNT, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("sessions_key")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("sessions_player_id_there")
        ),
    )
    op.create_index("sessions_of_player", "sessions", ["player_id", "seen_at"])


def _create_secrets() -> None:
    op.create_table(
        "recovery_codes",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("made_at", COUNT, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("recovery_codes_key")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("recovery_codes_player_id_there")
        ),
        sa.UniqueConstraint("code_hash", name=op.f("recovery_codes_code_hash_once")),
    )
    op.create_table(
        "passwords",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("username", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("changed_at", COUNT, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("passwords_key")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("passwords_player_id_there")
        ),
        sa.UniqueConstraint("folded", name=op.f("passwords_folded_once")),
    )


def _create_lobby_tables() -> None:
    still_open = sa.text("closed_at IS NULL")
    op.create_table(
        "lobby_tables",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("quick", sa.Boolean(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("seats", COUNT, nullable=False),
        sa.Column("bet", COUNT, nullable=False),
        sa.Column("buy_in_least", COUNT, nullable=False),
        sa.Column("buy_in_most", COUNT, nullable=False),
        sa.Column("created_at", COUNT, nullable=False),
        sa.Column("touched_at", COUNT, nullable=False),
        sa.Column("closed_at", COUNT),
        sa.PrimaryKeyConstraint("table_id", name=op.f("lobby_tables_key")),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("lobby_tables_table_id_there")
        ),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name=op.f("lobby_tables_owner_there")),
        sa.CheckConstraint(
            "buy_in_least BETWEEN 1 AND buy_in_most", name=op.f("lobby_tables_buy_in_possible")
        ),
    )
    op.create_index(
        "lobby_tables_open_code",
        "lobby_tables",
        ["code"],
        unique=True,
        sqlite_where=still_open,
        postgresql_where=still_open,
    )
    op.create_index("lobby_tables_of_owner", "lobby_tables", ["owner", "closed_at"])
    op.create_index("lobby_tables_listed", "lobby_tables", ["closed_at", "public", "created_at"])
