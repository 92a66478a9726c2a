"""Workers of every kind, for the contract that they share; and a server for each of pytest's."""

from collections.abc import AsyncIterator, Iterator

import pytest

from app.cluster.line import Line
from app.cluster.servers import Single
from tests.cluster.workers import InMemory, Workers, on_redis
from tests.valkey import Valkey, strict_valkey


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    """A server that nobody stops, and that is as strict as a node of a Redis Cluster."""
    with strict_valkey() as server:
        yield server


@pytest.fixture(params=["memory", "redis"])
async def workers(request: pytest.FixtureRequest) -> AsyncIterator[Workers]:
    """Workers who share nothing yet."""
    if request.param == "memory":
        yield InMemory()
        return
    async with on_redis(request.getfixturevalue("valkey")) as workers:
        yield workers


@pytest.fixture
async def line(valkey: Valkey) -> AsyncIterator[Line]:
    """To a server that holds nothing."""
    async with Line(Single(valkey.url, "tests")) as line:
        await line.call("FLUSHALL")
        yield line
