"""A server of people and lobby alone, joined from its real parts over a real database.

Time is set by hand; the limits of `limits` count in real time. A `Browser` keeps cookies and
says where its requests come from, as browsers do.
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from json import dumps
from typing import Any, NamedTuple

import httpx
from fastapi import FastAPI
from sqlalchemy import func, select
from starlette.datastructures import State

from app.allowances import Allowances
from app.db.engine import Database
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from app.db.schema import accounts, transfers
from app.identity import Identity
from app.lobby.house import TableHouse
from app.people import add_people_routes, bring_people_in
from engine.table.money import BANK, Account, AccountKind
from engine.table.ports import Ports
from engine.table.registry import Registry
from engine.table.table import Table
from engine.table.windows import MemoryWindows
from tests.app.db.sums import unsound
from tests.table.world import ManualClock, PlainSealer, Recorder

HOST = "cards.test"
_NOTHING: Any = object()
START = 1_800_000_000_000_000  # some day in 2027


class Server(NamedTuple):
    """What tests look at beside the answers."""

    app: FastAPI
    database: Database
    clock: ManualClock
    house: TableHouse
    ledger: Ledger
    secure: bool

    def browser(self, address: str = "192.0.2.1") -> "Browser":
        """A browser without cookies, at an address."""
        return Browser(self, address)

    async def wallet(self, player: str) -> int:
        return await self.ledger.balance(Account(AccountKind.WALLET, player))

    @property
    def ports(self) -> Ports:
        """What its tables have of the world."""
        registry = self.house.registry
        assert isinstance(registry, Registry)
        return registry._ports

    async def table(self, table_id: str) -> Table:
        """A table that is surely there."""
        found = await self.house.table(table_id)
        assert isinstance(found, Table)
        return found

    async def require_sound_books(self) -> None:
        """Every balance is what its transfers add up to, and all chips came from the bank."""
        assert await unsound(self.database) == []
        async with self.database.reading() as connection:
            held = await connection.scalar(select(func.sum(accounts.c.balance)))
        assert (held or 0) + await self.ledger.balance(BANK) == 0

    async def transfer_count(self) -> int:
        async with self.database.reading() as connection:
            return int(await connection.scalar(select(func.count(transfers.c.id))) or 0)


class Browser:
    """Somebody's browser: cookies, an address, and pages of our own origin."""

    def __init__(self, server: Server, address: str) -> None:
        scheme = "https" if server.secure else "http"
        origin = f"{scheme}://{HOST}"
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(server.app, client=(address, 50_000)),
            base_url=origin,
            headers={"Origin": origin},
        )
        self.cookies = self._client.cookies

    async def ask(
        self, method: str, path: str, *, json: Any = _NOTHING, **more: Any
    ) -> httpx.Response:
        if json is not _NOTHING:  # by hand, since httpx can't write half a surrogate pair
            more["content"] = dumps(json)
            more["headers"] = {"content-type": "application/json", **more.get("headers", {})}
        return await self._client.request(method, f"/api{path}", **more)

    async def get(self, path: str) -> httpx.Response:
        return await self.ask("GET", path)

    async def post(self, path: str, body: Any = None) -> httpx.Response:
        return await self.ask("POST", path, json={} if body is None else body)

    async def delete(self, path: str) -> httpx.Response:
        return await self.ask("DELETE", path)

    async def done(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON of an answer that has to be a success."""
        answer = await self.ask(method, path, json=_NOTHING if body is None else body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def come_as(self, name: str) -> str:
        """Become a guest; returns the player's id."""
        welcome = await self.done("POST", "/guests", {"name": name})
        return str(welcome["me"]["id"])


async def problems_of(asked: Mapping[str, Awaitable[httpx.Response]]) -> dict[str, str]:
    """The code of each of several refusals, 422 all of them; asked one after the other."""
    return {name: problem_of(await answer, 422) for name, answer in asked.items()}


async def stopped_after(most: int, ask: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
    """The answer that says too often, once so many were given.

    One more may pass: attempts are counted by windows of time, and one may just have ended.
    """
    for _ in range(most):
        answer = await ask()
        assert answer.status_code != 429
    answers = [await ask(), await ask()]
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert problem_of(refused, 429) == "too_often"
    assert int(refused.headers["retry-after"]) > 0
    return refused


def problem_of(answer: httpx.Response, status: int) -> str:
    """The code of a refusal, once its form is checked: a code, a sentence, perhaps a field."""
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert set(told) - {"field"} == {"code", "message"}
    assert "field" not in told or (told["code"] == "bad_field" and told["field"])
    assert len(told["message"]) > 10
    return str(told["code"])


_BUILT: list[FastAPI] = []


@contextmanager
def _application() -> Iterator[FastAPI]:
    """One with all routes and nothing on its state.

    The first request to an application costs a tenth of a second, in which its routes are worked
    out; so the next server takes it over. One whose test failed, or was given more, is left.
    """
    if _BUILT:
        app = _BUILT.pop()
    else:
        add_people_routes(app := FastAPI())
    routes = list(app.routes)
    yield app
    app.state = State()
    if app.routes == routes:
        _BUILT.append(app)


@asynccontextmanager
async def serving(database: Database, *, secure: bool = False) -> AsyncIterator[Server]:
    """A server over this database; its tables end with it."""
    clock, allowances = ManualClock(START), Allowances()
    async with DatabaseJournal(database) as journal:
        ports = Ports(clock, journal, MemoryWindows(), Recorder(), PlainSealer(), os.urandom)
        house = TableHouse(ports, database)
        identity = Identity(database, clock, secure=secure)
        url = database.writer.url.render_as_string(hide_password=False)
        with _application() as app:
            bring_people_in(app, house, identity, allowances, database_url=url)
            yield Server(app, database, clock, house, Ledger(database), secure)
            await app.state.auditing.checking.stop()
            await house.stop()


def set_cookies(answer: httpx.Response) -> Iterable[str]:
    """The lines that set cookies, in lower case but for the values."""
    return answer.headers.get_list("set-cookie")
