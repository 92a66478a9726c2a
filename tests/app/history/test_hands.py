"""Finished hands over REST: whose they are, how they are found, shown, exported and replayed."""

import csv
import io
import json
from typing import Any

import pytest

from app.history.routes import EXPORTS, MOST_FILE, REPLAYS, SETTLEMENTS, router
from engine.rules.actions import Leave
from engine.rules.cards import mask_texts, texts
from engine.rules.hand_file import FORMAT, hand_file_from_json
from engine.rules.replaying import replay
from engine.rules.result_json import result_to_json
from engine.table.commands import Sit
from tests.app.ledger.stored import keep
from tests.app.people.server import Server, problem_of, stopped_after
from tests.app.signing_in import signed_in
from tests.table.test_receipts import no_winner, won_by
from tests.table.world import Driver

TABLE, OTHER = f"t{1:020x}", f"t{2:020x}"


async def two_tables(server: Server) -> Driver:
    """ana, beto and carla play three hands and begin a fourth; elsewhere ana and beto play one."""
    first, second = Driver(table=TABLE), Driver(table=OTHER, people=2)
    no_winner(first)
    won_by(first, 1)
    no_winner(first)
    first.deal()
    second.now += 10**9
    won_by(second, 0)
    await keep(server.database, [first, second])
    return first


def names(answer: Any) -> list[tuple[str, int]]:
    return [(hand["table"], hand["hand"]) for hand in answer["hands"]]


async def test_everyone_finds_the_hands_they_were_dealt_into(server: Server) -> None:
    await two_tables(server)
    ana, carla, eva = [await signed_in(server, who) for who in ("ana", "carla", "eva")]
    everything = [(OTHER, 1), (TABLE, 3), (TABLE, 2), (TABLE, 1)]
    assert names(await ana.done("GET", "/hands")) == everything
    assert names(await carla.done("GET", "/hands")) == everything[1:]
    assert await eva.done("GET", "/hands") == {"hands": [], "next": None}
    won = await ana.done("GET", "/hands?won=true")
    assert [(hand["table"], hand["how"], hand["net"]) for hand in won["hands"]] == [
        (OTHER, "walkover", 5)
    ]
    assert names(await ana.done("GET", "/hands?won=false")) == everything[1:]
    assert names(await ana.done("GET", "/hands?other=carla")) == everything[1:]
    assert names(await ana.done("GET", f"/hands?table={OTHER}")) == everything[:1]
    times = [hand["ended_at"] for hand in (await ana.done("GET", "/hands"))["hands"]]
    assert names(await ana.done("GET", f"/hands?since={times[0]}")) == everything[:1]
    assert names(await ana.done("GET", f"/hands?until={times[0]}")) == everything[1:]


LISTS = ("/hands", "/hands.csv", "/hands.jsonl", "/hands.txt")
ONE = ("", "/file", "/text", "/views")
NIGHT = ("/settlement", "/settlement.csv")


def test_no_route_is_forgotten() -> None:
    """What the tests below say of lists, of one hand and of a table, they say of every route."""
    paths = {route.path.removeprefix("/api") for route in router.routes}  # type: ignore[attr-defined]
    known = {*LISTS, *(f"/hands/{{table}}/{{hand}}{more}" for more in ONE), "/replay"}
    assert paths == known | {f"/tables/{{table}}{more}" for more in NIGHT}


async def test_the_running_hand_is_nowhere(server: Server) -> None:
    """Not even to those in it, or to operators: every route, and every answer's text."""
    table = await two_tables(server)
    deck = " ".join(texts(table.hand.deal.deck))[:30]
    hands = [json.dumps(mask_texts(hand))[1:-1] for hand in table.hand.hands]
    for who, role in (("ana", "player"), ("eva", "auditor"), ("root", "operator")):
        browser = await signed_in(server, who, role)
        for path in ONE:
            answer = await browser.get(f"/hands/{TABLE}/4{path}")
            assert problem_of(answer, 404) == "no_such_hand"
        for path in (*LISTS, f"/hands?table={TABLE}", *(f"/tables/{TABLE}{one}" for one in NIGHT)):
            told = (await browser.get(path)).text
            assert '"hand":4,"status"' not in told
            assert not [secret for secret in (deck, *hands) if secret in told]
    ended = await signed_in(server, "beto")
    assert "deck: " in (await ended.get(f"/hands/{TABLE}/3/text")).text


