"""A server with hands that are over: three people at a table, one of them an auditor's friend."""

from collections.abc import AsyncIterator

import pytest

from app.db.engine import Database
from tests.app.people.server import Server, serving


@pytest.fixture
async def server(database: Database) -> AsyncIterator[Server]:
    async with serving(database) as opened:
        yield opened
