"""Opening a table: what the host says, what the engine says to it, how many there may be."""

import asyncio
from typing import Any

import pytest

from app.lobby.codes import LENGTH, LETTERS
from app.lobby.house import MOST_OF_ONE
from app.lobby.models import NewTable
from app.lobby.plans import plan_of
from engine.table.clock import SECOND
from tests.app.lobby.guests import guest
from tests.app.people.server import Server, problem_of, problems_of, stopped_after

BAD_RULES = {
    "no such preset": {"preset": "poker"},
    "no such rule": {"rules": {"jokers": 2}},
    "out of its domain": {"rules": {"hand_size": 20}},
    "a number for a word": {"rules": {"forcing": 1}},
    "a list in a list": {"rules": {"side_games": [["oro"]]}},
    "half of a pair": {"rules": {"\ud83e": "\ud83e"}},
    "cannot be dealt": {"rules": {"deck": 40, "hand_size": 10}},
    "cannot be dealt to most": {"preset": "conquian", "seats": [2, 4]},
    "fixed by the preset": {"preset": "conquian", "rules": {"play_everything": True}},
    "seats upside down": {"seats": [4, 2]},
    "seats for one": {"seats": [1, 2]},
    "seats for five": {"seats": [2, 5]},
}
ORO = {"side_games": ["oro"]}
BAD_FIELDS: dict[str, dict[str, Any]] = {
    "one bound": {"seats": [2]},
    "seats as words": {"seats": ["2", "4"]},
    "preset among the rules": {"rules": {"preset": "conquien"}},
    "seats among the rules": {"rules": {"seats": [2, 2]}},
    "rules as a list": {"rules": []},
    "a hundred rules": {"rules": {f"rule_{number}": 1 for number in range(100)}},
    "no bet": {"bet": 0},
    "negative bet": {"bet": -5},
    "half a chip": {"bet": 2.5},
    "bet as text": {"bet": "5"},
    "bet as truth": {"bet": True},
    "a bet beyond all chips": {"bet": 10**30},
    "stake as text": {"stakes": {"oro": "1"}},
    "buy-in below the bet": {"buy_in": {"least": 4, "most": 100}},
    "buy-in upside down": {"buy_in": {"least": 200, "most": 100}},
    "half a buy-in": {"buy_in": {"least": 100}},
    "negative buy-in": {"buy_in": {"least": -1, "most": 100}},
    "no such pace": {"pace": "hasty"},
    "no such window": {"window": 4},
    "window as text": {"window": "5"},
    "watchable as text": {"watchable": "yes"},
    "public as a number": {"public": 1},
    "long name": {"name": "x" * 41},
    "name with bidi": {"name": "\u202eFriday"},
    "empty name": {"name": " "},
    "another field": {"password": "x"},
}


