"""What workers share, each test its own; its fixtures for databases are those of `tests/app`."""

from collections.abc import Iterator

import pytest

from tests.valkey import Valkey, own_valkey


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    """A server that a test may kill, and freeze."""
    with own_valkey() as server:
        yield server
