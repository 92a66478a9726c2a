"""A real Chromium and what tests do with it: windows of several sizes, pictures, faults.

Enters: the Chromium of this machine; without one the tests fail. Leaves: windows, each a
browser of its own with its own cookies and address, whose scripts' errors are faults.
"""

import asyncio
import json
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, ConsoleMessage, Page, Playwright, Request

from tests.browser.contexts import Contexts, fresh

PICTURES: Final = Path(__file__).parents[2] / "test-pictures"
NAMES: Final = (
    "chromium-headless-shell",  # the same engine without what is around a page: a third faster
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
)
ARGUMENTS: Final = (
    "--no-sandbox",  # as root, in a container, there is none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES: Final = {
    "phone": (390, 844),
    "short": (390, 664),
    "small": (360, 640),
    "side": (844, 390),
    "tablet": (820, 1180),
    "wide": (1440, 900),
    "laptop": (1280, 720),
    "zoomed": (720, 450),  # the wide window at 200 %
}
ZOOMED: Final = frozenset({"zoomed"})  # two device pixels for each of CSS
NICARAGUAN: Final[Mapping[str, str]] = {"locale": "es-NI", "color_scheme": "dark"}
PATIENCE: Final = 10_000  # milliseconds for anything to appear, on a machine that is busy
ADDRESSES: Final = count(1)
_AXE: Final = Axe()  # reads half a megabyte once


def chromium() -> str:
    """Where the browser is. `CHROMIUM` says so, else the usual names are looked for."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "these tests need a Chromium (on Debian: apt install chromium)"
    return found


async def launch(playwright: Playwright) -> Browser:
    """A browser without a window."""
    return await playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))


class Window:
    """One browser of one person. `faults` are what its pages complained of."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.faults: list[str] = []
        self.expected: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("requestfailed", self._failed)

    def expect_fault(self, part: str) -> None:
        """From now on what contains this is no fault: the browser reports refusals as errors."""
        self.expected.append(part)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            where = message.location.get("url", "")
            self.faults.append(f"{message.type}: {message.text} {where}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a page was left while something came
            self.faults.append(f"failed: {request.url} {request.failure}")

    @property
    def unexpected(self) -> list[str]:
        """Faults that nobody foresaw."""
        return [fault for fault in self.faults if not any(part in fault for part in self.expected)]

    async def picture(self, name: str, *, whole: bool = False) -> None:
        """A picture for people to look at, in test-pictures/."""
        await self.page.screenshot(path=PICTURES / f"{name}.png", full_page=whole)

    async def pictured(self, name: str, *, wrong: bool = False) -> None:
        """A picture of the whole page if it is `wrong`, or if pictures are asked for.

        `PICTURES=1 ./dev test tests/browser` asks for those of all that is looked at, and so does
        `--all`: to draw and pack one takes as long as to measure the page.
        """
        if wrong or "PICTURES" in os.environ:
            await self.picture(name, whole=True)

    async def accessible(self) -> list[str]:
        """What axe finds wrong with the page as it is now, a line each."""
        if not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate(_AXE.axe_script)
        found = await self.page.evaluate("axe.run({resultTypes: ['violations']})")
        return [
            f"{fault['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]


# Looks again with each frame. Playwright's own wait_for_function asks once and then by eval, which
# the pages' policy forbids: it works only where it needs not wait.
_UNTIL: Final = """(arg) => new Promise((done) => {
  const look = () => (CONDITION)(arg) ? done(true) : requestAnimationFrame(look);
  look();
})"""


async def until(
    window: "Window", condition: str, arg: Any = None, patience: int = PATIENCE
) -> None:
    """Wait until a condition, a JavaScript function of `arg`, holds on the page."""
    async with asyncio.timeout(patience / 1000):
        await window.page.evaluate(_UNTIL.replace("CONDITION", condition), arg)


async def watched(window: "Window", watch: str, arg: Any = None) -> Awaitable[Any]:
    """Have a page watch, a JavaScript function of `arg` that promises; to be awaited later.

    The page watches once this is over: what it is to see is sent after, and can't come before.
    """
    await window.page.evaluate(f"(arg) => {{ globalThis.watched = ({watch})(arg); }}", arg)
    return window.page.evaluate("globalThis.watched")


HASTE: Final = 3
# As HastyClock makes the server's clock: so many of the page's seconds pass in one.
HASTY: Final = """
const [now, later, often] = [performance.now.bind(performance), setTimeout, setInterval];
performance.now = () => now() * HASTE;
globalThis.setTimeout = (does, wait = 0, ...more) => later(does, wait / HASTE, ...more);
globalThis.setInterval = (does, wait = 0, ...more) => often(does, wait / HASTE, ...more);
"""


async def hasten(window: Window) -> None:
    """For whole hands: the page takes presses sooner after a question, and nothing of it moves.

    Holds from the next page on. What people wait for, guard and flights, is tested elsewhere.
    """
    await window.page.add_init_script(HASTY.replace("HASTE", str(HASTE)))
    await window.page.emulate_media(reduced_motion="reduce")


# Settings as people left them; what they choose since stays.
LEFT: Final = """for (const [key, value] of Object.entries(LEFT))
  if (localStorage.getItem(key) === null) localStorage.setItem(key, value);"""


@asynccontextmanager
async def window(
    browser: Browser | Contexts,
    base: str,
    size: str = "phone",
    prefers: Mapping[str, str] = NICARAGUAN,
    **stored: str,
) -> AsyncIterator[Window]:
    """A browser window; `stored` are settings as people left them. Faults fail the test."""
    width, height = SIZES[size]
    given: dict[str, Any] = {
        "base_url": base,
        "viewport": {"width": width, "height": height},
        **prefers,
    }
    if size in {"phone", "short", "small", "side", "tablet"}:
        given |= {"has_touch": True, "is_mobile": size != "tablet"}
    number = next(ADDRESSES)
    settings = {f"desmoche.{key}": value for key, value in stored.items()}
    taken = browser.take(given) if isinstance(browser, Contexts) else fresh(browser, given)
    async with taken as context:
        context.set_default_timeout(PATIENCE)
        # The server counts attempts for each address; here, as anywhere, each has its own.
        address = f"10.{os.getpid() % 250}.{number // 250}.{number % 250}"
        await context.set_extra_http_headers({"x-forwarded-for": address})
        opened = Window(await context.new_page(), base)
        await opened.page.add_init_script(LEFT.replace("LEFT", json.dumps(settings)))
        yield opened
        assert opened.unexpected == [], opened.unexpected
