"""What one decides by before one sits down is seen at once, on the smallest phones too."""

import pytest
from playwright.async_api import Page, expect

from tests.app.process import Process, guests
from tests.browser.conftest import Windows

RULES = {"play_everything": True, "forcing": "by_opponent", "side_games": ["oro"]}
DECIDING = (
    *("h1", ".joining__facts", ".places li:last-child", ".joining__rules li:last-child"),
    *("[name=chips]", "#join-span"),
)
WAYS = ("nick-field input", ".joining__ways .btn--line", ".joining__ways .btn--main")
_HIDDEN = """([deciding, ways]) => {
  const bar = document.querySelector('.joining__bar').getBoundingClientRect();
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const foot = bar.width > innerWidth / 2 ? bar.top : innerHeight;
  return [
    ...deciding.filter((one) => box(one).top < 0 || box(one).bottom > foot + 0.5),
    ...ways.filter((one) => box(one).bottom > innerHeight),
  ];
}"""


async def hidden(page: Page) -> list[str]:
    """What of it one would have to scroll to."""
    found: list[str] = await page.evaluate(_HIDDEN, [DECIDING, WAYS])
    return found


@pytest.mark.parametrize("size", ["small", "phone", "side", "tablet", "wide"])
async def test_all_that_one_decides_by_is_seen(
    open_window: Windows, server: Process, size: str
) -> None:
    async with guests(server, "Ana") as (ana,):
        asked = {"name": "Viernes en el porche", "watchable": True, "rules": RULES}
        table = await ana.ask("POST", "/tables", asked)
        await ana.ask("POST", f"/tables/{table['id']}/seat")
        for language in ("es", "en", "th"):
            async with open_window(size, language=language) as window:
                await window.page.goto(table["path"])
                await expect(window.page.locator(".joining__rules li")).to_have_count(3)
                assert await hidden(window.page) == [], language
