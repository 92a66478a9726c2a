"""Places: taken with chips from the wallet, given up with the stack, never by half."""

import asyncio
from typing import Any

import pytest

from app.accounts.wallets import WELCOME
from app.lobby.asking import ask
from engine.table.commands import TopUp
from engine.table.watching import may_see_hand
from tests.app.lobby.guests import dealt, guest, require_nothing_moved
from tests.app.people.server import Server, problem_of, problems_of, stopped_after

NOWHERE = f"t{'0' * 20}"
BAD_FIELDS: dict[str, dict[str, Any]] = {
    "no such place": {"place": 4},
    "negative place": {"place": -1},
    "place as text": {"place": "1"},
    "no chips": {"chips": 0},
    "negative chips": {"chips": -100},
    "half a chip": {"chips": 100.5},
    "chips as text": {"chips": "100"},
    "chips beyond all": {"chips": 10**30},
    "request with a blank": {"request": "a b"},
    "long request": {"request": "x" * 65},
    "empty request": {"request": ""},
    "another field": {"bot": True},
}


async def test_a_place_is_taken_with_chips_of_the_wallet(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open()
    seat = await ana.sit(card["id"], place=2, chips=300)
    assert (seat["place"], seat["stack"], seat["code"]) == (2, 300, card["code"])
    assert await server.wallet(ana.id) == WELCOME - 300
    shown = await ana.card(card["id"])
    assert shown["mine"] == 2
    assert shown["places"][2] == {"name": "Ana", "bot": False, "stack": 300}
    wallet = (await ana.browser.done("GET", "/me"))["wallet"]
    assert (wallet["chips"], wallet["at_tables"]) == (700, 300)
    await server.require_sound_books()


async def test_leaving_pays_the_stack_out(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open()
    await ana.sit(card["id"])
    left = await ana.browser.done("DELETE", f"/tables/{card['id']}/seat")
    assert left == {"after_hand": False}
    await require_nothing_moved(server, ana.id)
    again = await ana.browser.delete(f"/tables/{card['id']}/seat")
    assert problem_of(again, 409) == "not_seated"


async def test_bad_fields_are_told(server: Server) -> None:
    ana = await guest(server)
    seat = f"/tables/{(await ana.open())['id']}/seat"
    asked = {name: ana.browser.post(seat, fields) for name, fields in BAD_FIELDS.items()}
    assert await problems_of(asked) == dict.fromkeys(BAD_FIELDS, "bad_field")
    await require_nothing_moved(server, ana.id)


async def test_a_place_that_the_rules_do_not_have(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open(preset="conquian")
    answer = await ana.browser.post(f"/tables/{card['id']}/seat", {"place": 3})
    assert problem_of(answer, 409) == "no_such_place"


@pytest.mark.parametrize("chips", [99, 1001])
async def test_a_buy_in_outside_of_the_tables_span(server: Server, chips: int) -> None:
    ana = await guest(server)
    card = await ana.open()
    answer = await ana.browser.post(f"/tables/{card['id']}/seat", {"chips": chips})
    assert problem_of(answer, 422) == "bad_chips"
    await require_nothing_moved(server, ana.id)


async def test_a_buy_in_beyond_the_wallet_moves_nothing(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open(bet=50, buy_in={"least": 50, "most": 5000})
    before = (await server.table(card["id"])).seq
    answer = await ana.browser.post(f"/tables/{card['id']}/seat", {"chips": WELCOME + 1})
    assert problem_of(answer, 409) == "not_enough_chips"
    assert (await server.table(card["id"])).seq == before  # the table was not even asked
    await require_nothing_moved(server, ana.id)


async def test_one_wallet_does_not_pay_twice_at_once(server: Server) -> None:
    ana = await guest(server)
    cards = [await ana.open() for _ in range(3)]
    answers = await asyncio.gather(
        *(ana.browser.post(f"/tables/{card['id']}/seat", {"chips": 700}) for card in cards)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    assert await server.wallet(ana.id) == WELCOME - 700
    await server.require_sound_books()


async def test_the_same_request_twice_takes_one_place(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open()
    asked = {"chips": 200, "request": "once"}
    seats = [await ana.sit(card["id"], **asked) for _ in range(2)]
    assert seats[0] == seats[1]
    other = await ana.browser.post(f"/tables/{card['id']}/seat", {"request": "twice"})
    assert problem_of(other, 409) == "already_seated"
    assert await server.wallet(ana.id) == WELCOME - 200


async def test_a_place_is_taken_once(server: Server) -> None:
    ana, eva = await guest(server), await guest(server, "Eva")
    card = await ana.open()
    await ana.sit(card["id"], place=0)
    answer = await eva.browser.post(f"/tables/{card['id']}/seat", {"place": 0})
    assert problem_of(answer, 409) == "place_taken"
    await require_nothing_moved(server, eva.id)


async def test_of_five_at_once_four_find_a_place(server: Server) -> None:
    guests = [await guest(server, f"Guest {number}") for number in range(5)]
    card = await guests[0].open()
    answers = await asyncio.gather(
        *(each.browser.post(f"/tables/{card['id']}/seat") for each in guests)
    )
    places = [answer.json()["place"] for answer in answers if answer.status_code == 200]
    assert sorted(places) == [0, 1, 2, 3]
    (refused,) = (answer for answer in answers if answer.status_code != 200)
    assert problem_of(refused, 409) == "table_full"
    await server.require_sound_books()


async def test_two_of_one_name_are_told_apart_even_at_once(server: Server) -> None:
    guests = [await guest(server, name) for name in ("Ana", "ANA", "Аna")]
    card = await guests[0].open()
    await asyncio.gather(*(each.sit(card["id"]) for each in guests))
    names = [seat["name"] for seat in (await guests[0].card(card["id"]))["places"] if seat]
    assert sorted(name[-1].lower() for name in names) == ["2", "3", "a"]


async def test_strangers_and_tables_that_are_not_there(server: Server) -> None:
    ana = await guest(server)
    for method, path in (("POST", "seat"), ("DELETE", "seat"), ("POST", "bots")):
        answer = await ana.browser.ask(method, f"/tables/{NOWHERE}/{path}", json={})
        assert problem_of(answer, 404) == "no_such_table"
        stranger = await server.browser().ask(method, f"/tables/{NOWHERE}/{path}", json={})
        assert problem_of(stranger, 401) == "not_signed_in"
    assert problem_of(await ana.browser.get("/tables/x"), 422) == "bad_field"


async def test_coming_and_going_is_no_game(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open()
    seat = f"/tables/{card['id']}/seat"
    await stopped_after(20, lambda: ana.browser.post(seat, {"chips": 1}))


# --- topping up -----------------------------------------------------------------------


async def test_more_chips_come_from_the_wallet(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open(buy_in={"least": 100, "most": 500})
    path = f"/tables/{card['id']}/chips"
    assert problem_of(await ana.browser.post(path, {"chips": 100}), 409) == "not_seated"
    await ana.sit(card["id"], chips=300)
    for _ in range(2):  # the same request twice, as after a lost answer
        seat = await ana.browser.done("POST", path, {"chips": 100, "request": "more"})
        assert seat["stack"] == 400
    assert problem_of(await ana.browser.post(path, {"chips": 101}), 422) == "bad_chips"
    assert await server.wallet(ana.id) == WELCOME - 400
    await server.require_sound_books()


async def test_the_buy_in_bounds_a_stack_at_the_table_itself(server: Server) -> None:
    """Whatever way the wish for more chips comes in: a socket asks the table directly."""
    ana = await guest(server)
    card = await ana.open(buy_in={"least": 100, "most": 500})
    await ana.sit(card["id"], chips=300)
    table = await server.table(card["id"])
    assert (await ask(table, TopUp(ana.id, 201))).code == "bad_chips"
    assert (await ask(table, TopUp(ana.id, 200))).code is None
    await server.house.stop()  # and it still holds when the table has been read back
    table = await server.table(card["id"])
    assert (await ask(table, TopUp(ana.id, 1))).code == "bad_chips"
    assert await server.wallet(ana.id) == WELCOME - 500


async def test_more_chips_than_the_wallet_has(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open(buy_in={"least": 100, "most": 5000})
    await ana.sit(card["id"], chips=600)
    answer = await ana.browser.post(f"/tables/{card['id']}/chips", {"chips": 401})
    assert problem_of(answer, 409) == "not_enough_chips"
    assert await server.wallet(ana.id) == WELCOME - 600


# --- bots -----------------------------------------------------------------------------


async def test_the_host_brings_bots(server: Server) -> None:
    ana, eva = await guest(server, "Chepe"), await guest(server, "Eva")
    card = await ana.open(bet=10)
    await ana.sit(card["id"], place=3)
    answer = await eva.browser.post(f"/tables/{card['id']}/bots")
    assert problem_of(answer, 403) == "not_host"
    bots = await ana.browser.done("POST", f"/tables/{card['id']}/bots", {"count": 3})
    assert bots["names"] == ["Chepe 2", "Lola", "Nando"]
    shown = (await ana.card(card["id"]))["places"]
    assert [(seat["bot"], seat["stack"]) for seat in shown] == [(True, 400)] * 3 + [(False, 400)]
    full = await ana.browser.post(f"/tables/{card['id']}/bots")
    assert problem_of(full, 409) == "table_full"
    await server.require_sound_books()


async def test_bots_come_all_or_not_at_all(server: Server) -> None:
    ana, eva = await guest(server), await guest(server, "Eva")
    card = await ana.open()
    for one in (ana, eva):
        await one.sit(card["id"])
    table = await server.table(card["id"])
    before = table.seq
    answer = await ana.browser.post(f"/tables/{card['id']}/bots", {"count": 3})
    assert problem_of(answer, 409) == "table_full"
    assert (table.seq, table.live.session.places.count(None)) == (before, 2)
    assert (await ana.browser.done("POST", f"/tables/{card['id']}/bots", {"count": 2}))["names"]
    assert table.seq == before + 1, "one entry brings them all"
    await server.require_sound_books()


async def test_so_many_bots_there_are_not(server: Server) -> None:
    ana = await guest(server)
    bots = f"/tables/{(await ana.open())['id']}/bots"
    for count in (0, 4, -1, "2", None, 1.5):
        answer = await ana.browser.post(bots, {"count": count})
        assert problem_of(answer, 422) == "bad_field"


async def test_a_bot_gives_its_place_up(server: Server) -> None:
    ana, eva = await guest(server), await guest(server, "Eva")
    card = await ana.open(public=True)
    await ana.sit(card["id"])
    await ana.browser.done("POST", f"/tables/{card['id']}/bots", {"count": 3})
    (line,) = (await eva.browser.done("GET", "/tables"))["tables"]
    assert (line["seated"], line["seats"]) == (1, 4)
    seat = await eva.sit(card["id"])
    shown = (await ana.card(card["id"]))["places"]
    assert shown[seat["place"]] == {"name": "Eva", "bot": False, "stack": 200}
    await server.require_sound_books()


# --- play now -------------------------------------------------------------------------


async def test_play_now_is_one_request_and_cards_come_by_themselves(server: Server) -> None:
    ana = await guest(server)
    seat = await ana.browser.done("POST", "/play")
    table = await server.table(seat["table"])
    assert [sitting and sitting.bot for sitting in table.live.sittings] == [False, True, True, True]
    assert table.live.pace.name == "lively"
    assert not (await ana.card(seat["table"]))["public"]
    deadline = table.live.deadline
    assert deadline is not None
    assert deadline - server.clock.now() <= 3_000_000
    await dealt(server, table)
    await server.require_sound_books()


@pytest.mark.parametrize(
    ("nick", "asked", "named"),
    [
        ("Lucía", {"name": "Mesa de Lucía"}, "Mesa de Lucía"),
        ("Lucía", {}, "Lucía"),
        ("Lucía", None, "Lucía"),
        ("👩🏽‍🚀" * 24, {"name": "Mesa de " + "👩🏽‍🚀" * 24}, "Mesa de " + "👩🏽‍🚀" * 24),
    ],
)
async def test_a_table_made_at_once_is_called_as_its_maker_wants(
    server: Server, nick: str, asked: dict[str, str] | None, named: str
) -> None:
    ana = await guest(server, nick)
    await ana.browser.done("POST", "/play", asked)
    (line,) = (await ana.browser.done("GET", "/my-tables"))["tables"]
    assert (line["name"], line["names"], len(line["bots"])) == (named, [nick], 3)


async def test_play_now_leads_back_to_where_one_sits(server: Server) -> None:
    ana = await guest(server)
    first = await ana.browser.done("POST", "/play")
    assert await ana.browser.done("POST", "/play") == first
    await ana.browser.done("DELETE", f"/tables/{first['table']}/seat")
    second = await ana.browser.done("POST", "/play")
    assert second["table"] != first["table"]
    gone = await ana.browser.get(f"/tables/{first['table']}")
    assert problem_of(gone, 404) == "no_such_table"
    assert await server.wallet(ana.id) == WELCOME - second["stack"]
    await server.require_sound_books()


async def test_play_now_asked_twice_at_once_makes_one_table(server: Server) -> None:
    ana = await guest(server)
    answers = await asyncio.gather(*(ana.browser.post("/play") for _ in range(3)))
    made = [answer.json()["table"] for answer in answers if answer.status_code == 201]
    assert made
    assert len(set(made)) == 1, "one that comes when it is there is led to it"
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert len(server.house.registry) == 1


async def test_play_now_without_an_ante_left(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open()
    await ana.sit(card["id"], chips=WELCOME)
    answer = await ana.browser.post("/play")
    assert problem_of(answer, 409) == "not_enough_chips"


async def test_leaving_in_the_middle_of_a_hand_keeps_the_stack_until_its_end(
    server: Server,
) -> None:
    ana = await guest(server)
    seat = await ana.browser.done("POST", "/play")
    table = await server.table(seat["table"])
    await dealt(server, table)
    left = await ana.browser.done("DELETE", f"/tables/{seat['table']}/seat")
    assert left == {"after_hand": True}
    who = await server.app.state.identity.who(ana.browser.cookies)
    assert not server.house.may_watch(table.live, who)
    assert not may_see_hand(table.live, ana.id)


async def test_closing_in_the_middle_of_a_hand_waits_for_its_end(server: Server) -> None:
    ana = await guest(server)
    seat = await ana.browser.done("POST", "/play")
    await dealt(server, await server.table(seat["table"]))
    closed = await ana.browser.done("DELETE", f"/tables/{seat['table']}")
    assert closed == {"after_hand": True}
    assert (await ana.card(seat["table"]))["playing"]
