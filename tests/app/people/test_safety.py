"""Cookies as they should be, nothing from other sites, and nothing secret in the database."""

import pytest
from sqlalchemy import select, text
from starlette.requests import HTTPConnection

from app.db.engine import Database
from app.identity import MOST_SESSIONS
from app.people_schema import players, sessions
from app.security import address_of, is_ours
from tests.app.people.server import HOST, Browser, Server, problem_of, serving, set_cookies

OURS = f"http://{HOST}"
FOREIGN = {
    "another site": {"origin": "http://evil.test"},
    "our name as its own": {"origin": f"http://{HOST}.evil.test"},
    "our name as a user": {"origin": f"http://{HOST}@evil.test"},
    "another port": {"origin": f"http://{HOST}:8000"},
    "no origin at all": {"origin": ""},
    "a sandbox": {"origin": "null"},
    "nonsense": {"origin": "http://[::"},
    "cross-site, says the browser": {"origin": OURS, "sec-fetch-site": "cross-site"},
    "a sister site": {"origin": OURS, "sec-fetch-site": "same-site"},
    "typed by hand": {"origin": OURS, "sec-fetch-site": "none"},
}
UNSAFE = (
    ("POST", "/guests"),
    ("POST", "/login"),
    ("POST", "/logout"),
    ("POST", "/recovery"),
    ("PATCH", "/me"),
    ("POST", "/me/refill"),
    ("POST", "/me/recovery"),
    ("PUT", "/me/password"),
    ("POST", "/tables"),
    ("POST", "/play"),
    ("DELETE", f"/tables/t{'0' * 20}"),
    ("POST", f"/tables/t{'0' * 20}/seat"),
    ("DELETE", f"/tables/t{'0' * 20}/seat"),
    ("POST", f"/tables/t{'0' * 20}/bots"),
    ("POST", f"/tables/t{'0' * 20}/chips"),
    ("POST", f"/tables/t{'0' * 20}/reports"),
    ("POST", "/replay"),
    ("POST", "/practice"),
)


async def test_other_sites_can_do_nothing(browser: Browser) -> None:
    await browser.come_as("Ana")
    for name, headers in FOREIGN.items():
        answer = await browser.ask("POST", "/logout", headers=headers)
        assert problem_of(answer, 403) == "other_origin", name
        await browser.done("GET", "/me")


async def test_every_unsafe_method_is_guarded(browser: Browser) -> None:
    body = {"name": "Ana", "code": "x", "username": "ana", "password": "three red parrots"}
    for method, path in UNSAFE:
        answer = await browser.ask(method, path, json=body, headers={"origin": "http://evil.test"})
        assert problem_of(answer, 403) == "other_origin", path
        assert "set-cookie" not in answer.headers


async def test_the_list_of_unsafe_methods_is_whole(server: Server) -> None:
    paths = server.app.openapi()["paths"]
    there = {
        (method.upper(), path.removeprefix("/api").format(table_id=f"t{'0' * 20}"))
        for path, methods in paths.items()
        for method in methods
        if method != "get"
    }
    assert there == set(UNSAFE)


async def test_a_browser_that_says_same_origin_is_believed(browser: Browser) -> None:
    headers = {"origin": "", "sec-fetch-site": "same-origin"}
    answer = await browser.ask("POST", "/guests", json={"name": "Ana"}, headers=headers)
    assert answer.status_code == 201


async def test_the_cookie_by_http(browser: Browser) -> None:
    (line,) = set_cookies(await browser.post("/guests", {"name": "Ana"}))
    name, _, flags = line.partition("=")
    assert name == "desmoche"
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(flags.split("; "))
    assert "Secure" not in flags
    assert "Domain" not in flags


