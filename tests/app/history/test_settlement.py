"""The night's settlement over REST: for whoever sat at the table, and for auditors."""

from engine.table.commands import Sit
from tests.app.ledger.stored import keep
from tests.app.people.server import Server, problem_of
from tests.app.signing_in import signed_in
from tests.table.test_receipts import no_winner, won_by
from tests.table.world import Driver

TABLE = f"t{1:020x}"


async def played(server: Server) -> None:
    """ana loses a pot to beto; then one is carried, in which a bot has a coin too."""
    table = Driver(table=TABLE, people=2)
    won_by(table, 1)
    table.do(Sit("bot-1", "Lola", 100, 2, bot=True))
    no_winner(table)
    await keep(server.database, [table])


async def test_the_settlement_of_a_table(server: Server) -> None:
    await played(server)
    told = await (await signed_in(server, "ana")).done("GET", f"/tables/{TABLE}/settlement")
    assert told["names"] == {"ana": "Ana", "beto": "beto", "bot-1": "Lola"}
    assert told["players"]["ana"] == {
        "brought": 100,
        "taken": 0,
        "stack": 90,
        "in_pots": 5,
        "net": -5,
    }
    assert told["payments"] == [{"from": "ana", "to": "beto", "chips": 5}]
    won, carried = told["pots"]
    assert (won["state"], won["payments"][0]["player"], won["left"]) == ("over", "beto", 0)
    assert (carried["state"], carried["carries"], carried["left"]) == ("open", [2], 15)
    assert [coin["player"] for coin in carried["coins"]] == ["ana", "beto", "bot-1"]


async def test_it_is_for_those_who_sat_there(server: Server) -> None:
    await played(server)
    path = f"/tables/{TABLE}/settlement"
    assert problem_of(await server.browser().get(path), 401) == "not_signed_in"
    stranger = await signed_in(server, "dora")
    assert problem_of(await stranger.get(path), 404) == "no_such_table"
    assert problem_of(await stranger.get(f"/tables/t{2:020x}/settlement"), 404) == "no_such_table"
    assert (await (await signed_in(server, "eva", "auditor")).get(path)).is_success
