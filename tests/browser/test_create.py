"""Creating a table, and what a guest sees of it before sitting down."""

import re

import httpx
import pytest
from playwright.async_api import Page, Route, expect

from tests.app.process import Process, guests
from tests.browser.conftest import Windows
from tests.browser.playing import ask, be_guest


async def _create(page: Page, name: str = "Lucía") -> str:
    """Press the button; returns the code."""
    await expect(page.get_by_role("button", name="Crear y compartir")).to_be_visible()
    nick = page.get_by_label("¿Cómo te dicen?")
    if await nick.count():
        await nick.fill(name)
    await page.get_by_role("button", name="Crear y compartir").click()
    await expect(page.get_by_role("heading", name="Tu mesa está lista")).to_be_focused()
    return await page.locator(".code").inner_text()


async def test_house_rules_are_told_to_host_and_guest_alike(
    open_window: Windows, server: Process
) -> None:
    async with open_window("wide") as host, open_window() as guest:
        page = host.page
        await page.goto("/create")
        await page.get_by_role("switch", name="Se juega todo").check()
        await page.get_by_role("radio", name="la obliga otro").check()
        await page.get_by_role("checkbox", name="Corazón", exact=True).uncheck()
        await page.get_by_role("button", name="Más").click()
        await expect(page.get_by_role("heading", name="Desmoche, con 3 reglas")).to_be_visible()
        told = await page.get_by_role("complementary").get_by_role("listitem").all_inner_texts()
        code = await _create(page)
        await guest.page.goto(f"/t/{code}")
        await expect(guest.page.get_by_text("con estas reglas de la casa")).to_be_visible()
        seen = await guest.page.locator(".diff li").all_inner_texts()
        assert sorted(seen) == sorted(told)
        await expect(guest.page.locator(".joining__facts")).to_contain_text("apuesta 10")


async def test_a_rule_turned_back_is_no_difference(open_window: Windows) -> None:
    async with open_window("wide") as window:
        page = window.page
        await page.goto("/create")
        switch = page.get_by_role("switch", name="Se juega todo")
        await switch.check()
        await switch.uncheck()
        await expect(page.get_by_role("heading", name="Desmoche, como siempre")).to_be_visible()
        await page.get_by_role("checkbox", name="Oro").uncheck()
        await page.get_by_role("button", name="Volver a lo normal").click()
        await expect(page.get_by_role("checkbox", name="Oro")).to_be_checked()


@pytest.mark.parametrize(
    "preset", ["desmoche", "conquien", "conquian", "conquian_mexican", "conquian_three"]
)
async def test_every_preset_can_be_opened(
    open_window: Windows, server: Process, preset: str
) -> None:
    async with open_window() as window:
        page = window.page
        await page.goto("/create")
        await page.locator(f"input[value={preset}]").check()
        code = await _create(page)
        link = page.get_by_role("textbox", name="Enlace de la mesa")
        assert (await link.input_value()).endswith(f"/t/{code}")
        async with httpx.AsyncClient(base_url=f"http://{server.url}/api") as client:
            card = (await client.get(f"/codes/{code}")).json()
        assert (card["preset"], card["differences"], card["public"]) == (preset, [], False)
        assert card["name"] == "Mesa de Lucía"


async def test_each_game_says_in_words_how_many_are_dealt_and_win(open_window: Windows) -> None:
    async with open_window() as window:
        page = window.page
        await page.goto("/create")
        for preset, dealt in (("desmoche", 9), ("conquian", 10), ("conquian_three", 8)):
            card = page.locator(f".preset:has([value={preset}])")
            await expect(card).to_contain_text(f"reparten {dealt}")
            await expect(card).to_contain_text(f"gana con {dealt + 1}")


