"""The migrations make what `people_schema` says, and take it away again."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from app.db.engine import Database
from app.db.migrate import migrate
from app.people_schema import players
from tests.app.db.down import unmigrate

OURS = {"players", "sessions", "recovery_codes", "passwords", "lobby_tables"}


def differences(connection: Connection) -> list[object]:
    """What autogeneration would still change."""
    return list(compare_metadata(MigrationContext.configure(connection), players.metadata))


def table_names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


async def test_the_database_is_as_the_schema_says(database: Database) -> None:
    async with database.writing() as connection:
        assert await connection.run_sync(differences) == []


async def test_going_down_and_up_again(empty_database: Database) -> None:
    await migrate(empty_database, "0002")
    await unmigrate(empty_database, "0001")
    async with empty_database.writing() as connection:
        assert not OURS & await connection.run_sync(table_names)
    await migrate(empty_database, "0002")
    async with empty_database.writing() as connection:
        assert await connection.run_sync(table_names) >= OURS
