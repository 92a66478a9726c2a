"""Lobby, create and join in every language, theme and size: axe is silent, every target can be
touched, nothing is cut off. Pictures of what is wrong, or of all, go to test-pictures/."""

import pytest
from playwright.async_api import expect

from tests.app.process import Process, guests
from tests.browser.boxes import below_the_fold, looked_at
from tests.browser.browsing import Window
from tests.browser.conftest import Windows

PAGES = ("lobby", "create", "join")
SIZES = ("phone", "side", "tablet", "wide")
LOOKS = (("th", "dark"), ("en", "light"), ("es", "light"), ("es", "dark"))


async def _require_good_looks(window: Window, name: str, *, axe: bool = True) -> None:
    assert await looked_at(window, name) == [], name
    if axe:
        assert await window.accessible() == [], name


@pytest.mark.parametrize("which", PAGES)
async def test_pages_in_all_sizes_and_languages(
    open_window: Windows, server: Process, which: str
) -> None:
    async with guests(server, "Ana", "Beto") as (ana, beto):
        rules = {"play_everything": True, "side_games": ["oro", "escalera"]}
        table = await ana.ask(
            "POST",
            "/tables",
            {"name": "La cuadra de Sutiaba", "public": True, "rules": rules, "watchable": True},
        )
        await ana.ask("POST", f"/tables/{table['id']}/seat")
        await beto.ask("POST", f"/tables/{table['id']}/seat")
        path = {"lobby": "/", "create": "/create", "join": table["path"]}[which]
        for size, (language, theme) in _pairs():
            async with open_window(size, language=language, theme=theme) as window:
                await window.page.goto(path)
                await expect(window.page.locator("#nick")).to_be_visible()
                if which == "lobby":
                    await expect(window.page.locator(".trow").first).to_be_visible()
                # axe takes its time, and sees no more in a larger window of the same theme
                name = f"{which}-{size}-{language}-{theme}"
                await _require_good_looks(window, name, axe=size in {"phone", "side"})
                if which != "lobby":  # where a table that waits for one has a button like it
                    assert await below_the_fold(window.page) == [], name


def _pairs() -> list[tuple[str, tuple[str, str]]]:
    """Each size, each language and each theme with every page."""
    return list(zip(SIZES, LOOKS, strict=True))


@pytest.mark.parametrize("look", _pairs(), ids=str)
async def test_where_nothing_is(open_window: Windows, look: tuple[str, tuple[str, str]]) -> None:
    """A sentence, on the mat of the other pages, with a way on that is seen at once."""
    size, (language, theme) = look
    async with open_window(size, language=language, theme=theme) as window:
        window.expect_fault("status of 40")
        for path in ("/nothing/here", "/t/ZZZZZZ", "/hands", "/report", f"/night/t{'0' * 20}"):
            await window.page.goto(path)
            await expect(window.page.locator(".lost .btn--main")).to_be_visible()
            assert await below_the_fold(window.page) == [], path
            await _require_good_looks(window, f"lost-{path.split('/')[1]}-{size}")


@pytest.mark.parametrize(("size", "language"), [("small", "th"), ("wide", "es")])
async def test_how_to_play(open_window: Windows, size: str, language: str) -> None:
    async with open_window(size, language=language) as window:
        await window.page.goto("/how")
        await expect(window.page.locator(".howto__part")).to_have_count(11)
        await _require_good_looks(window, f"how-{size}-{language}")


@pytest.mark.parametrize("size", ["phone", "side"])
async def test_sheets(open_window: Windows, size: str) -> None:
    async with open_window(size) as window:
        page = window.page
        await page.goto("/")
        for opener, name in (
            ("Ajustes", "settings"),
            ("Tu cuenta", "account"),
            ("Tengo un código", "code"),
        ):
            await page.get_by_role("button", name=opener).click()
            await expect(page.get_by_role("dialog")).to_be_visible()
            await _require_good_looks(window, f"sheet-{name}-{size}")
            await page.get_by_role("dialog").get_by_role("button", name="Cerrar").click()
            await expect(page.get_by_role("dialog")).to_have_count(0)
            await expect(page.get_by_role("button", name=opener)).to_be_focused()


@pytest.mark.parametrize("path", ["/", "/create"])
@pytest.mark.parametrize(("width", "letters"), [(320, 100), (640, 200)])
async def test_narrow_windows_and_large_letters(
    open_window: Windows, path: str, width: int, letters: int
) -> None:
    async with open_window("wide") as window:
        await window.page.set_viewport_size({"width": width, "height": 700})
        await window.page.goto(path)
        await expect(window.page.locator("#nick")).to_be_visible()
        await window.page.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
        assert await looked_at(window, f"zoom-{width}{path.replace('/', '-')}") == []


async def test_the_first_hand_by_keyboard_alone(open_window: Windows) -> None:
    async with open_window("wide") as window:
        page = window.page
        await page.goto("/")
        await expect(page.locator("#nick")).to_be_visible()
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("link", name="Ir al contenido")).to_be_focused()
        for _ in range(20):
            await page.keyboard.press("Tab")
            if await page.evaluate("document.activeElement.id") == "nick":
                break
        await page.keyboard.type("Lucía")
        await page.keyboard.press("Enter")
        await page.wait_for_url("**/t/*")
