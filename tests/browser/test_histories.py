"""Pages of hands that are over: found, stepped through, settled, verified without a network."""

import asyncio
import csv
import io
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, Route, expect

from tests.app.process import Process
from tests.browser.boxes import looked_at
from tests.browser.browsing import Window, window
from tests.browser.contexts import Contexts
from tests.browser.kept import CARRIED, TITLES, WHOLE, be, kept_server
from tests.corpus.test_corpus import HANDS
from tests.table.fair_hands import VECTORS, fair_hand

Opens = Callable[..., AbstractAsyncContextManager[Window]]
HAND = f"/hands/{WHOLE}/1"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def kept(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Process]:
    """A server on which four people have played."""
    async with kept_server(tmp_path_factory.mktemp("kept")) as running:
        yield running


@pytest.fixture
def opens(contexts: Contexts, kept: Process) -> Opens:
    """Opens windows on it."""

    def opened(size: str = "wide", **stored: Any) -> AbstractAsyncContextManager[Window]:
        return window(contexts, f"http://{kept.url}", size, **stored)

    return opened


KNOWN = """() => [...document.querySelectorAll('.rseat')]
  .map((seat) => seat.querySelectorAll('.rseat__hand [data-card]').length)"""
SHOWN = f"""() => [({KNOWN})(), document.querySelector('.moves [aria-current=step]').innerText]"""


# Where the button lies that leads on.
FORTH = """() => {
  const button = document.querySelector('[aria-label="Jugada siguiente"]');
  button.scrollIntoView({block: 'nearest'});
  const {x, y, width, height} = button.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


async def known_hands(page: Page) -> list[int]:
    """How many cards of each hand on the mat can be read: seats top, left, right, me."""
    hands: list[int] = await page.evaluate(KNOWN)
    return hands


async def shown(page: Page) -> tuple[list[int], str]:
    """Those, and what the current step says."""
    hands, said = await page.evaluate(SHOWN)
    return hands, said


async def now(page: Page) -> str:
    """What the current step says."""
    return await page.locator(".moves [aria-current=step]").inner_text()


async def test_my_hands_are_found(opens: Opens) -> None:
    async with opens() as opened:
        page = opened.page
        await be(opened, "ana")
        await page.goto("/hands")
        rows = page.locator(".hrow")
        await expect(rows).to_have_count(6)
        await page.locator("summary", has_text="Filtrar").click()
        await page.get_by_label("Con quién").fill("DORA")
        await page.get_by_role("button", name="Buscar").click()
        await expect(rows).to_have_count(1)
        assert TITLES[WHOLE] in await rows.inner_text()
        assert page.url.endswith("?named=DORA")
        await page.reload()
        await expect(rows).to_have_count(1)
        async with page.expect_download() as saving:
            await page.get_by_role("link", name="Archivos de mano").click()
        lines = (await (await saving.value).path()).read_text().splitlines()
        assert [json.loads(line)["table"] for line in lines] == [WHOLE]
        await page.get_by_label("Resultado").select_option("true")
        await expect(page.get_by_text("Ninguna de tus manos es así")).to_be_visible()
        await page.goto(f"/hands?table={CARRIED}")
        await expect(rows).not_to_have_count(6)
        await page.get_by_role("button", name="solo una mesa").click()
        await expect(rows).to_have_count(6)
        await rows.last.get_by_role("link", name="Mano 1").click()
        await expect(page.locator(".replay__mat")).to_be_visible()


async def test_a_hand_is_stepped_through_from_two_views(opens: Opens) -> None:
    """As I saw it: my cards alone. All cards: everybody's, and who passed. By keys, by touch."""
    async with opens() as opened:
        page = opened.page
        await page.emulate_media(reduced_motion="reduce")  # cards that fly are looked at elsewhere
        await be(opened, "ana")
        await page.goto(f"{HAND}#0-999")  # more than it has: its end
        await expect(page.get_by_role("button", name="Jugada siguiente")).to_be_disabled()
        await page.goto(f"{HAND}#0-0")
        await expect(page.get_by_role("button", name="Jugada anterior")).to_be_disabled()
        mine = await page.locator(".moves li").count()
        said = set()
        for _ in range(mine - 2):
            await page.keyboard.press("ArrowRight")
            hands, words = await shown(page)
            assert hands[:3] == [0, 0, 0]
            said.add(words)
        assert (await known_hands(page))[3] > 0
        assert not any("dora: no me sirve" in one for one in said)
        await page.get_by_text("Todas las cartas").click()
        await expect(page.locator(".moves li")).not_to_have_count(mine)
        assert sum((await known_hands(page))[:3]) > 0
        whole = await page.locator(".moves li").count()
        assert whole > mine
        await page.keyboard.press("Home")
        told = set()
        for _ in range(whole - 1):
            # As a hand presses it: `click` looks first, for some frames, whether it stands still.
            await page.mouse.click(*await page.evaluate(FORTH))
            told.add(await now(page))
        assert any("dora: no me sirve" in one for one in told)
        assert "Ganó" in await now(page)
        assert "10/10" in (await page.locator(".ten").all_inner_texts())
        await expect(page.get_by_role("button", name="Jugada siguiente")).to_be_disabled()
        link = page.url
        await page.goto("/hands")
        await page.goto(link)
        await expect(page.locator(".moves [aria-current=step]")).to_contain_text("Ganó")
        await expect(page.get_by_text("Baraja verificada")).to_be_visible()
        await overtake(page, "Mirón", "Todas las cartas")
        assert await page.locator(".moves li").count() == whole, "what was asked for last is shown"
        await page.get_by_text("Mirón").click()
        await expect(page.locator(".moves li")).not_to_have_count(whole)  # they have come
        await page.keyboard.press("ArrowLeft")
        assert await known_hands(page) == [0, 0, 0, 0]