async def test_the_cookie_by_https(database: Database) -> None:
    async with serving(database, secure=True) as server:
        browser = server.browser()
        (line,) = set_cookies(await browser.post("/guests", {"name": "Ana"}))
        assert line.startswith("__Host-desmoche=")
        assert {"HttpOnly", "Path=/", "SameSite=lax", "Secure"} <= set(line.split("; "))
        await browser.done("GET", "/me")
        (gone,) = set_cookies(await browser.post("/logout"))
        assert "Max-Age=0" in gone
        assert "Secure" in gone


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
    ],
)
def test_an_address_is_a_household(one: str, other: str, same: bool) -> None:
    first, second = (
        address_of(HTTPConnection({"type": "http", "client": (host, 1)})) for host in (one, other)
    )
    assert (first == second) == same


async def test_no_secret_is_stored(server: Server, browser: Browser) -> None:
    welcome = await browser.done("POST", "/guests", {"name": "Ana"})
    await browser.done("PUT", "/me/password", {"username": "ana", "password": "three red parrots"})
    code, token = welcome["recovery"]["code"], browser.cookies["desmoche"]
    stored = ""
    async with server.database.reading() as connection:
        for table in ("players", "sessions", "recovery_codes", "passwords"):
            rows = await connection.execute(text(f"SELECT * FROM {table}"))  # noqa: S608
            stored += str([tuple(row) for row in rows])
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in stored
    for secret in (token, code, code.replace("-", ""), "three red parrots"):
        assert secret not in stored


async def test_a_player_has_so_many_sessions_and_no_more(server: Server) -> None:
    first = server.browser()
    welcome = await first.done("POST", "/guests", {"name": "Ana"})
    for number in range(MOST_SESSIONS):
        server.clock.advance(1)
        phone = server.browser(f"198.51.100.{number}")
        await phone.done("POST", "/recovery", {"code": welcome["recovery"]["code"]})
    async with server.database.reading() as connection:
        rows = (await connection.execute(select(sessions))).all()
    assert len(rows) == MOST_SESSIONS
    server.app.state.identity.forget(welcome["me"]["id"])  # as any other worker would see it
    assert problem_of(await first.get("/me"), 401) == "not_signed_in"


async def test_a_role_is_seen_once_sessions_have_ended(server: Server, browser: Browser) -> None:
    player = await browser.come_as("Ana")
    async with server.database.writing() as connection:
        await connection.execute(players.update().values(role="auditor"))
    await server.app.state.identity.end_all(player)
    assert problem_of(await browser.get("/me"), 401) == "not_signed_in"


SITE = frozenset({"https://cards.example.org"})
ASKED = {"host": "cards.example.org"}
PAGES: dict[str, tuple[dict[str, str], frozenset[str], bool]] = {
    "our own page": ({"origin": "http://cards.example.org"}, frozenset(), True),
    "in capitals": ({"origin": "http://CARDS.example.org"}, frozenset(), True),
    "another site": ({"origin": "http://evil.example"}, frozenset(), False),
    "another port": ({"origin": "http://cards.example.org:81"}, frozenset(), False),
    "a file": ({"origin": "null"}, frozenset(), False),
    "no URL": ({"origin": "http://["}, frozenset(), False),
    "nothing said": ({}, frozenset(), False),
    "said by the browser": ({"sec-fetch-site": "same-origin"}, frozenset(), True),
    "the browser says no": (
        {"sec-fetch-site": "cross-site", "origin": "http://cards.example.org"},
        frozenset(),
        False,
    ),
    "named": ({"origin": "https://cards.example.org"}, SITE, True),
    "not named": ({"origin": "http://cards.example.org"}, SITE, False),
    "not named, whatever it says": (
        {"origin": "http://evil.example", "sec-fetch-site": "same-origin"},
        SITE,
        False,
    ),
}


@pytest.mark.parametrize(("headers", "origins", "ours"), PAGES.values(), ids=PAGES)
def test_whose_page_asks(headers: dict[str, str], origins: frozenset[str], ours: bool) -> None:
    """The one function that REST and sockets both ask."""
    assert is_ours({**ASKED, **headers}, origins) is ours
