"""What pressing, dragging and typing at a table ask of the server, frame by frame."""

import asyncio
from typing import Any

import pytest

from tests.browser.browsing import PATIENCE, watched
from tests.browser.conftest import Show, Windows
from tests.browser.moments import frame_of
from tests.browser.staged import Stage, stage

BREATH = 0.05  # seconds in which a press is drawn
GUARD = 0.3  # seconds after a new question in which a press is not taken
# Presses the main button in the very moment in which it is another one.
PRESS_AT_ONCE = """() => new Promise((done) => new MutationObserver((_, watching) => {
  const button = document.querySelector('[aria-keyshortcuts=R]');
  if (!button) return;
  watching.disconnect();
  button.click();
  done(button.textContent.trim());
}).observe(document.body, {subtree: true, childList: true, attributes: true}))"""
USE = [["5s", "6s", "7s"], ["8s", "8h", "8d"]]


async def asked(staged: Stage, kind: str) -> dict[str, Any]:
    """The first frame of a kind that the page has sent."""
    for _ in range(PATIENCE // 30):
        for frame in staged.asked:
            if frame["type"] == kind:
                return frame
        await asyncio.sleep(0.03)
    raise AssertionError(f"no {kind} among {staged.asked}")


@pytest.mark.parametrize(
    ("moment", "presses", "action"),
    [
        ("offer", "m", {"do": "claim", "melds": [["5s", "6s", "7s"], ["9s", "9d", "9c"]]}),
        ("offer", "2m", {"do": "claim", "melds": [["5s", "6s", "7s"], ["9d", "Td", "Jd"]]}),
        ("offer", "n", {"do": "pass"}),
        ("offer nothing", "n", {"do": "pass"}),
        (
            "offer answered",
            "zm",
            {"do": "claim", "melds": [["5s", "6s", "7s"], ["9s", "9d", "9c"]]},
        ),
        ("draw", "r", {"do": "draw"}),
        ("draw", "a", {"do": "lay", "melds": [["5s", "6s", "7s", "8s"]]}),
        ("use", "b", {"do": "use", "melds": USE}),
        ("use", "n", {"do": "discard"}),
        ("cut", "n", {"do": "cut", "at": 0}),
        ("announce", "m", {"do": "announce", "games": ["oro", "flor", "tres_cuerpos"]}),
        ("declare", "c", {"do": "declare", "win": "color"}),
        ("declare", "n", {"do": "ready"}),
        ("judge", "n", {"do": "vote", "forgive": False}),
    ],
)
async def test_keys(show: Show, moment: str, presses: str, action: dict[str, Any]) -> None:
    staged = await show(moment)
    await asyncio.sleep(GUARD)
    for key in presses:
        await staged.window.page.keyboard.press(key)
        await asyncio.sleep(BREATH)
    frame = await asked(staged, "act")
    assert frame["action"] == {"seat": 0, **action}
    assert frame["asked"] == staged.frame["seq"]


async def test_a_press_that_was_for_the_last_question_is_not_taken(show: Show) -> None:
    staged = await show("offer", size="phone")
    await asyncio.sleep(GUARD)
    pressed = await watched(staged.window, PRESS_AT_ONCE)
    staged.show(frame_of("draw", seq=staged.frame["seq"] + 1))
    assert await pressed == "Robar"
    assert not [frame for frame in staged.asked if frame["type"] == "act"]


@pytest.mark.parametrize("way", ["tap", "drag"])
async def test_a_layout_is_built_judged_and_undone(open_window: Windows, way: str) -> None:
    async with open_window("wide") as window:
        page = window.page
        staged = await stage(window, "use")
        card = page.locator('.hand [data-card="9c"]')
        lane = page.locator('.lane[data-drop="1"]')
        if way == "tap":
            await card.click()
            await lane.locator(".lane__head").click()
        else:
            await card.drag_to(lane)
        await page.locator('.lane [data-card="9c"]').wait_for()
        assert await page.get_by_role("button", name="Bajar").is_disabled()
        check = await asked(staged, "check")
        assert check["action"]["melds"] == [["5s", "6s", "7s"], ["8d", "8h", "8s", "9c"]]
        staged.answer(check["id"], "invalid_meld")
        await page.get_by_text("no es tercia ni escalera").wait_for()
        await page.get_by_role("button", name="Deshacer").click()
        await page.locator('.hand [data-card="9c"]').wait_for()
        assert await page.get_by_role("button", name="Bajar").is_enabled()


async def test_what_was_not_answered_is_asked_again_by_the_same_id(open_window: Windows) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, "draw")
        await asyncio.sleep(GUARD)
        await window.page.get_by_role("button", name="Robar", exact=True).click()
        first = await asked(staged, "act")
        staged.asked.clear()
        await staged.sockets[-1].close(code=1012)
        assert (await asked(staged, "hello"))["seen"] == 30
        assert await asked(staged, "act") == first


async def test_focus_and_the_choice_survive_an_update(show: Show) -> None:
    staged = await show("offer", size="phone")
    page = staged.window.page
    await page.locator(".way").nth(1).click()
    again = {**staged.frame, "seq": staged.frame["seq"] + 1}
    staged.show({**again, "present": [True, False, True, True]})
    await page.locator(".is-away").first.wait_for()
    assert await page.locator(".way input").nth(1).is_checked()
    assert await page.evaluate("document.activeElement.value") == "1"


async def test_a_refusal_is_said_where_one_presses(show: Show) -> None:
    staged = await show("draw", size="phone")
    await asyncio.sleep(GUARD)
    await staged.window.page.get_by_role("button", name="Robar", exact=True).click()
    staged.answer((await asked(staged, "act"))["id"], "table_paused")
    await staged.window.page.locator(".hint--bad").wait_for()
