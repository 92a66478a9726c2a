"""People at the door of the lobby, and the tables they open."""

from typing import Any, NamedTuple

from app.accounts.wallets import WELCOME
from app.lobby.asking import ask
from engine.table.commands import Stand
from engine.table.table import Table
from tests.app.people.server import Browser, Server


class Guest(NamedTuple):
    """Somebody with a name and a browser."""

    id: str
    browser: Browser

    async def open(self, **asked: Any) -> dict[str, Any]:
        """The card of a new table."""
        card: dict[str, Any] = await self.browser.done("POST", "/tables", asked)
        return card

    async def sit(self, table: str, **asked: Any) -> dict[str, Any]:
        seat: dict[str, Any] = await self.browser.done("POST", f"/tables/{table}/seat", asked)
        return seat

    async def card(self, table: str) -> dict[str, Any]:
        card: dict[str, Any] = await self.browser.done("GET", f"/tables/{table}")
        return card


async def guest(server: Server, name: str = "Ana", address: str = "192.0.2.1") -> Guest:
    browser = server.browser(address)
    return Guest(await browser.come_as(name), browser)


async def require_nothing_moved(server: Server, *players: str) -> None:
    """Everyone has what they came with, and the books are sound."""
    for player in players:
        assert await server.wallet(player) == WELCOME
    await server.require_sound_books()


async def dealt(server: Server, table: Table) -> None:
    """Let time pass until a hand is played: announced first, then dealt."""
    for _ in range(5):
        if not table.live.playing:
            server.clock.run_next()
            await ask(table, Stand("nobody"))  # answered once all before it is
    assert table.live.playing
