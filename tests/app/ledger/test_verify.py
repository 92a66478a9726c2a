"""The ledger recomputed: green as it was stored, and each kind of tampering found and named."""

from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import func, select, update

from app.db.chain import Head
from app.db.engine import Database, open_database
from app.db.entries import Owner
from app.db.ledger import Ledger
from app.db.schema import entries, transfers
from app.ledger.findings import Finding, Kind
from app.ledger.reading import Span
from app.ledger.sentences import Wrong
from app.ledger.shares import LEAST_ENTRIES, MOST_SHARES, spans
from app.ledger.verify import verify_ledger
from engine.table.journal import JournalAway
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


async def test_what_was_stored_is_green(kept: Database) -> None:
    verdict = await verify_ledger(kept)
    assert verdict.findings.first == []
    assert (verdict.ok, verdict.tables, verdict.hands) == (True, 3, 5)
    assert {"rows": verdict.rows, "entries": verdict.entries} == await counts(kept)
    assert set(verdict.heads) == {"t1", "t2", "t3", *(f"wallet/{name}" for name in PEOPLE)}


PEOPLE = ("ana", "beto", "carla", "dora")


async def test_an_empty_ledger_is_green(database: Database) -> None:
    verdict = await verify_ledger(database)
    assert (verdict.ok, verdict.rows, len(verdict.root)) == (True, 0, 64)


# --- one change to what is stored, and what must be said of it ------------------------------


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_tampering_is_found_and_named(kept: Database, change: Change) -> None:
    await without_guards(kept, *change.statements)
    verdict = await verify_ledger(kept)
    row = None if change.row is None else await id_of(kept, change.row)
    first = verdict.findings.first[0]
    wanted = (change.kind, change.table, change.entry, row)
    assert (first.kind, first.table, first.entry, first.row) == wanted, first


@pytest.mark.parametrize("keys", [["grant/ana"], ["grant/ana", "another/ana"]])
async def test_grants_of_code_before_chains_are_green(kept: Database, keys: list[str]) -> None:
    """They have no link: the first one after them covers them, if there is one."""
    old = update(transfers).where(transfers.c.key.in_(keys))
    await without_guards(kept, old.values(link=None))
    verdict = await verify_ledger(kept)
    assert verdict.ok, verdict.findings.first


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE transfers SET amount = 10001 WHERE key = 'grant/ana'", "grant/ana"),
        ("DELETE FROM transfers WHERE key = 'grant/ana'", "another/ana"),
    ],
    ids=["altered", "gone"],
)
async def test_a_break_of_a_wallets_chain_is_said_once(
    kept: Database, change: str, named: str
) -> None:
    """Later grants hang on it, and nothing is wrong with them."""
    await Ledger(kept).grant("ana", 5, "third/ana", 3)
    await without_guards(kept, change)
    found = (await verify_ledger(kept)).findings.first
    assert [one.row for one in found if one.kind is Kind.ALTERED] == [await id_of(kept, named)]


async def test_rows_out_of_order(kept: Database) -> None:
    await swap_rows(kept, ANTE, NEXT)
    first = (await verify_ledger(kept)).findings.first[0]
    assert (first.kind, first.row) == (Kind.OUT_OF_ORDER, await id_of(kept, NEXT))


async def test_entries_out_of_order(kept: Database) -> None:
    await swap_entries(kept, "t1", 2)
    first = (await verify_ledger(kept)).findings.first[0]
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
    kept: Database, forge: Forging, table: str, entry: int | None
) -> None:
    before = await verify_ledger(kept)
    await forge(kept)
    alone = await verify_ledger(kept)
    assert alone.ok, alone.findings.first
    assert alone.root != before.root
    first = (await verify_ledger(kept, before.heads)).findings.first
    assert [(one.kind, one.table) for one in first] == [(Kind.NOT_EXPECTED, table)]


async def test_kept_heads_stay_good_as_the_ledger_grows(database: Database) -> None:
    early, *later = some_tables()
    await keep(database, [early])
    kept = await verify_ledger(database)
    await keep(database, later)
    grown = await verify_ledger(database, kept.heads)
    assert grown.ok, grown.findings.first
    assert grown.root != kept.root


def test_a_finding_leaves_out_what_is_not_known() -> None:
    told = Finding(Kind.BALANCE, Wrong.BALANCE_BELOW_ZERO.of(account="a", chips=-1), row=7)
    assert told.as_json() == {
        "kind": "balance",
        "row": 7,
        "code": "balance_below_zero",
        "values": {"account": "a", "chips": -1},
        "says": "a comes to -1 chips",
    }


# --- shared out among processes -------------------------------------------------------------


def test_shares_are_of_about_the_same_size() -> None:
    many = {f"t{number:03}": Owner(1, 10_000) for number in range(100)}
    assert spans(many, 1) == [Span()]
    assert spans(many, 4) == [
        Span(None, "t024"),
        Span("t024", "t049"),
        Span("t049", "t074"),
        Span("t074", None),
    ]
    assert len(spans(many, 99)) == MOST_SHARES
    assert spans({"t1": Owner(1, LEAST_ENTRIES)}, 4) == spans({}, 4) == [Span()]


@pytest.fixture
def small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that three tables are enough for several processes."""
    monkeypatch.setattr("app.ledger.shares.LEAST_ENTRIES", 5)


@pytest.mark.usefixtures("small_shares")
async def test_several_processes_find_what_one_finds(postgres_url: str) -> None:
    database = open_database(postgres_url)
    await keep(database, some_tables())
    verdicts = [await verify_ledger(database, processes=number) for number in (1, 2)]
    assert verdicts[0].as_json() == verdicts[1].as_json()
    assert (verdicts[1].ok, verdicts[1].tables) == (True, 3)
    for name in ("a row's amount and all balances", "a row of no table", "the last head is gone"):
        await without_guards(database, *CHANGES[name].statements)
    other = {**verdicts[0].heads, "t3": Head(1, 1, b"")}  # as if somebody had kept this one
    alone, together = [await verify_ledger(database, other, processes=n) for n in (1, 2)]
    assert alone.findings.count == together.findings.count >= 4
    assert sorted(map(str, alone.findings.first)) == sorted(map(str, together.findings.first))
    await database.close()


@pytest.mark.usefixtures("small_shares")
@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("/bin/false", "before its time, with 1"),
        ("/bin/true", "could not do it: .*truncated"),  # it says nothing
        ("/bin/echo", "could not do it: .*malformed"),  # it says something else
        ("/no/such/program", "could not do it: .*No such file"),
        ("/dev/null", "could not do it: .*Permission denied"),
    ],
)
async def test_what_could_not_run_is_no_check_and_not_the_datas_fault(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, program: str, why: str
) -> None:
    database = open_database(postgres_url)
    await keep(database, some_tables())
    monkeypatch.setattr("app.ledger.shares.sys.executable", program)
    with pytest.raises(JournalAway, match=why):
        await verify_ledger(database, processes=3)
    await database.close()
