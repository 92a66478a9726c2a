"""A hand of one's own, played on from one of its moments: whose it may be, and whose chips."""

import asyncio
import csv
import io
import json
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from app.identity import Who
from app.ledger.verify import verify_ledger
from app.lobby.asking import ask
from app.lobby.practice import _plan
from app.lobby.store import Row
from engine.rules.state import OVER
from engine.table import steps
from engine.table.commands import Rehearse, Stand
from engine.table.journal import Refused
from engine.table.table import Table
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


async def chips(browser: Browser) -> tuple[int, int]:
    """In the wallet, and at tables."""
    wallet = (await browser.done("GET", "/me"))["wallet"]
    return wallet["chips"], wallet["at_tables"]


async def finish(server: Server, browser: Browser, table: Table) -> None:
    """One leaves, and bots play the hand to its end."""
    await browser.done("DELETE", f"/tables/{table.live.id}/seat")
    for _ in range(2_000):
        if table.live.hand is None or table.live.hand.phase is OVER:
            return
        server.clock.run_next()
        await ask(table, Stand("nobody"))  # answered once all before it is
    raise AssertionError("the hand did not end")


async def test_a_table_at_that_moment(server: Server) -> None:
    """My wallet and my refill know nothing of it; the hand is kept as practice, by its old deal."""
    await keep(server.database, [OLD])
    beto = await signed_in(server, "beto")
    before = await chips(beto)
    seat = await practise(beto)
    assert (seat["place"], seat["path"]) == (1, f"/t/{seat['code']}")
    assert await chips(beto) == before
    table = await server.table(seat["table"])
    assert table.live.playing
    assert len(table.live.actions) <= 30
    answer = await beto.get(f"/hands/{seat['table']}/1/views?eyes=all")
    assert problem_of(answer, 404) == "no_such_hand"
    await server.require_sound_books()
    await finish(server, beto, table)
    mine = (await beto.done("GET", "/hands"))["hands"]
    assert [hand["practice"] for hand in mine] == [True, False]
    assert await chips(beto) == before
    await server.require_sound_books()
    assert (await verify_ledger(server.database)).ok


async def test_chips_lie_on_no_table_that_has_no_row(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage fails, or the process ends, before a row is written: nothing was moved yet."""
    await keep(server.database, [OLD])
    beto = await signed_in(server, "beto")
    before = await server.transfer_count()

    async def full(connection: AsyncConnection, row: Row) -> None:
        del connection, row
        raise Refused("as if every code were taken")

    with monkeypatch.context() as patch:
        patch.setattr("app.lobby.store.add_row", full)
        asked = {"table": WHOLE, "hand": 1, "actions": 30}
        assert problem_of(await beto.post("/practice", asked), 503) == "house_full"
    await server.house.stop()
    assert await server.transfer_count() == before
    assert (await practise(beto))["stack"] > 0
    assert await server.transfer_count() > before


async def test_a_table_that_never_began_takes_in_nobody(server: Server) -> None:
    """The process ended before its first deed: nobody's own chips come to lie there."""
    beto = await signed_in(server, "beto")
    plan = _plan(OLD.entries[-1].body["hand_record"]["file"], "Mesa")
    _, row = await server.house.open(plan, Who("beto", "beto", "player"))
    await server.house.stop()
    assert problem_of(await beto.post(f"/tables/{row.id}/seat"), 404) == "no_such_table"
    assert await server.house.row(row.id) is None, "its code is free"
    await server.require_sound_books()


async def test_what_cannot_be_begun_leaves_nothing_behind(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that fails at its first deed closes again, and takes up none of one's tables."""
    await keep(server.database, [OLD])
    beto = await signed_in(server, "beto")

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setitem(steps._STEPS, Rehearse, broken)
        asked = {"table": WHOLE, "hand": 1, "actions": 30}
        assert problem_of(await beto.post("/practice", asked), 503) == "table_failed"
    assert await beto.done("GET", "/my-tables") == {"tables": []}
    assert len(server.house.registry) == 0
    await server.require_sound_books()


async def test_the_same_request_opens_one_table(server: Server) -> None:
    """Pressed twice, or asked again after a restart; another request opens another."""
    await keep(server.database, [OLD])
    beto, ana = await signed_in(server, "beto"), await signed_in(server, "ana")
    both = await asyncio.gather(*(practise(beto, request="once") for _ in range(2)))
    for _ in range(2):
        both.append(await practise(beto, request="once"))
        await server.house.stop()
    assert {seat["table"] for seat in both} == {both[0]["table"]}
    others = [await practise(beto, request="again"), await practise(beto)]
    others.append(await practise(ana, request="once"))
    assert len({seat["table"] for seat in [both[0], *others]}) == 4


async def test_a_table_that_one_leaves_is_not_led_back_to(server: Server) -> None:
    """Not even while its hand is still played: the place is one's own until then."""
    await keep(server.database, [OLD])
    beto = await signed_in(server, "beto")
    left = await practise(beto, request="once")
    await beto.done("DELETE", f"/tables/{left['table']}/seat")
    assert (await practise(beto, request="once"))["table"] != left["table"]


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


async def test_it_is_marked_wherever_it_is_told(server: Server) -> None:
    """Chips that are added up come to what I won; nobody pays for practice; operators see it."""
    await keep(server.database, [OLD])
    beto, eva = await signed_in(server, "beto"), await signed_in(server, "eva", "auditor")
    seat = await practise(beto)
    (told,) = (await eva.done("GET", "/admin/players?search=beto"))["people"]
    assert (told["wallet"], told["at_tables"]) == await chips(beto)
    (listed,) = (await eva.done("GET", f"/admin/tables?search={seat['table']}"))["tables"]
    assert listed["practice"]
    assert (await beto.done("GET", f"/tables/{seat['table']}"))["practice"], "its page says so"
    await finish(server, beto, await server.table(seat["table"]))
    rows = list(csv.DictReader(io.StringIO((await beto.get("/hands.csv")).text)))
    assert [row["practice"] for row in rows] == ["1", "0"]
    mine = (await beto.done("GET", "/hands"))["hands"]
    assert sum(int(row["chips"] or 0) for row in rows) == mine[1]["net"]
    files = (await beto.get("/hands.jsonl")).text.splitlines()
    assert [json.loads(line)["practice"] for line in files] == [True, False]
    assert (await beto.get("/hands.txt")).text.count("practice: ") == 1
    for hands in (mine, (await eva.done("GET", "/admin/hands"))["hands"]):
        assert [hand["practice"] for hand in hands] == [True, False]
    night = await beto.done("GET", f"/tables/{seat['table']}/settlement")
    assert night["practice"]
    assert night["payments"] == []
    coins = (await beto.get(f"/tables/{seat['table']}/settlement.csv")).text
    assert {row["practice"] for row in csv.DictReader(io.StringIO(coins))} == {"1"}
    assert not (await beto.done("GET", f"/tables/{WHOLE}/settlement"))["practice"]
    now = await beto.done("POST", "/play")  # last: its hands are told of as well
    assert not (await beto.done("GET", f"/tables/{now['table']}"))["practice"]


@pytest.mark.parametrize(
    "wrong", [{"actions": -1}, {"actions": 2_001}, {"hand": 0}, {"table": "t"}]
)
async def test_what_makes_no_sense(server: Server, wrong: dict[str, Any]) -> None:
    ana = await signed_in(server, "ana")
    body = {"table": WHOLE, "hand": 1, "actions": 3, **wrong}
    assert problem_of(await ana.post("/practice", body), 422) == "bad_field"