async def test_a_table_as_its_host_wants_it(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open(
        name="Friday",
        rules={"play_everything": True, "side_games": ["oro"]},
        seats=[2, 3],
        bet=10,
        stakes={"oro": 2},
        buy_in={"least": 100, "most": 500},
        pace="lively",
        window=12,
        watchable=True,
        public=True,
    )
    assert card["name"] == "Friday"
    assert (card["fewest"], len(card["places"])) == (2, 3)
    assert (card["bet"], card["stakes"]) == (10, {"oro": 2})
    assert card["buy_in"] == {"least": 100, "most": 500, "usual": 400}
    assert card["pace"] == {"name": "lively", "window": 12, "turn": 20}
    assert card["public"]
    assert card["watchable"]
    assert card["host"]
    assert {one["rule"] for one in card["differences"]} == {"play_everything", "side_games"}
    assert len(card["code"]) == LENGTH
    assert set(card["code"]) <= set(LETTERS)


async def test_what_is_left_out_is_usual_and_private(server: Server) -> None:
    card = await (await guest(server)).open()
    assert (card["name"], card["preset"], card["differences"]) == ("Ana", "desmoche", [])
    assert (card["bet"], card["buy_in"]) == (5, {"least": 100, "most": 1000, "usual": 200})
    assert card["pace"] == {"name": "steady", "window": 5, "turn": 20}
    assert not card["public"]
    assert not card["watchable"]


@pytest.mark.parametrize(
    ("asked", "pace"),
    [
        ({}, ("steady", 5)),
        ({"seats": [2, 3]}, ("steady", 5)),
        ({"seats": [2, 2]}, ("lively", 8)),
        ({"preset": "conquian"}, ("lively", 8)),
        ({"preset": "conquian", "window": 3}, ("lively", 3)),
        ({"preset": "conquian", "pace": "steady"}, ("steady", 5)),
    ],
)
def test_where_only_two_can_sit_a_table_is_lively_unless_its_host_says_otherwise(
    asked: dict[str, Any], pace: tuple[str, int]
) -> None:
    plan = plan_of(NewTable(**asked), "Ana")
    assert (plan.pace.name, plan.pace.window) == (pace[0], pace[1] * SECOND)


async def test_the_same_request_opens_one_table(server: Server) -> None:
    """Again after a lost answer, or after a restart; what differs then is not looked at."""
    ana, beto = await guest(server), await guest(server, "Beto")
    first = await ana.open(bet=10, request="once")
    again = [await ana.open(bet=10, request="once")]
    await server.house.stop()
    again.append(await ana.open(request="once"))
    assert [(card["id"], card["code"], card["bet"]) for card in again] == 2 * [
        (first["id"], first["code"], 10)
    ]
    others = [await ana.open(request="again"), await ana.open(), await beto.open(request="once")]
    assert len({card["id"] for card in [first, *others]}) == 4


async def test_the_same_request_many_times_at_once_opens_one_table(server: Server) -> None:
    """Those that come later find its row taken, and leave nothing behind."""
    ana = await guest(server)
    cards = await asyncio.gather(*(ana.open(request="once") for _ in range(4)))
    assert len({card["id"] for card in cards}) == 1
    assert [table.live.id for table in server.house.registry] == [cards[0]["id"]]
    assert len((await ana.browser.done("GET", "/my-tables"))["tables"]) == 1


async def test_a_request_whose_table_has_closed_is_told_so(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open(request="once")
    await ana.browser.done("DELETE", f"/tables/{card['id']}")
    again = await ana.browser.post("/tables", {"request": "once"})
    assert problem_of(again, 404) == "no_such_table"


async def test_rules_are_judged_by_the_engine(server: Server) -> None:
    ana = await guest(server)
    asked = {name: ana.browser.post("/tables", rules) for name, rules in BAD_RULES.items()}
    assert await problems_of(asked) == dict.fromkeys(BAD_RULES, "bad_rules")
    assert len(server.house.registry) == 0


async def test_the_engines_sentence_is_told_as_it_is(server: Server) -> None:
    ana = await guest(server)
    answer = await ana.browser.post("/tables", {"rules": {"deck": 40, "hand_size": 10}})
    assert answer.json()["message"].startswith("4 seats with 10 cards each leave no card of the 40")


async def test_bad_fields_are_told(server: Server) -> None:
    ana = await guest(server)
    asked = {name: ana.browser.post("/tables", fields) for name, fields in BAD_FIELDS.items()}
    assert await problems_of(asked) == dict.fromkeys(BAD_FIELDS, "bad_field")
    assert len(server.house.registry) == 0


@pytest.mark.parametrize(
    ("stakes", "code"),
    [({"oro": 0}, "bad_chips"), ({"poker": 1}, "not_in_game"), ({"oro": 2**60}, "bad_chips")],
)
async def test_stakes_are_judged_by_the_engine(
    server: Server, stakes: dict[str, int], code: str
) -> None:
    ana = await guest(server)
    assert problem_of(await ana.browser.post("/tables", {"stakes": stakes}), 422) == code


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ({"buy_in": {"least": 4, "most": 100}}, "bad_field", "buy_in.least"),
        ({"buy_in": {"least": 200, "most": 100}}, "bad_field", "buy_in.most"),
        ({"buy_in": {"least": 0, "most": 100}}, "bad_field", "buy_in.least"),
        ({"buy_in": {"least": 5, "most": 10**9 + 1}}, "bad_field", "buy_in.most"),
        ({"buy_in": {"least": 1_001, "most": 2_000}}, "beyond_reach", None),
        ({"bet": 51}, "beyond_reach", None),  # 20 bets, if nothing is said
        (
            {"rules": ORO, "stakes": {"oro": 96}, "buy_in": {"least": 5, "most": 100}},
            *("bad_field", "stakes"),
        ),
        ({"rules": ORO, "stakes": {"oro": 10**6}}, "bad_field", "stakes"),
    ],
)
async def test_what_nobody_could_pay_is_refused_and_named(
    server: Server, asked: dict[str, Any], code: str, field: str | None
) -> None:
    ana = await guest(server)
    answer = await ana.browser.post("/tables", asked)
    assert problem_of(answer, 422) == code
    assert answer.json().get("field") == field
    assert len(server.house.registry) == 0


