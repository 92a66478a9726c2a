"""Being told of what the journal says to its database, just before it says it.

On Postgres SQLAlchemy tells; on SQLite the journal speaks to the driver itself, so there the
driver does. Both in the thread that speaks.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import event

from app.db.at_once import Writer
from app.db.engine import Database

Commit: TypeAlias = Callable[[], None]
Act: TypeAlias = Callable[[Commit], None]
"""What is done at a COMMIT; it is given the COMMIT itself, to do it before."""
Patch: TypeAlias = Callable[[object, str, Any], None]
"""Sets an attribute of the driver: `setattr`, or a test's own, which is undone."""


def at_each_statement(database: Database, act: Callable[[], None], patch: Patch) -> None:
    """Before each statement and each COMMIT."""
    if database.on_sqlite:
        _tell(lambda *_: act(), patch)
    else:
        engine = database.writer.sync_engine
        event.listen(engine, "before_cursor_execute", lambda *_: act())
        event.listen(engine, "commit", lambda *_: act())


def at_each_commit(database: Database, act: Act, patch: Patch) -> None:
    """Before each COMMIT of the journal."""

    def told(writer: Writer, sql: str) -> None:
        if sql == "COMMIT":
            act(writer._conn.commit)

    if database.on_sqlite:
        _tell(told, patch)
    else:
        engine = database.writer.sync_engine
        event.listen(engine, "commit", lambda on: act(on.connection.dbapi_connection.commit))


def at_next_commit(database: Database, act: Act, patch: Patch) -> None:
    """Before the next one alone."""
    told: list[int] = []

    def once(commit: Commit) -> None:
        told.append(1)
        if len(told) == 1:
            act(commit)

    at_each_commit(database, once, patch)


def _tell(told: Callable[[Writer, str], None], patch: Patch) -> None:
    run = Writer.run

    def telling(self: Writer, sql: str, rows: Sequence[tuple[Any, ...]] | None = None) -> None:
        told(self, sql)
        run(self, sql, rows)

    patch(Writer, "run", telling)
