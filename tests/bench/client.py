"""The pages in a real Chromium: a newcomer's first cards, bytes of the table page, long tasks."""

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.async_api import Browser, async_playwright

from tests.app.process import process
from tests.browser.browsing import launch, window
from tests.browser.newcomer import arrive
from tests.browser.playing import ask, be_guest
from tests.browser.staged import stage
from tests.browser.weight import SLOW, Tasks, fly, fly_unwatched, timed, weighed

NEWCOMERS = 10


async def client_figures() -> dict[str, Any]:
    """Everything, from a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            async_playwright() as playwright,
            process(Path(folder), LOG_LEVEL="warning") as server,
        ):
            browser = await launch(playwright)
            base = f"http://{server.url}"
            figures = {
                "newcomer": await newcomer(browser, base),
                "table_page": await table_page(browser, base),
                "loading": await loading(browser, base),
                "flying": await flying(browser, base),
            }
            await browser.close()
    return figures


async def newcomer(browser: Browser, base: str) -> dict[str, Any]:
    """From the click on *Jugar ya* to cards in hand, each time in a fresh browser."""
    arrivals = []
    for _ in range(NEWCOMERS):
        async with window(browser, base) as opened:
            arrivals.append(await arrive(opened))
    seconds = sorted(arrival.seconds for arrival in arrivals)
    return {
        "newcomers": NEWCOMERS,
        "most_clicks": max(arrival.clicks for arrival in arrivals),
        "median_seconds": round(median(seconds), 2),
        "longest_seconds": round(seconds[-1], 2),
    }


async def table_page(browser: Browser, base: str) -> dict[str, Any]:
    """Bytes over the network on a first visit."""
    async with window(browser, base) as opened:
        await be_guest(opened, "Lucía")
        seat = await ask(opened, "POST", "/play")
        async with weighed(opened) as found:
            await opened.page.goto(seat["path"])
            await opened.page.locator(".hand button, .actions .go .btn").first.wait_for()
    weight = found[0]
    kb = {"kb": round(weight.rest / 1024, 1), "fonts_kb": round(weight.fonts / 1024, 1)}
    return {**kb, "requests": len(weight.addresses)}


async def flying(browser: Browser, base: str) -> dict[str, Any]:
    """What changes while cards fly, and the page's tasks then, on a processor four times slower.

    In pages of their own: what watching each frame leaves behind would be collected in the other.
    """
    async with window(browser, base) as opened:
        flight = await fly(await stage(opened, "draw"))
    async with window(browser, base) as opened:
        staged = await stage(opened, "draw")
        await fly_unwatched(staged)  # so that everything is compiled
        async with timed(browser, opened.page) as found:
            await fly_unwatched(staged)
    changed = {"changed": sorted(flight.changed), "flights": flight.flown}
    return {"processor_slowed": SLOW, **changed, **_told(found[0])}


async def loading(browser: Browser, base: str) -> dict[str, Any]:
    """The page's tasks from its address to the first view, slowed as above."""
    async with window(browser, base) as opened, timed(browser, opened.page) as found:
        await stage(opened, "draw")
    return _told(found[0])


def _told(tasks: Tasks) -> dict[str, Any]:
    return {
        "tasks": len(tasks.wall),
        "longest_ms": [round(task, 1) for task in tasks.wall[:5]],
        "over_50_ms": sum(task > 50 for task in tasks.wall),
        "longest_processor_ms": [round(task, 1) for task in tasks.processor[:5]],
        "over_50_processor_ms": sum(task > 50 for task in tasks.processor),
    }
