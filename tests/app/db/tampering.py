"""What somebody can do who owns the database: change any row, as if there were no guards."""

from sqlalchemy import text

from app.db.engine import Database


async def without_guards(database: Database, *statements: str) -> None:
    """Run statements with every trigger gone, foreign keys included."""
    async with database.writing() as connection:
        if database.on_sqlite:
            guards = await connection.scalars(
                text("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            )
            for guard in list(guards):
                await connection.execute(text(f"DROP TRIGGER {guard}"))
        else:
            await connection.execute(text("SET session_replication_role = replica"))
        for statement in statements:
            await connection.execute(text(statement))
        if not database.on_sqlite:
            await connection.execute(text("SET session_replication_role = DEFAULT"))
