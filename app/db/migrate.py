"""Brings a database up to date: `desmoche migrate`, or a server that starts.

Enters: a database at any revision, an empty one included. Leaves: one at the newest, or,
if a step fails, the one that was there.
"""

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from app.db.engine import CannotOpen, Database, open_database

STEPS = Path(__file__).parents[2] / "migrations"
_ONE_AT_A_TIME = 5_643_187  # an advisory lock of Postgres; any number that nobody else takes


async def make_ready(database: Database) -> None:
    """What a server does before it uses a database.

    An SQLite file is brought up to date. Postgres is shared by workers that may still run
    the old code, so there it is left to `desmoche migrate`: raises `CannotOpen` if that is due.
    A revision that this code doesn't know was made by newer code, whose steps must work
    beside the old, so that workers can be replaced one by one.
    """
    steps = ScriptDirectory(str(STEPS))
    async with database.reading() as connection:
        there = await connection.run_sync(_revision)
    if there not in {None, *(step.revision for step in steps.walk_revisions())}:
        return
    if database.on_sqlite:
        await migrate(database)
    elif there != (newest := steps.get_current_head()):
        raise CannotOpen(
            f"the database is at revision {there}, this server needs {newest}; "
            "run desmoche migrate, or ./dev migrate"
        )


async def migrate(database: Database, revision: str = "head") -> None:
    """Go up to a revision, in one transaction. Raises what SQLAlchemy raises."""
    async with database.writing() as connection:
        if not database.on_sqlite:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})"))
        await connection.run_sync(_run, command.upgrade, revision)


async def migrate_at(url: str) -> None:
    """The database at this URL, brought up to date, however long that takes. Raises likewise."""
    database = open_database(url, answer_seconds=None)
    try:
        await migrate(database)
    finally:
        await database.close()


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _run(connection: Connection, move: Callable[[Config, str], None], revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(STEPS))
    config.attributes["connection"] = connection
    move(config, revision)
