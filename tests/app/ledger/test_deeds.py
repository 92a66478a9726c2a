"""The operators' log and hashes that were emptied: each thing found and named."""

from functools import partial

import pytest

from app.audit.log import Deed, write_down
from app.db.engine import Database
from app.db.ledger import Ledger
from app.ledger.findings import Finding, Kind
from app.ledger.verify import verify_ledger
from tests.app.db.tampering import without_guards
from tests.app.ledger.stored import keep, some_tables


async def with_deeds(database: Database) -> None:
    """Three tables, and a log of three lines, one of them of a correction."""
    await keep(database, some_tables())
    for number, action in enumerate(("close", "grant 5", "freeze")):
        deed = Deed(100 + number, "root", action, "ana", "for a test")
        if action == "grant 5":
            key = "grant/correction/root/r1"
            beside = partial(write_down, deed=deed)
            await Ledger(database).grant("ana", 5, key, deed.at, beside)
        else:
            async with database.writing() as connection:
                await write_down(connection, deed)


async def found(database: Database) -> list[Finding]:
    return (await verify_ledger(database)).findings.first


LINE = "INSERT INTO operator_log (at, operator, action, subject, why)"
TAMPERED = {
    "who": ("UPDATE operator_log SET operator = 'eva' WHERE action = 'close'", Kind.ALTERED),
    "why": ("UPDATE operator_log SET why = 'else' WHERE action = 'freeze'", Kind.ALTERED),
    "gone": ("DELETE FROM operator_log WHERE action = 'close'", Kind.ALTERED),
    "of a grant, and last": (
        "DELETE FROM operator_log WHERE action IN ('grant 5', 'freeze')",
        Kind.MISSING,
    ),
    "put in": (f"{LINE} VALUES (9, 'root', 'close', 't1', 'x')", Kind.UNCHAINED),
    "of no grant": (f"{LINE} VALUES (9, 'root', 'grant 7', 'ana', 'x')", Kind.INSERTED),
    "without its hash": ("UPDATE operator_log SET link = NULL WHERE id = 3", Kind.UNCHAINED),
}


@pytest.mark.parametrize(("change", "kind"), TAMPERED.values(), ids=TAMPERED)
async def test_a_line_of_the_log(database: Database, change: str, kind: Kind) -> None:
    await with_deeds(database)
    assert await found(database) == []
    await without_guards(database, change)
    assert (await found(database))[0].kind is kind


async def test_a_correction_without_a_line(database: Database) -> None:
    """By somebody who leaves the log alone and goes past it."""
    await with_deeds(database)
    await Ledger(database).grant("ana", 9, "grant/correction/root/r2", 200)
    (only,) = await found(database)
    assert only.kind is Kind.MISSING
    assert "grant 9 to ana" in only.said.says


async def test_a_log_that_was_cut_off_is_told_by_kept_heads(database: Database) -> None:
    await with_deeds(database)
    kept = (await verify_ledger(database)).heads
    await without_guards(database, "DELETE FROM operator_log WHERE action = 'freeze'")
    assert await found(database) == []
    (only,) = (await verify_ledger(database, kept)).findings.first
    assert (only.kind, only.table) == (Kind.NOT_EXPECTED, "operators")


async def test_lines_of_code_before_chains_are_green(database: Database) -> None:
    """The next line covers them."""
    await with_deeds(database)
    await without_guards(database, "UPDATE operator_log SET link = NULL WHERE id < 3")
    assert await found(database) == []
    await without_guards(database, "UPDATE operator_log SET why = 'else' WHERE id = 1")
    assert [one.kind for one in await found(database)] == [Kind.ALTERED]


# --- hashes that were emptied ---------------------------------------------------------------

EMPTIED = {
    "of a table": (
        "UPDATE entries SET head = NULL, rows = NULL WHERE table_id = 't2'",
        "UPDATE transfers SET link = NULL WHERE table_id = 't2'",
    ),
    "of a wallet": (
        "UPDATE transfers SET link = NULL WHERE credit = 'wallet/ana' AND seq IS NULL",
    ),
    "of the log": ("UPDATE operator_log SET link = NULL",),
}


@pytest.mark.parametrize("statements", EMPTIED.values(), ids=EMPTIED)
async def test_all_hashes_of_a_chain_emptied(
    database: Database, statements: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Soon after there were chains an old worker may have written so; later nobody did."""
    await with_deeds(database)
    await without_guards(database, *statements)
    assert await found(database) == []
    monkeypatch.setattr("app.ledger.verdict.UPGRADE", 0)
    (only,) = await found(database)
    assert only.kind is Kind.UNCHAINED
    assert "long in use" in only.said.says


async def test_a_grant_without_a_hash_to_a_new_wallet(database: Database) -> None:
    await with_deeds(database)
    await without_guards(
        database,
        "INSERT INTO transfers (debit, credit, amount, reason, key, at) "
        "VALUES ('bank', 'wallet/zoe', 5, 'grant', 'new', 1000000000000)",
        "INSERT INTO accounts VALUES ('wallet/zoe', 'wallet', 'zoe', NULL, 5, "
        "(SELECT id FROM transfers WHERE key = 'new'))",
    )
    (only,) = await found(database)
    assert (only.kind, only.row is None) == (Kind.UNCHAINED, False)
