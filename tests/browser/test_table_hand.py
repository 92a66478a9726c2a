"""A whole hand in a real browser, by the buttons that the page offers."""

from tests.browser.conftest import Windows
from tests.browser.playing import ask, be_guest, press_on


async def test_one_person_and_three_bots_reach_a_result(open_window: Windows) -> None:
    async with open_window("phone") as window:
        await be_guest(window, "Lucía")
        seat = await ask(window, "POST", "/play")
        await window.page.goto(seat["path"])
        pressed = await press_on(window, patience=150)
        await window.picture("table-result")
        assert pressed["draw"] + pressed["offer"] + pressed["offer refused"]
        assert await window.page.locator(".changes tbody tr").count() == 4
