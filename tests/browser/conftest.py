"""One browser and one server for all tests of a worker; each test has its own windows."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.app.process import Process, process
from tests.browser.browsing import Window, launch, window
from tests.browser.contexts import Contexts
from tests.browser.shown import Change, Look, Shown, shown
from tests.browser.staged import Stage

MOST_SECONDS = 240
"""A test that hangs is ended. Whole hands take half a minute at a table's own pace, and several
times that on a machine that does other things."""

Windows = Callable[..., AbstractAsyncContextManager[Window]]
Show = Callable[..., Awaitable[Stage]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser lives in one event loop, so its tests share one."""
    for item in items:
        if "tests/browser" in item.path.as_posix() and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            item.add_marker(pytest.mark.timeout(MOST_SECONDS))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The Chromium of this machine."""
    async with async_playwright() as playwright:
        launched = await launch(playwright)
        yield launched
        await launched.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Process]:
    """A real server over a fresh SQLite file."""
    async with process(tmp_path_factory.mktemp("server"), LOG_LEVEL="warning") as running:
        yield running


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    """Contexts of that browser, used again by one test after another."""
    return Contexts(browser)


@pytest.fixture
def open_window(contexts: Contexts, server: Process) -> Windows:
    """Opens windows on the server: `async with open_window("wide", theme="light") as window`.

    `first=True`: a browser that has never been here, with nothing in its cache.
    """

    def opened(
        size: str = "phone", *, first: bool = False, **how: Any
    ) -> AbstractAsyncContextManager[Window]:
        chosen = contexts.browser if first else contexts
        return window(chosen, f"http://{server.url}", size, **how)

    return opened


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def page_shown(browser: Browser, server: Process) -> AsyncIterator[Shown]:
    """The page on which moments of a hand are staged, one for all tests of a worker."""
    async with window(browser, f"http://{server.url}", "wide") as opened:
        yield await shown(opened)


@pytest_asyncio.fixture(loop_scope="session")
async def show(page_shown: Shown) -> AsyncIterator[Show]:
    """Shows a moment: `staged = await show("offer", size="phone")`. Faults fail the test."""

    async def showing(moment: str, change: Change = lambda _: None, **look: Any) -> Stage:
        return await page_shown.show(moment, Look(**look), change)

    faults = page_shown.window.faults
    faults.clear()
    yield showing
    assert faults == [], faults
