"""Whole hands in real browsers, by what the pages offer.

Four people of whom one reloads, one loses the network and one has only a keyboard; then each
preset family. Lively windows close when all have answered, so a hand takes seconds.
"""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from tests.browser.browsing import Window
from tests.browser.conftest import Windows
from tests.browser.playing import ask, be_guest, press_keys_on, press_on
from tests.browser.sitting import SIZES, chips_of, sit_down


async def reload_in_the_middle(window: Window) -> None:
    """Once cards are dealt the page is loaded anew, and lands in its seat without a click."""
    await window.page.locator(".hand button").first.wait_for()
    await window.page.reload()
    await window.page.locator(".hand button, .result").first.wait_for()
    assert await window.page.locator("join-table").count() == 0


async def lose_the_network(window: Window) -> None:
    """Offline is said within a second, and ends within a second of the network's return."""
    await window.page.locator(".hand button").first.wait_for()
    window.expect_fault("ERR_INTERNET_DISCONNECTED")
    window.expect_fault("closed before the connection is established")  # an attempt given up
    await window.page.context.set_offline(offline=True)
    await window.page.locator(".stop").wait_for(timeout=1000)
    await window.page.context.set_offline(offline=False)
    await window.page.locator(".stop").wait_for(state="detached", timeout=2000)


async def test_four_people_finish_a_hand(open_window: Windows) -> None:
    async with AsyncExitStack() as stack:
        windows = await sit_down(stack, open_window, 4, rules={"cambio": False})
        reloads, offline, keys, plain = windows
        async with asyncio.TaskGroup() as people:
            people.create_task(reload_in_the_middle(reloads))
            people.create_task(lose_the_network(offline))
            hands = [people.create_task(press_on(one, patience=90)) for one in (reloads, offline)]
            hands.append(people.create_task(press_keys_on(keys, patience=90)))
            hands.append(people.create_task(press_on(plain, patience=90)))
        for window in windows:
            await window.pictured(f"hand-{SIZES[windows.index(window)]}")
        assert await chips_of(windows) in (780, 800), "chips add up with the pot"
        pressed = sum((hand.result() for hand in hands), Counter[str]())
        declared = "Cantó" in await plain.page.locator(".result__top p").inner_text()
        assert declared or pressed["draw"] or pressed["R"] or pressed["M"]


@pytest.mark.parametrize(
    ("preset", "people"),
    [("conquien", 3), ("conquian", 2), ("conquian_mexican", 2), ("conquian_three", 3)],
)
async def test_each_preset_is_played_to_a_result(
    open_window: Windows, preset: str, people: int
) -> None:
    async with AsyncExitStack() as stack:
        windows = await sit_down(stack, open_window, people, preset=preset)
        async with asyncio.TaskGroup() as playing:
            pressed = [playing.create_task(press_on(window, patience=90)) for window in windows]
    if people > 2:  # between two, a window closes with the one answer
        assert sum(page.result()["answered"] for page in pressed), "what one said is shown"


async def test_a_newer_tab_takes_over(open_window: Windows) -> None:
    async with open_window("phone") as window:
        await be_guest(window, "Lucía")
        seat = await ask(window, "POST", "/play")
        await window.page.goto(seat["path"])
        await window.page.locator(".ask h2").wait_for()
        newer = await window.page.context.new_page()
        await newer.goto(seat["path"])
        await window.page.get_by_role("button", name="Seguir aquí").wait_for()
        await newer.locator(".ask h2").wait_for()
        assert await newer.locator(".stop").count() == 0
