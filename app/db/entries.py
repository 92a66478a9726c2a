"""A table's entries as rows: stored with the chips they moved and the hands they ended.

Enters: entries, a connection within a transaction. Leaves: rows; entries again. Never
here: transactions and queues; that is `journal`.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec import json
from sqlalchemy import Table, Text, cast, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.at_once import Prepared, Rows
from app.db.chain import Head, Heads, after_entry, after_row, beginning
from app.db.engine import JsonText, encode
from app.db.schema import UPSERT, entries, hands, tables, transfers
from app.db.transfers import Movement, chained, post, prepared_post, row_of, transfer_from
from engine.table.journal import Entry
from engine.table.money import Transfer

HAND_RECORD = "hand_record"
"""The key of an entry's body whose value is the record of a hand, running or over."""

_RUNNING = "running"


async def store(
    connection: AsyncConnection, batch: Iterable[Entry], known: Heads | None = None
) -> Heads:
    """Store entries of any tables, all or none as the transaction goes; returns their heads.

    Tables are taken in order of their ids, so that two workers never wait for each other;
    a table's own entries stay in order. The database refuses what is fenced off. `known` are
    heads of tables as this worker last stored them, which need not be read again.
    """
    ordered = sorted(batch, key=lambda entry: entry.table)
    heads = dict(known or {})
    for entry in missing_heads(ordered, heads):
        heads[entry.table] = await head_at(connection, entry.table, entry.seq - 1)
    batched = _batched(ordered, heads)
    await connection.execute(_INSERT, batched.entries)
    await post(connection, batched.movements)
    if batched.records:
        await connection.execute(_KEEP[connection.dialect.name], batched.records)
    return batched.heads


def missing_heads(batch: Iterable[Entry], known: Heads) -> list[Entry]:
    """The entries that go on from a head which isn't among those known: the first of a table."""
    missing, last = [], {table: head.seq for table, head in known.items()}
    for entry in batch:
        if last.get(entry.table) != entry.seq - 1:
            missing.append(entry)
        last[entry.table] = entry.seq
    return missing


def prepared(batch: Iterable[Entry], known: Heads) -> tuple[list[Rows], Heads]:
    """What `store` stores, as statements of SQLite; `known` has all heads (`missing_heads`)."""
    batched = _batched(sorted(batch, key=lambda entry: entry.table), known)
    rows = [Rows(_ENTRY.sql, [_ENTRY.row(row) for row in batched.entries])]
    rows += prepared_post(batched.movements)
    if batched.records:
        rows.append(Rows(_HAND.sql, [_HAND.row(record) for record in batched.records]))
    return rows, batched.heads


class _Batched(NamedTuple):
    """Entries as rows, with all that comes with them, and the heads after them."""

    entries: list[dict[str, Any]]
    movements: list[Movement]
    records: list[dict[str, Any]]
    heads: Heads


def _batched(ordered: Iterable[Entry], known: Heads) -> _Batched:
    found = _Batched([], [], [], {})
    for entry in ordered:
        head = found.heads.get(entry.table) or known[entry.table]
        if head.seq != entry.seq - 1:  # behind a gap: the fence refuses it, whatever its head
            head = head._replace(seq=entry.seq - 1)
        body = JsonText(json.encode(entry.body).decode())
        moved, head = chain_on(head, entry, body)
        found.heads[entry.table] = head
        found.movements.extend(moved)
        found.entries.append(_row(entry, body, head))
        if HAND_RECORD in entry.body:
            found.records.append(_record(entry))
    return found


def chain_on(head: Head, entry: Entry, body: str) -> tuple[list[Movement], Head]:
    """What an entry moves, each movement with its link, and the head after the entry."""
    value, moved = head.value, []
    for transfer in entry.transfers:
        movement = Movement(transfer, entry.at, entry.table, entry.seq)
        value = after_row(value, chained(row_of(movement)))
        moved.append(movement._replace(link=value))
    rows = head.rows + len(moved)
    meta = (entry.table, entry.seq, entry.epoch, entry.at, entry.opens_hand, rows)
    return moved, Head(entry.seq, rows, after_entry(value, meta, body.encode()))


async def head_at(connection: AsyncConnection, table: str, seq: int) -> Head:
    """The head of a table's chain after an entry, as it is stored.

    Where old code stored none, it is worked out from the last one that was stored on. Of an
    entry that isn't there any head will do: the fence refuses whatever would follow it.
    """
    stored = select(entries.c.seq, entries.c.rows, entries.c.head).where(
        entries.c.table_id == table, entries.c.seq <= seq, entries.c.head.is_not(None)
    )
    found = await connection.execute(stored.order_by(entries.c.seq.desc()).limit(1))
    row = found.one_or_none()
    head = beginning(table) if row is None else Head(*row)
    if head.seq < seq:
        for entry, body in await _read_with_body(connection, table, head.seq + 1, seq):
            _, head = chain_on(head, entry, body)
    return head


