"""Tables that close, sleep, or were left behind; and storage that is away."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.lobby.asking import ask
from app.lobby.house import TableHouse
from app.lobby.tidying import Tidier
from engine.table.clock import SECOND
from engine.table.commands import CloseTable, Stand
from engine.table.journal import Entry, Journal
from engine.table.pace import CLOSES_AFTER
from engine.table.registry import NotReadBack, Registry
from engine.table.rescue import ReadBack
from engine.table.table import Table
from tests.app.lobby.guests import Guest, dealt, guest, require_nothing_moved
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


async def test_a_table_asleep_is_let_go_and_woken(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open()
    await ana.browser.done("POST", f"/tables/{card['id']}/bots", {})
    server.house.registry.retire(lambda _: False)
    await server.house.stop()
    assert len(server.house.registry) == 0
    assert (await ana.card(card["id"]))["places"][0]["bot"]


async def dealt_table(server: Server) -> tuple[Guest, Table]:
    """A table in the middle of a hand."""
    ana = await guest(server)
    seat = await ana.browser.done("POST", "/play")
    table = await server.table(seat["table"])
    await dealt(server, table)
    return ana, table


async def test_a_table_in_use_goes_on_after_a_restart_though_nobody_asks(server: Server) -> None:
    """Its clock starts anew, and when time is up the table acts."""
    ana, table = await dealt_table(server)
    asleep = await ana.open()
    await server.house.stop()
    later = TableHouse(server.ports, server.database)
    server.clock.advance(60 * SECOND)
    assert await Tidier(later).wake() == 1
    assert later.registry.get(asleep["id"]) is None, "nobody needs a table that sleeps"
    woken = later.registry.get(table.live.id)
    assert woken is not None
    await ask(woken, Stand("nobody"))  # answered once its clock has started
    assert woken.live.playing
    before, deadline = woken.seq, woken.live.deadline
    assert deadline is not None
    assert deadline > server.clock.now()
    server.clock.advance(deadline - server.clock.now())
    await ask(woken, Stand("nobody"))
    assert woken.seq > before
    await later.stop()


class SpoiltJournal:
    """A journal in which what is written of some tables can't be read."""

    def __init__(self, journal: Journal, spoilt: Sequence[str]) -> None:
        self._journal = journal
        self._spoilt = spoilt

    async def commit(self, entry: Entry) -> None:
        await self._journal.commit(entry)

    async def take_over(self, table: str) -> int:
        return await self._journal.take_over(table)

    async def read(self, table: str) -> Sequence[Entry]:
        if table in self._spoilt:
            raise ValueError("as if it were spoilt")
        return await self._journal.read(table)


def house_that_cannot_read(server: Server, *spoilt: str) -> TableHouse:
    """The next process's, to which the journals of some tables are spoilt."""
    ports = server.ports
    journal = SpoiltJournal(ports.journal, spoilt)
    return TableHouse(replace(ports, journal=journal), server.database)


async def test_a_table_that_cannot_be_read_holds_up_no_other(server: Server) -> None:
    _, table = await dealt_table(server)
    seat = await (await guest(server, "Eva", "192.0.2.7")).browser.done("POST", "/play")
    await dealt(server, await server.table(seat["table"]))
    await server.house.stop()
    later = house_that_cannot_read(server, table.live.id)
    assert await Tidier(later).wake() == 1
    assert later.registry.get(seat["table"]) is not None
    await later.stop()


async def test_a_table_whose_past_cannot_be_read_is_said_to_be_so(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> ReadBack:
        raise KeyError("8s")

    ana = await guest(server)
    card = await ana.open()
    await server.house.stop()
    monkeypatch.setattr("engine.table.registry.read_back", broken)
    with pytest.raises(NotReadBack):
        await server.house.table(card["id"])
    for _ in range(2):
        answer = await ana.browser.get(f"/tables/{card['id']}")
        assert problem_of(answer, 503) == "table_failed"
    registry = server.house.registry
    assert isinstance(registry, Registry)
    assert not registry._reviving
    assert "8s" not in caplog.text
    monkeypatch.undo()
    assert (await ana.card(card["id"]))["name"] == card["name"], "tried again when somebody asks"


async def test_a_table_that_cannot_be_read_ends_no_tidying(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that slept longest come first; spoilt ones are passed over for good."""
    monkeypatch.setattr("app.lobby.tidying.WOKEN_AT_ONCE", 2)
    ana = await guest(server)
    cards = []
    for _ in range(3):
        cards.append(await ana.open())
        server.clock.advance(SECOND)
    *spoilt, sound = [card["id"] for card in cards]
    await ana.sit(sound)
    await server.house.stop()
    server.clock.advance(CLOSES_AFTER + 10 * SECOND)
    later = house_that_cannot_read(server, *spoilt)
    tidier = Tidier(later)
    for _ in range(2):
        await tidier.tidy()
    woken = later.registry.get(sound)
    assert woken is not None
    await ask(woken, Stand("nobody"))
    server.clock.advance(SECOND)
    await ask(woken, Stand("nobody"))  # answered once all before it is
    await later.stop()
    assert await later.row(sound) is None
    await require_nothing_moved(server, ana.id)


async def test_a_restart_does_not_put_off_the_end_of_a_sleeping_table(server: Server) -> None:
    """Thirty days count from when it fell asleep, however often it was read since."""
    ana = await guest(server)
    card = await ana.open()
    await ana.sit(card["id"])
    for _ in range(2):
        server.clock.advance(CLOSES_AFTER // 3)
        await server.house.stop()
        await server.table(card["id"])
    await server.house.stop()
    server.clock.advance(CLOSES_AFTER // 3 + SECOND)
    await Tidier(server.house).tidy()
    woken = server.house.registry.get(card["id"])
    assert woken is not None
    await ask(woken, Stand("nobody"))
    server.clock.advance(SECOND)
    await ask(woken, Stand("nobody"))  # answered once all before it is
    await server.house.stop()
    assert await server.house.row(card["id"]) is None
    await require_nothing_moved(server, ana.id)


@pytest.mark.parametrize("forgotten", [False, True])
async def test_a_table_that_slept_too_long_closes_and_pays_out(
    server: Server, forgotten: bool
) -> None:
    """By its own clock, or if it had left the memory, because it is woken for that."""
    ana = await guest(server)
    card = await ana.open()
    await ana.sit(card["id"])
    table = await server.table(card["id"])
    if forgotten:
        await server.house.stop()
        server.clock.advance(CLOSES_AFTER + SECOND)
        await Tidier(server.house).tidy()
        table = await server.table(card["id"])
    server.clock.advance(CLOSES_AFTER + SECOND)
    await ask(table, Stand("nobody"))  # answered once all before it is
    await server.house.stop()
    assert table.live.closed
    assert await server.house.row(card["id"]) is None
    await require_nothing_moved(server, ana.id)


async def test_a_table_in_use_is_not_tidied_away(server: Server) -> None:
    ana = await guest(server)
    card = await ana.open()
    server.clock.advance(CLOSES_AFTER - SECOND)
    await ana.sit(card["id"])  # it goes to sleep anew, and is never let go
    server.clock.advance(2 * SECOND)
    await Tidier(server.house).tidy()
    row = await server.house.row(card["id"])
    assert row is not None
    assert row.touched_at == server.clock.now()


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
