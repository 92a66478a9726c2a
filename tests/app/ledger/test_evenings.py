"""Evenings at many tables, and the ledger that they leave.

`./dev bench evening` plays 10,000 hands at 200 tables in this way.
"""

from pathlib import Path

from app.db.engine import open_database
from app.ledger.findings import Kind
from app.ledger.verify import verify_ledger
from tests.simulation.evening_checked import as_json, checked
from tests.simulation.evenings import Evening, Played, play
from tests.simulation.patience import outside, runner


def require_lively(played: Played, evening: Evening) -> None:
    """People came and went, tables closed, or else this shows nothing."""
    assert played.hands >= evening.hands
    assert played.tables == evening.tables + played.closed > evening.tables
    assert played.joins > played.leaves > 5


def test_an_evening_is_green_and_one_altered_row_is_named(tmp_path: Path) -> None:
    evening = Evening(seed=1, tables=12, hands=150)
    found = checked(evening, tmp_path / "evening.sqlite3")
    require_lively(found.played, evening)
    assert found.green.ok, found.green.findings.first
    assert (found.green.hands, found.green.tables) == (found.played.hands, found.played.tables)
    assert found.green.entries == found.played.entries
    first = found.red.findings.first[0]
    assert (first.kind, first.row) == (Kind.ALTERED, found.row)
    assert as_json(found)["check_after"]["first"]["row"] == found.row


def test_an_evening_on_postgres(postgres_url: str) -> None:
    evening = Evening(seed=2, tables=8, hands=60)

    async def whole() -> None:
        database = open_database(postgres_url)
        require_lively(await play(database, evening), evening)
        verdict = await outside(verify_ledger(database))
        assert verdict.ok, verdict.findings.first
        await outside(database.close())

    with runner() as time:
        time.run(whole())