async def test_a_hand_is_shown_to_those_dealt_in_and_to_auditors(server: Server) -> None:
    first = await two_tables(server)
    record = next(e.body["hand_record"] for e in first.entries if "hand_record" in e.body)
    for who, role, seat in (("carla", "player", 2), ("eva", "auditor", None)):
        browser = await signed_in(server, who, role)
        shown = await browser.done("GET", f"/hands/{TABLE}/1")
        assert (shown["file"], shown["fairness"]) == (record["file"], record["fairness"])
        assert (shown["seat"], shown["file"]["format"]) == (seat, FORMAT)
        assert [(row["from"], row["amount"]) for row in shown["ledger"]] == [
            *((f"stack/{TABLE}/{name}", 5) for name in ("ana", "beto", "carla")),
            (f"pot/{TABLE}/main", 15),
        ]
    stranger = await signed_in(server, "dora")
    for path in (f"/hands/{TABLE}/1{more}" for more in ONE):
        assert problem_of(await stranger.get(path), 404) == "no_such_hand"
    assert problem_of(await server.browser().get(f"/hands/{TABLE}/1"), 401) == "not_signed_in"


async def test_a_hand_in_words(server: Server) -> None:
    await two_tables(server)
    told = (await (await signed_in(server, "ana")).get(f"/hands/{TABLE}/2/text")).text
    assert told.startswith(f"{TABLE}, hand 2, 1970-01-01 00:00:")
    assert "seat 1: beto, 95 chips" in told
    assert "beto wins 30 (walkover)" in told
    assert f"pot/{TABLE}/main -> stack/{TABLE}/beto: 30 (award)" in told


async def test_a_hand_file_from_anywhere_is_replayed(server: Server) -> None:
    await two_tables(server)
    ana, anybody = await signed_in(server, "ana"), server.browser()
    file = (await ana.done("GET", f"/hands/{TABLE}/2"))["file"]
    for eyes in (0, "spectator", "all"):
        told = await anybody.done("POST", "/replay", {"text": json.dumps(file), "eyes": eyes})
        assert told == await ana.done("GET", f"/hands/{TABLE}/2/views?eyes={eyes}")
        assert len(told["steps"]) == len(file["actions"]) + 1
    whole = json.dumps({"file": file, "fairness": {}})
    assert (await anybody.done("POST", "/replay", {"text": whole}))["eyes"] == "all"
    assert problem_of(await ana.get(f"/hands/{TABLE}/2/views?eyes=3"), 422) == "out_of_range"


BAD_FILES: dict[str, tuple[Any, str]] = {
    "another format": ({"format": "other"}, "bad_file"),
    "another result": ({"result": {"winner": 0}}, "result_mismatch"),
    "an action of nobody's": ({"actions": [{"seat": 0, "do": "draw"}]}, "not_asked"),
    "no such game": ({"rules": {"preset": "none"}}, "bad_rules"),
    "no such card": ({"deck": "Zz"}, "bad_file"),
    "no file": (None, "bad_file"),
}
BAD_TEXTS = ("", "{", "[" * 40_000, "7", "null", '"x"', '{"a": NaN}', "\ufeff{}", "9" * 5_000)


async def test_a_bad_file_is_told_in_a_sentence(server: Server) -> None:
    """RULEBOOK 12: code and words, whatever was pasted."""
    await two_tables(server)
    ana = await signed_in(server, "ana")
    file = (await ana.done("GET", f"/hands/{TABLE}/2"))["file"]
    texts = [
        (json.dumps(change and {**file, **change}), code) for change, code in BAD_FILES.values()
    ]
    texts.append((json.dumps({**file, "seats": ["half a \ud800", *file["seats"][1:]]}), "bad_file"))
    for text, code in [*texts, *((text, "bad_file") for text in BAD_TEXTS)]:
        refused = await ana.post("/replay", {"text": text})
        assert (problem_of(refused, 422), text[:30]) == (code, text[:30])
        assert len(refused.json()["message"].split()) > 2
    assert problem_of(await ana.post("/replay", {"text": 7}), 422) == "bad_field"
    large = await ana.post("/replay", {"text": "x" * MOST_FILE})
    assert (problem_of(large, 413), str(MOST_FILE) in large.text) == ("too_large", True)


async def test_an_exported_hand_is_a_hand_file(server: Server) -> None:
    """One alone, and all in a stream; each replays, and proves its deal."""
    first = await two_tables(server)
    records = [e.body["hand_record"] for e in first.entries if "hand_record" in e.body]
    ana = await signed_in(server, "ana")
    alone = await ana.get(f"/hands/{TABLE}/2/file")
    assert f"hand-{TABLE}-2.json" in alone.headers["content-disposition"]
    lines = [json.loads(line) for line in (await ana.get("/hands.jsonl")).text.splitlines()]
    assert [(one["table"], one["hand"]) for one in lines] == [
        *((OTHER, 1), (TABLE, 3), (TABLE, 2), (TABLE, 1))
    ]
    assert lines[2] == alone.json()
    assert lines[2]["fairness"] == records[1]["fairness"]
    for one in lines:
        state = replay(hand_file_from_json(one))
        assert state.result is not None
        assert result_to_json(state.result) == one["result"]
    told = (await ana.get("/hands.txt")).text
    assert told.count("deck: ") == 4
    assert "beto wins 30 (walkover)" in told


