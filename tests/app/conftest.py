"""Databases for tests, each of them new and up to date; and servers to treat as one likes.

`database_url` is one of SQLite and then one of Postgres, for each test that asks for it;
`database` the same, open.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest

from app.db.engine import Database, open_database
from app.db.migrate import migrate
from tests.services import OwnPostgres, Postgres, any_postgres, own_postgres
from tests.valkey import Valkey, own_valkey

NAMES = (f"desmoche_{os.getpid()}_{number}" for number in count())


def bring_up_to_date(url: str) -> None:
    async def run() -> None:
        database = open_database(url)
        await migrate(database)
        await database.close()

    asyncio.run(run())


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real server, one for each of pytest's workers."""
    with any_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_template(postgres: Postgres) -> Iterator[str]:
    """The name of a database to copy: the migrations run once, not for each test."""
    name = next(NAMES)
    bring_up_to_date(postgres.create(name))
    yield name
    postgres.drop(name)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file to copy, likewise."""
    path = tmp_path_factory.mktemp("template") / "template.sqlite3"
    bring_up_to_date(f"sqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'desmoche.sqlite3')}"


@pytest.fixture
def postgres_url(postgres: Postgres, postgres_template: str) -> Iterator[str]:
    name = next(NAMES)
    yield postgres.create(name, postgres_template)
    postgres.drop(name)


@pytest.fixture
def empty_sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'empty.sqlite3'}"


@pytest.fixture
def empty_postgres_url(postgres: Postgres) -> Iterator[str]:
    name = next(NAMES)
    yield postgres.create(name)
    postgres.drop(name)


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest) -> str:
    """A database without a single table."""
    url: str = request.getfixturevalue(f"empty_{request.param}_url")
    return url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = open_database(database_url)
    yield opened
    await opened.close()


@pytest.fixture
async def empty_database(empty_url: str) -> AsyncIterator[Database]:
    opened = open_database(empty_url)
    yield opened
    await opened.close()


# --- servers that go away -------------------------------------------------------------


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    """A server that a test may kill, and freeze."""
    with own_valkey() as server:
        yield server


@pytest.fixture(scope="session")
def mortal() -> Iterator[OwnPostgres]:
    """One that a test may stop, and has to start again."""
    with own_postgres() as server:
        yield server


@pytest.fixture
def mortal_url(mortal: OwnPostgres) -> Iterator[str]:
    """A database there."""
    name = next(NAMES)
    url = mortal.create(name)
    bring_up_to_date(url)
    yield url
    mortal.drop(name)
