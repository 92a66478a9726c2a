"""Who was dealt into which hand, of more hands than one statement asks for."""

import pytest

from app.db.dealt import dealt_into
from app.db.engine import Database
from tests.app.ledger.stored import keep
from tests.table.test_receipts import no_winner
from tests.table.world import Driver


@pytest.mark.parametrize("at_once", [1, 2, 400])
async def test_all_are_found_however_many_a_statement_asks_for(
    database: Database, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr("app.db.dealt.AT_ONCE", at_once)
    tables = [Driver(table="t1", people=2), Driver(table="t2", people=3)]
    for table in tables:
        no_winner(table)
        no_winner(table)
    await keep(database, tables)
    async with database.reading() as connection:
        found = await dealt_into(connection, {"t1": {1, 2, 9}, "t2": {2}, "t3": set()})
    assert found == {
        "t1": {1: ["ana", "beto"], 2: ["ana", "beto"]},
        "t2": {2: ["ana", "beto", "carla"]},
        "t3": {},
    }
