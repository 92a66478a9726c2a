"""The operators' page in a real browser: from a red check to the bad row, a pot to its chips."""

import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Any

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from app.pages.files import load_site
from tests.app.audit.asked import TABLE
from tests.app.process import Process
from tests.browser.audited import BAD, PASSWORD, audited
from tests.browser.boxes import complaints, looked_at
from tests.browser.browsing import Window, window
from tests.browser.conftest import Show
from tests.browser.contexts import Contexts
from tests.browser.playing import ask, be_guest

CHECK_SECONDS = 60.0  # a process of its own, at the lowest priority
LOOKS = (
    ("wide", "es", "dark"),
    ("phone", "th", "light"),
    ("side", "en", "light"),
    ("tablet", "es", "dark"),
)
SECTIONS = {
    "pots": ".grid tbody tr >> nth=2",
    "ledger": ".grid tbody tr >> nth=9",
    "check": ".findings li >> nth=2",
    "players": ".grid tbody tr >> nth=5",
    "tables": ".grid tbody tr >> nth=1",
    f"hands?table={TABLE}&hand=2": ".actions-told li >> nth=2",
    "reports": ".findings li >> nth=1",
    "chart": ".plot canvas",
    "log": ".grid tbody tr >> nth=2",
}


class House:
    """The server, the number of its bad row, the browser's contexts."""

    def __init__(self, server: Process, bad_row: int, contexts: Contexts) -> None:
        self.server, self.bad_row, self._contexts = server, bad_row, contexts

    def window(self, size: str = "wide", **stored: Any) -> AbstractAsyncContextManager[Window]:
        """A window on the server."""
        return window(self._contexts, f"http://{self.server.url}", size, **stored)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(
    contexts: Contexts, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """One for all tests here, with a ledger in which a row was altered."""
    async with audited(tmp_path_factory.mktemp("audited")) as (server, bad_row):
        yield House(server, bad_row, contexts)


async def sign_in(window: Window, username: str) -> None:
    """By the account sheet, at the operators' page, which nobody else is shown."""
    page = window.page
    window.expect_fault("status of 404")
    await page.goto("/admin")
    await page.get_by_role("button", name=re.compile("Tu cuenta|Your account|บัญชี")).first.click()
    sheet = page.get_by_role("dialog")
    await sheet.locator("[name=username]").fill(username)
    await sheet.locator("[name=password]").fill(PASSWORD)
    await sheet.locator("form .btn").click()
    await page.locator(".sections .tag").wait_for()


async def go(window: Window, section: str) -> None:
    """To a section, by its address."""
    await window.page.evaluate("(hash) => { location.hash = hash; }", section)
    await window.page.locator(f".admin {SECTIONS[section]}").wait_for()


async def check(window: Window) -> None:
    """Have the ledger checked, unless it was, and wait for what it comes to."""
    page = window.page
    await page.evaluate("() => { location.hash = 'check'; }")
    await page.locator(".check--big, .check--wait").first.wait_for()
    if not await page.locator(".check--big").count():
        await page.locator("admin-check .btn--main").click()
    await page.locator(".check--big").wait_for(timeout=CHECK_SECONDS * 1000)


async def test_an_operator_is_led_from_a_red_check_to_the_bad_row(house: House) -> None:
    async with house.window() as window:
        await sign_in(window, "root")
        await check(window)
        page, row = window.page, house.bad_row
        await expect(page.locator(".check--big")).to_contain_text("No cuadra")
        first = page.locator(".findings li").first
        for named in ("Mesa 88", f"renglón {row}", "mano 2", "jugada 0"):
            await expect(first.locator(".tag", has_text=named)).to_be_visible()
        await expect(first.locator(".says")).to_have_text(
            re.compile(rf"El renglón {row:,} \({BAD}/.*\) no es lo que era\.")
        )
        await first.get_by_role("link", name="Ir al renglón").click()
        await expect(page.locator("h1")).to_have_text("Libro")
        pointed = page.locator("tr[aria-current=true]")
        await expect(pointed).to_be_in_viewport()
        await expect(pointed.locator("td").first).to_have_text(str(row))
        await expect(pointed.locator("td").last).to_have_text("6")
        await expect(page.locator(".grid tbody tr")).to_have_count(4)
        async with page.expect_download() as download:
            await page.get_by_role("link", name="CSV").click()
        lines = (await (await download.value).path()).read_text().splitlines()
        assert len(lines) == 1 + 4, "exactly the rows that are shown"
        assert all(f",{BAD}," in line for line in lines[1:])


async def test_a_carried_pot_opens_to_the_hand_and_seat_of_each_chip(house: House) -> None:
    async with house.window() as window:
        await sign_in(window, "eva")
        page = window.page
        pots = page.locator(".admin__l .grid").first.locator("tbody tr")
        await expect(pots).to_have_count(3)
        shown = pots.filter(has_text="La cuadra de Sutiaba").filter(has_text="cargado")
        chips = int(await shown.locator(".num").inner_text())
        await shown.get_by_role("link").click()
        lines = page.locator(".coins .is-put")
        await expect(lines).to_have_count(3)
        put = 0
        for hand, line in enumerate(await lines.all(), start=2):
            told = await line.inner_text()
            assert f"Mano {hand}" in told
            coins = re.findall(r"asiento (\d): (\S.*?) (\d+)", told)
            assert [(seat, who) for seat, who, _ in coins] == [("1", "Xiomara"), ("2", "Don Chepe")]
            put += sum(int(amount) for *_, amount in coins)
        assert put == chips == 6
        stamps = page.locator(".coins .is-on .stamp")
        assert await stamps.all_inner_texts() == ["DOBLE", "TRIPLE", "CUÁDRUPLE"]
        await expect(page.locator(".check--ok")).to_contain_text("Entró 6, salió 0, queda 6.")
        await expect(page.locator("#h-rows")).to_be_visible()


async def test_deeds_are_done_and_stand_in_the_log(house: House) -> None:
    async with house.window() as other:
        await be_guest(other, "Ana")
        await ask(other, "POST", "/tables", {"name": "La de Ana", "public": False})
    async with house.window() as window:
        await sign_in(window, "root")
        page = window.page
        await go(window, "tables")
        row = page.locator("tr", has_text="La de Ana")
        for deed, why in (("Congelar", "hay que mirar"), ("Descongelar", "ya se miró")):
            await row.get_by_role("button", name=deed).click()
            await page.get_by_role("dialog").locator("[name=why]").fill(why)
            await page.get_by_role("button", name="Hacerlo").click()
            await expect(page.get_by_role("dialog")).to_have_count(0)
            frozen = row.get_by_text("congelada")
            await expect(frozen).to_have_count(1 if deed == "Congelar" else 0)
        await go(window, "log")
        lines = page.locator(".grid tbody tr")
        await expect(lines.first).to_contain_text("ya se miró")
        await expect(lines.nth(1)).to_contain_text("hay que mirar")


async def test_an_auditor_sees_no_button_to_act(house: House) -> None:
    async with house.window() as window:
        await sign_in(window, "eva")
        for section in ("players", "tables", "reports"):
            await go(window, section)
            await expect(
                window.page.locator(".admin .grid button, .admin .findings button")
            ).to_have_count(0)


async def scrolling_aside(page: Page) -> list[str]:
    """Lists that are wider than the window: on a phone each of their rows is a card."""
    found: list[str] = await page.evaluate("""() => [...document.querySelectorAll('.scroll')]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)""")
    return found


@pytest.mark.parametrize("look", LOOKS, ids="-".join)
async def test_every_section_in_every_size(house: House, look: tuple[str, str, str]) -> None:
    size, language, theme = look
    async with house.window(size, language=language, theme=theme) as window:
        await sign_in(window, "root")
        await check(window)
        for section in SECTIONS:
            await go(window, section)
            name = f"admin-{section.split('?')[0]}-{size}"
            assert await looked_at(window, name) == [], name
            if size != "wide":
                assert await scrolling_aside(window.page) == [], name
            if size in {"wide", "phone"}:  # of each theme one
                assert await window.accessible() == [], name


@pytest.mark.parametrize("accept", ["*/*", "text/html,*/*;q=0.8"])
@pytest.mark.parametrize(
    "path", ["/admin", "/admin/", "/admin?x=1", "/api/admin", "/api/admin/pots"]
)
async def test_for_anyone_else_the_page_is_not_there(house: House, path: str, accept: str) -> None:
    """As any address where nothing is: a page for browsers, JSON for programs and below /api."""
    url, api = f"http://{house.server.url}", "/api" if path.startswith("/api") else ""
    async with httpx.AsyncClient(base_url=url, headers={"accept": accept}) as client:
        missing, answer = await client.get(f"{api}/nothing"), await client.get(path)
        page = "html" in accept and not api
        assert ("text/html" in answer.headers["content-type"]) == page
        for head in (missing.headers, answer.headers):
            head.pop("date", None)
        assert (answer.status_code, answer.content) == (404, missing.content)
        assert answer.headers == missing.headers


async def test_a_frozen_table_says_so(show: Show) -> None:
    """In the panel, also while a hand is being played; not while something is asked."""
    for moment, said in (("waiting", 1), ("draw", 0)):
        staged = await show(moment, lambda frame: frame["public"].update(frozen=True))
        await expect(staged.window.page.locator(".hint", has_text="congelada")).to_have_count(said)


async def test_a_player_reports_from_the_menu_of_a_table(house: House) -> None:
    async with house.window("phone") as window:
        page = window.page
        await be_guest(window, "Lucía")
        seat = await ask(window, "POST", "/play")
        await page.goto(f"/report#{seat['table']}/0")
        await page.locator("[name=words]").fill("el bot se queda pensando")
        await page.get_by_label("Razón").select_option("fault")
        assert await complaints(page) == []
        assert await window.accessible() == []
        await page.get_by_role("button", name="Enviar").click()
        await expect(page.locator(".said[role=status]").first).to_contain_text("Recibido")
    async with house.window() as window:
        await sign_in(window, "root")
        await go(window, "reports")
        first = window.page.locator(".findings li").first
        await expect(first).to_contain_text("el bot se queda pensando")


def test_texts_of_operators_are_sent_to_nobody_else() -> None:
    files = load_site().files
    for language in ("es", "en", "th"):
        for page in ("", ".table"):
            assert b'"admin.' not in files[f"i18n/{language}{page}.json"].content
        assert b'"admin.pots"' in files[f"i18n/{language}.admin.json"].content
