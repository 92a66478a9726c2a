"""To everybody else the operators' addresses are as if they were not there, whatever is asked."""

import pytest
from fastapi.routing import APIRoute

from app.audit.routes import router
from tests.app.audit.asked import ACTING, LOOKING, PATHS, TABLE, played
from tests.app.people.server import Browser, Server
from tests.app.signing_in import signed_in

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FETCH")
BODIES = {
    "none": (b"", {}),
    "JSON": (b"{}", {"content-type": "application/json"}),
    "no JSON": (b"{", {"content-type": "application/json"}),
    "large": (b" " * 200_000, {"content-type": "application/json"}),
    "a form": (b"a=1", {"content-type": "application/x-www-form-urlencoded"}),
    "of another site": (b"{}", {"origin": "http://evil.test"}),
}
ADDRESSES = sorted({path for _, path in PATHS})
ODD = (
    "",
    "/",
    "/pots/",
    "/pots?after=x",
    "/ledger?hand=x",
    "/tables/x/close",
    "/%70ots",
    "/nothing",
)


def test_every_route_is_in_these_tests() -> None:
    routes = [route for route in router.routes if isinstance(route, APIRoute)]
    assert len(routes) == len(router.routes)
    there = {
        (method, route.path.removeprefix("/api").format(player="ana", table=TABLE, report=1))
        for route in routes
        for method in route.methods or ()
    }
    assert there == set(PATHS)


async def answer_to(browser: Browser, method: str, path: str, body: str) -> tuple[object, ...]:
    """All that is told, beside what every answer of every page has."""
    content, headers = BODIES[body]
    answer = await browser.ask(method, path, content=content, headers=headers)
    return answer.status_code, answer.content, sorted(answer.headers.items())


@pytest.mark.parametrize("body", BODIES)
async def test_for_anyone_else_there_is_no_such_page(server: Server, body: str) -> None:
    """The very answer of an address where nothing is: no 401, 403, 405, 307, 413 or 422."""
    ana = await signed_in(server, "ana")
    for browser in (server.browser(), ana):
        for method in METHODS:
            missing = await answer_to(browser, method, "/nothing", body)
            assert missing[0] == 404
            for path in (*ADDRESSES, *(f"/admin{odd}" for odd in ODD)):
                assert await answer_to(browser, method, path, body) == missing, (method, path)


async def test_auditors_look_and_don_t_act(server: Server) -> None:
    await played(server)
    eva = await signed_in(server, "eva", "auditor")
    for path in LOOKING:
        assert (await eva.get(path)).status_code == 200, path
    for method, path in ACTING:
        answer = await eva.ask(method, path, json=PATHS[method, path])
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