@pytest.mark.parametrize(
    "asked",
    [
        {"buy_in": {"least": 1_000, "most": 2_000}},
        {"bet": 50},
        {"rules": ORO, "stakes": {"oro": 95}, "buy_in": {"least": 5, "most": 100}},
    ],
)
async def test_what_can_just_be_paid_is_not(server: Server, asked: dict[str, Any]) -> None:
    ana = await guest(server)
    await ana.sit((await ana.open(**asked))["id"])


async def test_chips_on_a_table_and_those_of_the_next_refill_count(server: Server) -> None:
    ana = await guest(server)
    await ana.sit((await ana.open())["id"], chips=1_000)
    assert await server.wallet(ana.id) == 0
    await ana.open(buy_in={"least": 1_000, "most": 1_000})


async def test_strangers_open_no_table(server: Server) -> None:
    assert problem_of(await server.browser().post("/tables"), 401) == "not_signed_in"


async def test_a_table_is_stored_before_it_is_told(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open(watchable=True)
    assert (await server.table(card["id"])).seq == 1
    await server.house.stop()
    assert server.house.registry.get(card["id"]) is None
    assert (await ana.card(card["id"])) == card  # woken from its journal


# --- how many -------------------------------------------------------------------------


async def test_a_player_opens_so_many_tables_a_minute(server: Server) -> None:
    ana = await guest(server)
    await stopped_after(6, lambda: ana.browser.post("/tables"))


async def test_a_player_has_so_many_tables_open(server: Server) -> None:
    ana = await guest(server)
    who = await server.app.state.identity.who(ana.browser.cookies)
    from app.lobby.models import NewTable
    from app.lobby.plans import plan_of

    plan = plan_of(NewTable(), "Ana")
    opened = [await server.house.open(plan, who) for _ in range(MOST_OF_ONE)]
    assert problem_of(await ana.browser.post("/tables"), 409) == "too_many_tables"
    await ana.browser.done("DELETE", f"/tables/{opened[0][1].id}")
    await server.house.settle()
    await ana.open()


async def test_codes_of_open_tables_differ(server: Server) -> None:
    ana, eva = await guest(server), await guest(server, "Eva")
    cards = await asyncio.gather(*(who.open() for who in (ana, eva) for _ in range(5)))
    assert len({card["code"] for card in cards}) == 10


# --- finding --------------------------------------------------------------------------


async def test_a_code_is_found_however_it_is_typed(server: Server) -> None:
    card = await (await guest(server)).open()
    code = card["code"]
    stranger = server.browser("198.51.100.7")
    for typed in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:2]} {code[2:]} "):
        found = await stranger.done("GET", f"/codes/{typed}")
        assert (found["id"], found["mine"], found["host"]) == (card["id"], None, False)


async def test_a_wrong_code_finds_nothing(server: Server) -> None:
    for code in ("BCDFGH", "AEIOUL", "ABC", "%00%00", "🦜", "B" * 20):
        answer = await server.browser().get(f"/codes/{code}")
        assert problem_of(answer, 404) == "no_such_table"


async def test_codes_are_not_guessed_for_long(server: Server) -> None:
    card = await (await guest(server)).open()
    guesser = server.browser("198.51.100.7")
    await stopped_after(30, lambda: guesser.get("/codes/BCDFGH"))
    assert problem_of(await guesser.get(f"/codes/{card['code']}"), 429) == "too_often"
    await server.browser("203.0.113.9").done("GET", f"/codes/{card['code']}")


async def test_public_tables_are_listed_and_private_ones_are_not(server: Server) -> None:
    ana = await guest(server)
    public = await ana.open(public=True, name="Here")
    await ana.open(name="Hidden")
    (line,) = (await server.browser().done("GET", "/tables"))["tables"]
    assert line["id"] == public["id"]
    assert (line["seated"], line["seats"], line["playing"]) == (0, 4, False)


