"""All that auditors and operators may ask, and a table at which something happened."""

from typing import Any

from engine.rules.actions import Draw
from engine.rules.state import SEATS_IN
from engine.table.commands import Choose
from tests.app.ledger.stored import keep
from tests.app.people.server import Server
from tests.table.test_receipts import no_winner, won_by
from tests.table.world import Driver

TABLE = f"t{1:020x}"
WHY = {"why": "asked for by all"}
QUERIES = {"/admin/chart": "?since=0&until=1000000000000"}  # those that a route can't do without
PATHS: dict[tuple[str, str], Any] = {
    ("GET", "/admin/pots"): None,
    ("GET", "/admin/pots.csv"): None,
    ("GET", "/admin/pots.xlsx"): None,
    ("GET", "/admin/ledger"): None,
    ("GET", "/admin/ledger.csv"): None,
    ("GET", "/admin/ledger.xlsx"): None,
    ("GET", "/admin/check"): None,
    ("POST", "/admin/check"): None,
    ("GET", "/admin/log"): None,
    ("GET", "/admin/hands"): None,
    ("GET", "/admin/chart"): None,
    ("GET", "/admin/players"): None,
    ("GET", "/admin/tables"): None,
    ("GET", "/admin/reports"): None,
    ("POST", "/admin/reports/1"): {"state": "seen", **WHY},
    ("POST", "/admin/players/ana/grants"): {"chips": 5, "why": "lost to a bug", "request": "r1"},
    ("POST", "/admin/players/ana/suspension"): WHY,
    ("POST", "/admin/players/ana/suspension/end"): WHY,
    ("POST", f"/admin/tables/{TABLE}/freeze"): WHY,
    ("POST", f"/admin/tables/{TABLE}/thaw"): WHY,
    ("POST", f"/admin/tables/{TABLE}/close"): WHY,
}
LOOKING = [f"{path}{QUERIES.get(path, '')}" for method, path in PATHS if method == "GET"]
ACTING = [key for key in PATHS if key[0] == "POST" and key[1] != "/admin/check"]


async def played(server: Server) -> Driver:
    """A pot that was won, one carried over three hands, and a hand that is being played."""
    table = some_hands()
    await keep(server.database, [table])
    return table


def some_hands(salt: str = "") -> Driver:
    """The same; `salt` deals the last hand, the one that is being played, another way."""
    table = Driver(table=TABLE)
    won_by(table, 1)
    table.do(Choose("ana", frozenset({"oro"})))
    table.do(Choose("beto", frozenset({"oro"})))
    no_winner(table)
    no_winner(table)
    table.salt = salt
    no_winner(table)
    table.do(Choose("ana", frozenset()))
    table.deal()
    return table


def drawn(table: Driver) -> Driver:
    """Somebody has drawn a card besides, which nobody else sees (R7.1)."""
    table.act(Draw(SEATS_IN[table.hand.waiting][0]))
    return table
