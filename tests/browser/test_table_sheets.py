"""What the host may do, chips and bets between hands, forcing, and looking on: frame by frame, and
once through with a real server."""

import asyncio
import json
import re
from contextlib import AsyncExitStack
from typing import Any

import pytest
from playwright.async_api import expect

from app.protocol import frame_in
from tests.browser.boxes import complaints
from tests.browser.conftest import Show, Windows
from tests.browser.moments import frame_of, leave
from tests.browser.playing import ask, be_guest
from tests.browser.sitting import sit_down
from tests.browser.staged import Stage, stage
from tests.browser.table_boxes import table_complaints
from tests.browser.test_table_panel import GUARD, asked

MENU = "Menú de la mesa"
HOSTING = "Mandar en la mesa"


async def frame_of_press(staged: Stage, kind: str) -> dict[str, Any]:
    """What the page asked, read by the server's own reader; its id apart."""
    frame = await asked(staged, kind)
    frame_in(json.dumps(frame))
    return {key: value for key, value in frame.items() if key not in ("id", "asked")}


@pytest.mark.parametrize(
    ("name", "frame"),
    [
        ("12 s", {"type": "set_pace", "pace": "steady", "window": 12}),
        ("sin reloj", {"type": "set_pace", "pace": "untimed", "window": None}),
    ],
)
async def test_the_host_presses(show: Show, name: str, frame: dict[str, Any]) -> None:
    staged = await show("waiting")
    page = staged.window.page
    await page.get_by_role("button", name=MENU).click()
    await page.get_by_role("dialog").get_by_role("button", name=HOSTING).click()
    await page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    assert await frame_of_press(staged, frame["type"]) == frame


REFUSED = {
    "too_late": "Ya esperaron bastante",
    "bad_rules": "Esas reglas no van juntas",
}


async def test_the_host_changes_house_rules_and_is_told_why_not(show: Show) -> None:
    staged = await show("waiting")
    page = staged.window.page
    await page.get_by_role("button", name=MENU).click()
    await page.get_by_role("dialog").get_by_role("button", name=HOSTING).click()
    await page.get_by_role("dialog").get_by_role("button", name="Cambiar las reglas").click()
    sheet = page.get_by_role("dialog", name="Cambiar las reglas")
    change = sheet.get_by_role("button", name="Cambiar las reglas")
    await expect(change).to_be_disabled()
    await sheet.get_by_role("switch", name="Se juega todo").check()
    for code, sentence in REFUSED.items():
        await change.click()
        told = await asked(staged, "set_rules")
        assert told["rules"] == {"play_everything": True}
        staged.asked.clear()
        staged.answer(told["id"], code)
        await expect(sheet.get_by_role("alert")).to_contain_text(sentence)
    assert await complaints(page) == []
    await change.click()
    staged.answer((await asked(staged, "set_rules"))["id"], None)
    await expect(sheet.get_by_role("status")).to_contain_text("valen desde la próxima mano")
    await sheet.get_by_text("Cerrar", exact=True).click()
    await expect(sheet).to_have_count(0)


@pytest.mark.parametrize("when", ["for the next hand", "between hands"])
async def test_everybody_sees_what_the_host_has_changed(open_window: Windows, when: str) -> None:
    """On a page of its own: one remembers from which rules it came."""
    later = when == "for the next hand"
    async with open_window("wide") as window:
        staged = await stage(window, "between")
        frame = frame_of("waiting" if later else "between", seq=31)
        frame["public"]["host"] = 2
        where = frame["public"]["coming"] if later else frame["public"]
        where["rules"] = {"preset": "desmoche", "play_everything": True, "cambio": False}
        staged.show(frame)
        await window.page.get_by_role("status").get_by_role("button", name="Ver").click()
        told = window.page.get_by_role("dialog").locator(".changed li")
        await expect(told).to_have_count(2)
        await expect(told.first).to_contain_text("Se juega todo")


async def test_who_is_gone_is_waited_for_in_sight(show: Show) -> None:
    def gone(frame: dict[str, Any]) -> None:
        leave(frame, 1, minutes=1)
        frame["public"]["places"][2]["away"] = True

    page = (await show("waiting", gone, size="small")).window.page
    due = page.locator('[data-seat="1"] [data-due]')  # on turn: until the table plays for them
    await expect(due).to_have_text(re.compile(r"^0:[0-5]\d$"))
    await expect(page.locator('[data-seat="2"] .gone')).to_have_text("ausente")
    await expect(page.get_by_role("region", name=re.compile("Xiomara.*sin red"))).to_be_visible()
    assert await table_complaints(page) == []


