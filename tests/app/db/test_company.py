"""Servers at one database share it, all of them, or there is one; SQLite's claim is its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.db.company import in_company
from app.db.engine import CannotOpen, Database, open_database
from app.main import create_app
from app.settings import Settings

PLACES = (
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = "
)
HERE = "(SELECT oid FROM pg_database WHERE datname = current_database())"


@pytest.fixture
async def servers(postgres_url: str) -> AsyncIterator[list[Database]]:
    """Two who come to the same one."""
    opened = [open_database(postgres_url) for _ in range(2)]
    yield opened
    for database in opened:
        await database.close()


@pytest.mark.parametrize(
    ("first", "second", "refused"),
    [(True, True, False), (True, False, True), (False, True, True), (False, False, True)],
)
async def test_who_does_not_share_is_alone(
    servers: list[Database], first: bool, second: bool, refused: bool
) -> None:
    one, other = servers
    async with in_company(one, shares=first):
        if refused:
            with pytest.raises(CannotOpen, match="give all of them the same REDIS_URL"):
                await in_company(other, shares=second).__aenter__()
        else:
            await come_and_go(other, shares=second)
    await come_and_go(other, shares=second)


async def test_whoever_is_cut_off_leaves_the_place(servers: list[Database]) -> None:
    """As one that is killed, whose connections end."""
    one, other = servers
    async with in_company(one, shares=False):
        async with other.writing() as connection:
            await connection.exec_driver_sql(PLACES + HERE)
        await come_and_go(other, shares=False)


async def test_servers_see_to_it_at_their_start(postgres_url: str, tmp_path: Path) -> None:
    settings = Settings(database_url=postgres_url, server_key_file=tmp_path / "server.key")
    one, other = (create_app(settings) for _ in range(2))
    async with one.router.lifespan_context(one):
        with pytest.raises(CannotOpen, match="another server uses this database"):
            await other.router.lifespan_context(other).__aenter__()


async def come_and_go(database: Database, *, shares: bool) -> None:
    async with in_company(database, shares=shares):
        pass
