"""The lobby in a real browser: the first hand, codes, coming back, and what goes wrong."""

import json
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.app.process import Process, guests
from tests.browser.conftest import Windows
from tests.browser.newcomer import NICK, arrive

BAD_NAMES = {"200 emoji": "🦜" * 200, "nothing": "", "blanks": "   ", "25 letters": "x" * 25}
GOOD_NAMES = {"24 emoji": "👩🏽‍🚀" * 12, "thai": "สมชาย", "accents": "Óscar Ñúñez"}


FIRST: dict[str, tuple[str, str, tuple[str, str]]] = {
    "Thai by day": ("th-TH", "light", ("th", "light")),
    "English by night": ("en-GB", "dark", ("en", "dark")),
    "none of ours": ("fr-FR", "dark", ("es", "dark")),
}


@pytest.mark.parametrize(("locale", "scheme", "met"), FIRST.values(), ids=FIRST)
async def test_a_first_visit_is_met_as_the_browser_is_set(
    open_window: Windows, locale: str, scheme: str, met: tuple[str, str]
) -> None:
    async with open_window(prefers={"locale": locale, "color_scheme": scheme}) as window:
        page = window.page
        seen = "[document.documentElement.lang, document.documentElement.dataset.theme]"
        await page.goto("/")
        await page.locator("#nick").wait_for()
        assert tuple(await page.evaluate(seen)) == met
        other = "dark" if met[1] == "light" else "light"
        await page.emulate_media(color_scheme="light" if other == "light" else "dark")
        await expect(page.locator(f"html[data-theme={other}]")).to_have_count(1)  # followed
        chosen = "es" if met[0] != "es" else "en"
        await page.locator(".pick-one select").select_option(chosen)
        await page.locator(".top__tools button").first.click()  # back to the theme of before
        await page.reload()  # perhaps before the other language has come
        await page.locator("#nick").wait_for()
        assert tuple(await page.evaluate(seen)) == (chosen, met[1]), "what is chosen holds"


async def test_one_name_and_two_clicks_at_most_and_one_holds_cards(open_window: Windows) -> None:
    async with open_window(first=True) as window:
        heard: list[dict[str, Any]] = []
        window.page.on(
            "websocket",
            lambda socket: socket.on(
                "framereceived", lambda frame: heard.append(json.loads(frame))
            ),
        )
        assert (await arrive(window)).clicks <= 2
        assert await window.page.locator("html").get_attribute("lang") == "es"
        views = [frame["public"] for frame in heard if frame["type"] == "view"]
        # By the server's clock: nobody waited for the time that people at a table are given.
        resting = next(table for table in views if not table["playing"])
        playing = next(table for table in views if table["playing"])
        assert playing["asked_at"] < resting["deadline"]


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
async def test_a_name_that_won_t_do_is_said_in_place(open_window: Windows, name: str) -> None:
    async with open_window() as window:
        page = window.page
        await page.goto("/")
        await page.get_by_label(NICK).fill(name)
        await page.get_by_role("button", name="Jugar ya").click()
        says = "de 1 a 24 caracteres" if name.strip() else "Poné un apodo"
        await expect(page.locator("#nick-trouble")).to_contain_text(says)
        await expect(page.get_by_label(NICK)).to_be_focused()
        await page.get_by_label(NICK).fill("Lucía")  # and one can go on
        await expect(page.locator("#nick-trouble")).to_be_empty()


async def test_a_name_typed_in_the_lobby_stands_on_other_pages(open_window: Windows) -> None:
    async with open_window() as window:
        page = window.page
        await page.goto("/")
        await page.get_by_label(NICK).fill("Lucía")
        await page.get_by_role("link", name="Crear mesa privada").first.click()
        await expect(page.get_by_label(NICK)).to_have_value("Lucía")


@pytest.mark.parametrize("size", ["small", "side", "tablet", "wide"])
async def test_each_way_to_a_table_of_ones_own_stands_once(open_window: Windows, size: str) -> None:
    async with open_window(size) as window:
        page = window.page
        await page.goto("/")
        make = page.get_by_role("main").get_by_role("link", name="Crear mesa privada")
        await expect(make).to_have_count(1)
        code = page.get_by_role("button", name="Tengo un código")
        field = page.get_by_label("¿Te dieron un código?")
        await expect(code.or_(field).locator("visible=true")).to_have_count(1)


async def test_what_only_the_server_knows_of_a_name_is_said_too(open_window: Windows) -> None:
    async with open_window() as window:
        window.expect_fault("status of 422")
        page = window.page
        await page.goto("/")
        await page.get_by_label(NICK).fill("a\u202eb")
        await page.get_by_role("button", name="Jugar ya").click()
        await expect(page.locator("#nick-trouble")).to_contain_text("que se vean")
        await expect(page.get_by_role("button", name="Jugar ya")).to_be_enabled()


