"""Which pots are asked for: in the list, page by page, and in what is downloaded."""

import csv
import io
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest

from app.lobby.store import Row, add_row
from tests.app.audit.asked import TABLE, some_hands
from tests.app.db.tampering import without_guards
from tests.app.ledger.stored import keep
from tests.app.people.server import Browser, Server
from tests.app.signing_in import signed_in
from tests.table.test_receipts import no_winner
from tests.table.world import Driver

OTHER = f"t{2:020x}"
NAMES = {TABLE: ("KWTXBR", "La cuadra"), OTHER: ("BBBBBB", "Ñandú")}
Pots = list[dict[str, Any]]


def kind(pot: dict[str, Any]) -> str:
    return "bad" if "bad" in pot else str(pot["account"].split("/")[0])


FILTERS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "": lambda _: True,
    f"search={OTHER}": lambda pot: pot["table"] == OTHER,
    f"search={OTHER[:-1]}": lambda _: False,
    "search=bbbbbb": lambda pot: pot["table"] == OTHER,
    urlencode({"search": "ñA"}): lambda pot: pot["table"] == OTHER,
    "search=la cua": lambda pot: pot["table"] == TABLE,
    "search=%25": lambda _: False,
    "pot=oro": lambda pot: pot["account"].endswith("/oro"),
    "pot=main": lambda pot: pot["account"].endswith("/main"),
    "state=open": lambda pot: kind(pot) == "pot",
    "state=carried": lambda pot: kind(pot) == "carried",
    "state=bad": lambda pot: kind(pot) == "bad",
    f"state=bad&search={OTHER}": lambda _: False,
    f"account=carried/{TABLE}/oro": lambda pot: pot["account"] == f"carried/{TABLE}/oro",
    f"pot=main&search={OTHER}": lambda pot: pot["account"].endswith(f"/{OTHER}/main"),
}


async def auditor(server: Server) -> Browser:
    """Pots that are open, carried, and one that does not add up, at two tables."""
    other = Driver(table=OTHER)
    no_winner(other)
    other.deal()
    await keep(server.database, [some_hands(), other])
    change = "UPDATE transfers SET amount = amount + 1 WHERE key = "
    await without_guards(server.database, f"{change}'{TABLE}/2/deal/0'")
    await signed_in(server, "ana")
    async with server.database.writing() as connection:
        for table, (code, name) in NAMES.items():
            told = (table, code, name, False, False, "ana")
            await add_row(connection, Row(*told, "desmoche", 4, 5, 50, 500, 1))
    return await signed_in(server, "eva", "auditor")


async def pages(browser: Browser, query: str) -> Pots:
    found: Pots = []
    after = ""
    while True:
        page = await browser.done("GET", f"/admin/pots?{query}{after}")
        found += page["pots"]
        if page["next"] is None:
            return found
        assert page["pots"], "a page that goes on has something on it"
        after = f"&after={page['next']}"


@pytest.mark.parametrize("size", [1, 50])
async def test_exactly_the_filtered_pots_are_listed_and_downloaded(
    server: Server, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr("app.audit.pots.PAGE", size)
    eva = await auditor(server)
    every = await pages(eva, "")
    assert {kind(pot) for pot in every} == {"pot", "carried", "bad"}
    assert {pot["table"] for pot in every} == set(NAMES)
    for query, wanted in FILTERS.items():
        expected = [pot for pot in every if wanted(pot)]
        assert await pages(eva, query) == expected, query
        text = (await eva.get(f"/admin/pots.csv?{query}")).text
        lines = list(csv.DictReader(io.StringIO(text)))
        accounts = list(dict.fromkeys(line["pot"] for line in lines))
        assert accounts == [pot["account"] for pot in expected], query