async def overtake(page: Page, first: str, then: str) -> None:
    """Another's eyes are chosen, and before they have come those that are here already."""
    views, other_is_chosen = re.compile("/views"), asyncio.Event()

    async def late(route: Route) -> None:
        await other_is_chosen.wait()
        await route.continue_()

    await page.route(views, late)
    await page.get_by_text(first).click()
    await page.get_by_text(then).click()
    async with page.expect_response(views) as answered:
        other_is_chosen.set()
    await (await answered.value).finished()
    await page.evaluate("new Promise((seen) => setTimeout(() => requestAnimationFrame(seen)))")
    await page.unroute(views)


async def test_playing_on_from_a_moment(opens: Opens) -> None:
    """A table at that very moment, my cards as they lay; my chips stay where they are."""
    async with opens("phone") as opened:
        page = opened.page
        await be(opened, "carla")
        await page.goto(f"{HAND}#2-0")
        await page.locator(".moves li", has_text="Robaste").first.get_by_role("button").click()
        await page.get_by_role("button", name="Jugar desde aquí").click()
        await page.wait_for_url("**/t/*")
        await expect(page.locator("body")).to_have_attribute("data-state", re.compile("use|drawn"))
        await page.goto("/hands")
        await expect(page.locator(".hrow")).to_have_count(6)


async def test_a_swipe_is_a_step_and_a_stranger_sees_nothing(opens: Opens) -> None:
    async with opens("phone") as opened:
        page = opened.page
        opened.expect_fault("404")
        await be(opened, "beto")
        await page.goto(f"{HAND}#all-20")
        before = await now(page)
        for start, end in ((300, 100), (100, 300)):
            await page.locator(".replay__mat").evaluate(
                """(mat, [from, to]) => {
                  const touch = (clientX) =>
                    new Touch({identifier: 1, target: mat, clientX, clientY: 200});
                  const send = (type, now, ended) => mat.dispatchEvent(new TouchEvent(type,
                    {touches: now, changedTouches: ended, bubbles: true}));
                  send('touchstart', [touch(from)], [touch(from)]);
                  send('touchend', [], [touch(to)]);
                }""",
                [start, end],
            )
            assert (await now(page) == before) == (end > start)
        await page.context.clear_cookies()
        await be(opened, "carla")
        await page.goto(f"/hands/{CARRIED}/4")
        await expect(page.locator(".replay__mat")).to_be_visible()
        await page.context.clear_cookies()
        await be(opened, "dora")
        await page.goto(f"/hands/{CARRIED}/4")
        await expect(page.get_by_role("alert")).to_contain_text("no jugaste en ella")
        opened.expect_fault("401")
        for path in (f"/hands/{CARRIED}/4", f"/night/{CARRIED}"):
            await page.context.clear_cookies()
            await page.goto(path)
            await expect(page.get_by_role("alert")).to_contain_text("Poné tu apodo")
            way = page.get_by_role("main").get_by_role("link", name="Mesas")
            await expect(way).to_have_attribute("href", "/")


