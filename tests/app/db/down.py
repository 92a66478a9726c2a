"""The way down of a migration, which operators never go: a step with one can be tried twice.

Enters: a database. Leaves: the same at an earlier revision.
"""

from alembic import command

from app.db.engine import Database
from app.db.migrate import _run


async def unmigrate(database: Database, revision: str) -> None:
    """Go back down to a revision, `base` for an empty database; what it held is lost."""
    async with database.writing() as connection:
        await connection.run_sync(_run, command.downgrade, revision)
