"""A server on each database, and a browser that looks at it."""

from collections.abc import AsyncIterator

import pytest

from app.db.engine import Database
from tests.app.people.server import Browser, Server, serving


@pytest.fixture
async def server(database: Database) -> AsyncIterator[Server]:
    async with serving(database) as served:
        yield served


@pytest.fixture
def browser(server: Server) -> Browser:
    return server.browser()
