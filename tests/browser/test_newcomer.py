"""What a newcomer stumbles over: counts of weeks, names that are gone, no way to invite anybody."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import expect

from tests.app.process import Process, guests
from tests.browser.browsing import Window
from tests.browser.conftest import Show, Windows
from tests.browser.moments import NOW, SECOND, frame_of
from tests.browser.playing import ask, be_guest
from tests.browser.staged import Stage, stage
from tests.browser.table_boxes import table_complaints
from tests.browser.test_table_sheets import HOSTING, MENU

MONTH = 30 * 24 * 60 * 60 * SECOND
# The browser says what the machine has for pointing; here it has none of either kind.
TOUCH = """{ const own = matchMedia.bind(globalThis);
globalThis.matchMedia = (asked) =>
  asked === '(hover: none) and (pointer: coarse)' ? {matches: TOUCH} : own(asked); }"""


def asleep(frame: dict[str, Any]) -> None:
    """Two have left; the table waits for others, for a month at most."""
    frame["public"] |= {
        "asleep": True,
        "deadline": NOW + MONTH,
        "carried": {"count": 0, "pots": {}},
    }
    frame["public"]["places"][2] = frame["public"]["places"][3] = None


@pytest.mark.parametrize("size", ["phone", "wide"])
@pytest.mark.parametrize("moment", ["result", "between"])
async def test_a_table_asleep_counts_nothing_down(show: Show, moment: str, size: str) -> None:
    page = (await show(moment, asleep, size=size)).window.page
    await expect(page.get_by_text("Faltan jugadores").first).to_be_visible()
    await expect(page.locator("[data-secs], [data-bar]")).to_have_count(0)
    assert not await page.get_by_text("Siguiente mano").count()


async def test_who_left_has_a_name_in_the_result(show: Show, open_window: Windows) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, "waiting")
        frame = frame_of("result", seq=31)
        frame["public"]["places"][2] = None
        staged.show(frame)
        rows = window.page.locator(".result tbody tr")
        await expect(rows.filter(has_text="Don Chepe")).to_have_count(1)
        assert all(
            [await row.locator("th > span:last-child").inner_text() for row in await rows.all()]
        )


@pytest.mark.parametrize(
    ("win", "why"),
    [
        ("peladilla", "ni pares ni vecinas"),
        ("cuatro_cuerpos", "cuatro del mismo número"),
        ("color", "todas de un color"),
    ],
)
async def test_an_automatic_win_says_what_it_is(show: Show, win: str, why: str) -> None:
    def by(frame: dict[str, Any]) -> None:
        frame["mine"]["view"]["result"]["how"] = win

    page = (await show("result", by, size="phone")).window.page
    await expect(page.locator(".result__top p")).to_contain_text(f"({why})")


async def test_whoever_waits_for_others_can_invite_them(show: Show, open_window: Windows) -> None:
    async with open_window("phone") as window:
        frame = frame_of("between")
        asleep(frame)
        staged = await staged_as(window, frame)
        page = window.page
        await page.locator(".actions").get_by_role("button", name="Invitar").click()
        sheet = page.get_by_role("dialog", name="Invitar")
        await expect(sheet.locator(".code")).to_have_text("KWTXBR")
        await expect(sheet.get_by_role("img", name="Código QR")).to_be_visible()
        link = sheet.get_by_role("textbox", name="Enlace de la mesa")
        assert (await link.input_value()).endswith("/t/KWTXBR")
        await expect(sheet.get_by_role("button", name="Copiar")).to_be_visible()
        assert await window.accessible() == []
        await sheet.get_by_role("button", name="Cerrar").click()
        await expect(sheet).to_have_count(0)
        await page.get_by_role("button", name=MENU).click()
        await page.get_by_role("dialog").get_by_role("button", name="Invitar").click()
        await expect(sheet.locator(".code")).to_have_text("KWTXBR")
        assert [frame["type"] for frame in staged.asked if frame["type"] != "ping"] == ["hello"]


async def staged_as(window: Window, frame: dict[str, Any]) -> Stage:
    """The page with this view as its first."""
    staged = Stage(window, frame, ("Lucía", "Xiomara", "Don Chepe", "Norwin"))
    await staged.open()
    return staged


@pytest.mark.parametrize("sheet", ["menu", "settings", "invite"])
async def test_of_a_closed_table_only_the_way_out_is_left(open_window: Windows, sheet: str) -> None:
    async with open_window("phone") as window:
        frame = frame_of("between")
        frame["mine"] |= {"place": None, "orders": None}
        frame["public"]["places"][1] = None
        staged = await staged_as(window, frame)
        page = window.page
        await expect(page.get_by_role("button", name="Sentarme")).to_be_visible()
        await page.get_by_role("button", name=MENU).click()
        if sheet != "menu":
            name = {"settings": "Ajustes", "invite": "Invitar"}[sheet]
            await page.get_by_role("dialog").get_by_role("button", name=name).click()
            await expect(page.get_by_role("dialog", name=name)).to_be_visible()
        staged.sockets[-1].send('{"type": "closed", "reason": "table_closed"}')
        gone = page.get_by_role("alert")
        await expect(gone.get_by_role("link", name="Mesas")).to_be_visible()
        night = gone.get_by_role("link", name="Quién debe a quién")
        await expect(night).to_have_attribute("href", "/night/t00000000000000000000")
        await expect(page.get_by_text("Lugar libre")).to_have_count(0)
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(page.get_by_role("button", name="Sentarme")).to_have_count(0)


async def test_new_rules_are_told_to_everybody(show: Show) -> None:
    def coming(frame: dict[str, Any]) -> None:
        frame["public"]["coming"]["rules"] = {"preset": "desmoche", "play_everything": True}

    page = (await show("waiting", coming, size="phone")).window.page
    await page.get_by_text("valen desde la próxima mano").wait_for()
    await page.get_by_role("button", name="Ver", exact=True).click()
    sheet = page.get_by_role("dialog", name="Reglas de la mesa")
    await expect(sheet.get_by_text("con las reglas de siempre")).to_be_visible()
    for part in ("section.changed", "section:not(.changed)"):  # what changes; what holds then
        await expect(sheet.locator(part).get_by_text("Se juega todo")).to_be_visible()
    await sheet.get_by_role("button", name="Cerrar").click()


async def test_offline_is_said_once_at_a_table(open_window: Windows) -> None:
    async with open_window("phone") as window:
        window.expect_fault("ERR_INTERNET_DISCONNECTED")
        await stage(window, "waiting")
        page = window.page
        await page.context.set_offline(True)
        await expect(page.get_by_role("alert").filter(has_text="Sin conexión")).to_be_visible()
        await expect(page.locator(".notice")).to_have_count(0)
        await page.context.set_offline(False)


async def test_a_lively_table_has_its_pace_marked(show: Show) -> None:
    def lively(frame: dict[str, Any]) -> None:
        frame["public"]["pace"] = {"name": "lively", "window": 3 * SECOND}

    page = (await show("waiting", lively)).window.page
    await page.get_by_role("button", name=MENU).click()
    await page.get_by_role("dialog").get_by_role("button", name=HOSTING).click()
    pressed = page.get_by_role("dialog").locator("[aria-pressed=true]")
    await expect(pressed).to_have_text(["3 s"])


async def test_a_touch_phone_is_told_of_no_keys(open_window: Windows) -> None:
    async with open_window("phone") as window:
        for touch, count in (("false", 1), ("true", 0)):
            await window.page.add_init_script(TOUCH.replace("TOUCH", touch))
            await stage(window, "waiting")
            await window.page.get_by_role("button", name=MENU).click()
            dialog = window.page.get_by_role("dialog")
            await expect(dialog.get_by_role("button", name="Ajustes")).to_be_visible()
            await expect(dialog.get_by_role("button", name="Teclas")).to_have_count(count)
            await dialog.get_by_role("button", name="Ajustes").click()
            await expect(window.page.get_by_role("group", name="Sonidos")).to_be_visible()
            letters = window.page.get_by_role("group", name="Teclas de una letra")
            await expect(letters).to_have_count(count)


def _dealt_in(_: dict[str, Any]) -> None:
    """As it is."""


def _not_dealt_in(frame: dict[str, Any]) -> None:
    frame["mine"]["view"]["seat"] = None
    frame["public"]["dealt"] = [1, 2, 3]
    for told in ("layouts", "counts", "stacks", "announced"):
        del frame["mine"]["view"][told][0]
    frame["mine"]["view"] |= {"turn": 0, "to_act": [0], "dealer": 2, "side": {}}


def _put_out(frame: dict[str, Any]) -> None:
    frame["mine"]["view"]["out"] = [0]


@pytest.mark.parametrize(
    ("moment", "who", "count"),
    [
        ("waiting", _dealt_in, 1),
        ("unseen", _dealt_in, 0),
        ("waiting", _not_dealt_in, 0),
        ("waiting", _put_out, 0),
    ],
)
async def test_a_reserve_is_shown_to_whoever_plays_the_hand(
    show: Show, moment: str, who: Callable[[dict[str, Any]], None], count: int
) -> None:
    page = (await show(moment, who)).window.page
    await expect(page.locator(".me")).to_be_visible()
    await expect(page.get_by_text("Reserva", exact=True)).to_have_count(count)


async def test_a_full_table_promises_no_next_hand(open_window: Windows, server: Process) -> None:
    async with guests(server, "Ana", "Beto") as (ana, beto), open_window() as window:
        table = await ana.ask(
            "POST", "/tables", {"seats": [2, 2], "pace": "untimed", "watchable": True}
        )
        for player in (ana, beto):
            await player.ask("POST", f"/tables/{table['id']}/seat")
        page = window.page
        await page.route("**/api/codes/*", in_play)
        await page.goto(table["path"])
        await expect(page.get_by_text("La mesa está llena")).to_be_visible()
        await expect(page.get_by_text("entrás en la próxima")).to_have_count(0)


async def in_play(route: Any) -> None:
    """The table's card as while a hand is played."""
    answer = await route.fetch()
    await route.fulfill(json=await answer.json() | {"playing": True})


