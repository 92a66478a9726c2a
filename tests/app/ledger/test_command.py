"""`desmoche verify ledger`, beside a database that a server has open."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.db.engine import CannotOpen, Database
from app.ledger.command import Asked, CannotAudit, audit
from app.ledger.heads import BadHeads, heads_from, root_of, text_of
from tests.app.db.tampering import chain_anew, without_guards
from tests.app.ledger.stored import keep, some_tables


async def test_a_root_holds_as_long_as_no_chip_moves(database: Database, database_url: str) -> None:
    first, *others = some_tables()
    await keep(database, [first])
    before = await audit(database_url, Asked())
    again = await audit(database_url, Asked(expect=before["root"]))
    assert (before["ok"], again["ok"]) == (True, True)
    await keep(database, others)
    later = await audit(database_url, Asked(expect=before["root"]))
    assert not later["ok"]
    assert later["wrong"][-1]["kind"] == "not_expected"
    assert "--heads" in later["wrong"][-1]["says"]


async def test_saved_heads_tell_growth_from_forgery(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    first, *others = some_tables()
    await keep(database, [first])
    heads = tmp_path / "heads.txt"
    root = (await audit(database_url, Asked(save=heads)))["root"]
    await keep(database, others)
    assert (await audit(database_url, Asked(expect=root, heads=heads)))["ok"]
    change = "UPDATE transfers SET reason = 'buy_in' WHERE table_id = 't1' AND reason = 'top_up'"
    await without_guards(database, change)
    await chain_anew(database, "t1")
    forged = await audit(database_url, Asked(expect=root, heads=heads))
    assert [(one["kind"], one["table"]) for one in forged["wrong"]] == [("not_expected", "t1")]
    heads.write_text(heads.read_text().replace("t1 ", "t9 "))
    with pytest.raises(CannotAudit, match="not the file of this root"):
        await audit(database_url, Asked(expect=root, heads=heads))


async def test_balances_after_any_entry(database: Database, database_url: str) -> None:
    """Against what the table itself said its stacks were, between two hands."""
    tables = some_tables()
    await keep(database, tables)
    for driver in tables:
        for entry in driver.entries:
            name = f"{entry.table}/{entry.seq}"
            told = await audit(database_url, Asked(at=name))
            assert told["ok"], told
            rests = entry.body.get("rests")
            if rests is not None:
                stacks = {
                    f"stack/{entry.table}/{one['id']}": one["stack"]
                    for one in rests["session"]["places"]
                    if one and one["stack"]
                }
                there = {k: v for k, v in told["balances"].items() if k.startswith("stack")}
                assert there == stacks
    carried = await audit(database_url, Asked(at="t2/6"))
    assert carried["pots"] == [
        ["main: 10, carried 1", "+ hand 1 ana 5", "+ hand 1 beto 5"],
    ]


async def test_an_entry_that_was_changed_is_told_of_its_moment_too(
    database: Database, database_url: str
) -> None:
    await keep(database, some_tables())
    await without_guards(database, "UPDATE transfers SET amount = 6 WHERE key = 't1/1/deal/0'")
    assert (await audit(database_url, Asked(at="t1/3")))["ok"]
    told = await audit(database_url, Asked(at="t1/5"))
    assert (told["ok"], told["wrong"][0]["kind"]) == (False, "altered")


NO_MOMENTS = (
    *("t1", "t1/", "t1/x", "/3", "t1/-1", "t1/²", "t1/99", "t9/1", "t1/0", "", "/", "//"),
    *("t1/5/6", "t1/5/", "/t1/5", "t1//5", "t1/ 5", "t1/5.0", "t1/+5", "t1/0x5", "t1/1_0"),
    *("T1/5", " t1/5", "t1 /5", "../t1/5", "t1/" + "9" * 30, "t1/٥", "stack/t1/ana"),
)


async def test_moments_that_are_none(database: Database, database_url: str) -> None:
    await keep(database, some_tables())
    for at in NO_MOMENTS:
        with pytest.raises(CannotAudit, match=r"TABLE/SEQ|there is no entry|no table has come"):
            await audit(database_url, Asked(at=at))


@pytest.mark.parametrize("text", ["t1 1 1\n", "t1 x 1 00\n", "t1 1 1 zz\n", "\n"])
def test_a_text_that_holds_no_heads(text: str) -> None:
    with pytest.raises(BadHeads, match="line 1"):
        heads_from(text)


def test_heads_come_back_as_they_were_saved() -> None:
    text = "t1 3 5 00ff\nwallet/ana 1 1 ab\n"
    assert text_of(heads_from(text)) == text
    assert root_of("") == root_of(text_of({}))


async def test_a_database_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="there is no database"):
        await audit(f"sqlite:///{tmp_path / 'none.sqlite3'}", Asked())
    assert not (tmp_path / "none.sqlite3").exists()


async def test_the_command(database: Database, database_url: str, tmp_path: Path) -> None:
    """Green is 0, red is 1, what can't be done is said in a sentence."""
    await keep(database, some_tables())
    assert command(database_url)[0] == 0
    code, answer = command(database_url, "--at", "t1/5")
    assert (code, answer["entry"]) == (0, 5)
    await without_guards(database, "UPDATE accounts SET balance = 7 WHERE id = 'stack/t1/ana'")
    code, answer = command(database_url)
    assert (code, answer["wrong"][0]["table"]) == (1, "t1")
    code, says = command(database_url, "--heads", str(tmp_path / "none"))
    says = says.removeprefix(f"desmoche: {tmp_path / 'none'} ")
    assert (code, says) == (1, "can't be read: No such file or directory.\n")


def command(url: str, *options: str) -> tuple[int, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "app.cli", "verify", "ledger", *options],
        env={**os.environ, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr
