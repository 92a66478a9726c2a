"""`desmoche admin create` and `admin role`: accounts that may look into the books."""

import os
import subprocess
import sys

import pytest

from app.administration import CannotAdminister, Role, create, give_role
from app.audit.log import read_log
from app.db.engine import Database, open_database
from tests.app.people.server import Server

PASSWORD = "three red parrots"  # noqa: S105


async def test_an_operator_signs_in_by_password(server: Server) -> None:
    await create(server.database, "root", PASSWORD, Role.OPERATOR, "the first one")
    browser = server.browser()
    assert (await browser.get("/admin/log")).status_code == 404
    await browser.done("POST", "/login", {"username": "root", "password": PASSWORD})
    (line,) = (await browser.done("GET", "/admin/log"))["log"]
    assert (line["operator"], line["action"], line["why"]) == (
        *("command line", "make operator", "the first one"),
    )


async def test_a_role_is_taken_away_with_its_sessions(server: Server) -> None:
    await create(server.database, "root", PASSWORD, Role.OPERATOR, "the first one")
    browser = server.browser()
    login = {"username": "root", "password": PASSWORD}
    await browser.done("POST", "/login", login)
    await give_role(server.database, "ROOT", Role.PLAYER, "has left")
    await browser.done("POST", "/login", login)
    assert (await browser.get("/admin/log")).status_code == 404
    async with server.database.reading() as connection:
        lines = (await read_log(connection, None, 9))["log"]
        assert [line["action"] for line in lines] == ["role player", "make operator"]


@pytest.mark.parametrize(
    ("username", "password", "says"),
    [
        ("ro", PASSWORD, "3 to 24 characters"),
        ("r o o t", PASSWORD, "letters, digits"),
        ("root", "short", "at least 8"),
        ("root", "password1", "first anybody would try"),
        ("Taken", PASSWORD, "is there already"),
    ],
)
async def test_accounts_that_can_t_be(
    database: Database, username: str, password: str, says: str
) -> None:
    await create(database, "taken", PASSWORD, Role.AUDITOR, "a test")
    with pytest.raises(CannotAdminister, match=says):
        await create(database, username, password, Role.OPERATOR, "a test")
    with pytest.raises(CannotAdminister, match="nobody signs in as"):
        await give_role(database, "nobody", Role.AUDITOR, "a test")


@pytest.mark.parametrize(
    ("why", "says"),
    [
        *(("", "some words"), ("x" * 301, "at most 300")),
        *(("a\x1b[31m", "visible"), ("for \udcff", "visible")),
    ],
)
async def test_reasons_are_sentences_here_too(database: Database, why: str, says: str) -> None:
    await create(database, "taken", PASSWORD, Role.AUDITOR, "a test")
    with pytest.raises(CannotAdminister, match=says):
        await create(database, "root", PASSWORD, Role.OPERATOR, why)
    with pytest.raises(CannotAdminister, match=says):
        await give_role(database, "taken", Role.OPERATOR, why)
    with pytest.raises(CannotAdminister, match="letters, digits"):
        await give_role(database, "ta\udcffken", Role.OPERATOR, "a test")


async def test_the_command(database_url: str) -> None:
    made = command(database_url, "create", "root", "--role", "auditor", typed=f"{PASSWORD}\n" * 2)
    assert made.stdout.endswith("root may sign in as auditor.\n")
    again = command(database_url, "role", "root", "--role", "operator")
    assert (again.returncode, again.stdout) == (
        0,
        "root is operator now, and must sign in again.\n",
    )
    missing = command(database_url, "role", "nobody", "--role", "player")
    assert (missing.returncode, missing.stderr) == (1, "desmoche: nobody signs in as nobody.\n")
    database = open_database(database_url)
    async with database.reading() as connection:
        assert len((await read_log(connection, None, 9))["log"]) == 2
    await database.close()


def command(url: str, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app.cli", "admin", *words],
        env={**os.environ, "DATABASE_URL": url},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
