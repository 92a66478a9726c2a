"""One database, SQLite or Postgres, from its URL; on SQLite with one writer at a time.

Enters: `DATABASE_URL`. Leaves: a `Database` that lends connections, each within one
transaction. Never here: what is written.
"""

import asyncio
import fcntl
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from pathlib import Path
from typing import Any, TextIO

import msgspec
from sqlalchemy import URL, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from app.db.at_once import Rows, Writer
from app.db.faults import meaning
from app.db.same_file import SameFile
from app.db.ways import Ways
from app.trouble import Trouble
from engine.table.journal import JournalAway

DEFAULT_URL = "sqlite:///data/desmoche.sqlite3"

SQLITE_READERS = 4  # connections; reads are short, and more would wait for a processor
POSTGRES_CONNECTIONS = 10  # of one worker, the journal's and its place (`company`) among them
BUSY_MS = 5_000  # how long SQLite waits for another program, such as a backup, to let go
ANSWER_SECONDS = 10.0  # after which a Postgres that says nothing counts as away
AWAY_SECONDS = ANSWER_SECONDS + 5.0  # tables that wait for it try again and again
LOCK_WAIT = "5s"  # how long Postgres lets a row be waited for
GIVEN_UP_AFTER = 3.0  # seconds after a process was asked to end, which takes less than five in all
CLOSE_SECONDS = 0.5  # for farewells; a Postgres that says nothing would not take them
# How long Postgres keeps the locks of a worker that was cut off in the middle of a transaction;
# it would notice only hours later by itself.
SILENCE = "15s"
# By when Postgres notices that a machine has gone which said nothing: seconds, and how often.
NOTICED = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "2"}

_WRITER_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    f"busy_timeout={BUSY_MS}",
    "foreign_keys=ON",
)
_READER_PRAGMAS = (f"busy_timeout={BUSY_MS}", "query_only=ON")


class CannotOpen(Exception):
    """The database can't be used; the message says in a sentence why, and what to do."""


class Database:
    """Lends connections. `close` it when done.

    On SQLite there is one connection that writes, lent to one task after the other; those
    that read can't write. On Postgres there is one pool for both. `writer` is the engine
    behind `writing`, for whoever must watch it; `away` is what they tell who could not use it.
    """

    def __init__(
        self,
        writer: AsyncEngine,
        reader: AsyncEngine,
        only_server: TextIO | None = None,
        drivers: Sequence[Writer] = (),
        file: SameFile | None = None,
    ) -> None:
        self.away = Trouble("storage", lasts=AWAY_SECONDS)
        self._ways = None if writer.dialect.name == "sqlite" else Ways(writer)
        self.writer = writer
        self._drivers = drivers  # of the one connection that writes, the last one made
        self._reader = reader
        self._only_server = only_server
        self._file = file
        # The pool would make writers wait too, but in an order that it doesn't promise.
        self._turn: AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if self.on_sqlite else nullcontext()
        )

    @property
    def on_sqlite(self) -> bool:
        """Whether this is a file of ours alone, not a server others share."""
        return self.writer.dialect.name == "sqlite"

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write: committed at the end, undone by any exception.

        Whoever is cancelled inside leaves nothing behind. Raises what SQLAlchemy raises.
        """
        with self._watched():
            async with self._bound(), self._turn, self.writer.begin() as connection:
                yield connection

    async def write_at_once(self, batch: Sequence[Rows]) -> None:
        """Rows on SQLite as one transaction, in its own turn. Raises what SQLite raises.

        Whoever is cancelled meanwhile doesn't know the outcome; the next turn comes after it.
        """
        with self._watched():
            await self._write_in_turn(batch)

    async def _write_in_turn(self, batch: Sequence[Rows]) -> None:
        async with self._turn:
            if not (self._drivers and self._drivers[-1].is_open):
                async with self.writer.connect():
                    pass
            await self._drivers[-1].store(batch)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one moment of the database and changes nothing."""
        with self._watched():
            async with self._bound(), self._reader.begin() as connection:
                yield connection

    def _bound(self) -> AbstractAsyncContextManager[Any]:
        """Whatever is on its way to Postgres is broken off when that is given up."""
        return self._ways.bound() if self._ways else nullcontext()

    def give_up_soon(self) -> None:
        """This process ends: who waits for a Postgres that says nothing hears soon that it is away.
        A file is always there, and is left in good order."""
        if self._ways:
            asyncio.get_running_loop().call_later(GIVEN_UP_AFTER, self._ways.give_up)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Whoever could not use it says so in `away`; that it is back, a commit of the journal."""
        try:
            if self._file:
                self._file.require()
            yield
        except Exception as error:
            if isinstance(told := meaning(error), JournalAway):
                self.away.found(str(told))
            raise

    async def close(self) -> None:
        """Give up all connections, then the claim to be the only server."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS if self._ways else None):
                await self._reader.dispose()
                await self.writer.dispose()
        if self._ways:
            self._ways.give_up()
        if self._file:
            self._file.let_go()
        if self._only_server:
            self._only_server.close()


