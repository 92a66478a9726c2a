"""Pictures of every state at every size, for people to look at and to lay beside the mockups.

Enters: what the names of the pictures wanted begin with; nothing: all. Leaves: a picture for each
state, size and theme in test-pictures/looks/. Nothing is judged here: that is done by the boxes,
by axe, and by whoever looks (docs/looks.md).
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.async_api import Browser, async_playwright

from tests.app.process import process
from tests.browser.browsing import Window, launch, window
from tests.browser.moments import MOMENTS, QUEENS, leave
from tests.browser.shown import Look, Shown, shown

SIZES: Final = ("phone", "small", "side", "tablet", "wide")
PAGES: Final = {"lobby": "/", "create": "/create"}
LIGHT: Final = ("offer", "waiting", "use", "result")  # what is also pictured by day
Frame = dict[str, Any]


def _away(frame: Frame) -> None:
    """One has lost the connection while it is their turn, others are gone and played for."""
    leave(frame, 1, minutes=1)
    leave(frame, 2, minutes=12)
    leave(frame, 3, minutes=12)
    frame["public"]["places"][2]["away"] = True


def _away_untimed(frame: Frame) -> None:
    """The same where no clock runs: since when they are gone is all that is known."""
    _away(frame)
    frame["public"] |= {"deadline": None, "pace": {"name": "untimed", "window": None}}


def _watching(frame: Frame) -> None:
    frame["mine"] |= {"place": None, "orders": None}
    frame["mine"]["view"] |= {"seat": None, "hand": [], "options": {}}


# What the log tells: a deal and a few turns, up to the card that wins where the hand is over.
TOLD: Final = (
    {"event": "WasCut", "seat": 0, "at": 23},
    {"event": "Dealt"},
    {"event": "Announced", "seat": 3, "games": ["oro"]},
    {"event": "Laid", "seat": 1, "added": ["Qs", "Qh"], "card": "Qc", "layout": [QUEENS[0]]},
    {"event": "Discarded", "seat": 1, "card": "6d", "paid": True},
    {"event": "Died"},
    {"event": "Drawn", "seat": 2, "card": None},
    {"event": "Discarded", "seat": 2, "card": "9d", "paid": False},
)  # fmt: skip
TENS: Final = ["Ts", "Th", "Tc"]
WON: Final = {
    "event": "Laid",
    "seat": 1,
    "added": TENS[:2],
    "card": "Tc",
    "layout": [*QUEENS, TENS],
}


def _four_eights(frame: Frame) -> None:
    """As the mockup has it: four of a rank, the rest of no use."""
    view = frame["mine"]["view"]
    view["hand"] = ["8s", "8h", "8c", "8d", "2h", "5c", "Td", "Js", "Kc"]
    view["options"] = {"declare": ["cuatro_cuerpos"], "ready": True}


CHANGES: Final[dict[str, tuple[str, Callable[[Frame], None]]]] = {
    "away": ("waiting", _away),
    "away-untimed": ("waiting", _away_untimed),
    "declare": ("declare", _four_eights),
    "watching": ("offer", _watching),
    "three-offer": ("offer", lambda _: None),
}
SEATS: Final = {"three-offer": 3}


def _wanted() -> Iterator[tuple[str, str, str]]:
    """State, size, theme of each picture of a table."""
    for size in SIZES:
        for state in dict.fromkeys((*MOMENTS, *CHANGES)):
            yield state, size, "dark"
            if state in LIGHT:
                yield state, size, "light"


async def _tables(browser: Browser, base: str, chosen: Callable[[str], bool]) -> None:
    async with window(browser, base, "wide") as opened:
        page: Shown = await shown(opened)
        for state, size, theme in _wanted():
            name = f"{state.replace(' ', '-')}-{size}-{theme}"
            if chosen(name):
                moment, change = CHANGES.get(state, (state, lambda _: None))
                look = Look(size=size, theme=theme, seats=SEATS.get(state, 4))
                await page.show(moment, look, _telling(change))
                await opened.picture(f"looks/{name}")


def _telling(change: Callable[[Frame], None]) -> Callable[[Frame], None]:
    def changed(frame: Frame) -> None:
        change(frame)
        over = not frame["public"]["playing"]
        events = [*TOLD, *([WON] if over else [])]
        frame["news"] = [{"seq": frame["seq"], "events": events}]

    return changed


async def _pages(browser: Browser, base: str, chosen: Callable[[str], bool]) -> None:
    for state, path in PAGES.items():
        for size in SIZES:
            if chosen(f"{state}-{size}"):
                async with window(browser, base, size, language="es") as opened:
                    await _still(opened, path)
                    await opened.picture(f"looks/{state}-{size}")
                    await opened.picture(f"looks/{state}-{size}-whole", whole=True)


async def _still(opened: Window, path: str) -> None:
    await opened.page.goto(path)
    await opened.page.locator("#nick").wait_for()
    await opened.page.wait_for_load_state("networkidle")


async def picture_all(beginnings: list[str]) -> None:
    """Every picture whose name begins with one of these."""

    def chosen(name: str) -> bool:
        return not beginnings or name.startswith(tuple(beginnings))

    with TemporaryDirectory() as folder:
        async with process(Path(folder), LOG_LEVEL="warning") as server, async_playwright() as one:
            browser = await launch(one)
            base = f"http://{server.url}"
            await _tables(browser, base, chosen)
            await _pages(browser, base, chosen)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(picture_all(sys.argv[1:]))
