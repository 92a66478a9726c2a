"""The way back: a recovery link on a second device, a password, and nobody else's way in."""

import asyncio
import time

import pytest

from app.accounts.recovery import LETTERS
from tests.app.people.server import Browser, Server, problem_of, problems_of, stopped_after

ANA = {"username": "Ana.R", "password": "three red parrots"}
BAD_CREDENTIALS: dict[str, dict[str, object]] = {
    "short name": {"username": "an"},
    "long name": {"username": "a" * 25},
    "blank in the name": {"username": "ana r"},
    "control in the name": {"username": "ana\x00r"},
    "emoji in the name": {"username": "ana🦜"},
    "short password": {"password": "1234567"},
    "long password": {"password": "x" * 257},
    "common password": {"password": "Password1"},
    "one letter again and again": {"password": "aaaaaaaaaaaa"},
    "the name as password": {"username": "parrots.red", "password": "Parrots.Red"},
    "number as password": {"password": 123456789},
    "null": {"password": None},
    "another field": {"role": "operator"},
}


async def test_a_guest_comes_back_on_a_second_device(server: Server, browser: Browser) -> None:
    welcome = await browser.done("POST", "/guests", {"name": "Ana"})
    phone = server.browser("198.51.100.7")
    code = welcome["recovery"]["code"]
    me = await phone.done("POST", "/recovery", {"code": code.lower().replace("-", " ")})
    assert me == welcome["me"]
    assert await phone.done("GET", "/me") == await browser.done("GET", "/me")
    await server.browser().done("POST", "/recovery", {"code": code})  # it is not used up


async def test_a_renewed_link_makes_the_old_one_void(server: Server, browser: Browser) -> None:
    welcome = await browser.done("POST", "/guests", {"name": "Ana"})
    fresh = await browser.done("POST", "/me/recovery")
    phone = server.browser()
    old = await phone.post("/recovery", {"code": welcome["recovery"]["code"]})
    assert problem_of(old, 401) == "bad_code"
    assert (await phone.done("POST", "/recovery", {"code": fresh["code"]}))["name"] == "Ana"


@pytest.mark.parametrize("code", ["", "-", "x" * 64, "é\x00", "\ud83e", LETTERS[:26]])
async def test_a_wrong_code_leads_nowhere(browser: Browser, code: str) -> None:
    answer = await browser.post("/recovery", {"code": code})
    assert answer.status_code in {401, 422}, answer.text  # 422 for half a surrogate pair
    problem_of(answer, answer.status_code)


async def test_codes_are_not_tried_for_long(browser: Browser) -> None:
    await stopped_after(20, lambda: browser.post("/recovery", {"code": "0" * 26}))


# --- passwords ------------------------------------------------------------------------


async def test_a_guest_adds_a_password_and_loses_nothing(server: Server, browser: Browser) -> None:
    player = await browser.come_as("Ana")
    before = dict(browser.cookies)
    me = await browser.done("PUT", "/me/password", ANA)
    assert (me["id"], me["username"]) == (player, "Ana.R")
    assert dict(browser.cookies) != before  # a session that means more has a new token
    phone = server.browser("198.51.100.7")
    folded = {**ANA, "username": "ANA.r"}
    assert await phone.done("POST", "/login", folded) == await browser.done("GET", "/me")


async def test_a_password_ends_all_other_sessions(server: Server, browser: Browser) -> None:
    welcome = await browser.done("POST", "/guests", {"name": "Ana"})
    thief = server.browser()
    await thief.done("POST", "/recovery", {"code": welcome["recovery"]["code"]})
    await browser.done("PUT", "/me/password", ANA)
    assert problem_of(await thief.get("/me"), 401) == "not_signed_in"


async def test_the_current_password_is_asked_for(browser: Browser) -> None:
    await browser.come_as("Ana")
    await browser.done("PUT", "/me/password", ANA)
    new = {**ANA, "password": "four green parrots"}
    for current in (None, "wrong", ""):
        answer = await browser.ask("PUT", "/me/password", json={**new, "current": current})
        assert problem_of(answer, 403) == "bad_password"
    await browser.done("PUT", "/me/password", {**new, "current": ANA["password"]})


async def test_bad_credentials_are_told(browser: Browser) -> None:
    await browser.come_as("Ana")
    asked = {
        name: browser.ask("PUT", "/me/password", json={**ANA, **wrong})
        for name, wrong in BAD_CREDENTIALS.items()
    }
    assert await problems_of(asked) == dict.fromkeys(BAD_CREDENTIALS, "bad_field")


async def test_a_username_is_had_once_in_any_case(server: Server, browser: Browser) -> None:
    await browser.come_as("Ana")
    await browser.done("PUT", "/me/password", ANA)
    other = server.browser()
    await other.come_as("Eva")
    answer = await other.ask("PUT", "/me/password", json={**ANA, "username": "ANA.R"})
    assert problem_of(answer, 409) == "username_taken"
    assert (await other.done("GET", "/me"))["username"] is None


async def test_two_at_once_do_not_get_one_username(server: Server) -> None:
    browsers = [server.browser() for _ in range(3)]
    for number, browser in enumerate(browsers):
        await browser.come_as(f"Guest {number}")
    asked = (browser.ask("PUT", "/me/password", json=ANA) for browser in browsers)
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]


async def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(
    server: Server, browser: Browser
) -> None:
    await browser.come_as("Ana")
    await browser.done("PUT", "/me/password", ANA)
    stranger = server.browser("198.51.100.7")
    answers, took = [], []
    for wrong in ({**ANA, "password": "wrong"}, {**ANA, "username": "nobody"}):
        spent = []
        for _ in range(3):  # the shortest counts: a busy machine only ever adds
            start = time.perf_counter()
            answers.append(await stranger.post("/login", wrong))
            spent.append(time.perf_counter() - start)
        took.append(min(spent))
    assert {problem_of(answer, 401) for answer in answers} == {"bad_login"}
    assert len({answer.content for answer in answers}) == 1
    # argon2 is most of either; without it an answer takes a twentieth.
    assert max(took) < 8 * min(took)


@pytest.mark.parametrize("name", ["", "\x00", "\ud83e", "a" * 200, "%", "ana\u202e"])
async def test_a_name_that_nobody_can_have(browser: Browser, name: str) -> None:
    answer = await browser.post("/login", {"username": name, "password": "\x00" * 256})
    assert answer.status_code in {401, 422}, answer.text
    problem_of(answer, answer.status_code)


async def test_guessing_passwords_ends_soon_for_the_guesser_alone(
    server: Server, browser: Browser
) -> None:
    await browser.come_as("Ana")
    await browser.done("PUT", "/me/password", ANA)
    guesser = server.browser("198.51.100.7")
    await stopped_after(10, lambda: guesser.post("/login", {**ANA, "password": "wrong"}))
    assert problem_of(await guesser.post("/login", ANA), 429) == "too_often"
    await server.browser("203.0.113.9").done("POST", "/login", ANA)  # the owner is not shut out
