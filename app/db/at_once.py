"""A whole transaction of rows on SQLite, in one visit to the connection's thread.

Enters: statements of SQLAlchemy's, prepared once, and rows for them. Leaves: all of the rows
stored, or none, and what SQLite raised. aiosqlite sends each call to its thread by itself and
wakes the loop after each, some ten hops a transaction; and to run a statement costs SQLAlchemy
more than SQLite. That is too much for what every move does. Never here: reading; what is to be
stored must be known before.
"""

import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import aiosqlite
from sqlalchemy import JSON, Table
from sqlalchemy.dialects import sqlite

CHUNK = 64  # rows that aiosqlite fetches at a time where it is asked to: its own default


class Prepared:
    """An INSERT into `table` of the columns `names`, as SQLite's own driver takes it.

    `encode` writes what goes into columns of JSON.
    """

    def __init__(
        self, statement: Any, table: Table, names: Sequence[str], encode: Callable[[Any], str]
    ) -> None:
        compiled = statement.compile(dialect=sqlite.dialect(), column_keys=names)
        self.sql = str(compiled)
        self._names: list[str] = compiled.positiontup
        kinds = table.c
        self._json = frozenset(name for name in names if isinstance(kinds[name].type, JSON))
        self._encode = encode

    def row(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """A row's values in the order of the statement; JSON as text, None as NULL."""
        if not self._json:
            return tuple([values[name] for name in self._names])
        return tuple([self._value(name, values[name]) for name in self._names])

    def _value(self, name: str, value: Any) -> Any:
        return self._encode(value) if name in self._json and value is not None else value


class Rows(NamedTuple):
    """A statement and the rows that it is run for."""

    sql: str
    rows: Sequence[tuple[Any, ...]]


class Writer(aiosqlite.Connection):
    """The connection that writes; `store` is beside what SQLAlchemy does with it, so whoever
    calls it must have the only turn to write."""

    def __init__(self, path: str) -> None:
        super().__init__(partial(sqlite3.connect, path), CHUNK)
        self._thread.daemon = True  # as SQLAlchemy does for those it makes itself

    @property
    def is_open(self) -> bool:
        """Whether it is connected."""
        return self._running and self._connection is not None

    async def store(self, batch: Sequence[Rows]) -> None:
        """All in one transaction. Raises `sqlite3.Error`, or what a value is to blame for."""
        in_thread: Callable[..., Awaitable[None]] = self._execute  # it has no types of its own
        await in_thread(self._transaction, batch)

    def _transaction(self, batch: Sequence[Rows]) -> None:
        try:
            self.run("BEGIN IMMEDIATE")
            for sql, rows in batch:
                self.run(sql, rows)
            self.run("COMMIT")
        except BaseException:
            if self._conn.in_transaction:
                self._conn.rollback()
            raise

    def run(self, sql: str, rows: Sequence[tuple[Any, ...]] | None = None) -> None:
        """One statement, in the thread."""
        if rows is None:
            self._conn.execute(sql)
        else:
            self._conn.executemany(sql, rows)