@pytest.mark.parametrize("name", GOOD_NAMES.values(), ids=GOOD_NAMES)
async def test_a_name_as_people_have_them(open_window: Windows, name: str) -> None:
    async with open_window() as window:
        await window.page.goto("/")
        await window.page.get_by_label(NICK).fill(name)
        await window.page.get_by_role("button", name="Jugar ya").click()
        await window.page.wait_for_url("**/t/*")


async def test_a_code_that_is_none(open_window: Windows) -> None:
    async with open_window("wide") as window:
        window.expect_fault("status of 404")
        page = window.page
        await page.goto("/")
        aside = page.get_by_role("complementary")
        await aside.get_by_role("button", name="Entrar").click()
        await expect(aside.get_by_role("alert")).to_have_text("Escribí el código de seis letras.")
        for code in ("ZZZZZZ", "no existe", "🦜"):
            await aside.get_by_label("¿Te dieron un código?").fill(code)
            await aside.get_by_role("button", name="Entrar").click()
            await expect(aside.get_by_role("alert")).to_contain_text("No hay ninguna mesa")


async def test_a_code_typed_as_people_type_leads_to_its_table(
    open_window: Windows, server: Process
) -> None:
    async with guests(server, "Ana") as (ana,), open_window() as window:
        table = await ana.ask("POST", "/tables", {"name": "Porche"})
        page = window.page
        await page.goto("/")
        await page.get_by_role("button", name="Tengo un código").click()
        sheet = page.get_by_role("dialog")
        code = table["code"].lower()
        await sheet.get_by_label("¿Te dieron un código?").fill(f" {code[:3]}-{code[3:]} ")
        await sheet.get_by_label("¿Te dieron un código?").press("Enter")
        await page.wait_for_url(f"**{table['path']}")
        await expect(page.get_by_role("heading", name="Porche")).to_be_visible()


async def test_open_tables_come_by_themselves(open_window: Windows, server: Process) -> None:
    async with guests(server, "Xiomara", "Chepe") as (host, other), open_window("wide") as window:
        await window.page.goto("/")
        rules = {"play_everything": True}
        table = await host.ask(
            "POST", "/tables", {"name": "Lo de Xiomara", "public": True, "rules": rules}
        )
        for player in (host, other):
            await player.ask("POST", f"/tables/{table['id']}/seat")
        row = window.page.get_by_role("listitem").filter(has_text="Lo de Xiomara")
        await expect(row).to_contain_text("1 regla propia")
        await expect(row.get_by_role("img", name="2 de 4 sentados")).to_be_visible()
        await window.page.get_by_role("button", name="Conquián").click()
        await expect(row).to_have_count(0)
        await window.page.get_by_role("button", name="Todas").click()
        await row.get_by_role("link", name="Sentarme").click()
        await window.page.wait_for_url(f"**{table['path']}")


async def test_a_way_back_leads_to_the_same_player_and_seat(
    open_window: Windows, server: Process
) -> None:
    async with guests(server, "Norwin") as (norwin,), open_window() as window:
        table = await norwin.ask("POST", "/tables", {"name": "Mi porche"})
        await norwin.ask("POST", f"/tables/{table['id']}/seat")
        link = await norwin.ask("POST", "/me/recovery")
        page = window.page
        await page.goto(link["path"])
        await expect(page.get_by_role("status").filter(has_text="Norwin")).to_be_visible()
        assert page.url.endswith("/")  # the key does not stay in the bar
        await expect(page.get_by_label(NICK)).to_have_value("Norwin")
        mine = page.get_by_role("region", name="Tus mesas")
        await mine.get_by_role("link", name="Volver").click()
        await page.wait_for_url(f"**{table['path']}")


async def test_a_way_back_that_is_void_says_so(open_window: Windows) -> None:
    async with open_window() as window:
        window.expect_fault("status of 401")
        await window.page.goto("/back#7KQ3M-ZX0PA")
        alert = window.page.get_by_role("alert").filter(has_text="enlace de regreso no vale")
        await expect(alert).to_be_visible()