async def test_nobody_loses_their_seat_by_one_press(show: Show) -> None:
    staged = await show("waiting")
    page = staged.window.page
    await page.get_by_role("button", name=MENU).click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name=HOSTING).click()
    await dialog.get_by_role("button", name="Gente").click()
    await dialog.get_by_role("button", name="Levantar a Xiomara").click()
    await dialog.get_by_role("button", name="Cancelar").click()
    await expect(dialog.get_by_role("button", name="Sí, ")).to_have_count(0)
    await dialog.get_by_role("button", name="Levantar a Norwin").click()
    await dialog.get_by_role("button", name="Levantar a Xiomara").click()
    await expect(dialog.get_by_role("button", name="Sí, ")).to_have_count(1)
    assert not [frame for frame in staged.asked if frame["type"] == "kick"]
    await dialog.get_by_role("button", name="Sí, levantar a Xiomara").click()
    assert await frame_of_press(staged, "kick") == {"type": "kick", "place": 1}
    await expect(dialog.get_by_role("button", name="Levantar a Xiomara")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "frame"),
    [
        ("Otros pueden mirar", {"type": "set_watchable", "watchable": False}),
        ("Pausa después de esta mano", {"type": "ask_pause", "pause": True}),
    ],
)
async def test_switches_of_the_menu(show: Show, name: str, frame: dict[str, Any]) -> None:
    staged = await show("waiting")
    page = staged.window.page
    await page.get_by_role("button", name=MENU).click()
    if name == "Otros pueden mirar":
        await page.get_by_role("dialog").get_by_role("button", name=HOSTING).click()
    await page.get_by_role("dialog").get_by_role("switch", name=name).click()
    assert await frame_of_press(staged, frame["type"]) == frame


@pytest.mark.parametrize("owner", [0, 2, None], ids=["mine", "another's", "of who is gone"])
async def test_only_who_made_the_table_may_take_its_powers_back(
    show: Show, owner: int | None
) -> None:
    def of_another(frame: dict[str, Any]) -> None:
        frame["public"] |= {"host": 2, "owner": owner}

    staged = await show("waiting", of_another)
    page = staged.window.page
    await page.get_by_role("button", name=MENU).click()
    dialog = page.get_by_role("dialog")
    takes = dialog.get_by_role("button", name="Volver a mandar en la mesa")
    await expect(dialog.get_by_role("button", name=HOSTING, exact=True)).to_have_count(0)
    await expect(takes).to_have_count(1 if owner == 0 else 0)
    if owner != 0:
        return
    await takes.click()
    assert await frame_of_press(staged, "take_host") == {"type": "take_host"}


async def test_a_card_is_forced_on_another(show: Show) -> None:
    def forcible(frame: dict[str, Any]) -> None:
        frame["mine"]["view"]["options"] |= {"force": [1]}

    staged = await show("offer", forcible, size="phone")
    await asyncio.sleep(GUARD)
    await staged.window.page.get_by_role("button", name="Obligar a Xiomara").click()
    told = await frame_of_press(staged, "act")
    assert told["action"] == {"seat": 0, "do": "force", "target": 1}


async def test_while_a_pot_is_carried_no_bet_can_be_proposed(show: Show) -> None:
    page = (await show("between")).window.page
    await expect(page.get_by_role("button", name="Apuesta")).to_be_disabled()


async def test_who_looks_on_is_asked_nothing(show: Show) -> None:
    def watching(frame: dict[str, Any]) -> None:
        frame["mine"] |= {"place": None, "orders": None}
        frame["mine"]["view"] |= {"seat": None, "hand": [], "options": {}}

    staged = await show("offer", watching)
    page = staged.window.page
    await expect(page.get_by_role("heading", name="Estás mirando")).to_be_visible()
    await expect(page.locator(".hand button, .orders, .ways")).to_have_count(0)
    await page.keyboard.press("m")
    await page.keyboard.press("n")
    assert not [frame for frame in staged.asked if frame["type"] not in ("hello", "ping")]


async def test_bet_chips_and_the_hosts_word_reach_the_others(open_window: Windows) -> None:
    async with AsyncExitStack() as stack:
        wanted = {"pace": "untimed", "window": None, "seats": [3, 3], "watchable": True}
        ana, beto = await sit_down(stack, open_window, 2, **wanted)
        watcher = await stack.enter_async_context(open_window("wide", language="es"))
        await be_guest(watcher, "Mirona")
        await watcher.page.goto(ana.page.url)
        await watcher.page.get_by_role("button", name="Solo mirar").click()
        await expect(watcher.page.get_by_role("heading", name="Estás mirando")).to_be_visible()

        await ana.page.get_by_role("button", name="Apuesta 5").click()
        await ana.page.get_by_label("¿Qué apuesta proponés?").fill("10")
        await ana.page.get_by_role("button", name="Proponer").click()
        await beto.page.get_by_text("Proponen jugar a 10").wait_for()
        await beto.page.get_by_role("button", name="De acuerdo").click()
        for each in (ana, beto):
            await expect(each.page.get_by_role("button", name="Apuesta 10")).to_be_visible()

        await beto.page.get_by_role("button", name="Más fichas").click()
        await beto.page.get_by_label("¿Cuántas fichas?").fill("50")
        await beto.page.get_by_role("button", name="Agregar fichas").click()
        await expect(watcher.page.locator(".table, #page")).to_contain_text("250")

        await ana.page.get_by_role("button", name=MENU).click()
        await ana.page.get_by_role("button", name=HOSTING).click()
        await ana.page.get_by_role("button", name="Gente").click()
        await ana.page.get_by_role("button", name="Levantar a Beto").click()
        await ana.page.get_by_role("button", name="Sí, levantar a Beto").click()
        await watcher.page.get_by_role("button", name="Sentarme").click()
        await expect(ana.page.locator("#page")).to_contain_text("Mirona")
        card = await ask(ana, "GET", f"/codes/{ana.page.url.rsplit('/', 1)[1]}")
        assert [place and place["name"] for place in card["places"]] == ["Ana", "Mirona", None]
