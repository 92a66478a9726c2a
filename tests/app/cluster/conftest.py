"""What workers share, each test its own; its fixtures for databases are those of `tests/app`."""

from collections.abc import Iterator

import pytest

from tests.services import OwnPostgres, own_postgres
from tests.valkey import Valkey, own_valkey


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    """A server that a test may kill, and freeze."""
    with own_valkey() as server:
        yield server


@pytest.fixture
def frail_postgres() -> Iterator[OwnPostgres]:
    """One that a test may crash and start again."""
    with own_postgres() as server:
        yield server
