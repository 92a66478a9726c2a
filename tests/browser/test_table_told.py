"""What the table tells beside the cards: why not, on whom, what was missed, who won."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.browsing import until
from tests.browser.conftest import Show, Windows
from tests.browser.moments import frame_of
from tests.browser.shown import settled
from tests.browser.staged import Stage, stage
from tests.browser.table_boxes import table_complaints
from tests.browser.test_table_panel import GUARD, asked

IS_NEW = re.compile("is-new")
MISSED: list[dict[str, Any]] = [
    {"event": "Drawn", "seat": 1, "card": None},
    {"event": "Discarded", "seat": 1, "card": "Js", "paid": False},
    {"event": "Died", "card": "Js", "knocked": [2, 3, 0]},
    {"event": "Drawn", "seat": 2, "card": None},
]
# Counts what flies from now on, by its class.
WATCH = """() => { window.flown = {}; new MutationObserver((all) => {
  for (const one of all.flatMap(({addedNodes}) => [...addedNodes]))
    if (one.classList?.contains('flying'))
      window.flown[one.className] = (window.flown[one.className] ?? 0) + 1;
}).observe(document.body, {childList: true}); }"""


# Keeps what makes sounds where it can be looked at.
LISTEN = """globalThis.AudioContext = class extends AudioContext {
  constructor() { super(); globalThis.heard = this; }
}"""


def with_news(moment: str, events: list[dict[str, Any]], seq: int) -> dict[str, Any]:
    return frame_of(moment, seq=seq) | {"news": [{"seq": seq, "events": events}]}


async def cut_off(staged: Stage, frame: dict[str, Any]) -> None:
    """The network goes; when it is back the table has gone on."""
    staged.frame = frame
    await staged.sockets[-1].close(code=1012)


@pytest.mark.parametrize("size", ["phone", "side", "wide"])
@pytest.mark.parametrize("language", ["es", "th"])
async def test_the_cards_that_keep_me_from_retiring_are_named(
    show: Show, size: str, language: str
) -> None:
    page = (await show("draw", size=size, language=language)).window.page
    foot = page.locator(".actions .foot")
    await foot.locator(".inline-card").nth(1).wait_for()
    assert await foot.locator("button").is_disabled()
    told = await foot.locator(".inline-card .sr").all_text_contents()
    assert len(set(told)) == 2
    assert await table_complaints(page) == []


@pytest.mark.parametrize("size", ["short", "phone", "side", "wide"])
async def test_who_pays_sees_on_whom_a_card_falls(show: Show, size: str) -> None:
    page = (await show("pay", size=size)).window.page
    hint = page.locator(".actions .hint")
    assert "Don Chepe" in await hint.inner_text()
    assert await page.locator(".hand .note").all_inner_texts() == ["cae\nD"]
    assert await table_complaints(page) == []
    await page.locator('[data-card="9c"]').click()
    await hint.wait_for(state="detached")


async def test_what_was_missed_is_told_and_can_be_left(open_window: Windows) -> None:
    async with open_window("phone", language="es") as window:
        staged = await stage(window, "waiting")
        await cut_off(staged, with_news("offer", MISSED, 34))
        strip = window.page.locator(".behind")
        await strip.wait_for()
        assert await window.page.locator("body[data-state=offer]").count() == 1, "it is live"
        found = await table_complaints(window.page)
        # It lies over the pot for seconds, where nothing is asked of anybody.
        assert [each for each in found if "Ponerme al día" not in each] == []
        await strip.get_by_role("button", name="Ponerme al día").click()
        await strip.wait_for(state="detached")


async def test_what_was_missed_ends_by_itself(open_window: Windows) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, "waiting")
        await cut_off(staged, with_news("draw", MISSED, 34))
        await window.page.locator(".behind").wait_for()
        await window.page.locator(".behind").wait_for(state="detached")


async def test_a_page_that_was_there_catches_up_with_nothing(open_window: Windows) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, "waiting")
        staged.show(with_news("draw", MISSED, 31))
        await settled(window, 31)
        assert await window.page.locator(".behind").count() == 0


@pytest.mark.parametrize(
    ("events", "flown"),
    [
        ([{"event": "Ended", "winner": 1, "how": "goal"}], {"bean flying": 7}),
        (
            [
                {"event": "Swapped", "giver": seat, "receiver": (seat + 1) % 4, "card": None}
                for seat in range(4)
            ],
            {"card card--back flying": 4},
        ),
    ],
)
async def test_what_travels_over_the_table(
    open_window: Windows, events: list[dict[str, Any]], flown: dict[str, int]
) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, "waiting")
        await window.page.evaluate(WATCH)
        moment = "result" if "bean flying" in flown else "declare"
        staged.show(with_news(moment, events, 31))
        await settled(window, 31)
        assert await window.page.evaluate("window.flown") == flown
        for _ in range(100):
            if not await window.page.locator(".flying").count():
                break
            await asyncio.sleep(0.03)
        assert await window.page.locator(".flying").count() == 0, "nothing stays in the air"


async def test_what_makes_sounds_rests_when_they_are_over(open_window: Windows) -> None:
    """It would work on for as long as the page is open, and take a tenth of a processor."""
    async with open_window("phone") as window:
        await window.page.add_init_script(LISTEN)
        staged = await stage(window, "waiting")
        await window.page.locator(".hand button").first.click()
        for seq in (31, 32):  # and wakes up for the next
            staged.show(with_news("waiting", MISSED[:1], seq))
            await until(window, "() => globalThis.heard?.state === 'running'")
            await until(window, "() => globalThis.heard.state === 'suspended'")


async def test_the_log_draws_cards_and_forgets_covered_ones(open_window: Windows) -> None:
    async with open_window("wide", language="es") as window:
        staged = await stage(window, "waiting")
        gone = {"event": "Discarded", "seat": 2, "card": "2d", "paid": False}
        staged.show(with_news("waiting", [gone, *MISSED], 31))
        await settled(window, 31)
        drawn = await window.page.locator(".log .inline-card .sr").all_text_contents()
        assert set(drawn) == {"jota de picas"}, "the two of diamonds is covered by now"


async def test_the_receipt_says_first_who_won_and_what_each_paid(open_window: Windows) -> None:
    async with open_window("phone", language="es") as window:
        staged = await stage(window, "waiting")
        staged.show(frame_of("result", seq=31))
        await settled(window, 31)
        rows = await window.page.locator(".changes tbody tr").all_inner_texts()
        assert rows[0].split()[:2] == ["X", "Xiomara"]
        nets = await window.page.locator(".net-n").all_inner_texts()
        assert nets[0].startswith("+")
        assert all(net.startswith("−") for net in nets[1:])


@pytest.mark.parametrize("size", ["short", "phone", "side", "wide"])
async def test_what_people_say_stands_at_their_seat(show: Show, size: str) -> None:
    staged = await show("waiting", size=size)
    page = staged.window.page
    await page.get_by_role("button", name="¡Qué sal!").locator("visible=true").first.click()
    assert (await asked(staged, "react"))["word"] == "sal"
    staged.sockets[-1].send('{"type": "reacted", "place": 1, "word": "bien"}')
    bubble = page.locator('[data-seat="1"] .say')
    await expect(bubble).to_have_text("¡Bien jugado!")
    await expect(page.locator("[aria-live=polite]")).to_have_text("Xiomara: ¡Bien jugado!")
    assert await table_complaints(page) == []


async def test_who_wants_no_talk_hears_none(open_window: Windows) -> None:
    async with open_window("phone", reactions="off") as window:
        staged = await stage(window, "waiting")
        staged.sockets[-1].send('{"type": "reacted", "place": 1, "word": "bien"}')
        staged.show(frame_of("waiting", seq=31))  # comes after it
        await settled(window, 31)
        assert await window.page.locator(".say").count() == 0


async def test_the_result_holds_the_focus_and_gives_it_back(open_window: Windows) -> None:
    async with open_window("wide", language="es") as window:
        await window.page.emulate_media(reduced_motion="reduce")
        staged = await stage(window, "waiting")
        await window.page.locator(".hand button").first.focus()
        staged.show(frame_of("result", seq=31))
        await window.page.locator("dialog.result[open]").wait_for()
        inside = "document.activeElement.closest('dialog.result') !== null"
        assert await window.page.evaluate(inside)
        for _ in range(4):
            await window.page.keyboard.press("Tab")
            focused = "document.activeElement === document.body || " + inside
            assert await window.page.evaluate(focused), "not behind the dialog"
        await window.page.keyboard.press("Escape")
        await window.page.locator("dialog.result").wait_for(state="detached")
        # the card is put away with its hand: what can be done next has the focus
        assert await window.page.evaluate("document.activeElement.id") == "options"
        staged.show(frame_of("result", seq=32))
        await settled(window, 32)
        assert await window.page.locator("dialog.result").count() == 0, "it was put aside"


async def test_a_key_begins_the_next_hand_from_the_result(open_window: Windows) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, "waiting")
        staged.show(frame_of("result", seq=31))
        await window.page.locator("dialog.result[open]").wait_for()
        await asyncio.sleep(GUARD)  # before that a press is meant for what stood there
        await window.page.keyboard.press("m")
        await window.page.locator("dialog.result").wait_for(state="detached")
        assert any(frame.get("ready") for frame in staged.asked)


async def test_the_card_that_won_is_lit_for_whoever_reloads(show: Show) -> None:
    """No news tell of it then: the view does."""
    page = (await show("result")).window.page
    await expect(page.locator(".result__ten .is-new")).to_have_count(1)
    await expect(page.locator(".result__ten [data-suit=c][data-rank=T]")).to_have_class(IS_NEW)
