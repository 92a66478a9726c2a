"""What operators do over REST: corrections with their reasons, and closing a table."""

import asyncio
import unicodedata
from typing import Any

import pytest

from app.names import MOST_SENTENCE, sentence_from
from engine.table.journal import Entry, JournalAway
from engine.table.table import RETRY
from tests.app.audit.asked import TABLE, played
from tests.app.people.server import Server, problem_of
from tests.app.signing_in import signed_in


async def test_a_correction_is_a_grant_with_its_reason(server: Server) -> None:
    await played(server)
    root = await signed_in(server, "root", "operator")
    await signed_in(server, "ana")
    before = await server.wallet("ana")
    path, body = (
        "/admin/players/ana/grants",
        {"chips": 40, "why": "hand 7 was void", "request": "a"},
    )
    assert await root.done("POST", path, body) == {"granted": True}
    assert await root.done("POST", path, body) == {"granted": False}
    other = await root.post(path, {**body, "chips": 41})
    assert problem_of(other, 409) == "other_request"
    assert await server.wallet("ana") == before + 40
    (line,) = (await root.done("GET", "/admin/log"))["log"]
    assert (line["operator"], line["action"], line["subject"], line["why"]) == (
        *("root", "grant 40", "ana", "hand 7 was void"),
    )
    missing = await root.post("/admin/players/nobody/grants", {**body, "request": "b"})
    assert problem_of(missing, 404) == "no_such_player"
    for change in ({"chips": 0}, {"chips": "40"}, {"chips": 10**9}, {"why": " "}, {"request": "/"}):
        assert problem_of(await root.post(path, {**body, **change}), 422) == "bad_field"
    assert len((await root.done("GET", "/admin/log"))["log"]) == 1
    await server.require_sound_books()


async def test_a_correction_asked_for_many_times_at_once_is_made_once(server: Server) -> None:
    """By one request; another deed by the same request is refused, whoever comes first."""
    root = await signed_in(server, "root", "operator")
    await signed_in(server, "ana")
    path, body = "/admin/players/ana/grants", {"chips": 40, "why": "a bug", "request": "a"}
    same = await asyncio.gather(*(root.post(path, body) for _ in range(6)))
    assert [answer.status_code for answer in same] == [201] * 6
    assert sorted(answer.json()["granted"] for answer in same) == [False] * 5 + [True]
    both: list[dict[str, Any]] = [{**body, "request": "b", "chips": chips} for chips in (1, 2)]
    other = await asyncio.gather(*(root.post(path, one) for one in both))
    assert sorted(answer.status_code for answer in other) == [201, 409]
    made = next(one["chips"] for one, got in zip(both, other, strict=True) if got.is_success)
    assert await server.wallet("ana") == 40 + made
    assert len((await root.done("GET", "/admin/log"))["log"]) == 2
    await server.require_sound_books()


@pytest.mark.parametrize(
    "why",
    [
        "x",
        "hand 7 was void, " * 17,
        "é" * MOST_SENTENCE,
        " " * 99 + "x" * MOST_SENTENCE,
        "ห้อง 7 ปิด 👨‍👩‍👧",
    ],
    ids=["short", "289 letters", "composed", "with blanks around", "Thai and a family"],
)
async def test_reasons_of_a_sentence_or_two(why: str) -> None:
    assert sentence_from(why) == " ".join(why.split())
    assert sentence_from(unicodedata.normalize("NFD", why)) == " ".join(why.split())


NO_REASONS = [
    ("", "needs some words"),
    (" \u200d\n", "needs some words"),
    ("x" * (MOST_SENTENCE + 1), "at most 300 characters, this one has 301"),
    ("it is \0 stuck", "visible characters"),
    ("it is \u202e stuck", "visible characters"),
    ("it is \ud800 stuck", "visible characters"),
]


async def test_reasons_that_are_none(server: Server) -> None:
    root = await signed_in(server, "root", "operator")
    for why, says in NO_REASONS:
        answer = await root.post(f"/admin/tables/{TABLE}/close", {"why": why})
        assert problem_of(answer, 422) == "bad_field", why
        assert says in answer.json()["message"]


async def test_a_table_is_closed_with_refunds(server: Server) -> None:
    ana = server.browser()
    player = await ana.come_as("Ana")
    seat = await ana.done("POST", "/play")
    table = seat["table"]
    root = await signed_in(server, "root", "operator")
    await root.done("POST", f"/admin/tables/{table}/close", {"why": "it is stuck"})
    assert await server.wallet(player) == 1_000
    again = await root.post(f"/admin/tables/{table}/close", {"why": "it is stuck"})
    assert problem_of(again, 404) == "no_such_table"
    (line,) = (await root.done("GET", "/admin/log"))["log"]
    assert (line["action"], line["subject"], line["why"]) == ("close", table, "it is stuck")
    await server.require_sound_books()


async def test_a_table_that_does_not_close_is_not_said_to_be(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its storage is away; once that is back the same wish closes it."""
    ana = server.browser()
    await ana.come_as("Ana")
    table = (await ana.done("POST", "/play"))["table"]
    root = await signed_in(server, "root", "operator")
    path, why = f"/admin/tables/{table}/close", {"why": "it is stuck"}

    async def away(_: Entry) -> None:
        raise JournalAway

    with monkeypatch.context() as patch:
        patch.setattr(server.ports.journal, "commit", away)
        for _ in range(2):
            assert problem_of(await root.post(path, why), 503) == "table_paused"
    assert not (await server.table(table)).live.closed
    server.clock.advance(RETRY)
    await root.done("POST", path, why)
    assert await server.house.table(table) is None