async def test_hands_are_found_by_name_and_game(server: Server) -> None:
    await two_tables(server)
    ana = await signed_in(server, "ana")
    assert len(names(await ana.done("GET", "/hands?preset=desmoche"))) == 4
    assert names(await ana.done("GET", "/hands?preset=conquian")) == []
    assert len(names(await ana.done("GET", "/hands?named=ARL"))) == 3
    assert names(await ana.done("GET", "/hands?named=ana")) == []
    assert (await ana.get("/hands.txt?named=carla")).text.count("deck: ") == 3


async def test_the_list_as_a_spreadsheet(server: Server) -> None:
    """Cells that a spreadsheet would run are text; numbers stay numbers."""
    table = Driver(table=TABLE, people=1)
    table.do(Sit("beto", "=1+2", 100, 1))
    table.do(Sit("carla", "@SUM(A1)", 100, 2))
    table.deal()
    table.act(Leave(0))
    table.act(Leave(1))
    await keep(server.database, [table])
    beto = await signed_in(server, "beto")
    answer = await beto.get("/hands.csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="hands.csv"'
    (row,) = csv.DictReader(io.StringIO(answer.text))
    names_there = row["players"].removeprefix("'").split(", ")
    assert sorted(names_there) == ["=1+2", "@SUM(A1)", "ana"]
    assert not row["players"].startswith(("=", "@"))
    assert int(row["chips"]) in (-5, 10)
    assert not (row["winner"] or "").startswith(("=", "+", "-", "@"))


NONSENSE = (
    "table=t1",
    "since=x",
    "since=-1",
    "since=9&until=9",
    "since=10&until=9",
    "won=perhaps",
    "after=1",
    "after=9-t00000000000000000001-x",
    "sort=name",
    f"other={'x' * 65}",
    "other=a%00b",
    "other=%1f",
    "preset=poker",
    "named=",
    f"named={'x' * 25}",
)


async def test_filters_that_make_no_sense(server: Server) -> None:
    browser = await signed_in(server, "ana")
    for query in NONSENSE:
        for path in LISTS:
            assert problem_of(await browser.get(f"{path}?{query}"), 422) == "bad_field", query


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/hands.csv", EXPORTS.amount),
        ("/hands.jsonl", EXPORTS.amount),
        ("/hands.txt", EXPORTS.amount),
        (f"/hands/{TABLE}/1/views", REPLAYS.amount),
        (f"/tables/{TABLE}/settlement", SETTLEMENTS.amount),
        (f"/tables/{TABLE}/settlement.csv", SETTLEMENTS.amount),
    ],
)
async def test_what_costs_much_is_done_so_often(server: Server, path: str, most: int) -> None:
    ana = await signed_in(server, "ana")
    await stopped_after(most, lambda: ana.get(path))


async def test_a_page_looks_through_so_many_hands_and_says_where_it_stopped(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ana won one of four hands, the newest; whoever goes on finds all there is."""
    monkeypatch.setattr("app.history.histories.PAGE", 1)
    monkeypatch.setattr("app.history.histories.MOST_BATCHES", 2)
    await two_tables(server)
    ana = await signed_in(server, "ana")
    page, pages = await ana.done("GET", "/hands?won=true"), list[list[tuple[str, int]]]()
    while page["next"] is not None:
        pages.append(names(page))
        page = await ana.done("GET", f"/hands?won=true&after={page['next']}")
    assert pages == [[(OTHER, 1)], []]
    assert len((await ana.get("/hands.csv?won=true")).text.splitlines()) == 2


async def test_pages_go_on_where_the_last_one_ended(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.history.histories.PAGE", 2)
    await two_tables(server)
    ana = await signed_in(server, "ana")
    first = await ana.done("GET", "/hands")
    second = await ana.done("GET", f"/hands?after={first['next']}")
    third = await ana.done("GET", f"/hands?after={second['next']}")
    assert names(first) + names(second) == [(OTHER, 1), (TABLE, 3), (TABLE, 2), (TABLE, 1)]
    assert third == {"hands": [], "next": None}
    rows = (await ana.get("/hands.csv")).text.splitlines()
    assert len(rows) == 5
