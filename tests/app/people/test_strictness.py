"""Whatever a route does not ask for is refused, on every route: a query, a body, a name twice."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from fastapi.routing import APIRoute

from app.db.engine import open_database
from app.people import ROUTERS
from tests.app.people.server import Browser, problem_of, serving

OPEN = [router for router in ROUTERS if not router.prefix.startswith("/api/admin")]
ROUTES = [
    (method, route)
    for router in OPEN
    for route in router.routes
    if isinstance(route, APIRoute)
    for method in sorted(route.methods or ())
]
NAMES = [f"{method} {route.path}" for method, route in ROUTES]
HERE = {
    "table_id": f"t{'0' * 20}",
    "table": f"t{'0' * 20}",
    "hand": "1",
    "code": "KWTXBR",
}


BODIES: list[Any] = [{"chips": 5}, [], None, "x", 0]


@pytest.fixture
async def browser(sqlite_url: str) -> AsyncIterator[Browser]:
    database = open_database(sqlite_url)
    async with serving(database) as server:
        yield server.browser()
    await database.close()


def path_of(route: APIRoute) -> str:
    return route.path.removeprefix("/api").format(**HERE)


async def test_a_query_that_nobody_asked_for(browser: Browser) -> None:
    assert len(ROUTES) > 30
    for method, route in ROUTES:
        answer = await browser.ask(method, f"{path_of(route)}?loud=1", json={})
        assert problem_of(answer, 422) == "bad_field", route.path
        assert answer.json()["field"] == "loud"


async def test_a_name_that_is_given_twice(browser: Browser) -> None:
    answer = await browser.get("/hands?since=1&since=2")
    assert problem_of(answer, 422) == "bad_field"
    assert answer.json()["message"] == "since: it is given more than once"


async def test_a_body_that_nobody_asked_for(browser: Browser) -> None:
    without = [(method, route) for method, route in ROUTES if route.body_field is None]
    assert {"/api/me/recovery", "/api/me/refill"} <= {route.path for _, route in without}
    for method, route in without:
        for body in BODIES:
            answer = await browser.ask(method, path_of(route), json=body)
            assert problem_of(answer, 422) == "bad_field", (route.path, body)
        for empty in (b"", b"{}", b" {} "):
            answer = await browser.ask(method, path_of(route), content=empty)
            assert answer.status_code != 422, (route.path, answer.text)
