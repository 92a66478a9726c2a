"""The ledger recomputed: green as it was stored, and each kind of tampering found and named."""

from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import func, select, update

from app.db.engine import Database
from app.db.schema import entries, transfers
from app.ledger.findings import Finding, Kind
from app.ledger.verify import Verdict, verify_ledger
from tests.app.db.tampering import chain_anew, swap_entries, swap_rows, without_guards
from tests.app.ledger.changes import ANTE, CHANGES, NEXT, Change
from tests.app.ledger.stored import keep, some_tables


async def counts(database: Database) -> dict[str, int]:
    async with database.reading() as connection:
        rows = await connection.scalar(select(func.count()).select_from(transfers))
        there = await connection.scalar(select(func.count()).select_from(entries))
    return {"rows": rows or 0, "entries": there or 0}


async def id_of(database: Database, key: str) -> int | None:
    async with database.reading() as connection:
        return await connection.scalar(select(transfers.c.id).where(transfers.c.key == key))


async def test_what_was_stored_is_green(database: Database) -> None:
    await keep(database, some_tables())
    verdict = await verify_ledger(database)
    assert verdict.findings.first == []
    assert (verdict.ok, verdict.tables, verdict.hands) == (True, 3, 5)
    assert {"rows": verdict.rows, "entries": verdict.entries} == await counts(database)
    assert set(verdict.heads) == {"t1", "t2", "t3", *(f"wallet/{name}" for name in PEOPLE)}


PEOPLE = ("ana", "beto", "carla", "dora")


async def test_an_empty_ledger_is_green(database: Database) -> None:
    verdict = await verify_ledger(database)
    assert (verdict.ok, verdict.rows, len(verdict.root)) == (True, 0, 64)


# --- one change to what is stored, and what must be said of it ------------------------------


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_tampering_is_found_and_named(database: Database, change: Change) -> None:
    await keep(database, some_tables())
    await without_guards(database, *change.statements)
    verdict = await verify_ledger(database)
    row = None if change.row is None else await id_of(database, change.row)
    first = verdict.findings.first[0]
    wanted = (change.kind, change.table, change.entry, row)
    assert (first.kind, first.table, first.entry, first.row) == wanted, first


@pytest.mark.parametrize("keys", [["grant/ana"], ["grant/ana", "another/ana"]])
async def test_grants_of_code_before_chains_are_green(database: Database, keys: list[str]) -> None:
    """They have no link: the first one after them covers them, if there is one."""
    await keep(database, some_tables())
    old = update(transfers).where(transfers.c.key.in_(keys))
    await without_guards(database, old.values(link=None))
    verdict = await verify_ledger(database)
    assert verdict.ok, verdict.findings.first


async def test_rows_out_of_order(database: Database) -> None:
    await keep(database, some_tables())
    await swap_rows(database, ANTE, NEXT)
    first = (await verify_ledger(database)).findings.first[0]
    assert (first.kind, first.row) == (Kind.OUT_OF_ORDER, await id_of(database, NEXT))


async def test_entries_out_of_order(database: Database) -> None:
    await keep(database, some_tables())
    await swap_entries(database, "t1", 2)
    first = (await verify_ledger(database)).findings.first[0]
    assert (first.kind, first.table, first.entry) == (Kind.OUT_OF_ORDER, "t1", 2)


# --- what only somebody who kept the heads can find -----------------------------------------

Forging = Callable[[Database], Awaitable[None]]


async def another_reason(database: Database) -> None:
    """From some row on everything is chained anew: nothing in the database contradicts it."""
    change = "UPDATE transfers SET reason = 'buy_in' WHERE table_id = 't1' AND reason = 'top_up'"
    await without_guards(database, change)
    await chain_anew(database, "t1")


async def cut_off(database: Database) -> None:
    """The last entries gone, and the table said to have counted fewer."""
    await without_guards(
        database,
        "DELETE FROM transfers WHERE table_id = 't3' AND seq = 3",
        "DELETE FROM entries WHERE table_id = 't3' AND seq = 3",
        "UPDATE tables SET seq = 2 WHERE id = 't3'",
        "DELETE FROM accounts WHERE id = 'stack/t3/carla'",
        "UPDATE accounts SET balance = balance + 100, last_transfer = "
        "(SELECT max(id) FROM transfers WHERE 'wallet/carla' IN (debit, credit)) "
        "WHERE id = 'wallet/carla'",
    )


async def all_gone(database: Database) -> None:
    """A whole table that never was."""
    await without_guards(
        database,
        "DELETE FROM transfers WHERE table_id = 't3'",
        "DELETE FROM entries WHERE table_id = 't3'",
        "DELETE FROM tables WHERE id = 't3'",
        "DELETE FROM accounts WHERE table_id = 't3'",
        "UPDATE accounts SET balance = balance + 100, last_transfer = "
        "(SELECT max(id) FROM transfers WHERE accounts.id IN (debit, credit)) "
        "WHERE kind = 'wallet' AND owner <> 'dora'",
    )


@pytest.mark.parametrize(
    ("forge", "table", "entry"),
    [(another_reason, "t1", None), (cut_off, "t3", None), (all_gone, "t3", None)],
    ids=["chained anew", "cut off", "all gone"],
)
async def test_forgery_that_only_kept_heads_show(
    database: Database, forge: Forging, table: str, entry: int | None
) -> None:
    await keep(database, some_tables())
    kept = await verify_ledger(database)
    await forge(database)
    alone = await verify_ledger(database)
    assert alone.ok, alone.findings.first
    assert alone.root != kept.root
    first = (await verify_ledger(database, kept.heads)).findings.first
    assert [(one.kind, one.table) for one in first] == [(Kind.NOT_EXPECTED, table)]


async def test_kept_heads_stay_good_as_the_ledger_grows(database: Database) -> None:
    early, *later = some_tables()
    await keep(database, [early])
    kept: Verdict = await verify_ledger(database)
    await keep(database, later)
    grown = await verify_ledger(database, kept.heads)
    assert grown.ok, grown.findings.first
    assert grown.root != kept.root


def test_a_finding_leaves_out_what_is_not_known() -> None:
    told = Finding(Kind.BALANCE, "it is off", row=7).as_json()
    assert told == {"kind": "balance", "row": 7, "says": "it is off"}