@pytest.mark.parametrize(
    ("least", "most", "marked", "says"),
    [
        (4, 100, "Al menos", "no puede bajar de la apuesta"),
        (500, 100, "A lo más", "no puede ser menos que la menor"),
        (5000, 9000, "Al menos", "es más de lo que podés traer"),
    ],
    ids=["below the bet", "upside down", "beyond reach"],
)
async def test_what_is_wrong_with_a_buy_in_is_said_at_its_field(
    open_window: Windows, least: int, most: int, marked: str, says: str
) -> None:
    async with open_window() as window:
        window.expect_fault("status of 422")
        page = window.page
        await page.goto("/create")
        await page.get_by_label("¿Cómo te dicen?").fill("Lucía")
        for bound, chips in (("Al menos", least), ("A lo más", most)):
            await page.get_by_label(bound).fill(str(chips))
        await page.get_by_role("button", name="Crear y compartir").click()
        field = page.get_by_label(marked)
        await expect(field).to_be_focused()
        await expect(field).to_have_attribute("aria-invalid", "true")
        await expect(field).to_have_accessible_description(re.compile(says))
        await expect(page.locator("[aria-invalid=true]")).to_have_count(1)
        assert await page.locator("#buy-in-trouble").evaluate(_OVER_THE_BAR)
        await page.get_by_label("Al menos").fill("100")
        await page.get_by_label("A lo más").fill("900")
        await page.get_by_label("Nombre de la mesa").focus()
        await expect(page.locator("[aria-invalid=true]")).to_have_count(0)
        await _create(page)


_OVER_THE_BAR = """(said) => said.getBoundingClientRect().bottom
  < document.querySelector('.summary').getBoundingClientRect().top"""


async def test_an_answer_that_is_lost_opens_no_second_table(open_window: Windows) -> None:
    """The page asks again by the same id, and is answered with the table that is there."""
    async with open_window() as window:
        window.expect_fault("tables")
        page = window.page
        await page.goto("/create")
        await page.get_by_label("¿Cómo te dicen?").fill("Lucía")

        async def lose(route: Route) -> None:
            await route.fetch()
            await route.abort()

        await page.route("**/api/tables", lose, times=1)
        await page.get_by_role("button", name="Crear y compartir").click()
        await expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible()
        code = await _create(page)
        mine = await ask(window, "GET", "/my-tables")
        assert [table["code"] for table in mine["tables"]] == [code]


async def test_seats_pace_and_the_rest_arrive(open_window: Windows, server: Process) -> None:
    async with open_window("wide") as window:
        page = window.page
        await page.goto("/create")
        seats = page.get_by_role("group", name="¿Cuántos asientos?")
        await seats.get_by_role("radio", name="3").check()
        await page.get_by_role("radio", name="Sin reloj").check()
        await expect(page.get_by_role("group", name="¿Cuánto dura")).to_have_count(0)
        await page.get_by_role("radio", name="Vivo").check()
        await page.get_by_role("radio", name="12 s").check()
        await page.get_by_role("radio", name="Solo lo de la mesa").check()
        await page.get_by_role("radio", name="Cualquiera").check()
        await page.get_by_label("Nombre de la mesa").fill("Viernes")
        await page.get_by_label("Al menos").fill("50")
        code = await _create(page)
        async with httpx.AsyncClient(base_url=f"http://{server.url}/api") as client:
            card = (await client.get(f"/codes/{code}")).json()
        assert (len(card["places"]), card["fewest"], card["name"]) == (3, 2, "Viernes")
        assert (card["pace"]["name"], card["pace"]["window"]) == ("lively", 12)
        assert (card["watchable"], card["public"]) == (True, True)
        assert card["buy_in"] == {"least": 50, "most": 1000, "usual": 200}


async def test_what_the_server_refuses_is_said_and_can_be_mended(open_window: Windows) -> None:
    async with open_window("wide") as window:
        window.expect_fault("status of 422")
        page = window.page
        await page.goto("/create")
        await page.get_by_label("¿Cómo te dicen?").fill("Lucía")
        await page.get_by_label("Al menos").fill("5000")
        await page.get_by_role("button", name="Crear y compartir").click()
        alert = page.get_by_role("alert").filter(has_text="La entrada mayor")
        await expect(alert).to_be_visible()
        await page.get_by_label("Al menos").fill("500")
        await page.get_by_role("button", name="Ver las otras").click()
        await page.get_by_role("radio", name="40, sin 8").check()
        await page.get_by_role("radio", name="10", exact=True).first.check()
        await (
            page.get_by_role("group", name="Cartas que se reparten")
            .get_by_role("radio", name="10")
            .check()
        )
        await page.get_by_role("button", name="Crear y compartir").click()
        alert = page.get_by_role("alert").filter(has_text="Esas reglas no van juntas")
        await expect(alert).to_be_visible()
        await page.get_by_role("button", name="Volver a lo normal").click()
        await _create(page)