SAT = [("1", "Ana"), ("2", "Beto"), ("3", "Carla")]


async def told_pot(receipt: Locator) -> dict[str, Any]:
    """What a receipt says, open or not: its hands, their chips, each coin with seat and player."""
    put = [await line.text_content() or "" for line in await receipt.locator(".is-put").all()]
    stamps = receipt.locator(".is-on .stamp")
    return {
        "name": await receipt.get_attribute("data-pot"),
        "total": int(await receipt.locator(".receipt__sum").text_content() or ""),
        "hands": len({re.findall(r"Mano (\d+)", line)[0] for line in put}),
        "put": sum(int(line.rpartition("+")[2]) for line in put),
        "coins": [
            (seat, who, int(chips))
            for line in put
            for seat, who, chips in re.findall(
                r"asiento (\d): (\S+) (\d+)", line.rpartition("+")[0]
            )
        ],
        "stamps": [await stamp.text_content() for stamp in await stamps.all()],
    }


async def test_a_pot_carried_over_three_hands_opens_to_its_coins(opens: Opens) -> None:
    """On the page and in the export: each chip's hand and seat, and they sum to the pot."""
    async with opens() as opened:
        page = opened.page
        await be(opened, "ana")
        await page.goto(f"/night/{CARRIED}")
        receipts = page.locator("details.receipt")
        await expect(receipts.first).to_be_visible()
        summary = page.locator("summary", has_text="CUÁDRUPLE").filter(has_not_text="Próxima")
        await expect(summary).to_have_count(1)
        pots = [await told_pot(receipts.nth(at)) for at in range(await receipts.count())]
        for pot in pots:
            assert pot["put"] == sum(chips for *_, chips in pot["coins"]) == pot["total"]
        carried = next(pot for pot in pots if pot["name"] == "main" and pot["hands"] == 4)
        assert carried["stamps"] == ["DOBLE", "TRIPLE", "CUÁDRUPLE"]
        assert carried["total"] == 60
        assert [(seat, who) for seat, who, _ in carried["coins"]] == SAT * 4
        assert next(pot for pot in pots if pot["name"] == "oro")["hands"] == 5
        await summary.click()
        await expect(page.get_by_text("Mano 4: lo ganó Beto")).to_be_visible()
        async with page.expect_download() as saving:
            await page.get_by_role("link", name="Recibos (CSV)").click()
        text = (await (await saving.value).path()).read_text()
        rows = list(csv.DictReader(io.StringIO(text)))
        came = [
            row
            for row in rows
            if (row["game"], row["state"], row["what"]) == ("main", "over", "in")
        ]
        assert sum(int(row["chips"]) for row in came) == 60
        assert {row["hand"] for row in came} == {"1", "2", "3", "4"}
        assert [(row["seat"], row["player"]) for row in came] == SAT * 4


