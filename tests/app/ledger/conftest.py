"""Databases in which `some_tables` are kept: filled once, and copied for each test."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.db.engine import Database, open_database
from tests.app.ledger.stored import keep, some_tables
from tests.services import Postgres


def _fill(url: str) -> None:
    async def fill() -> None:
        database = open_database(url)
        await keep(database, some_tables())
        await database.close()

    asyncio.run(fill())


@pytest.fixture(scope="session")
def kept_sqlite(sqlite_template: Path) -> Path:
    """A file to copy."""
    path = sqlite_template.with_name("kept.sqlite3")
    _fill(f"sqlite:///{shutil.copy(sqlite_template, path)}")
    return path


@pytest.fixture(scope="session")
def kept_postgres(postgres: Postgres, postgres_template: str) -> Iterator[str]:
    """The name of a database to copy."""
    name = f"{postgres_template}_kept"
    _fill(postgres.create(name, postgres_template))
    yield name
    postgres.drop(name)


@pytest.fixture
def kept_sqlite_url(kept_sqlite: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(kept_sqlite, tmp_path / 'kept.sqlite3')}"


@pytest.fixture
def kept_postgres_url(postgres: Postgres, kept_postgres: str) -> Iterator[str]:
    name = f"{kept_postgres}_copy"
    yield postgres.create(name, kept_postgres)
    postgres.drop(name)


@pytest.fixture(params=["sqlite", "postgres"])
def kept_url(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue(f"kept_{request.param}_url")
    return url


@pytest.fixture
async def kept(kept_url: str) -> AsyncIterator[Database]:
    """A database of its own for each test."""
    opened = open_database(kept_url)
    yield opened
    await opened.close()
