"""What operators can have done: accounts suspended and let in again, tables frozen and thawed."""

import pytest
from sqlalchemy import insert

from app.identity import Who, hashed
from app.lobby.asking import ask
from app.people_schema import sessions
from engine.table.commands import Stand
from engine.table.journal import Entry, JournalAway
from engine.table.pace import BETWEEN_HANDS, FIRST_HAND
from engine.table.table import RETRY
from tests.app.audit.asked import WHY
from tests.app.lobby.guests import dealt, guest
from tests.app.people.server import START, Browser, Server, problem_of
from tests.app.signing_in import signed_in

PLACE = f"/tables/t{'0' * 20}"


async def actions(root: Browser, subject: str) -> list[str]:
    """What was done to somebody or something, the newest first."""
    found = await root.done("GET", f"/admin/log?subject={subject}")
    assert all(line["why"] == WHY["why"] for line in found["log"])
    return [line["action"] for line in found["log"]]


async def test_a_suspended_player_is_out_until_it_is_lifted(server: Server) -> None:
    ana, beto = await guest(server, "Ana"), await guest(server, "Beto", "192.0.2.2")
    account = {"username": "ana", "password": "three red parrots"}
    await ana.browser.done("PUT", "/me/password", account)
    code = (await ana.browser.done("POST", "/me/recovery"))["code"]
    table_id = (await ana.open())["id"]
    for one in (ana, beto):
        await one.sit(table_id)
    table = await server.table(table_id)
    await dealt(server, table)
    identity, closed = server.app.state.identity, []
    root = await signed_in(server, "root", "operator")
    path = f"/admin/players/{ana.id}/suspension"
    with identity.lasting(
        Who(ana.id, "Ana", "player"), ana.browser.cookies, lambda: closed.append("ana")
    ):
        await root.done("POST", path, WHY)
    assert closed == ["ana"], "its sockets are closed"
    place = table.live.place_of(ana.id)
    assert place is not None
    assert table.live.sitting(place).away, "the table acts for the seat"
    for asked_for in ("/me", "/session", "/my-tables", f"/tables/{table_id}"):
        assert problem_of(await ana.browser.get(asked_for), 403) == "suspended", asked_for
    again = await ana.browser.post("/guests", {"name": "Ana"})
    assert problem_of(again, 403) == "suspended", "nor is she somebody else here"
    assert (await ana.browser.get("/admin/log")).status_code == 404
    phone = server.browser("192.0.2.3")
    for way, asked in (("/login", account), ("/recovery", {"code": code})):
        assert problem_of(await phone.post(way, asked), 403) == "suspended"
    wrong = await phone.post("/login", {**account, "password": "three blue parrots"})
    assert problem_of(wrong, 401) == "bad_login", "a stranger is told nothing"
    async with server.database.writing() as connection:
        row = {"token_hash": hashed("late"), "player_id": ana.id, "seen_at": START}
        await connection.execute(insert(sessions), row)
    phone.cookies.set("desmoche", "late")
    assert problem_of(await phone.get("/me"), 403) == "suspended"
    await root.done("POST", path, WHY)
    people = await root.done("GET", "/admin/players?suspended=true")
    assert [(one["id"], one["suspended_why"]) for one in people["people"]] == [(ana.id, WHY["why"])]
    await root.done("POST", f"{path}/end", WHY)
    assert (await ana.browser.done("GET", "/me"))["id"] == ana.id, "the session was kept"
    kept = (await ana.browser.done("GET", "/my-tables"))["tables"]
    assert [one["id"] for one in kept] == [table_id]
    assert (await phone.done("POST", "/login", account))["id"] == ana.id
    assert problem_of(await root.post(f"{path}/end", WHY), 409) == "not_suspended"
    assert await actions(root, ana.id) == ["lift suspension", "suspend again", "suspend"]
    await server.require_sound_books()


@pytest.mark.parametrize("broken", [0, 1, 2])
async def test_a_table_that_does_not_answer_holds_up_no_other(
    server: Server, monkeypatch: pytest.MonkeyPatch, broken: int
) -> None:
    """It is said that one did not, and the same deed again is what is left to do."""
    ana, root = await guest(server, "Ana"), await signed_in(server, "root", "operator")
    ids = [(await ana.open())["id"] for _ in range(3)]
    for one in ids:
        await ana.sit(one)
    tables = [await server.table(one) for one in ids]
    path = f"/admin/players/{ana.id}/suspension"
    commit = server.ports.journal.commit

    async def away(entry: Entry) -> None:
        if entry.table == ids[broken]:
            raise JournalAway
        await commit(entry)

    with monkeypatch.context() as patch:
        patch.setattr(server.ports.journal, "commit", away)
        for _ in range(2):
            assert problem_of(await root.post(path, WHY), 503) == "seats_left"
    suspended = [ana.id in table.live.suspended for table in tables]
    assert suspended == [place != broken for place in range(3)]
    server.clock.advance(RETRY)
    await root.done("POST", path, WHY)
    assert all(ana.id in table.live.suspended for table in tables)
    assert await actions(root, ana.id) == [*["suspend again"] * 2, "suspend"]


@pytest.mark.parametrize("role", ["auditor", "operator"])
async def test_whoever_looks_after_the_house_is_not_suspended(server: Server, role: str) -> None:
    root = await signed_in(server, "root", "operator")
    await signed_in(server, "eva", role)
    assert problem_of(await root.post("/admin/players/eva/suspension", WHY), 409) == "has_role"
    missing = await root.post("/admin/players/nobody/suspension", WHY)
    assert problem_of(missing, 404) == "no_such_player"
    assert (await root.done("GET", "/admin/log"))["log"] == []


async def test_a_frozen_table_deals_no_hand_until_it_is_thawed(server: Server) -> None:
    ana, beto = await guest(server, "Ana"), await guest(server, "Beto", "192.0.2.2")
    table_id = (await ana.open())["id"]
    for one in (ana, beto):
        await one.sit(table_id)
    table = await server.table(table_id)
    root = await signed_in(server, "root", "operator")
    await root.done("POST", f"/admin/tables/{table_id}/freeze", WHY)
    server.clock.advance(BETWEEN_HANDS + 10 * FIRST_HAND)
    await ask(table, Stand("nobody"))
    assert not table.live.playing
    assert not table.live.announced
    frozen = await root.done("GET", "/admin/tables?state=frozen")
    assert [one["id"] for one in frozen["tables"]] == [table_id]
    assert frozen["tables"][0]["standing"] == {
        "hand": 0,
        "playing": False,
        "seated": ["Ana", "Beto"],
    }
    await root.done("POST", f"/admin/tables/{table_id}/thaw", WHY)
    await dealt(server, table)
    assert (await root.done("GET", "/admin/tables?state=frozen"))["tables"] == []
    assert await actions(root, table_id) == ["thaw", "freeze"]


async def test_a_table_that_is_not_there_is_not_frozen(server: Server) -> None:
    root = await signed_in(server, "root", "operator")
    for deed in ("freeze", "thaw", "close"):
        answer = await root.post(f"/admin{PLACE}/{deed}", WHY)
        assert problem_of(answer, 404) == "no_such_table"
    assert (await root.done("GET", "/admin/log"))["log"] == []
