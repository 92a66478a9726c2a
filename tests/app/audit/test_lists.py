"""Finished hands, accounts, tables and the chart, as operators look through them."""

import csv
import io
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from sqlalchemy import update

from app.lobby.store import Row, add_row
from app.people_schema import players
from app.problems import NEEDED
from engine.table.clock import SECOND
from engine.table.commands import Sit
from tests.app.audit.asked import TABLE, played
from tests.app.ledger.stored import keep
from tests.app.people.server import Browser, Server, problem_of
from tests.app.signing_in import signed_in
from tests.table.test_receipts import no_winner, won_by
from tests.table.world import Driver

HOUR = 3600 * SECOND
HANDS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "": lambda _: True,
    f"table={TABLE}": lambda _: True,
    f"table={TABLE}&hand=2": lambda hand: hand["hand"] == 2,
    f"table={TABLE}&hand=5": lambda _: False,  # it is being played
    "player=beto": lambda hand: "beto" in hand["players"],
    "player=nobody": lambda _: False,
    "since=10000000000000": lambda _: False,
    "until=1": lambda _: False,
}


async def auditor(server: Server) -> Browser:
    await played(server)
    return await signed_in(server, "eva", "auditor")


async def test_finished_hands_are_found(server: Server) -> None:
    eva = await auditor(server)
    every = (await eva.done("GET", "/admin/hands"))["hands"]
    assert [hand["hand"] for hand in every] == [4, 3, 2, 1], "the running one is not there"
    for query, is_one in HANDS.items():
        found = (await eva.done("GET", f"/admin/hands?{query}"))["hands"]
        assert found == [hand for hand in every if is_one(hand)], query
    running = await eva.get(f"/hands/{TABLE}/5")
    assert problem_of(running, 404) == "no_such_hand"


