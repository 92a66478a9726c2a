"""A hand of one's own, played on from one of its moments: whose it may be, and whose chips."""

from typing import Any

import pytest

from app.lobby.asking import ask
from engine.rules.state import OVER
from engine.table.commands import Stand
from tests.app.ledger.stored import keep
from tests.app.people.server import Browser, Server, problem_of
from tests.app.signing_in import signed_in
from tests.browser.kept import WHOLE, whole_hand
from tests.table.world import Driver

OLD = whole_hand()
ACTIONS = len(OLD.entries[-1].body["hand_record"]["file"]["actions"])


async def practise(browser: Browser, actions: int = 30, **asked: Any) -> dict[str, Any]:
    body = {"table": WHOLE, "hand": 1, "actions": actions, **asked}
    seat: dict[str, Any] = await browser.done("POST", "/practice", body)
    return seat


async def test_a_table_at_that_moment(server: Server) -> None:
    """My wallet and my refill know nothing of it; the hand is kept as practice, by its old deal."""
    await keep(server.database, [OLD])
    beto = await signed_in(server, "beto")
    before = (await beto.done("GET", "/me"))["wallet"]
    seat = await practise(beto)
    assert (seat["place"], seat["path"]) == (1, f"/t/{seat['code']}")
    assert (await beto.done("GET", "/me"))["wallet"] == before
    table = await server.house.table(seat["table"])
    assert table is not None
    assert table.live.playing
    assert len(table.live.actions) <= 30
    answer = await beto.get(f"/hands/{seat['table']}/1/views?eyes=all")
    assert problem_of(answer, 404) == "no_such_hand"
    await server.require_sound_books()
    await beto.done("DELETE", f"/tables/{seat['table']}/seat")
    for _ in range(2_000):
        if table.live.hand is None or table.live.hand.phase is OVER:
            break
        server.clock.run_next()
        await ask(table, Stand("nobody"))  # answered once all before it is
    else:
        raise AssertionError("the hand did not end")
    mine = (await beto.done("GET", "/hands"))["hands"]
    assert [hand["practice"] for hand in mine] == [True, False]
    assert (await beto.done("GET", "/me"))["wallet"] == before
    await server.require_sound_books()


async def test_only_a_hand_of_ones_own_that_is_over(server: Server) -> None:
    running = Driver(table=f"t{7:020x}")
    running.deal()
    await keep(server.database, [OLD, running])
    ana, eva = await signed_in(server, "ana"), await signed_in(server, "eva", "auditor")
    body = {"table": WHOLE, "hand": 1, "actions": 3}
    assert problem_of(await eva.post("/practice", body), 404) == "no_such_hand"
    for other in ({"hand": 2}, {"table": f"t{7:020x}"}):
        assert problem_of(await ana.post("/practice", {**body, **other}), 404) == "no_such_hand"
    over = await ana.post("/practice", {**body, "actions": ACTIONS})
    assert problem_of(over, 409) == "hand_over"
    assert await ana.done("GET", "/my-tables") == {"tables": []}
    assert problem_of(await server.browser().post("/practice", body), 401) == "not_signed_in"


@pytest.mark.parametrize(
    "wrong", [{"actions": -1}, {"actions": 2_001}, {"hand": 0}, {"table": "t"}]
)
async def test_what_makes_no_sense(server: Server, wrong: dict[str, Any]) -> None:
    ana = await signed_in(server, "ana")
    body = {"table": WHOLE, "hand": 1, "actions": 3, **wrong}
    assert problem_of(await ana.post("/practice", body), 422) == "bad_field"