async def test_a_deal_is_verified_without_a_network(opens: Opens) -> None:
    async with opens("phone") as opened:
        page = opened.page
        await page.goto("/verify")
        await expect(page.get_by_label("Registro o mano")).to_be_visible()
        await page.context.set_offline(True)
        field, go = (
            page.get_by_label("Registro o mano"),
            page.get_by_role("button", name="Verificar"),
        )
        hand = fair_hand()
        for good in (*VECTORS, hand, {**hand["file"], "fairness": hand["fairness"]}):
            await field.fill(json.dumps(good))
            await go.click()
            await expect(page.locator(".verdict.is-green")).to_be_visible()
        deck = hand["fairness"]["deck"].split()
        deck[0], deck[7] = deck[7], deck[0]
        lie = {**hand, "fairness": {**hand["fairness"], "deck": " ".join(deck)}}
        await field.fill(json.dumps(lie))
        await go.click()
        await expect(page.locator(".verdict.is-red")).to_be_visible()
        wrong = page.locator(".checks li.is-red")
        assert [await one.get_attribute("data-check") for one in await wrong.all()] == [
            "deck",
            "file_deck",
        ]
        await page.get_by_text("¿Guardaste lo que viste antes?").click()
        await page.get_by_label("Lo que viste antes", exact=True).fill(
            json.dumps({**hand["fairness"], "commitment": "0" * 64})
        )
        await field.fill(json.dumps(hand))
        await go.click()
        await expect(wrong).to_have_count(1)
        await expect(wrong).to_have_attribute("data-check", "seen")
        await field.fill("{")
        await go.click()
        await expect(page.get_by_text("Eso no se puede leer")).to_be_visible()
        await page.context.set_offline(False)


async def test_a_hand_file_from_elsewhere_is_stepped_through(opens: Opens) -> None:
    async with opens("phone") as opened:
        page = opened.page
        opened.expect_fault("422")
        await page.goto("/replay")
        field, go = (
            page.get_by_label("Archivo de mano"),
            page.get_by_role("button", name="Ver la mano"),
        )
        old = HANDS[0]
        await field.fill(json.dumps({**old, "actions": old["actions"][1:]}))
        await go.click()
        alert = page.get_by_role("alert").filter(has_text="action 0")
        assert len((await alert.inner_text()).split()) > 12
        await field.fill(json.dumps(old))
        await go.click()
        await expect(page.locator(".replay__mat")).to_be_visible()
        assert min(await known_hands(page)) >= 0
        await page.get_by_role("button", name="Al final").click()
        assert await page.locator(".rseat").count() == len(old["seats"])
        assert page.url.endswith("/replay")


PAGES = {
    "hands": "/hands",
    "replay": f"{HAND}#all-70",
    "own": f"{HAND}#2-40",
    "night": f"/night/{CARRIED}",
    "verify": f"/verify?hand={WHOLE}/1",
    "file": "/replay",
}
LOOKS = (
    ("phone", "th", "dark"),
    ("side", "en", "light"),
    ("tablet", "es", "light"),
    ("wide", "es", "dark"),
)
AWAITED = {"verify": ".verdict", "own": ".replay__seat"}
READY = ".hrow, .replay__mat, .receipt, .verdict, .paste"


@pytest.mark.parametrize(("size", "language", "theme"), LOOKS)
async def test_they_look_good(opens: Opens, size: str, language: str, theme: str) -> None:
    async with opens(size, language=language, theme=theme) as opened:
        await be(opened, "ana")
        for name, path in PAGES.items():
            await opened.page.goto(path)
            await expect(opened.page.locator(READY).first).to_be_visible()
            if name in AWAITED:
                await expect(opened.page.locator(AWAITED[name])).to_be_visible()
            assert await looked_at(opened, f"{name}-{size}-{language}-{theme}") == [], name
            if size in {"phone", "side"}:
                assert await opened.accessible() == [], name


@pytest.mark.parametrize(("width", "letters"), [(320, 100), (640, 200)])
async def test_narrow_windows_and_large_letters(opens: Opens, width: int, letters: int) -> None:
    async with opens() as opened:
        await be(opened, "ana")
        await opened.page.set_viewport_size({"width": width, "height": 700})
        for name, path in PAGES.items():
            await opened.page.goto(path)
            await expect(opened.page.locator(READY).first).to_be_visible()
            await opened.page.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
            assert await looked_at(opened, f"zoom-{width}-{name}") == [], name
