"""Workers of every kind, for the contract that they share."""

import pytest

from tests.cluster.workers import InMemory, Workers


@pytest.fixture(params=["memory"])
def workers(request: pytest.FixtureRequest) -> Workers:
    """Workers who share nothing yet."""
    return InMemory()
