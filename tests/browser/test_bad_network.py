"""What goes wrong between a page and its server in the middle of a hand: the pages see to it.

The server is killed and comes back; the network is slow and loses questions and answers. Nobody
reloads a page; what presses on presses what is shown, as a person would.
"""

import asyncio
import json
import signal
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, WebSocket

from tests.app.process import Process, process
from tests.browser.browsing import HASTE, Window, until, window
from tests.browser.lossy import lossy
from tests.browser.playing import press_on
from tests.browser.sitting import chips_of, sit_down

STACKS = 200  # what each sits down with
BET = 5
MIDDLE = 24  # entries: cards lie on the table, and even a hand that is won early goes on
SHORT = {"deck": 40, "hand_size": 10, "cambio": False, "automatic_wins": []}  # ten cards to draw
LATE = 0.4  # seconds of the page's own that a question and its answer take


async def pages(
    stack: AsyncExitStack,
    browser: Browser,
    port: int,
    people: int,
    hear: Callable[[WebSocket], None] = lambda _: None,
    **rules: Any,
) -> list[Window]:
    """People at a table behind this port; a page that is loaded anew would be noticed."""

    @asynccontextmanager
    async def opened(size: str, **how: Any) -> AsyncIterator[Window]:
        async with window(browser, f"http://127.0.0.1:{port}", size, **how) as each:
            each.page.on("websocket", hear)
            yield each

    windows = await sit_down(stack, opened, people, rules=rules)
    for each in windows:
        each.expect_fault("WebSocket connection to")
        each.expect_fault("ERR_CONNECTION")
        await each.page.evaluate("window.untouched = true")
    return windows


async def none_was_touched(windows: list[Window]) -> None:
    """Every page is the one that was opened at first."""
    assert all([await each.page.evaluate("window.untouched") for each in windows])


async def in_the_middle(window: Window) -> None:
    """Wait until the hand is well under way."""
    await until(window, "(middle) => document.body.dataset.seq > middle", MIDDLE, 60_000)


async def test_the_server_is_killed_and_four_pages_finish_the_hand(
    browser: Browser, tmp_path: Path
) -> None:
    async with process(tmp_path, LOG_LEVEL="warning") as server, AsyncExitStack() as stack:
        windows = await pages(stack, browser, server.port, 4, cambio=False, automatic_wins=[])
        async with asyncio.TaskGroup() as people:
            for each in windows:
                people.create_task(press_on(each, patience=120))
            await in_the_middle(windows[0])
            assert await server.end(signal.SIGKILL) == -signal.SIGKILL
            for each in windows:
                await each.page.locator(".stop").wait_for()
            await server.start()
        await none_was_touched(windows)
        assert 4 * STACKS - await chips_of(windows) in (0, 4 * BET), "the rest is in the pot"
    assert "Traceback" not in server.log


async def test_a_page_that_asked_too_much_at_once_comes_again(
    browser: Browser, tmp_path: Path
) -> None:
    limits = {"FRAMES_AT_ONCE": "6", "FRAMES_PER_SECOND": "2"}
    looks = "for (let look = 0; look < 20; look += 1) document.dispatchEvent(new Event(%r))"
    async with (
        process(tmp_path, LOG_LEVEL="warning", **limits) as server,
        AsyncExitStack() as stack,
    ):
        (one, _) = await pages(stack, browser, server.port, 2)
        await until(one, "() => document.body.dataset.seq > 0")  # a view has come: it is connected
        await one.page.evaluate(f"() => {{ {looks % 'visibilitychange'} }}")
        await one.page.locator(".stop").wait_for()
        await one.page.locator(".stop").wait_for(state="hidden")
        await none_was_touched([one])


class Asked:
    """What pages have asked of the table, and what was answered, as their sockets saw it."""

    def __init__(self) -> None:
        self.sent: Counter[str] = Counter()
        self.sockets: dict[str, set[int]] = {}
        self.answers: dict[str, str | None] = {}
        self.frames: dict[str, dict[str, Any]] = {}

    @property
    def said(self) -> Counter[str]:
        """How often each answer to each question was taken."""
        taken = [self.frames[name] for name, code in self.answers.items() if code is None]
        return Counter(f"{frame['asked']} {frame['action']}" for frame in taken)

    def hear(self, socket: WebSocket) -> None:
        """A socket was opened."""
        socket.on("framesent", lambda text: self._sent(json.loads(text), id(socket)))
        socket.on("framereceived", lambda text: self._answered(json.loads(text)))

    def _sent(self, frame: dict[str, Any], socket: int) -> None:
        if frame["type"] == "act":
            self.sent[frame["id"]] += 1
            self.frames[frame["id"]] = frame
            self.sockets.setdefault(frame["id"], set()).add(socket)

    def _answered(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "answer" and frame["id"] in self.sent:
            self.answers[frame["id"]] = frame["code"]


def journaled(server: Process) -> Counter[str]:
    """How often each request stands in the server's journal."""
    with sqlite3.connect(server.database) as connection:
        bodies = connection.execute("SELECT body FROM entries ORDER BY seq").fetchall()
    entries = [json.loads(body) for (body,) in bodies]
    return Counter(name for entry in entries for _, name in entry.get("requests", ()))


async def test_a_slow_network_that_loses_questions_and_answers(
    browser: Browser, tmp_path: Path
) -> None:
    asked = Asked()
    async with process(tmp_path, LOG_LEVEL="warning") as server:
        async with (
            lossy(server.port, LATE / HASTE) as network,
            AsyncExitStack() as stack,
        ):
            windows = await pages(stack, browser, network.port, 3, asked.hear, **SHORT)
            async with asyncio.TaskGroup() as people:
                for each in windows:
                    people.create_task(press_on(each, patience=150))
            await none_was_touched(windows)
            assert 3 * STACKS - await chips_of(windows) in (0, 3 * BET)
        assert await server.end(signal.SIGTERM) == 0
    assert min(network.lost["question"], network.lost["answer"]) >= 2, network.lost
    assert any(len(sockets) > 1 for sockets in asked.sockets.values()), "asked again by its id"
    assert asked.sent.keys() == asked.answers.keys(), "whatever was asked was answered once"
    stored = journaled(server)
    assert max(stored.values()) == 1, "nothing was done twice"
    assert max(asked.said.values()) == 1, "what stands is not said again"
    done = {name for name, code in asked.answers.items() if code is None}
    assert done & stored.keys(), "they are the same ids"
