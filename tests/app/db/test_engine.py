"""Opening a database, and who may write to it when."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from app.db.engine import CannotOpen, Database, open_database
from app.db.same_file import SameFile
from engine.table.journal import JournalAway

SERVER = """
import sys
from app.db.engine import open_database
database = open_database(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("", "DATABASE_URL is not a URL"),
        ("data/desmoche.sqlite3", "DATABASE_URL is not a URL"),
        ("secret:secret", "DATABASE_URL is not a URL"),
        ("mysql://secret@localhost/desmoche", "mysql is not a database this server knows"),
        ("sqlite://", "an SQLite database here is a file"),
        ("sqlite:///:memory:", "an SQLite database here is a file"),
    ],
)
def test_a_url_of_no_use(url: str, complaint: str) -> None:
    with pytest.raises(CannotOpen, match=complaint) as refused:
        open_database(url)
    assert "secret" not in str(refused.value)


async def test_sqlite_promises_to_be_durable(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    async with database.writing() as connection:
        found = {name: await connection.scalar(text(f"PRAGMA {name}")) for name in wanted}
    await database.close()
    assert found == wanted


async def test_the_log_of_sqlite_stays_when_its_last_connection_ends(sqlite_url: str) -> None:
    """As it does when a write is cancelled: others would take the new log for a stranger's."""
    database = open_database(sqlite_url)
    log = sqlite_url.removeprefix("sqlite:///") + "-wal"
    async with database.writing() as connection:
        await connection.execute(text("CREATE TABLE one (a INTEGER)"))
    async with database.reading() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM one")) == 0
    found = _number(log)
    for engine in (database.writer, database._reader):
        await engine.dispose()
    assert found == _number(log) is not None
    async with database.writing() as connection:
        await connection.execute(text("INSERT INTO one VALUES (1)"))
    assert _number(log) == found
    await database.close()
    assert _number(log) is None


def _number(path: str) -> int | None:
    """Which file lies there."""
    there = Path(path)
    return there.stat().st_ino if there.exists() else None


def test_a_log_that_somebody_else_takes_along_is_not_missed(tmp_path: Path) -> None:
    """Nobody could hold it: whoever had locked the file was its last connection."""
    path = tmp_path / "desmoche.sqlite3"
    other = sqlite3.connect(path, isolation_level=None)
    for statement in ("journal_mode=WAL", "locking_mode=EXCLUSIVE", "user_version=1"):
        other.execute(f"PRAGMA {statement}")
    file = SameFile(path)
    file.require()
    other.close()
    file.require()
    path.with_name(path.name + "-wal").unlink()
    with pytest.raises(JournalAway, match="-wal was removed"):
        file.require()
    file.let_go()


async def test_postgres_is_left_as_durable_as_it_is(postgres_url: str) -> None:
    database = open_database(postgres_url)
    wanted = {"synchronous_commit": "on", "idle_in_transaction_session_timeout": "15s"}
    async with database.writing() as connection:
        found = {name: await connection.scalar(text(f"SHOW {name}")) for name in wanted}
    await database.close()
    assert found == wanted


def test_a_folder_that_can_not_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotOpen, match=r"can't be used: Not a directory|File exists"):
        open_database(f"sqlite:///{tmp_path}/file/desmoche.sqlite3")


async def test_a_second_server_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    first = open_database(sqlite_url)
    (tmp_path / "alias").symlink_to(tmp_path / "desmoche.sqlite3")
    for url in (sqlite_url, f"sqlite:///{tmp_path}/alias"):
        with pytest.raises(CannotOpen, match=r"another server is using .*; stop it first, or"):
            open_database(url)
    await first.close()
    await open_database(sqlite_url).close()


def test_a_server_that_is_killed_makes_room(sqlite_url: str) -> None:
    command = [sys.executable, "-c", SERVER, sqlite_url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"open\n"
        with pytest.raises(CannotOpen):
            open_database(sqlite_url)
        server.kill()
    asyncio.run(open_database(sqlite_url).close())


async def test_another_program_may_look_on(sqlite_url: str, tmp_path: Path) -> None:
    """A backup or a shell reads the file beside the server."""
    database = open_database(sqlite_url)
    async with database.writing() as connection:
        await connection.execute(text("INSERT INTO tables VALUES ('t1', 1, 0)"))
        with sqlite3.connect(tmp_path / "desmoche.sqlite3") as onlooker:
            assert onlooker.execute("SELECT count(*) FROM tables").fetchone() == (0,)
        onlooker.close()
    await database.close()


async def test_readers_can_not_write(database: Database) -> None:
    with pytest.raises(Exception, match=r"read-?only"):
        async with database.reading() as connection:
            await connection.execute(text("INSERT INTO tables VALUES ('t1', 1, 0)"))


async def test_a_reader_sees_one_moment(database: Database) -> None:
    count = text("SELECT count(*) FROM tables")
    async with database.reading() as reader:
        assert await reader.scalar(count) == 0
        async with database.writing() as writer:
            await writer.execute(text("INSERT INTO tables VALUES ('t1', 1, 0)"))
        assert await reader.scalar(count) == 0


async def test_an_exception_undoes_everything(database: Database) -> None:
    async def write_and_fail() -> None:
        async with database.writing() as connection:
            await connection.execute(text("INSERT INTO tables VALUES ('t1', 1, 0)"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await write_and_fail()
    async with database.reading() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM tables")) == 0


async def test_whoever_is_cancelled_leaves_nothing_behind(database: Database) -> None:
    inside = asyncio.Event()

    async def write_for_ever() -> None:
        async with database.writing() as connection:
            await connection.execute(text("INSERT INTO tables VALUES ('t1', 1, 0)"))
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(write_for_ever())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with database.writing() as connection:
        await connection.execute(text("INSERT INTO tables VALUES ('t1', 1, 0)"))


async def test_writers_to_a_file_take_turns(sqlite_url: str) -> None:
    """In the order they came, even when one comes back at once."""
    database = open_database(sqlite_url)
    turns: list[str] = []

    async def write(name: str, times: int) -> None:
        for _ in range(times):
            async with database.writing():
                turns.append(name)

    await asyncio.gather(write("busy", 3), write("first", 1), write("second", 1))
    assert turns == ["busy", "first", "second", "busy", "busy"]
    await database.close()