async def test_my_tables_are_those_i_made_and_those_my_chips_are_on(server: Server) -> None:
    ana, eva = await guest(server), await guest(server, "Eva")
    made = await ana.open(name="Made")
    played = await eva.open(name="Played", rules={"play_everything": True})
    await eva.open(name="Eva's own")
    await ana.sit(played["id"])
    for _ in ("awake", "asleep"):
        lines = (await ana.browser.done("GET", "/my-tables"))["tables"]
        assert [(line["id"], line["mine"]) for line in lines] == [
            (played["id"], True),
            (made["id"], False),
        ]
        await server.house.stop()
    awake, asleep = (await eva.browser.done("GET", "/my-tables"))["tables"]
    assert awake["mine"] is asleep["mine"] is False
    assert problem_of(await server.browser().get("/my-tables"), 401) == "not_signed_in"


async def test_a_line_tells_what_is_different_and_who_plays(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open(public=True, rules={"play_everything": True, "cambio": False}, window=12)
    await ana.sit(card["id"])
    (line,) = (await server.browser().done("GET", "/tables"))["tables"]
    assert (line["names"], line["own_rules"], line["pace"]["window"]) == (["Ana"], 2, 12)
    assert (line["path"], line["carried"], line["mine"]) == (card["path"], 0, False)


async def test_the_list_is_made_anew_after_a_moment_only(server: Server) -> None:
    ana = await guest(server)
    assert (await ana.browser.done("GET", "/tables"))["tables"] == []
    card = await ana.open(public=True)
    assert (await ana.browser.done("GET", "/tables"))["tables"] == []
    server.clock.advance(2 * SECOND)
    assert len((await ana.browser.done("GET", "/tables"))["tables"]) == 1
    await server.house.stop()  # asleep, it is listed from its row, and not woken for it
    server.clock.advance(2 * SECOND)
    (line,) = (await ana.browser.done("GET", "/tables"))["tables"]
    assert (line["seated"], line["pace"]) == (0, None)
    assert server.house.registry.get(card["id"]) is None


async def test_a_table_asleep_is_listed_with_who_has_chips_there(server: Server) -> None:
    ana, eva = await guest(server), await guest(server, "Eva")
    card = await ana.open(public=True)
    await ana.sit(card["id"])
    await eva.sit(card["id"])
    await ana.browser.done("POST", f"/tables/{card['id']}/bots", {"count": 1})
    (awake,) = (await ana.browser.done("GET", "/tables"))["tables"]
    await server.house.stop()
    server.clock.advance(2 * SECOND)
    (asleep,) = (await ana.browser.done("GET", "/tables"))["tables"]
    assert asleep["pace"] is None, "it was not woken"
    assert sorted(asleep["names"]) == sorted(awake["names"]) == ["Ana", "Eva"]
    assert asleep["seated"] == awake["seated"] == 2


async def test_my_tables_come_the_newest_first_those_where_i_sit_before_the_others(
    server: Server,
) -> None:
    ana, made = await guest(server), []
    for _ in range(4):
        made.append((await ana.open())["id"])
        server.clock.advance(SECOND)
    for table in made[2:0:-1]:
        await ana.sit(table)
    lines = (await ana.browser.done("GET", "/my-tables"))["tables"]
    assert [line["id"] for line in lines] == [made[2], made[1], made[3], made[0]]


async def test_presets_are_told_whole(server: Server) -> None:
    told = await server.browser().done("GET", "/presets")
    assert set(told["presets"]) >= {"desmoche", "conquian"}
    assert told["presets"]["desmoche"]["hand_size"] == 9
    assert set(told["presets"]["desmoche"]) - {"preset"} == set(told["domains"])
    assert told["offered"]["desmoche"]["side_games"] == told["presets"]["desmoche"]["side_games"]
    assert told["offered"]["conquien"]["side_games"] == ["oro"]
    assert told["offered"]["conquian"]["play_everything"] == [False]
    assert told["offered"]["conquian"]["seats"] == [2, 3]  # four times ten cards are all forty


async def test_what_is_offered_can_be_opened(server: Server) -> None:
    told = await server.browser().done("GET", "/presets")
    for preset, offered in told["offered"].items():
        for rule, values in offered.items():
            kind = told["domains"][rule]["kind"]
            assert kind in {"one", "some", "span"}
            if kind != "one":
                continue
            asked = [NewTable(preset=preset, rules={rule: value}) for value in values]
            assert [plan_of(each, "Ana").name for each in asked] == ["Ana"] * len(values)