def open_database(
    url: str = DEFAULT_URL,
    *,
    answer_seconds: float | None = ANSWER_SECONDS,
    only_reading: bool = False,
) -> Database:
    """A database by its URL; connects when first used.

    `answer_seconds`: how long a Postgres may take over one statement; None: any time.
    `only_reading`: nothing will be written, so a server that has the SQLite file may keep it.
    Raises `CannotOpen` if the URL is of no use, or if another server has the SQLite file.
    """
    try:
        address = make_url(url)
    except ArgumentError:  # its message holds the URL, and so perhaps a password
        raise CannotOpen("DATABASE_URL is not a URL; try sqlite:///data/desmoche.sqlite3") from None
    backend = address.drivername.partition("+")[0]
    if backend == "sqlite":
        return _look_into_sqlite(address) if only_reading else _open_sqlite(address)
    if backend in {"postgresql", "postgres"}:
        return _open_postgres(address, answer_seconds)
    raise CannotOpen(f"{backend} is not a database this server knows; use sqlite or postgresql")


def _file_of(address: URL) -> Path:
    if not address.database or address.database == ":memory:":
        raise CannotOpen("an SQLite database here is a file: sqlite:///folder/name.sqlite3")
    return Path(address.database).resolve()  # one file has one claim, whatever links lead to it


def _look_into_sqlite(address: URL) -> Database:
    path = _file_of(address)
    if not path.is_file():
        raise CannotOpen(f"there is no database {path}")
    address = address.set(drivername="sqlite+aiosqlite", database=str(path))
    reader = create_async_engine(address, pool_size=SQLITE_READERS, max_overflow=0, **_COMMON)
    _prepare_sqlite(reader, _READER_PRAGMAS, "BEGIN")
    return Database(reader, reader)


def _open_sqlite(address: URL) -> Database:
    path = _file_of(address)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        only_server = _claim(path)
    except OSError as error:
        raise CannotOpen(f"{path} can't be used: {error.strerror}") from error
    address = address.set(drivername="sqlite+aiosqlite", database=str(path))
    drivers: list[Writer] = []

    def connect() -> Writer:
        drivers[:] = [Writer(str(path))]
        return drivers[0]

    writer = create_async_engine(
        address, pool_size=1, max_overflow=0, async_creator=connect, **_COMMON
    )
    reader = create_async_engine(address, pool_size=SQLITE_READERS, max_overflow=0, **_COMMON)
    _prepare_sqlite(writer, _WRITER_PRAGMAS, "BEGIN IMMEDIATE")
    _prepare_sqlite(reader, _READER_PRAGMAS, "BEGIN")
    file = SameFile(path)
    return Database(writer, reader, only_server, drivers, file)


def _claim(path: Path) -> TextIO:
    """Lock the file beside the database, until it is closed or this process dies.

    Not the database itself: closing any handle of that would drop the locks of SQLite.
    """
    claim = path.with_name(path.name + ".lock").open("a", encoding="utf-8")
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        claim.close()
        raise CannotOpen(
            f"another server is using {path}; stop it first, or set DATABASE_URL to another file"
        ) from None
    return claim


def _prepare_sqlite(engine: AsyncEngine, pragmas: Sequence[str], begin: str) -> None:
    """Set up each connection, and begin transactions ourselves: sqlite3 would begin them
    late, at the first write, and find the database changed under it."""

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        connection.create_function("lower", 1, _lower, deterministic=True)
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin_transaction(connection: Any) -> None:
        connection.exec_driver_sql(begin)


def _lower(text: str | None) -> str | None:
    """SQLite's own knows the letters of English alone; names have accents."""
    return None if text is None else text.lower()


def _open_postgres(address: URL, answer_seconds: float | None) -> Database:
    engine = create_async_engine(
        address.set(drivername="postgresql+asyncpg"),
        pool_size=POSTGRES_CONNECTIONS,
        max_overflow=0,
        pool_timeout=ANSWER_SECONDS,
        pool_pre_ping=True,  # after a restart of Postgres nobody meets a dead connection
        connect_args={
            "timeout": ANSWER_SECONDS,
            "command_timeout": answer_seconds,
            "server_settings": {
                "application_name": "desmoche",
                "lock_timeout": LOCK_WAIT,
                "idle_in_transaction_session_timeout": SILENCE,
                **NOTICED,
            },
        },
        **_COMMON,
    )
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Database(engine, reader)


class JsonText(str):
    """JSON that was encoded before, and is stored to the letter."""

    __slots__ = ()


def encode(value: Any) -> str:
    """A value of a column of JSON as it is stored."""
    return value if isinstance(value, JsonText) else msgspec.json.encode(value).decode()


_COMMON: dict[str, Any] = {
    "json_serializer": encode,
    "json_deserializer": msgspec.json.decode,
    "hide_parameters": True,  # or errors would tell the log what cards lie where
}
