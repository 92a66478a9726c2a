"""Moments of a hand, shown to the real page as the server would.

Enters: a window and the name of a moment. Leaves: the page as it shows that moment. The page's
socket and its two first requests are answered here; everything else is the page's own.
"""

import json
from typing import Any, Final

from playwright.async_api import WebSocketRoute

from tests.browser.browsing import Window
from tests.browser.moments import NAMES, NOW, card_of, frame_of

ME: Final = {
    "id": "p1",
    "name": "Lucía",
    "role": "player",
    "username": None,
    "wallet": {"chips": 1000, "at_tables": 0, "refill_to": 1000, "refill_at": 0},
}
# Not by the browser's own interception, which would have every file be loaded anew.
ANSWERED: Final = """{
  const real = globalThis.fetch;
  const told = Object.entries(TOLD);
  globalThis.fetch = (address, ...how) => {
    const {pathname} = new URL(address, location.href);
    const answer = told.find(([path]) => pathname.startsWith(path))?.[1];
    return answer ? Promise.resolve(Response.json(answer)) : real(address, ...how);
  };
}"""


class Stage:
    """The other end of the page's socket."""

    def __init__(self, window: Window, frame: dict[str, Any], names: tuple[str, ...]) -> None:
        self.window = window
        self.frame = frame
        self.asked: list[dict[str, Any]] = []
        self.sockets: list[WebSocketRoute] = []
        self._names = names

    async def open(self) -> None:
        """Show the page."""
        page = self.window.page
        told = {"/api/codes/": self._card(), "/api/me": ME}
        await page.add_init_script(ANSWERED.replace("TOLD", json.dumps(told)))
        await page.route_web_socket("**/live?*", self._meet)
        await page.goto("/t/KWTXBR")
        await page.locator("body[data-state]:not([data-state=''])").wait_for()  # not: loading

    def show(self, frame: dict[str, Any]) -> None:
        """Send another view."""
        self.frame = frame
        self.sockets[-1].send(json.dumps(frame))

    def answer(self, request: str, code: str | None, **more: list[str]) -> None:
        """Answer what the page asked."""
        told = {"type": "answer", "id": request, "code": code, "message": "", "seq": 30, **more}
        self.sockets[-1].send(json.dumps(told))

    def _card(self) -> dict[str, Any]:
        return card_of(len(self.frame["public"]["places"]), self._names)

    def _meet(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self._hear(socket, json.loads(text)))
        welcome = {"type": "welcome", "time": NOW, "name": "Lucía", "build": ""}
        socket.send(json.dumps(welcome))

    def _hear(self, socket: WebSocketRoute, frame: dict[str, Any]) -> None:
        self.asked.append(frame)
        if frame["type"] == "hello":
            socket.send(json.dumps(self.frame))
        elif frame["type"] == "check" and frame["action"]["do"] == "retire":
            self.answer(frame["id"], "cannot_retire", cards=["4s", "8s"])
        elif frame["type"] == "ping":
            socket.send(json.dumps({"type": "pong", "time": NOW}))


async def stage(
    window: Window, moment: str, seats: int = 4, names: tuple[str, ...] = NAMES
) -> Stage:
    """Show a moment of a hand on the page of this window."""
    staged = Stage(window, frame_of(moment, seats, names=names), names)
    await staged.open()
    return staged
