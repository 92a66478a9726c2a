"""How much the table page loads, how it is kept, and what moves while a card flies."""

import re

from playwright.async_api import Browser

from app.pages.files import load_site
from tests.browser.conftest import Windows
from tests.browser.playing import ask, be_guest
from tests.browser.staged import stage
from tests.browser.weight import fly, weighed

MOST_BYTES = 100 * 1024  # beside fonts
MOST_FONTS = 100 * 1024  # two, subset; a Thai one when Thai is used
SITE = load_site()


async def test_the_table_page_is_light_and_kept_for_ever(open_window: Windows) -> None:
    async with open_window("phone") as window:
        await be_guest(window, "Lucía")
        seat = await ask(window, "POST", "/play")
        async with weighed(window) as found:
            await window.page.goto(seat["path"])
            await window.page.locator(".hand button, .actions .go .btn").first.wait_for()
            await window.page.wait_for_load_state("networkidle")
        weight = found[0]
        files = [url for url in weight.addresses if "/s/" in url]
        assert len(files) > 20
        assert all(re.search(rf"/s/{SITE.build}/", url) for url in files)
        assert 20_000 < weight.rest <= MOST_BYTES, weight
        assert 0 < weight.fonts <= MOST_FONTS, weight
        async with weighed(window) as again:
            await window.page.reload()
            await window.page.locator(".hand button, .actions .go .btn").first.wait_for()
        assert again[0].rest < MOST_BYTES / 10, "what has an address of its own is not loaded twice"


async def test_only_transform_and_opacity_change_while_cards_fly(
    open_window: Windows, browser: Browser
) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, "draw")
        flight = await fly(staged, browser, slow=1)
        assert flight.flown >= 4
        assert flight.changed <= {"transform", "opacity"}
