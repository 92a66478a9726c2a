"""Up, down, and what a server does before it uses a database."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

import app.people_schema  # noqa: F401  # its tables join the same metadata
from app.db.engine import CannotOpen, Database, open_database
from app.db.migrate import make_ready, migrate
from app.db.schema import metadata
from tests.app.db.down import unmigrate

PROJECT = Path(__file__).parents[3]

# Everything a database says about its tables: columns, keys, checks, indexes.
SHAPE = {
    "sqlite": """
        SELECT name, sql FROM sqlite_master
        WHERE type IN ('table', 'index') AND name <> 'alembic_version'
    """,
    "postgresql": """
        SELECT conname, conrelid::regclass::text || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT table_name || '.' || column_name,
            concat_ws(' ', data_type, is_nullable, column_default, identity_generation)
        FROM information_schema.columns WHERE table_schema = 'public'
    """,
}


async def shape(database: Database) -> dict[str, list[str]]:
    async with database.reading() as connection:
        found = await connection.execute(text(SHAPE[connection.dialect.name]))
        return {name: parts(sql or "") for name, sql in found if "alembic_version" not in name}


def parts(sql: str) -> list[str]:
    """The columns and constraints of a statement, in whatever order it names them."""
    return sorted(" ".join(sql.split()).removesuffix(" )").split(", CONSTRAINT "))


async def test_migrations_make_what_the_schema_says(empty_database: Database) -> None:
    async with empty_database.writing() as connection:
        await connection.run_sync(metadata.create_all)
    wanted = await shape(empty_database)
    async with empty_database.writing() as connection:
        await connection.run_sync(metadata.drop_all)
    await migrate(empty_database)
    assert await shape(empty_database) == wanted


async def test_alembic_sees_nothing_to_migrate(database: Database) -> None:
    def differences(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []


async def test_down_leaves_nothing_and_up_comes_back(empty_database: Database) -> None:
    before = await shape(empty_database)
    await migrate(empty_database)
    migrated = await shape(empty_database)
    await unmigrate(empty_database, "base")
    assert await shape(empty_database) == before
    await migrate(empty_database)
    assert await shape(empty_database) == migrated != before


async def test_migrating_again_changes_nothing(database: Database) -> None:
    before = await shape(database)
    await migrate(database)
    assert await shape(database) == before


async def test_a_step_that_fails_leaves_nothing_behind(empty_database: Database) -> None:
    """The last table is in the way, so all those before it were made for nothing."""
    async with empty_database.writing() as connection:
        await connection.execute(text("CREATE TABLE hands (id integer)"))
    before = await shape(empty_database)
    with pytest.raises(Exception, match="already exists"):
        await migrate(empty_database)
    assert await shape(empty_database) == before


async def test_a_server_brings_its_own_file_up_to_date(empty_sqlite_url: str) -> None:
    database = open_database(empty_sqlite_url)
    await make_ready(database)
    assert "tables" in await shape(database)
    await database.close()


async def test_a_server_leaves_a_shared_database_to_its_operator(empty_postgres_url: str) -> None:
    database = open_database(empty_postgres_url)
    with pytest.raises(CannotOpen, match=r"revision None, .* needs \w+; run desmoche migrate, or"):
        await make_ready(database)
    assert "tables.id" not in await shape(database)
    await migrate(database)
    await make_ready(database)
    await database.close()


async def test_a_server_works_beside_newer_code(database: Database) -> None:
    """Its workers are replaced one by one after the database was brought up to date."""
    async with database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = 'later'"))
    await make_ready(database)


async def test_the_command_migrates(empty_url: str) -> None:
    done = migrate_by_command(empty_url)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    database = open_database(empty_url)
    async with database.reading() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM tables")) == 0
    await database.close()


async def test_the_command_says_in_a_sentence_why_not(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    done = migrate_by_command(sqlite_url)
    await database.close()
    assert done.returncode == 1
    assert re.fullmatch(r"desmoche: another server is using .*\n", done.stderr)


def migrate_by_command(url: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROJECT / "dev", "migrate"],
        env={**os.environ, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
