"""What stands on the table's page is what holds: what I said, and why no next hand comes.

On a real server where it is the server that says so; staged where that would take long.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import expect

from tests.app.process import Process, guests
from tests.browser.browsing import hasten, watched
from tests.browser.conftest import Show, Windows
from tests.browser.playing import ask, be_guest, press_on
from tests.browser.test_table_sheets import HOSTING, MENU

AT_ONCE = {"cut": False, "cambio": False, "automatic_wins": []}
# What the panel says in the first frame in which it says that I have answered.
SAID = """() => new Promise((done) => {
  const look = () => document.body.dataset.state === 'answered'
    ? done(document.querySelector('.actions').innerText) : requestAnimationFrame(look);
  look();
})"""

# Plays on, but answers no offer, until the panel says what became of one.
SILENT = """() => new Promise((done) => {
  const playing = setInterval(() => {
    const said = document.querySelector('.ask p')?.innerText ?? '';
    if (said.includes('contó como')) {
      clearInterval(playing);
      done(said);
    } else if (document.body.dataset.state !== 'offer')
      (document.querySelector('.actions .go .btn--main:enabled')
        ?? document.querySelector('.hand button'))?.click();
  }, 100);
})"""


async def test_an_offer_that_i_let_run_out_is_told_as_what_it_was(open_window: Windows) -> None:
    async with open_window() as window:
        await be_guest(window, "Lucía")
        rules = {**AT_ONCE, "retiring": "no"}
        wanted = {"pace": "steady", "window": 3, "seats": [2, 2], "rules": rules}
        table = await ask(window, "POST", "/tables", wanted)
        await ask(window, "POST", f"/tables/{table['id']}/seat", {})
        await ask(window, "POST", f"/tables/{table['id']}/bots", {"count": 1})
        await window.page.goto(table["path"])
        said = await watched(window, SILENT)
        assert "No me sirve" in await said


async def test_without_a_clock_what_i_said_stands_and_is_not_changed(open_window: Windows) -> None:
    async with open_window() as window:
        await hasten(window)
        await be_guest(window, "Lucía")
        rules = {**AT_ONCE, "retiring": "no"}
        wanted = {"pace": "untimed", "seats": [4, 4], "rules": rules}
        table = await ask(window, "POST", "/tables", wanted)
        await ask(window, "POST", f"/tables/{table['id']}/seat", {})
        await ask(window, "POST", f"/tables/{table['id']}/bots", {"count": 3})
        await window.page.goto(table["path"])
        await window.page.locator(".hand button").first.wait_for()
        said = await watched(window, SAID)
        await press_on(window, "answered")
        told = await said
        assert "Dijiste que" in told
        assert "Ya no se cambia" in told
        assert "Cambiar mi respuesta" not in told


async def test_a_table_that_closes_promises_no_next_hand(
    open_window: Windows, server: Process
) -> None:
    async with guests(server, "Beto") as (beto,), open_window() as window:
        await be_guest(window, "Lucía")
        table = await ask(window, "POST", "/tables", {"seats": [2, 2], "rules": AT_ONCE})
        await ask(window, "POST", f"/tables/{table['id']}/seat", {})
        await beto.ask("POST", f"/tables/{table['id']}/seat")
        page = window.page
        await page.goto(table["path"])
        await page.locator(".hand button").first.wait_for()
        await page.get_by_role("button", name=MENU).click()
        sheet = page.get_by_role("dialog")
        for name in (HOSTING, "Cerrar la mesa", "Sí, cerrar la mesa"):
            await sheet.get_by_role("button", name=name).click()
        await expect(sheet.get_by_role("status")).to_contain_text("cierra al terminar esta mano")
        await sheet.get_by_role("button", name="Cerrar", exact=True).click()
        await beto.ask("DELETE", f"/tables/{table['id']}/seat")
        result = page.locator(".result")
        await expect(result).to_contain_text("Se quedó sin rivales")
        await expect(result.get_by_role("link", name="Ver las mesas")).to_be_visible()
        await expect(page.get_by_text("Siguiente mano")).to_have_count(0)
        await result.get_by_role("button", name="Cerrar").click()
        await expect(page.get_by_role("heading", name="La mesa se cierra")).to_be_visible()
        await expect(page.get_by_text("La próxima se reparte sola")).to_have_count(0)


def of_mine(**more: Any) -> Callable[[dict[str, Any]], None]:
    """My own place is so."""
    return lambda frame: frame["public"]["places"][0].update(more)


def of_all(**more: Any) -> Callable[[dict[str, Any]], None]:
    """The table is so."""
    return lambda frame: frame["public"].update(more)


@pytest.mark.parametrize(
    ("moment", "change", "says"),
    [
        ("between", of_mine(stack=3), "Te faltan fichas"),
        ("between", of_mine(sits_out=True), "Estás descansando"),
        ("between", of_mine(sits_out=True, away=True), "Estabas ausente"),
        ("between", of_all(announced=True), "Se reparte…"),
        ("between", of_all(hand=0, playing=False), "Se reparte…"),
        ("between", of_all(void="a fault"), "La última mano no vale"),
        ("offer", lambda frame: frame["mine"]["orders"].update(pass_rest=True), "Orden fija"),
    ],
    ids=["broke", "resting", "away", "announced", "first hand", "void", "ordered"],
)
async def test_the_panel_says_what_holds(
    show: Show, moment: str, change: Callable[[dict[str, Any]], None], says: str
) -> None:
    page = (await show(moment, change, size="phone")).window.page
    await expect(page.locator(".actions")).to_contain_text(says)


async def test_whoever_was_away_comes_back_from_the_result_itself(show: Show) -> None:
    staged = await show("result", of_mine(sits_out=True, away=True), size="phone")
    page = staged.window.page
    await page.wait_for_timeout(300)
    await page.locator(".result").get_by_role("button", name="Ya estoy aquí").click()
    await expect(page.locator(".result")).to_have_count(0)
    assert "come_back" in [frame["type"] for frame in staged.asked]


async def test_a_press_is_seen_while_the_server_has_not_answered(show: Show) -> None:
    staged = await show("draw", size="phone")
    page = staged.window.page
    await page.wait_for_timeout(300)
    await page.get_by_role("button", name="Robar", exact=True).click()
    await expect(page.locator(".actions")).to_have_attribute("aria-busy", "true")
    (act,) = [frame for frame in staged.asked if frame["type"] == "act"]
    staged.answer(act["id"], None)
    await expect(page.locator(".actions")).to_have_attribute("aria-busy", "false")
