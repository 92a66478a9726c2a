"""Every column of every table: a value that its owner alters is found, or it is said why not."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Boolean, CheckConstraint, Column, Integer, LargeBinary, Table, select, update
from sqlalchemy import text as sql

import app.people_schema  # noqa: F401  # its tables join the same metadata
from app.db.engine import Database
from app.db.schema import metadata
from app.ledger.verify import verify_ledger
from tests.app.db.tampering import without_guards
from tests.app.ledger.whole import keep_everything

ENTRANCE = "who may sign in as whom: nothing of what was played or paid"
LISTING = "how the lobby lists a table; what is played there is in its journal"
TOLD = "what a player told operators, in no chain"
CALLED = "how players are called; they are known by their ids"
EXEMPT: dict[str, str] = {
    "tables.epoch": "each new owner raises it, with no entry; too high a number fences nobody off",
    **dict.fromkeys(("players.name", "players.created_at"), CALLED),
    **{f"sessions.{name}": ENTRANCE for name in ("token_hash", "player_id", "seen_at")},
    **{f"recovery_codes.{name}": ENTRANCE for name in ("player_id", "code_hash", "made_at")},
    **{
        f"passwords.{name}": ENTRANCE
        for name in ("player_id", "username", "folded", "hash", "changed_at")
    },
    **{
        f"lobby_tables.{name}": LISTING
        for name in (
            *("code", "name", "public", "quick", "preset", "seats", "bet"),
            *("buy_in_least", "buy_in_most", "created_at", "touched_at", "request"),
        )
    },
    **{
        f"reports.{name}": TOLD
        for name in ("at", "reporter", "table_id", "player_id", "hand", "reason", "words")
    },
}
"""What can be altered without a trace, and why that is borne: docs/evidence.md says so too."""


def columns() -> Iterator[Column[Any]]:
    for table in metadata.sorted_tables:
        yield from table.c


async def test_every_column(database: Database) -> None:
    await keep_everything(database)
    green = await verify_ledger(database)
    assert green.ok, green.findings.first
    await _let_anything_be_written(database)
    unseen = {str(column) async for column in _altered_without_a_trace(database)}
    assert unseen == EXEMPT.keys()
    assert (await verify_ledger(database)).ok  # all of it was put back


async def _altered_without_a_trace(database: Database) -> Any:
    for column in columns():
        table = column.table
        assert isinstance(table, Table)
        async with database.reading() as connection:
            rows = (await connection.execute(select(table))).mappings().all()
        assert rows, f"no row of {table.name} to alter"
        for row in rows:
            if await _is_seen(database, column, row):
                break
        else:
            yield column


async def _is_seen(database: Database, column: Column[Any], row: Any) -> bool:
    """Whether the check is red once this value is another."""
    other, keys = altered(column, row[column.name]), list(column.table.primary_key)
    there = {key.name: row[key.name] for key in keys}
    moved = {**there, column.name: other} if column.primary_key else there

    def put(value: Any, where: dict[str, Any]) -> Any:
        found = [key == where[key.name] for key in keys]
        return update(column.table).where(*found).values({column.name: value})

    await without_guards(database, put(other, there))
    ok = (await verify_ledger(database)).ok
    await without_guards(database, put(row[column.name], moved))
    return not ok


def altered(column: Column[Any], value: Any) -> Any:
    """Another value of the same type."""
    kind = column.type
    if isinstance(kind, Boolean):
        return not value
    if isinstance(kind, LargeBinary):
        return b"x" if value is None else bytes(value) + b"x"
    if isinstance(kind, Integer):
        return (value or 0) + 10**9
    if kind.python_type is str:
        return f"{value or ''}x"
    return {"altered": value}


async def _let_anything_be_written(database: Database) -> None:
    """What a table is checked for, and who counts its rows, is in its owner's hands as well."""
    if database.on_sqlite:
        async with database.writing() as connection:
            await connection.execute(sql("PRAGMA ignore_check_constraints = ON"))
        return
    for table in metadata.sorted_tables:
        for check in (one for one in table.constraints if isinstance(one, CheckConstraint)):
            await without_guards(database, f"ALTER TABLE {table.name} DROP CONSTRAINT {check.name}")
        for column in (one for one in table.c if one.identity):
            change = f"ALTER TABLE {table.name} ALTER COLUMN {column.name} DROP IDENTITY"
            await without_guards(database, change)
