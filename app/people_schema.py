"""The tables of people and of the lobby; in one `MetaData` with those of `app.db.schema`.

Here: columns, keys, and what one row can be checked for. No secret is stored: of session
tokens and recovery codes only the SHA-256 (they are random, so nothing can be guessed
from it), of passwords only the argon2 hash. Chips are the ledger's. Times are in microseconds.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    false,
    text,
)

from app.db.schema import accounts, metadata

_COUNT = BigInteger().with_variant(Integer(), "sqlite")

players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("created_at", _COUNT, nullable=False),
    CheckConstraint("id <> '' AND replace(id, '/', '') = id", name="id_plain"),
    CheckConstraint("role IN ('player', 'auditor', 'operator')", name="role_known"),
)
"""Everyone who ever took a name; a guest is a player without a row in `passwords`."""

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("players.id"), nullable=False),
    Column("seen_at", _COUNT, nullable=False),
    Index("sessions_of_player", "player_id", "seen_at"),
)
"""A browser that is signed in. `seen_at` is right to the day."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("player_id", Text, ForeignKey("players.id"), primary_key=True),
    Column("code_hash", Text, nullable=False, unique=True),
    Column("made_at", _COUNT, nullable=False),
)
"""The one link that brings a player back; a new one takes the old one's row."""

passwords = Table(
    "passwords",
    metadata,
    Column("player_id", Text, ForeignKey("players.id"), primary_key=True),
    Column("username", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),
    Column("hash", Text, nullable=False),
    Column("changed_at", _COUNT, nullable=False),
)
"""`username` as it was typed, `folded` as it is compared."""

Index("accounts_of_owner", accounts.c.owner)
"""What somebody owns in all is asked often, and over more tables every year."""

lobby_tables = Table(
    "lobby_tables",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("code", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("quick", Boolean, nullable=False),
    Column("owner", Text, ForeignKey("players.id"), nullable=False),
    Column("preset", Text, nullable=False),
    Column("seats", _COUNT, nullable=False),
    Column("bet", _COUNT, nullable=False),
    Column("buy_in_least", _COUNT, nullable=False),
    Column("buy_in_most", _COUNT, nullable=False),
    Column("created_at", _COUNT, nullable=False),
    Column("touched_at", _COUNT, nullable=False),
    Column("closed_at", _COUNT),
    Column("frozen_at", _COUNT),
    Column("practice", Boolean, nullable=False, server_default=false()),
    Column("request", Text),
    CheckConstraint("buy_in_least BETWEEN 1 AND buy_in_most", name="buy_in_possible"),
    # A code may be used again once its table has closed; open ones never share it.
    Index(
        "lobby_tables_open_code",
        "code",
        unique=True,
        sqlite_where=text("closed_at IS NULL"),
        postgresql_where=text("closed_at IS NULL"),
    ),
    Index("lobby_tables_of_owner", "owner", "closed_at"),
    # Of one owner each request opens one table, whichever workers it comes to.
    Index("lobby_tables_opened_once", "owner", "request", unique=True),
    Index("lobby_tables_listed", "closed_at", "public", "created_at"),
)
"""What the lobby knows of a table beside its journal: how to find it, who made it, what to
bring. `seats` and `bet` are as they were made, for a list that wakes nobody. `quick`: made by
"play now". `practice`: what lies there is the bank's, whoever sits before it. `touched_at`: when
it last went to sleep, or was made. `request`: what its owner's page called the wish to open it,
kept as long as the row. `frozen_at`: since when an operator lets no hand be dealt
there, for lists: a trigger on `entries` fills it, so it is what the table's journal says."""

suspensions = Table(
    "suspensions",
    metadata,
    Column("player_id", Text, ForeignKey("players.id"), primary_key=True),
    Column("at", _COUNT, nullable=False),
    Column("operator", Text, nullable=False),
    Column("why", Text, nullable=False),
    CheckConstraint("why <> ''", name="why_said"),
)
"""Who may not sign in now, since when and why; the row goes when that is lifted, and what was
done stays in `operator_log`."""

reports = Table(
    "reports",
    metadata,
    Column("id", _COUNT, Identity(always=True), primary_key=True),
    Column("at", _COUNT, nullable=False),
    Column("reporter", Text, ForeignKey("players.id"), nullable=False),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("player_id", Text),
    Column("hand", _COUNT),
    Column("reason", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("operator", Text),
    Column("note", Text),
    Column("noted_at", _COUNT),
    CheckConstraint("state IN ('new', 'seen', 'decided')", name="state_known"),
    CheckConstraint("(state = 'new') = (operator IS NULL)", name="operator_named"),
    Index("reports_of_state", "state", "id"),
    Index("reports_of_reporter", "reporter", "state"),
)
"""What players tell operators of: somebody at a table, a hand, or the table itself. `player_id`
may be a bot's. `words` is what the reporter adds, `note` what an operator made of it."""

OPERATORS = "operators"
"""The name of the chain that the lines of `operator_log` form."""

operator_log = Table(
    "operator_log",
    metadata,
    Column("id", _COUNT, Identity(always=True), primary_key=True),
    Column("at", _COUNT, nullable=False),
    Column("operator", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("link", LargeBinary),
    CheckConstraint("why <> ''", name="why_said"),
    Index("operator_log_of_subject", "subject", "id"),
)
"""What operators did, to whom or what, and why. `operator` is a player's id, or `command line`.
`link` is the chain of all lines after this one. No row ever changes or goes."""
