"""Guests: come by a name, stay by a cookie, have chips once, go by logging out."""

import asyncio
from contextlib import ExitStack
from functools import partial

import pytest
from sqlalchemy import func, select
from starlette.responses import Response

from app.accounts.wallets import REFILL_TO, WELCOME
from app.administration import Role, give_role
from app.identity import DAY, MOST_SESSIONS, SESSION_DAYS, Who
from app.people_schema import sessions
from tests.app.people.server import (
    Browser,
    Server,
    problem_of,
    problems_of,
    set_cookies,
    stopped_after,
)

BAD_BODIES = {
    "no name": {},
    "null": {"name": None},
    "number": {"name": 7},
    "list": {"name": ["Ana"]},
    "empty": {"name": ""},
    "25 letters": {"name": "x" * 25},
    "200 emoji": {"name": "🦜" * 200},
    "a thousand letters": {"name": "x" * 1000},
    "bidi override": {"name": "Ana\u202e"},
    "null character": {"name": "Ana\x00"},
    "more than a name": {"name": "Ana", "role": "operator"},
    "no object": [],
    "text": "Ana",
}


async def test_a_guest_comes_by_a_name_alone(browser: Browser) -> None:
    welcome = await browser.done("POST", "/guests", {"name": "  Ana "})
    assert welcome["me"]["name"] == "Ana"
    assert welcome["me"]["username"] is None
    assert welcome["me"]["wallet"]["chips"] == WELCOME
    assert welcome["recovery"]["path"] == f"/back#{welcome['recovery']['code']}"
    assert await browser.done("GET", "/me") == welcome["me"]


async def test_bad_bodies_are_told_in_a_sentence(browser: Browser) -> None:
    asked = {name: browser.post("/guests", body) for name, body in BAD_BODIES.items()}
    assert await problems_of(asked) == dict.fromkeys(BAD_BODIES, "bad_field")


async def test_what_is_no_json_is_told_in_a_sentence(browser: Browser) -> None:
    json = {"content-type": "application/json"}
    answer = await browser.ask("POST", "/guests", content=b'{"name": ', headers=json)
    assert problem_of(answer, 422) == "bad_json"


async def test_a_body_of_any_size_is_not_read(browser: Browser) -> None:
    big = await browser.ask("POST", "/guests", content=b" " * 20_000)
    assert problem_of(big, 413) == "too_large"


async def test_who_is_known_is_not_made_anew(browser: Browser) -> None:
    await browser.come_as("Ana")
    assert problem_of(await browser.post("/guests", {"name": "Eva"}), 409) == "signed_in"


async def test_strangers_are_told_to_choose_a_name(browser: Browser) -> None:
    for method, path in (("GET", "/me"), ("POST", "/me/refill"), ("POST", "/me/recovery")):
        assert problem_of(await browser.ask(method, path), 401) == "not_signed_in"


async def test_another_name_is_seen_at_once(browser: Browser) -> None:
    await browser.come_as("Ana")
    await browser.done("PATCH", "/me", {"name": "Eva"})
    assert (await browser.done("GET", "/me"))["name"] == "Eva"
    assert problem_of(await browser.ask("PATCH", "/me", json={"name": "\u200b"}), 422)


async def test_many_guests_from_one_address_have_to_wait(server: Server) -> None:
    refused = await stopped_after(30, lambda: server.browser().post("/guests", {"name": "Ana"}))
    assert int(refused.headers["retry-after"]) <= 3600
    await server.browser("198.51.100.7").come_as("Ana")


# --- sessions -------------------------------------------------------------------------


async def test_logging_out_ends_the_session_and_the_cookie(server: Server) -> None:
    browser = server.browser()
    await browser.come_as("Ana")
    kept = dict(browser.cookies)
    answer = await browser.post("/logout")
    assert answer.status_code == 204
    assert not browser.cookies
    browser.cookies.update(kept)
    assert problem_of(await browser.get("/me"), 401) == "not_signed_in"


async def test_a_session_ends_when_nobody_came_for_long(server: Server) -> None:
    browser = server.browser()
    await browser.come_as("Ana")
    server.clock.advance((SESSION_DAYS - 1) * DAY)
    await browser.done("GET", "/me")  # a visit, from which the days count anew
    server.clock.advance((SESSION_DAYS - 1) * DAY)
    await browser.done("GET", "/me")
    server.clock.advance((SESSION_DAYS + 1) * DAY)
    assert problem_of(await browser.get("/me"), 401) == "not_signed_in"


async def test_the_oldest_of_too_many_sessions_ends_with_its_sockets(
    server: Server, browser: Browser
) -> None:
    me, identity = await browser.come_as("Ana"), server.app.state.identity
    closed: list[int] = []
    with identity.lasting(Who(me, "Ana", "player"), browser.cookies, lambda: closed.append(1)):
        for _ in range(MOST_SESSIONS):
            assert not closed
            assert (await browser.get("/me")).is_success
            server.clock.advance(1)
            await identity.begin(me, {}, Response())
    assert closed == [1]
    assert problem_of(await browser.get("/me"), 401) == "not_signed_in"