async def test_hands_go_on_page_by_page(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.audit.hands.PAGE", 3)
    eva = await auditor(server)
    page = await eva.done("GET", "/admin/hands")
    following = await eva.done("GET", f"/admin/hands?after={page['next']}")
    assert [hand["hand"] for hand in page["hands"] + following["hands"]] == [4, 3, 2, 1]
    assert following["next"] is None


async def test_the_chart_ends_in_what_lies_in_pots(server: Server) -> None:
    """Step by step: what lies in pots is what it was, and what came, less what went."""
    eva = await auditor(server)
    rows = (await eva.done("GET", "/admin/ledger"))["rows"]
    last = rows[0]["at"]
    held = (await eva.done("GET", "/admin/pots"))["held"]
    for step in ("hour", "day"):
        chart = await eva.done("GET", f"/admin/chart?since=0&until={last + HOUR}&step={step}")
        steps = chart["steps"]
        assert steps[-1]["held"] == held["chips"] == 66
        won = sum(row["chips"] for row in rows if row["reason"] in ("award", "split"))
        assert sum(one["won"] for one in steps) == won > 0
        carried = [row["chips"] for row in rows if row["to"].startswith("carried/")]
        assert sum(one["carried"] for one in steps) == sum(carried)
    before = await eva.done(
        "GET", f"/admin/chart?since={last + HOUR}&until={last + 9 * HOUR}&step=hour"
    )
    assert {one["held"] for one in before["steps"]} == {66}
    assert not any(one["won"] or one["carried"] for one in before["steps"])


async def test_a_chart_goes_back_from_now(server: Server) -> None:
    """Before the first chips there were none."""
    table = await played(server)
    eva = await signed_in(server, "eva", "auditor")
    first = min(entry.at for entry in table.entries)
    assert first < HOUR, "all of it lies in the first hour"
    steps = (await eva.done("GET", f"/admin/chart?since=0&until={3 * HOUR}&step=hour"))["steps"]
    assert [one["held"] for one in steps] == [66, 66, 66]


NONSENSE = (
    "/admin/hands?hand=1", f"/admin/hands?table={TABLE}&hand=0", "/admin/hands?table=x",
    "/admin/hands?player=a/b", "/admin/hands?after=x", "/admin/hands?since=5&until=5",
    "/admin/hands?since=x", "/admin/hands?colour=red", "/admin/chart", "/admin/chart?since=1",
    "/admin/chart?since=5&until=4", "/admin/chart?since=0&until=9007199254740991",
    "/admin/chart?since=0&until=9&step=year", "/admin/players?search=%00",
    "/admin/players?search=", "/admin/players?after=a/b", "/admin/players?suspended=maybe",
    "/admin/tables?state=lost", "/admin/tables?after=x", "/admin/tables?search=%E2%80%AE",
    "/admin/reports?state=lost", "/admin/reports?before=-1", "/admin/log?before=x",
    "/admin/log?subject=a%00b", "/admin/pots?after=carried/x",
    f"/admin/players?search={'x' * 101}",
)  # fmt: skip


async def test_filters_that_make_no_sense(server: Server) -> None:
    eva = await signed_in(server, "eva", "auditor")
    for path in NONSENSE:
        answer = await eva.get(path)
        assert problem_of(answer, 422) == "bad_field", path
        assert len(answer.json()["message"].split()) > 3, path


async def test_a_chart_reads_the_newest_rows_and_says_how_far_they_reach(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it tells of fewer rows is what it told of all; what they don't reach is refused."""
    table = await played(server)
    eva = await signed_in(server, "eva", "auditor")
    later = Driver(table=f"t{2:020x}")
    later.entries[:] = [entry._replace(at=entry.at + 5 * HOUR) for entry in later.entries]
    later.now += 5 * HOUR
    won_by(later, 1)
    await keep(server.database, [later])
    rows = (await eva.done("GET", "/admin/ledger"))["rows"]
    old = max(entry.at for entry in table.entries)
    newer = [row["row"] for row in rows if row["at"] > 4 * HOUR]
    assert newer
    old_too = f"/admin/chart?since=0&until={9 * HOUR}&step=hour"
    new_only = f"/admin/chart?since={3 * HOUR}&until={9 * HOUR}&step=hour"
    whole = await eva.done("GET", new_only)
    assert sum(one["won"] for one in whole["steps"]) > 0
    for most, reaches in ((10**6, True), (rows[0]["row"], True), (len(newer), False)):
        monkeypatch.setattr("app.audit.chart.MOST_ROWS", most)
        assert await eva.done("GET", new_only) == whole
        answer = await eva.get(old_too)
        if reaches:
            assert answer.is_success
        else:
            assert problem_of(answer, 422) == "too_long"
            assert f"{old // HOUR:02}:" in answer.json()["message"]


async def test_a_chart_without_its_times_says_which_is_missing(server: Server) -> None:
    eva = await signed_in(server, "eva", "auditor")
    for asked in ("", "?since=1", "?until=1", "?step=hour"):
        answer = await eva.get(f"/admin/chart{asked}")
        field = "until" if "since" in asked else "since"
        assert problem_of(answer, 422) == "bad_field"
        assert answer.json()["message"] == f"{field}: {NEEDED}"
        assert answer.json()["field"] == field


async def test_accounts_are_found_by_id_name_and_username(server: Server) -> None:
    await played(server)
    ana = server.browser()
    player = await ana.come_as("Ana María")
    account = {"username": "ana.maria", "password": "three red parrots"}
    await ana.done("PUT", "/me/password", account)
    eva = await signed_in(server, "eva", "auditor")
    for search in (player, "ana m", "ANA M", "Ana.Maria"):
        found = await eva.done("GET", f"/admin/players?search={search}")
        assert [one["id"] for one in found["people"]] == [player], search
    found = await eva.done("GET", f"/admin/players?search={player}")
    assert (found["people"][0]["wallet"], found["people"][0]["at_tables"]) == (1_000, 0)
    for search in ("%", "_na", "maría"):
        assert (await eva.done("GET", f"/admin/players?search={search}"))["people"] == []


async def test_a_bot_is_called_as_at_its_table(server: Server) -> None:
    """Its id is that of its place, the same at every table."""
    tables = {f"t{number:020x}": name for number, name in ((1, "Lola"), (2, "Pancha"))}
    for table, name in tables.items():
        playing = Driver(table=table, people=2)
        playing.do(Sit("bot-1", name, 100, 2, bot=True))
        no_winner(playing)
        await keep(server.database, [playing])
    eva = await signed_in(server, "eva", "auditor")
    for path in ("ledger", "pots"):
        names = (await eva.done("GET", f"/admin/{path}"))["names"]
        assert {table: names.get(f"{table}/bot-1") for table in tables} == tables, path
    coins = csv.DictReader(io.StringIO((await eva.get("/admin/pots.csv")).text))
    called = {row["table"]: row["name"] for row in coins if row["player"] == "bot-1"}
    assert called == tables


async def test_tables_are_found_by_id_code_and_name(server: Server) -> None:
    await played(server)
    await signed_in(server, "ana")
    told = (TABLE, "KWTXBR", "La cuadra", False, False, "ana")
    async with server.database.writing() as connection:
        await add_row(connection, Row(*told, "desmoche", 4, 5, 50, 500, 1))
    eva = await signed_in(server, "eva", "auditor")
    for search in (TABLE, "kwtxbr", "la cua"):
        found = await eva.done("GET", f"/admin/tables?search={search}")
        assert [one["id"] for one in found["tables"]] == [TABLE], search
    found = await eva.done("GET", f"/admin/tables?search={TABLE}")
    assert found["tables"][0]["in_pots"] == 66
    assert found["names"] == {"ana": "Ana"}
    assert "code" not in found["tables"][0], "it is the key to a private table"
    assert (await eva.done("GET", "/admin/tables?state=closed"))["tables"] == []


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Ñandú", ("ñan", "ÑANDÚ", "n\u0303andu\u0301", "Ñandú")),
        ("Álvaro", ("álv", "ÁLVARO", "a\u0301lvaro")),
        ("Òscar", ("ò", "ÒSC")),
        ("Zoe", ("ZOE", "z")),
    ],
)
async def test_names_are_found_in_large_and_small_letters(
    server: Server, name: str, typed: tuple[str, ...]
) -> None:
    eva = await auditor(server)
    async with server.database.writing() as connection:
        await connection.execute(update(players).where(players.c.id == "eva").values(name=name))
        told = (TABLE, "KWTXBR", name, False, False, "eva")
        await add_row(connection, Row(*told, "desmoche", 4, 5, 50, 500, 1))
    for search in typed:
        query = urlencode({"search": search})
        people = (await eva.done("GET", f"/admin/players?{query}"))["people"]
        assert [one["id"] for one in people] == ["eva"], search
        tables = (await eva.done("GET", f"/admin/tables?{query}"))["tables"]
        assert [one["name"] for one in tables] == [name], search
