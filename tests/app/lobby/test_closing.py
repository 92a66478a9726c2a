"""Tables that close, sleep, or were left behind; and storage that is away."""

import pytest

from app.lobby.asking import ask
from app.lobby.tidying import CLOSES_AFTER, RESTS_AFTER, Tidier
from engine.table.clock import SECOND
from engine.table.commands import CloseTable
from tests.app.lobby.guests import guest, require_nothing_moved
from tests.app.people.server import Server, problem_of


async def test_the_host_closes_a_table_and_everyone_is_paid(server: Server) -> None:
    ana, eva = await guest(server), await guest(server, "Eva")
    card = await ana.open(public=True)
    await ana.sit(card["id"])
    await eva.sit(card["id"])
    answer = await eva.browser.delete(f"/tables/{card['id']}")
    assert problem_of(answer, 403) == "not_host"
    await ana.browser.done("DELETE", f"/tables/{card['id']}")
    await require_nothing_moved(server, ana.id, eva.id)
    await server.house.settle()
    for path in (f"/tables/{card['id']}", f"/codes/{card['code']}"):
        assert problem_of(await eva.browser.get(path), 404) == "no_such_table"
    sits = await eva.browser.post(f"/tables/{card['id']}/seat")
    assert problem_of(sits, 404) == "no_such_table"
    server.clock.advance(2 * SECOND)
    assert (await eva.browser.done("GET", "/tables"))["tables"] == []


async def test_a_row_that_outlived_its_table_is_put_right(server: Server) -> None:
    """The process died after the journal said closed, and before the lobby did."""
    ana = await guest(server)
    card = await ana.open()
    table = await server.table(card["id"])
    server.house.registry._when_done = lambda _: None
    await ask(table, CloseTable(ana.id))
    assert await server.house.row(card["id"]) is not None
    assert await server.house.table(card["id"]) is None
    await server.house.stop()
    assert problem_of(await ana.browser.get(f"/tables/{card['id']}"), 404) == "no_such_table"
    assert await server.house.row(card["id"]) is None


async def test_a_table_without_people_goes_to_sleep_and_is_woken(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open()
    await ana.browser.done("POST", f"/tables/{card['id']}/bots", {})
    tidier = Tidier(server.house)
    await tidier.tidy()
    server.clock.advance(RESTS_AFTER)
    await tidier.tidy()
    await server.house.stop()
    assert len(server.house.registry) == 0
    assert (await ana.card(card["id"]))["places"][0]["bot"]


async def test_a_table_with_people_stays_awake(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open()
    await ana.sit(card["id"])
    tidier = Tidier(server.house)
    for _ in range(3):
        await tidier.tidy()
        server.clock.advance(RESTS_AFTER)
    assert server.house.registry.get(card["id"]) is not None


@pytest.mark.parametrize("seated", [False, True])
async def test_a_table_that_slept_too_long_closes_unless_somebody_sits_there(
    server: Server, seated: bool
) -> None:
    ana = await guest(server)
    card = await ana.open()
    if seated:
        await ana.sit(card["id"])
    await server.house.stop()
    server.clock.advance(CLOSES_AFTER + SECOND)
    await Tidier(server.house).tidy()
    assert (await server.house.row(card["id"]) is not None) == seated


async def test_watching_is_the_hosts_to_allow(server: Server) -> None:
    ana, eva = await guest(server), await guest(server, "Eva")
    who = await server.app.state.identity.who(eva.browser.cookies)
    closed = await server.table((await ana.open())["id"])
    open_to_all = await server.table((await ana.open(watchable=True))["id"])
    house = server.house
    assert not house.may_watch(closed.live, who)
    assert house.may_watch(open_to_all.live, who)
    assert house.may_watch(open_to_all.live, None)
    await eva.sit(open_to_all.live.id)
    assert not house.may_watch(open_to_all.live, who)