async def test_an_account_from_link_to_password_and_back(open_window: Windows) -> None:
    async with open_window() as window:
        page = window.page
        window.expect_fault("status of 4")
        await page.goto("/")
        await page.get_by_label(NICK).fill("Josefa")
        await page.get_by_role("button", name="Jugar ya").click()
        await page.wait_for_url("**/t/*")
        await page.goto("/")
        await expect(page.get_by_role("region", name="Tus mesas")).to_be_visible()
        await page.get_by_role("button", name="Tu cuenta").click()
        sheet = page.get_by_role("dialog")
        await sheet.get_by_role("button", name="Mostrar un enlace nuevo").click()
        await expect(sheet.get_by_label("Tu enlace")).to_have_value(
            page.url + "back#" + (await sheet.get_by_label("Tu enlace").input_value()).split("#")[1]
        )
        await sheet.get_by_text("Contraseña (si querés)").click()
        await sheet.get_by_label("Usuario").fill("josefa.r")
        await sheet.get_by_label("Contraseña nueva").fill("12345678")
        await sheet.get_by_role("button", name="Poner contraseña").click()
        told = sheet.locator("form").get_by_role("alert")  # beside the field, above the fold
        await expect(told).to_contain_text("al menos 8 caracteres")
        await expect(told).to_be_in_viewport(ratio=1)
        await sheet.get_by_label("Contraseña nueva").fill("tres loras rojas")
        await sheet.get_by_role("button", name="Poner contraseña").click()
        done = sheet.locator("form").get_by_role("status").filter(has_text="Listo")
        await expect(done).to_be_in_viewport(ratio=1)
        await sheet.get_by_role("button", name="Salir").click()
        await expect(page.get_by_role("region", name="Tus mesas")).to_have_count(0)
        await page.get_by_role("button", name="Tu cuenta").click()
        await sheet.get_by_label("Usuario").fill("Josefa.R")
        await sheet.get_by_label("Contraseña").fill("tres loras verdes")
        await sheet.get_by_role("button", name="Entrar con contraseña").click()
        await expect(sheet.get_by_role("alert")).to_contain_text("no van juntos")
        await sheet.get_by_label("Contraseña").fill("tres loras rojas")
        await sheet.get_by_role("button", name="Entrar con contraseña").click()
        await expect(page.get_by_role("region", name="Tus mesas")).to_be_visible()


async def test_offline_is_said_and_ends(open_window: Windows) -> None:
    async with open_window() as window:
        window.expect_fault("ERR_INTERNET_DISCONNECTED")
        page = window.page
        await page.goto("/")
        await page.get_by_label(NICK).fill("Lucía")
        await page.context.set_offline(True)
        notice = page.get_by_role("status").filter(has_text="No hay conexión")
        await expect(notice).to_be_visible()
        await page.get_by_role("button", name="Jugar ya").click()
        alert = page.get_by_role("alert").filter(has_text="No hay conexión con el servidor")
        await expect(alert).to_be_visible()
        await page.context.set_offline(False)
        await expect(notice).to_have_count(0)
        await page.get_by_role("button", name="Jugar ya").click()
        await page.wait_for_url("**/t/*")


async def test_settings_hold_and_speak_at_once(open_window: Windows) -> None:
    async with open_window() as window:
        page = window.page
        await page.goto("/")
        await page.get_by_role("button", name="Ajustes").click()
        sheet = page.get_by_role("dialog")
        await sheet.get_by_text("English").click()
        await expect(sheet.get_by_role("heading", name="Settings")).to_be_visible()
        await sheet.get_by_text("Four colours").click()
        await sheet.get_by_text("Day").click()
        await page.keyboard.press("Escape")
        await page.reload()
        root = page.locator("html")
        await expect(page.get_by_role("button", name="Play now")).to_be_visible()
        assert await root.get_attribute("lang") == "en"
        assert await root.get_attribute("data-deck") == "4"
        assert await root.get_attribute("data-theme") == "light"


async def test_a_page_of_an_older_build_is_told(open_window: Windows) -> None:
    async with open_window() as window:
        page = window.page
        # The very files, under the address of a build that is no more.
        await page.route(
            lambda url: url.endswith("/"),
            _with_another_build,
        )
        await page.goto("/")
        await page.unroute_all()
        await expect(page.get_by_text("Hay una versión nueva del juego.")).to_be_visible()
        await page.get_by_role("button", name="Recargar").click()
        await expect(page.get_by_role("button", name="Jugar ya")).to_be_visible()
        await expect(page.get_by_text("Hay una versión nueva del juego.")).to_have_count(0)


async def _with_another_build(route: Route) -> None:
    answer = await route.fetch()
    build = answer.headers["desmoche-build"]
    text = (await answer.text()).replace(build, "0" * len(build))
    headers = {
        **answer.headers,
        "content-security-policy": "default-src 'self' 'unsafe-inline' data:",
    }
    await route.fulfill(response=answer, body=text, headers=headers)