async def read_from_opening(connection: AsyncConnection, table: str) -> list[Entry]:
    """The entries from the last one that opens a hand on, all of them if none does."""
    opening = (
        select(entries.c.seq)
        .where(entries.c.table_id == table, entries.c.opens_hand)
        .order_by(entries.c.seq.desc())
        .limit(1)
        .scalar_subquery()
    )
    first = await connection.scalar(select(func.coalesce(opening, 1)))
    assert first is not None
    return await _read(connection, table, first)


async def raise_epoch(connection: AsyncConnection, table: str) -> int:
    """A new owner's epoch, one more than the last; a table's first owner has 1."""
    raised = await connection.execute(
        UPSERT[connection.dialect.name](tables)
        .values(id=table, epoch=1, seq=0)
        .on_conflict_do_update(index_elements=["id"], set_={"epoch": tables.c.epoch + 1})
        .returning(tables.c.epoch)
    )
    return int(raised.scalar_one())


class Owner(NamedTuple):
    """Whose a table is, and how far it has come."""

    epoch: int
    seq: int


async def owner_of(connection: AsyncConnection, table: str) -> Owner | None:
    """The table's epoch and its last seq; None if nobody has owned it yet."""
    found = await connection.execute(
        select(tables.c.epoch, tables.c.seq).where(tables.c.id == table)
    )
    row = found.one_or_none()
    return None if row is None else Owner(row.epoch, row.seq)


async def is_stored(connection: AsyncConnection, entry: Entry) -> bool:
    """Whether just this entry is stored, by this epoch, with these transfers.

    Locks its table, and so waits until a commit still on its way has had its outcome.
    """
    await connection.execute(
        select(tables.c.id).where(tables.c.id == entry.table).with_for_update()
    )
    body = json.decode(json.encode(entry.body))  # as it is when read: lists for tuples
    found = await _read(connection, entry.table, entry.seq, entry.seq)
    return found == [entry._replace(body=body)]


async def _read(
    connection: AsyncConnection, table: str, first: int, last: int | None = None
) -> list[Entry]:
    """Entries `first` to `last`, with their transfers in the order they were made."""

    def here(seq: Any) -> list[Any]:
        return [seq >= first] if last is None else [seq >= first, seq <= last]

    moved: dict[int, list[Transfer]] = {}
    for row in await connection.execute(
        select(transfers)
        .where(transfers.c.table_id == table, *here(transfers.c.seq))
        .order_by(transfers.c.id)
    ):
        moved.setdefault(row.seq, []).append(transfer_from(row))
    found = await connection.execute(
        select(*_READ)
        .where(entries.c.table_id == table, *here(entries.c.seq))
        .order_by(entries.c.seq)
    )
    return [_entry(row, moved.get(row.seq, ())) for row in found]


async def _read_with_body(
    connection: AsyncConnection, table: str, first: int, last: int
) -> list[tuple[Entry, str]]:
    """The same, each with its body to the letter."""
    text = select(cast(entries.c.body, Text)).where(
        entries.c.table_id == table, entries.c.seq >= first, entries.c.seq <= last
    )
    bodies = await connection.scalars(text.order_by(entries.c.seq))
    return list(zip(await _read(connection, table, first, last), bodies, strict=True))


def _row(entry: Entry, body: str, head: Head) -> dict[str, Any]:
    return {
        "table_id": entry.table,
        "seq": entry.seq,
        "epoch": entry.epoch,
        "at": entry.at,
        "opens_hand": entry.opens_hand,
        "body": body,
        "rows": head.rows,
        "head": head.value,
    }


def _entry(row: Any, moved: Iterable[Transfer]) -> Entry:
    return Entry(
        table=row.table_id,
        seq=row.seq,
        epoch=row.epoch,
        at=row.at,
        body=row.body,
        transfers=tuple(moved),
        opens_hand=row.opens_hand,
    )


def _record(entry: Entry) -> dict[str, Any]:
    record = entry.body[HAND_RECORD]
    file = record.get("file")
    over = record["status"] != _RUNNING
    return {
        "table_id": entry.table,
        "hand": record["hand"],
        "status": record["status"],
        "started_at": entry.at,
        "ended_at": entry.at if over else None,
        "players": record["players"],
        "file": file,
        "result": file.get("result") if file else None,
        "fairness": record.get("fairness"),
    }


def _keeping(insert_into: Callable[[Table], Any]) -> Any:
    """Hands that begin are new rows, hands that end fill theirs; the database refuses a
    hand that ends twice."""
    statement = insert_into(hands)
    filled = ("status", "ended_at", "players", "file", "result", "fairness")
    return statement.on_conflict_do_update(
        index_elements=["table_id", "hand"],
        set_={name: statement.excluded[name] for name in filled},
    )


_INSERT = insert(entries)
_READ = [column for column in entries.c if column.name not in {"rows", "head"}]
_KEEP = {name: _keeping(insert_into) for name, insert_into in UPSERT.items()}
_ENTRY = Prepared(_INSERT, entries, [column.name for column in entries.c], encode)
_HAND = Prepared(_KEEP["sqlite"], hands, [column.name for column in hands.c], encode)
