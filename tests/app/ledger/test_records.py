"""Whose record a hand has, what the lobby says of its table, what operators' deeds left behind."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from app.db.engine import Database
from app.ledger.findings import Kind
from app.ledger.verify import verify_ledger
from tests.app.db.tampering import rewrite_hand, without_guards
from tests.app.ledger.whole import PRACTISED, keep_everything


class Rewritten(NamedTuple):
    """A record that is changed wherever it stands, and where the check must name it."""

    table: str
    hand: int
    change: Callable[[dict[str, Any]], None]
    named: str
    entry: int


def of_hand_seven(record: dict[str, Any]) -> None:
    record["fairness"]["hand"] = 7


def of_another_table(record: dict[str, Any]) -> None:
    record["fairness"]["table"] = "t2"


def none_at_all(record: dict[str, Any]) -> None:
    record["fairness"] = None


def another_seed(record: dict[str, Any]) -> None:
    record["fairness"]["seed"] = "0" * 64


def its_own(record: dict[str, Any]) -> None:
    record["fairness"] |= {"table": PRACTISED, "hand": 1}


RECORDS = {
    "another hand's": Rewritten("t1", 2, of_hand_seven, "t1", 10),
    "another table's": Rewritten("t1", 2, of_another_table, "t1", 10),
    "none": Rewritten("t1", 2, none_at_all, "t1", 10),
    "of practice, as if it were its own": Rewritten(PRACTISED, 1, its_own, PRACTISED, 0),
    "of practice, none": Rewritten(PRACTISED, 1, none_at_all, PRACTISED, 0),
    "that of the hand it goes on from": Rewritten("t1", 1, another_seed, PRACTISED, 0),
}


@pytest.mark.parametrize("made", RECORDS.values(), ids=RECORDS)
async def test_the_record_of_a_deal(database: Database, made: Rewritten) -> None:
    """Somebody who chains anew can't give a hand the record of another."""
    practice = (await keep_everything(database))[-1]
    await rewrite_hand(database, made.table, made.hand, made.change)
    (only,) = (await verify_ledger(database)).findings.first
    entry = made.entry or practice.entries[-1].seq
    assert (only.kind, only.table, only.entry) == (Kind.HAND, made.named, entry), only


ROW = "UPDATE lobby_tables SET {} WHERE table_id = '{}'"
OTHERWISE = {
    "a table is said to be practice": (ROW.format("practice = true", "t1"), "t1"),
    "practice is said to be none": (ROW.format("practice = false", PRACTISED), PRACTISED),
    "a table is said to be frozen": (ROW.format("frozen_at = 7", "t1"), "t1"),
    "a frozen table is not said to be": (ROW.format("frozen_at = NULL", "t3"), "t3"),
    "frozen since another time": (ROW.format("frozen_at = 7", "t3"), "t3"),
    "a table is another's": (ROW.format("owner = 'beto'", "t1"), "t1"),
    "closed over its chips": (ROW.format("closed_at = 7", "t1"), "t1"),
    "a role": ("UPDATE players SET role = 'operator' WHERE id = 'ana'", None),
    "a role taken": ("UPDATE players SET role = 'player' WHERE id = 'carla'", None),
    "suspended by nobody": ("INSERT INTO suspensions VALUES ('ana', 1, 'root', 'x')", None),
    "not suspended any more": ("DELETE FROM suspensions", None),
    "suspended for another reason": ("UPDATE suspensions SET why = 'x'", None),
    "a report is new again": (
        "UPDATE reports SET state = 'new', operator = NULL, note = NULL, noted_at = NULL",
        None,
    ),
    "a report is gone": ("DELETE FROM reports WHERE id = 1", None),
}


@pytest.mark.parametrize(("change", "table"), OTHERWISE.values(), ids=OTHERWISE)
async def test_what_journals_and_the_log_say(
    database: Database, change: str, table: str | None
) -> None:
    await keep_everything(database)
    await without_guards(database, change)
    (only,) = (await verify_ledger(database)).findings.first
    missing = change.startswith("DELETE FROM reports")
    assert (only.kind, only.table) == (Kind.MISSING if missing else Kind.ALTERED, table), only


async def test_a_table_of_practice_that_never_began_is_no_fault(database: Database) -> None:
    """Its row comes before its chips; the process may have ended in between."""
    await keep_everything(database)
    await without_guards(
        database,
        "INSERT INTO tables VALUES ('t5', 1, 1)",
        "INSERT INTO entries (table_id, seq, epoch, at, opens_hand, body) "
        "VALUES ('t5', 1, 1, 7, true, '{}')",
        "INSERT INTO lobby_tables SELECT 't5', 't5', name, public, quick, owner, preset, seats, "
        "bet, buy_in_least, buy_in_most, created_at, touched_at, closed_at, frozen_at, true, NULL "
        "FROM lobby_tables WHERE table_id = 't1'",
    )
    verdict = await verify_ledger(database)
    assert verdict.ok, verdict.findings.first
