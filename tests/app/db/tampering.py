"""What somebody can do who owns the database: change any row, as if there were no guards."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Executable, select, text, update

from app.db.chain import beginning
from app.db.engine import Database
from app.db.entries import _read_with_body, chain_on
from app.db.schema import entries, hands, tables, transfers


async def without_guards(database: Database, *statements: str | Executable) -> None:
    """Run statements with every trigger gone, foreign keys included."""
    if database.on_sqlite:  # what a transaction can't turn off
        async with database.writer.connect() as connection:
            raw = await connection.get_raw_connection()
            assert raw.driver_connection is not None
            await raw.driver_connection.execute("PRAGMA foreign_keys=OFF")
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
            await connection.execute(text(statement) if isinstance(statement, str) else statement)
        if not database.on_sqlite:
            await connection.execute(text("SET session_replication_role = DEFAULT"))


async def swap_rows(database: Database, one: str, other: str) -> None:
    """Two rows of the ledger, by their keys, change places; each keeps its own link."""
    named = ("debit", "credit", "amount", "reason", "hand", "key", "link", "seq")
    async with database.reading() as connection:
        query = select(transfers).where(transfers.c.key.in_((one, other)))
        first, second = (await connection.execute(query.order_by(transfers.c.id))).mappings()
    changes = [
        update(transfers).where(transfers.c.id == first["id"]).values(key="elsewhere"),
        *(
            update(transfers)
            .where(transfers.c.id == here["id"])
            .values({name: there[name] for name in named})
            for here, there in ((second, first), (first, second))
        ),
    ]
    await without_guards(database, *changes)


async def swap_entries(database: Database, table: str, seq: int) -> None:
    """An entry and the next one change places, with their rows."""
    changes = [
        update(of).where(of.c.table_id == table, of.c.seq == here).values(seq=there)
        for here, there in ((seq, 10**6), (seq + 1, seq), (10**6, seq + 1))
        for of in (entries, transfers)
    ]
    await without_guards(database, *changes)


async def rewrite_hand(
    database: Database, table: str, hand: int, change: Callable[[dict[str, Any]], None]
) -> None:
    """A record of a hand that is over, in the journal and as it is kept; then the chain anew."""
    async with database.reading() as connection:
        found = await connection.execute(select(entries).where(entries.c.table_id == table))
        bodies = {row.seq: row.body for row in found}
    (seq,) = (seq for seq, body in bodies.items() if _ends(body, hand))
    record = bodies[seq]["hand_record"]
    change(record)
    body = update(entries).where(entries.c.table_id == table, entries.c.seq == seq)
    kept = update(hands).where(hands.c.table_id == table, hands.c.hand == hand)
    new = {name: record[name] for name in ("players", "file", "fairness")}
    await without_guards(database, body.values(body=bodies[seq]), kept.values(new))
    await chain_anew(database, table)


def _ends(body: dict[str, Any], hand: int) -> bool:
    return "hand_record" in body and body["hand_record"]["hand"] == hand


async def chain_anew(database: Database, table: str) -> None:
    """What a forger does who knows how chains are made: all links and heads anew."""
    async with database.reading() as connection:
        last = await connection.scalar(select(tables.c.seq).where(tables.c.id == table))
        assert last is not None
        found = await _read_with_body(connection, table, 1, last)
    head, changes = beginning(table), list[Executable]()
    for entry, body in found:
        moved, head = chain_on(head, entry, body)
        changes += [
            update(transfers).where(transfers.c.key == one.transfer.key).values(link=one.link)
            for one in moved
        ]
        stored = update(entries).where(entries.c.table_id == table, entries.c.seq == entry.seq)
        changes.append(stored.values(head=head.value, rows=head.rows))
    await without_guards(database, *changes)
