"""What the database refuses to whoever speaks SQL to it, after every migration."""

from collections.abc import Iterator

from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import Database
from app.db.migrate import STEPS, migrate
from tests.app.db import attacks
from tests.app.db.down import unmigrate

GUARDS = {
    "sqlite": "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal",
}


def revisions() -> Iterator[str]:
    """Oldest first."""
    for script in reversed(list(ScriptDirectory(str(STEPS)).walk_revisions())):
        yield script.revision


async def run(database: Database, *statements: str) -> None:
    async with database.writing() as connection:
        for statement in statements:
            await connection.execute(text(statement))


async def successes(connection: AsyncConnection) -> list[str]:
    """The attacks that nothing stopped; each is undone."""
    done = []
    on_sqlite = connection.dialect.name == "sqlite"
    for name, statement in (attacks.SQLITE if on_sqlite else attacks.POSTGRES).items():
        attempt = await connection.begin_nested()
        try:
            await connection.execute(text(statement))
            done.append(name)
        except IntegrityError:
            pass
        finally:
            await attempt.rollback()
    return done


async def test_every_migration_keeps_the_guards(empty_database: Database) -> None:
    """Rows made at the first revision are safe at each that follows."""
    first, *later = revisions()
    await migrate(empty_database, first)
    await run(empty_database, *attacks.ROWS)
    for revision in (first, *later):
        await migrate(empty_database, revision)
        async with empty_database.writing() as connection:
            assert await successes(connection) == []


async def test_going_down_and_up_brings_the_guards_back(empty_database: Database) -> None:
    await migrate(empty_database)
    await unmigrate(empty_database, "base")
    await migrate(empty_database)
    await run(empty_database, *attacks.ROWS)
    async with empty_database.writing() as connection:
        assert await successes(connection) == []


async def test_each_guard_is_missed(database: Database) -> None:
    """With any one trigger gone an attack succeeds: the tests above would see it."""
    await run(database, *attacks.ROWS)
    async with database.writing() as connection:
        guards = await connection.execute(text(GUARDS[connection.dialect.name]))
        # Those of the operators' log have a test of their own (tests/app/audit).
        of_books = [(guard, of) for guard, of in guards if of != "operator_log"]
        needless = [
            guard for guard, of in of_books if not await _open_without(connection, guard, of)
        ]
    # These do what must happen, and refuse nothing.
    doing = {"hands_seats", "hands_seats_at_once", "entries_freeze"}
    assert set(needless) <= {"entries_count", "transfers_apply", *doing}


async def _open_without(connection: AsyncConnection, guard: str, of: str) -> list[str]:
    on_table = "" if connection.dialect.name == "sqlite" else f" ON {of}"
    gone = await connection.begin_nested()
    await connection.execute(text(f"DROP TRIGGER {guard}{on_table}"))
    done = await successes(connection)
    await gone.rollback()
    return done