async def test_a_role_given_by_another_process_closes_the_sockets_here(server: Server) -> None:
    ana, eva = server.browser(), server.browser()
    identity = server.app.state.identity
    closed: list[Browser] = []
    names = {await ana.come_as("Ana"): ana, await eva.come_as("Eva"): eva}
    await ana.done("PUT", "/me/password", {"username": "ana", "password": "three red parrots"})
    with ExitStack() as stack:
        for me, browser in names.items():
            who = Who(me, me, "player")
            close = partial(closed.append, browser)
            stack.enter_context(identity.lasting(who, browser.cookies, close))
        await identity.close_ended()
        assert closed == []
        await give_role(server.database, "ana", Role.AUDITOR, "helps out")
        await identity.close_ended()
        assert closed == [ana]
    assert problem_of(await ana.get("/me"), 401) == "not_signed_in", "known no more, either"
    await eva.done("GET", "/me")


async def test_sessions_that_ended_are_swept_and_no_other(server: Server) -> None:
    old, fresh = server.browser(), server.browser()
    await old.come_as("Ana")
    server.clock.advance(DAY)
    await fresh.come_as("Eva")
    server.clock.advance((SESSION_DAYS - 1) * DAY)
    await server.app.state.identity.sweep()
    async with server.database.reading() as connection:
        kept = await connection.scalar(select(func.count()).select_from(sessions))
    assert kept == 1
    assert (await fresh.get("/me")).is_success
    assert problem_of(await old.get("/me"), 401) == "not_signed_in"


@pytest.mark.parametrize("cookie", ["", "x", "é" * 3, "A" * 4000])
async def test_a_cookie_of_ones_own_making_is_nobodys(browser: Browser, cookie: str) -> None:
    headers = {"cookie": f"desmoche={cookie}".encode()}
    assert problem_of(await browser.ask("GET", "/me", headers=headers), 401) == "not_signed_in"


async def test_the_cookie_lasts_anew_with_every_start(browser: Browser) -> None:
    await browser.come_as("Ana")
    (line,) = set_cookies(await browser.get("/me"))
    assert f"Max-Age={SESSION_DAYS * 86_400}" in line


# --- chips ----------------------------------------------------------------------------


async def test_the_welcome_is_given_once_however_often_it_is_asked(
    server: Server, browser: Browser
) -> None:
    player = await browser.come_as("Ana")
    wallets = server.app.state.accounts.wallets
    await asyncio.gather(*(wallets.welcome(player, server.clock.now()) for _ in range(5)))
    assert await server.wallet(player) == WELCOME
    assert await server.transfer_count() == 1
    await server.require_sound_books()


async def test_a_refill_makes_up_what_is_missing_once_a_day(
    server: Server, browser: Browser
) -> None:
    await browser.come_as("Ana")
    assert (await browser.done("POST", "/me/refill"))["added"] == 0  # nothing is missing
    seat = await browser.done("POST", "/play")
    await browser.done("DELETE", f"/tables/{seat['table']}/seat")
    assert (await browser.done("POST", "/me/refill"))["added"] == 0
    await server.require_sound_books()


async def test_a_refill_counts_chips_at_tables_and_is_had_once_a_day(
    server: Server, browser: Browser
) -> None:
    me = await browser.come_as("Ana")
    await _lose(server, me, 400)
    answers = await asyncio.gather(*(browser.done("POST", "/me/refill") for _ in range(4)))
    assert sorted(answer["added"] for answer in answers) == [0, 0, 0, 400]
    assert await server.wallet(me) == REFILL_TO
    await _lose(server, me, 1)
    answer = await browser.done("POST", "/me/refill")
    assert answer["added"] == 0
    assert answer["wallet"]["refill_at"] > server.clock.now()
    server.clock.advance(DAY)
    assert (await browser.done("POST", "/me/refill"))["added"] == 1
    await server.require_sound_books()


async def _lose(server: Server, player: str, chips: int) -> None:
    """Chips go back to the bank, as if lost to a bot that then left."""
    from app.db.transfers import Movement, post
    from engine.table.money import BANK, Account, AccountKind, Reason, Transfer

    wallet = Account(AccountKind.WALLET, player)
    lost = Transfer(wallet, BANK, chips, Reason.CASH_OUT, f"lost/{player}/{chips}")
    async with server.database.writing() as connection:
        await post(connection, [Movement(lost, server.clock.now())])


async def test_that_nobody_is_here_is_no_error(server: Server) -> None:
    browser = server.browser()
    assert await browser.done("GET", "/session") == {"me": None}
    await browser.come_as("Ana")
    told = await browser.done("GET", "/session")
    assert told["me"] == await browser.done("GET", "/me")
    await browser.post("/logout")
    assert await browser.done("GET", "/session") == {"me": None}