async def test_the_host_sits_down_and_others_follow_the_link(
    open_window: Windows, server: Process
) -> None:
    async with open_window() as host, open_window() as guest:
        await host.page.goto("/create")
        code = await _create(host.page, "Ana")
        await guest.page.goto(f"/t/{code}")
        await expect(guest.page.locator(".places .is-free")).to_have_count(4)
        await host.page.get_by_role("button", name="Sentarme a esperar").click()
        await host.page.wait_for_url(f"**/t/{code}")
        await expect(guest.page.locator(".places")).to_contain_text("Ana")  # by itself
        await guest.page.get_by_label("¿Cómo te dicen?").fill("Beto")
        await guest.page.get_by_label("¿Con cuántas fichas entrás?").fill("150")
        await guest.page.get_by_role("button", name="Sentarme").click()
        await expect(guest.page.locator("join-table")).to_have_count(0)
        async with httpx.AsyncClient(base_url=f"http://{server.url}/api") as client:
            card = (await client.get(f"/codes/{code}")).json()
        assert [place and (place["name"], place["stack"]) for place in card["places"][:2]] == [
            ("Ana", 200),
            ("Beto", 150),
        ]


async def test_a_full_table_says_so_and_may_be_watched(
    open_window: Windows, server: Process
) -> None:
    async with guests(server, "Ana", "Beto") as (ana, beto), open_window() as window:
        asked = {"preset": "conquian", "name": "Mano a mano", "watchable": True}
        table = await ana.ask("POST", "/tables", asked)
        await ana.ask("POST", f"/tables/{table['id']}/seat")
        await window.page.goto(table["path"])
        sit = window.page.get_by_role("button", name="Sentarme")
        await expect(sit).to_be_visible()
        await beto.ask("POST", f"/tables/{table['id']}/seat")
        await expect(window.page.get_by_text("La mesa está llena ahora.")).to_be_visible()
        await expect(sit).to_have_count(0)
        await window.page.get_by_role("button", name="Solo mirar").click()  # under no name
        await expect(window.page.locator("join-table")).to_have_count(0)
        assert (await ask(window, "GET", "/me"))["name"] == "Visita"


async def test_a_table_that_closes_before_one_sits_says_so(
    open_window: Windows, server: Process
) -> None:
    async with guests(server, "Ana") as (ana,), open_window() as window:
        window.expect_fault("status of 404")
        table = await ana.ask("POST", "/tables")
        await window.page.goto(table["path"])
        await expect(window.page.get_by_role("button", name="Sentarme")).to_be_visible()
        await ana.ask("DELETE", f"/tables/{table['id']}")
        alert = window.page.get_by_role("alert").filter(has_text="Esta mesa ya cerró")
        await expect(alert).to_be_visible()
        await expect(window.page.get_by_role("link", name="Abrir otra mesa")).to_be_visible()


async def test_too_many_chips_are_said_beside_the_field(
    open_window: Windows, server: Process
) -> None:
    async with guests(server, "Ana") as (ana,), open_window() as window:
        window.expect_fault("status of 409")
        asked = {"bet": 50, "buy_in": {"least": 1000, "most": 9000}}
        table = await ana.ask("POST", "/tables", asked)
        other = await ana.ask("POST", "/tables")
        page = window.page
        await be_guest(window, "Beto")
        await ask(window, "POST", f"/tables/{other['id']}/seat", {"chips": 100})
        await page.goto(table["path"])
        await page.get_by_role("button", name="Sentarme").click()
        alert = page.get_by_role("alert").filter(has_text="No te alcanzan las fichas")
        await expect(alert).to_be_visible()
        await expect(page.get_by_role("link", name="Ver las mesas abiertas")).to_be_visible()


@pytest.mark.parametrize("code", ["ZZZZZZ", "x", "%F0%9F%A6%9C", "a%20b"])
async def test_a_link_to_no_table_leads_on(open_window: Windows, code: str) -> None:
    async with open_window() as window:
        window.expect_fault("status of 404")
        await window.page.goto(f"/t/{code}")
        await expect(window.page.get_by_role("alert")).to_contain_text("No hay ninguna mesa")
        await window.page.get_by_role("link", name="Ver las mesas abiertas").click()
        await expect(window.page.get_by_role("button", name="Jugar ya")).to_be_visible()
