"""Players report; operators see the queue, and what each came to stays written."""

import asyncio
from typing import Any

import pytest

from app.reports.routes import MOST_WAITING, REPORTS
from tests.app.audit.asked import TABLE, WHY, played
from tests.app.people.server import Browser, Server, problem_of
from tests.app.signing_in import signed_in

PATH = f"/tables/{TABLE}/reports"
SAID = {"reason": "stalling", "words": "waits to the end, each time"}


async def at_the_table(server: Server) -> tuple[Browser, Browser]:
    """Somebody who sat at a table, and an operator."""
    await played(server)
    return await signed_in(server, "ana"), await signed_in(server, "root", "operator")


async def test_a_report_comes_to_the_queue_and_is_decided_once(server: Server) -> None:
    ana, root = await at_the_table(server)
    await signed_in(server, "beto")
    number = (await ana.done("POST", PATH, {**SAID, "hand": 2, "seat": 1}))["report"]
    queue = await root.done("GET", "/admin/reports?state=new")
    (report,) = queue["reports"]
    assert (report["id"], report["reporter"], report["player_id"], report["hand"]) == (
        *(number, "ana", "beto", 2),
    )
    assert (report["reason"], report["words"], queue["waiting"]) == (*SAID.values(), 1)
    assert queue["names"]["beto"] == "Beto"
    for state in ("seen", "decided"):
        await root.done("POST", f"/admin/reports/{number}", {"state": state, **WHY})
        (report,) = (await root.done("GET", f"/admin/reports?state={state}"))["reports"]
        assert (report["operator"], report["note"]) == ("root", WHY["why"])
    again = await root.post(f"/admin/reports/{number}", {"state": "seen", **WHY})
    assert problem_of(again, 409) == "decided_already"
    missing = await root.post("/admin/reports/99", {"state": "seen", **WHY})
    assert problem_of(missing, 404) == "no_such_report"
    log = (await root.done("GET", f"/admin/log?subject={TABLE}"))["log"]
    assert [line["action"] for line in log] == [f"report {number} decided", f"report {number} seen"]


async def test_of_many_who_decide_a_report_at_once_one_does(server: Server) -> None:
    ana, root = await at_the_table(server)
    number = (await ana.done("POST", PATH, SAID))["report"]
    said = [{"state": "decided", "why": f"as it was, {one}"} for one in range(6)]
    path = f"/admin/reports/{number}"
    answers = await asyncio.gather(*(root.post(path, one) for one in said))
    assert sorted(answer.status_code for answer in answers) == [204] + [409] * 5
    kept = next(one["why"] for one, got in zip(said, answers, strict=True) if got.is_success)
    (report,) = (await root.done("GET", "/admin/reports"))["reports"]
    (line,) = (await root.done("GET", f"/admin/log?subject={TABLE}"))["log"]
    assert report["note"] == line["why"] == kept


async def test_a_hand_that_is_being_played_can_be_reported_too(server: Server) -> None:
    ana, root = await at_the_table(server)
    await ana.done("POST", PATH, {**SAID, "hand": 5})
    await ana.done("POST", PATH, SAID)
    reports = (await root.done("GET", "/admin/reports"))["reports"]
    assert [(one["hand"], one["player_id"]) for one in reports] == [(None, None), (5, None)]


NONSENSE: list[tuple[dict[str, Any], int, str]] = [
    ({"reason": "he won"}, 422, "bad_field"),
    ({"words": " "}, 422, "bad_field"),
    ({"words": "x" * 301}, 422, "bad_field"),
    ({"words": "it \0 is"}, 422, "bad_field"),
    ({"seat": 1}, 422, "bad_field"),
    ({"hand": 0}, 422, "bad_field"),
    ({"hand": 10**16}, 422, "bad_field"),
    ({"hand": 2, "seat": 3}, 422, "out_of_range"),
    ({"hand": 2, "seat": 9}, 422, "bad_field"),
    ({"hand": 99}, 404, "no_such_hand"),
    ({"hand": 5, "seat": 0}, 404, "no_such_hand"),  # it is being played
    ({"colour": "red"}, 422, "bad_field"),
]


async def test_reports_that_make_no_sense(server: Server) -> None:
    ana, root = await at_the_table(server)
    for change, status, code in NONSENSE:
        assert problem_of(await ana.post(PATH, {**SAID, **change}), status) == code, change
    assert (await root.done("GET", "/admin/reports"))["reports"] == []


async def test_who_never_sat_there_reports_nothing_there(server: Server) -> None:
    await at_the_table(server)
    dora = await signed_in(server, "dora")
    assert problem_of(await dora.post(PATH, SAID), 404) == "no_such_table"
    assert problem_of(await server.browser().post(PATH, SAID), 401) == "not_signed_in"


async def test_there_is_an_end_to_reporting(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _ = await at_the_table(server)
    answers = [await ana.post(PATH, SAID) for _ in range(REPORTS.amount + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {201}
    assert problem_of(answers[-1], 429) == "too_often"
    assert REPORTS.amount < MOST_WAITING
    monkeypatch.setattr("app.reports.routes.MOST_WAITING", REPORTS.amount)
    monkeypatch.setattr("app.reports.routes.REPORTS", REPORTS._replace(name="more"))
    assert problem_of(await ana.post(PATH, SAID), 409) == "too_many_reports"
