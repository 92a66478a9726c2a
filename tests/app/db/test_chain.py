"""Chains as they are stored: every entry and row in them, whoever wrote the ones before."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import Text, cast, select

from app.db.chain import Head, beginning
from app.db.engine import Database
from app.db.entries import head_at, store
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from app.db.schema import entries, transfers
from tests.app.db.storage import NOW, Owner, Storage, move, own, pot, seat, stack
from tests.app.db.tampering import without_guards


async def played(database: Database, table: str = "t1", player: str = "ana") -> Owner:
    """A table with three entries, which move one, none and two amounts."""
    async with DatabaseJournal(database) as journal:
        storage = Storage(journal, Ledger(database))
        owner = await seat(storage, player, 100, table)
        return await goes_on(storage, owner, player)


async def goes_on(storage: Storage, owner: Owner, player: str = "ana") -> Owner:
    mine, there = stack(player, owner.table), pot(owner.table)
    for moves in ((), (move(mine, there, 5), move(there, mine, 2))):
        entry = owner.entry(*moves, body={"name": "Ñandú ♠", "moves": len(moves)})
        await storage.journal.commit(entry)
        owner = owner.after(entry)
    return owner


async def rows_of(database: Database, table: str | None, wallet: str = "") -> Sequence[Any]:
    of = transfers.c.table_id == table if table else transfers.c.credit == wallet
    query = select(transfers).where(of).order_by(transfers.c.id)
    async with database.reading() as connection:
        return (await connection.execute(query)).all()


async def entries_of(database: Database, table: str) -> Sequence[Any]:
    body = cast(entries.c.body, Text).label("text")
    query = select(entries, body).where(entries.c.table_id == table).order_by(entries.c.seq)
    async with database.reading() as connection:
        return (await connection.execute(query)).all()


def written(*values: Any) -> bytes:
    """A row by the letter of docs/operating.md, put together without the program's encoder."""
    words = [
        {None: "null", True: "true", False: "false"}[value]
        if value is None or isinstance(value, bool)
        else str(value)
        if isinstance(value, int)
        else f'"{value}"'
        for value in values
    ]
    return f"[{','.join(words)}]".encode()


async def test_a_chain_is_what_the_docs_say(database: Database) -> None:
    await played(database)
    value = sha256(b"desmoche-ledger/1 t1").digest()
    rows, count = list(await rows_of(database, "t1")), 0
    for entry in await entries_of(database, "t1"):
        while rows and rows[0].seq == entry.seq:
            row, count = rows.pop(0), count + 1
            named = (row.table_id, row.seq, row.debit, row.credit, row.amount, row.reason)
            value = sha256(value + written(*named, row.hand, row.key, row.at)).digest()
            assert row.link == value
        said = (entry.table_id, entry.seq, entry.epoch, entry.at, entry.opens_hand, count)
        value = sha256(value + written(*said) + entry.text.encode()).digest()
        assert (entry.head, entry.rows) == (value, count)
    assert not rows
    assert count == 3


async def test_grants_form_a_chain_for_each_wallet(database: Database) -> None:
    ledger = Ledger(database)
    for number in range(3):
        for player in ("ana", "ben"):
            await ledger.grant(player, 10 + number, f"{player}-{number}", NOW)
    for player in ("ana", "ben"):
        value = sha256(f"desmoche-ledger/1 wallet/{player}".encode()).digest()
        for number, row in enumerate(await rows_of(database, None, f"wallet/{player}")):
            named = (None, None, "bank", f"wallet/{player}", 10 + number, "grant", None)
            value = sha256(value + written(*named, row.key, row.at)).digest()
            assert row.link == value


async def test_another_worker_chains_on(database: Database) -> None:
    """Nothing that a process remembers is needed."""
    owner = await played(database)
    before = [entry.head for entry in await entries_of(database, "t1")]
    async with DatabaseJournal(database) as journal:
        await goes_on(Storage(journal, Ledger(database)), owner)
    async with database.reading() as connection:
        head = await head_at(connection, "t1", 5)
    stored = await entries_of(database, "t1")
    assert [entry.head for entry in stored[:3]] == before
    assert head == Head(5, 5, stored[-1].head)
    assert len({entry.head for entry in stored}) == 5


FORGET = "UPDATE entries SET head = NULL, rows = NULL"


@pytest.mark.parametrize(
    "forget",
    [FORGET, f"{FORGET} WHERE seq > 1", f"{FORGET} WHERE seq = 2"],
    ids=["all", "some", "one"],
)
async def test_what_old_code_left_out_is_made_up_for(database: Database, forget: str) -> None:
    """Rows without links, as from a worker of the revision before; by whoever comes next."""
    owner = await played(database)
    whole = await entries_of(database, "t1")
    await without_guards(
        database,
        forget,
        "UPDATE transfers SET link = NULL",
    )
    async with database.reading() as connection:
        assert await head_at(connection, "t1", 3) == Head(3, 3, whole[-1].head)
    async with DatabaseJournal(database) as journal:
        await goes_on(Storage(journal, Ledger(database)), owner)
    async with database.reading() as connection:
        last = await head_at(connection, "t1", 5)
    assert (await entries_of(database, "t1"))[-1].head == last.value
    await without_guards(database, "UPDATE entries SET head = NULL")
    async with database.reading() as connection:
        assert await head_at(connection, "t1", 5) == last


async def test_grants_that_old_code_made_are_made_up_for(database: Database) -> None:
    ledger = Ledger(database)
    for number in range(3):
        await ledger.grant("ana", 10, f"grant-{number}", NOW)
    whole = await rows_of(database, None, "wallet/ana")
    await without_guards(
        database,
        "UPDATE transfers SET link = NULL",
        "DELETE FROM transfers WHERE key = 'grant-2'",
        "UPDATE accounts SET balance = 20, last_transfer = last_transfer - 1 WHERE kind = 'wallet'",
    )
    await ledger.grant("ana", 10, "grant-2", NOW)
    assert (await rows_of(database, None, "wallet/ana"))[-1].link == whole[-1].link


async def test_one_entry_after_the_other_in_one_batch(database: Database) -> None:
    """Chained in the order of the table, whatever else is committed with them."""
    async with DatabaseJournal(database) as journal:
        storage = Storage(journal, Ledger(database))
        owners = [await own(storage, f"t{number}") for number in range(3)]
    assert beginning("t1").value != beginning("t2").value
    batch = [one.entry(seq=seq) for seq in (1, 2, 3) for one in reversed(owners)]
    async with database.writing() as connection:
        heads = await store(connection, batch)
    async with database.reading() as connection:
        for owner in owners:
            assert await head_at(connection, owner.table, 3) == heads[owner.table]
