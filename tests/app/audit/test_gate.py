"""To everybody else the operators' addresses are as if they were not there, whatever is asked."""

import pytest
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from app.audit.routes import acting, router
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
    def asked(some: list[BaseRoute]) -> set[tuple[str, str]]:
        routes = [route for route in some if isinstance(route, APIRoute)]
        assert len(routes) == len(some)
        return {
            (method, route.path.removeprefix("/api").format(player="ana", table=TABLE, report=1))
            for route in routes
            for method in route.methods or ()
        }

    assert asked(acting.routes) == set(ACTING)
    assert asked(router.routes) == set(PATHS) - set(ACTING)


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


@pytest.mark.parametrize("body", BODIES)
async def test_for_auditors_there_is_nothing_to_act_on(server: Server, body: str) -> None:
    """What operators do is answered as to a stranger, by whatever method and body."""
    await played(server)
    eva = await signed_in(server, "eva", "auditor")
    odd = ("/admin/reports/x", "/admin/tables/x/close", "/admin/players/a%00b/grants")
    paths = [*(path for _, path in ACTING), *odd]
    for method in METHODS:
        missing = await answer_to(eva, method, "/nothing", body)
        assert missing[0] == 404
        for path in (*paths, *(f"{path}/" for path in paths)):
            assert await answer_to(eva, method, path, body) == missing, (method, path)