async def test_who_is_about_to_leave_is_not_waited_for(open_window: Windows) -> None:
    async with open_window() as window:
        await be_guest(window, "Lucía")
        seat = await ask(window, "POST", "/play")
        page = window.page
        await page.goto("/")
        waits = page.get_by_role("region", name="Tus mesas")
        await expect(waits.get_by_role("img", name="4 de 4 sentados")).to_be_visible()
        before = "(a) => a.compareDocumentPosition(document.querySelector('.hero'))"
        assert await waits.evaluate(before) & 4, "the seat that waits comes before a new table"
        await page.goto(seat["path"])
        await page.locator(".hand button, body[data-state=cut] .go .btn").first.wait_for()
        await ask(window, "DELETE", f"/tables/{seat['table']}/seat")
        lines = (await ask(window, "GET", "/my-tables"))["tables"]
        assert [line["leaving"] for line in lines] == [True]
        await page.goto("/")
        mine = page.get_by_role("region", name="Tus mesas")
        await expect(mine).to_contain_text("Te vas al terminar la mano")
        await expect(mine).not_to_contain_text("Tu asiento te espera")


@pytest.mark.parametrize("size", ["phone", "wide"])
async def test_a_lone_button_of_the_result_is_as_wide_as_its_row(show: Show, size: str) -> None:
    def not_dealt_in(frame: dict[str, Any]) -> None:
        frame["mine"]["view"]["seat"] = None

    page = (await show("result", not_dealt_in, size=size)).window.page
    await expect(page.locator(".result__go .btn")).to_have_count(1)
    row, only = [await page.locator(f".result__go{one}").bounding_box() for one in ("", " .btn")]
    assert row
    assert only
    assert row["width"] == pytest.approx(only["width"], abs=1)
    assert await table_complaints(page) == []
