"""The table as people see it at each moment of a hand: measured, and by axe.

By default each two of moment, size, language, theme, seats and names meet once (allpairspy);
`--all` looks at every combination. Pictures of what is wrong go to test-pictures/.
"""

from itertools import product
from typing import Any, Final

import pytest
from allpairspy import AllPairs
from playwright.async_api import Page, expect

from tests.browser.browsing import ZOOMED
from tests.browser.conftest import Show, Windows
from tests.browser.moments import MOMENTS, NAMES, TEN_GAMES, leave
from tests.browser.shown import Change, settled
from tests.browser.staged import stage
from tests.browser.table_boxes import table_complaints

SIZES: Final = ("phone", "short", "small", "side", "tablet", "wide", *ZOOMED)
LANGUAGES: Final = ("es", "en", "th")
THEMES: Final = ("dark", "light")
SEATS: Final = (2, 3, 4)
LONGEST: Final = (
    "Wilhelmina Maximiliana W",  # 24 characters, the most there may be, of the widest kind
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "ประเสริฐศักดิ์ชัยณรงค์ศร",
    "👩🏽‍🚀" * 12,
)
NAMED: Final = (NAMES, LONGEST)
PANEL: Final = "document.querySelector('.actions').getBoundingClientRect().top"
LOOKS: Final = (LANGUAGES, THEMES, SEATS, NAMED)


def looks(size: str, *, every: bool) -> list[tuple[str, str, str, int, tuple[str, ...]]]:
    """What is looked at in a size: moment, language, theme, seats, names."""
    if every:
        return list(product(MOMENTS, *LOOKS))
    pairs = AllPairs([list(MOMENTS), list(SIZES), *map(list, LOOKS)])
    return [(moment, *rest) for moment, at, *rest in pairs if at == size]


@pytest.mark.parametrize("size", SIZES)
async def test_boxes(show: Show, size: str, request: pytest.FixtureRequest) -> None:
    found: list[str] = []
    for moment, language, theme, seats, names in looks(size, every=request.config.getoption("all")):
        staged = await show(
            moment, size=size, language=language, theme=theme, seats=seats, names=names
        )
        complaints = await table_complaints(staged.window.page)
        who = "usual names" if names is NAMES else "long names"
        where = f"{moment}, {language}, {theme}, {seats} seats, {who}"
        found += [f"{where}: {each}" for each in complaints]
        if complaints:
            await staged.window.picture(f"box-{size}-{where}".replace(", ", "-"))
    assert not found, "\n".join(found)


def _forcing(*targets: int) -> Change:
    return lambda frame: frame["mine"]["view"]["options"].update(force=list(targets))


def _frozen(frame: dict[str, Any]) -> None:
    frame["public"]["frozen"] = True


def _closing(frame: dict[str, Any]) -> None:
    frame["public"]["coming"]["close"] = True
    frame["public"]["playing"] = True


def _other_rules(frame: dict[str, Any]) -> None:
    frame["public"]["coming"]["rules"] = {"preset": "desmoche", "play_everything": True}


def _gone(frame: dict[str, Any]) -> None:
    """Without a clock: all others gone for long, one of them played for; and with much to show."""
    for place in (1, 2, 3):
        leave(frame, place, minutes=59)
        frame["public"]["places"][place]["stack"] = 1210
        frame["mine"]["view"]["stacks"][place] = 1210
    frame["public"]["places"][2]["away"] = True
    frame["public"] |= {"deadline": None, "pace": {"name": "untimed", "window": None}}


FULL: Final = (
    [["Ts", "Th", "Tc"], ["4c", "5c", "6c"], ["Js", "Jh", "Jd"]],
    [["Qs", "Qh", "Qd"], ["Ah", "2h", "3h"], ["7s", "7d", "7c"]],
    [["4d", "5d", "6d", "7d"], ["Ks", "Kh", "Kc"]],
)
"""Melds of the others late in a hand, three each or as long as two can be."""


def _full(frame: dict[str, Any]) -> None:
    view = frame["mine"]["view"]
    view["layouts"][1:] = FULL
    view["counts"] = [len(view["hand"]), 0, 0, 2]


async def _top(page: Page) -> float:
    """Where my hand begins."""
    top: float = await page.locator(".hand").evaluate("(one) => one.getBoundingClientRect().top")
    return top


@pytest.mark.parametrize("size", ["phone", "small", "side", "wide"])
async def test_a_line_more_has_room(show: Show, size: str) -> None:
    """What is said beside the question, and on an upright phone with room: nothing moves for it."""
    found: list[str] = []
    told: dict[str, tuple[str, Change]] = {
        "one may be forced": ("offer", _forcing(1)),
        "each of two may be forced": ("offer", _forcing(1, 3)),
        "frozen": ("waiting", _frozen),
        "other rules": ("waiting", _other_rules),
        "the table closes": ("waiting", _closing),
    }
    for what, (moment, change) in told.items():
        page = (await show(moment, size=size)).window.page
        top = await _top(page)
        await show(moment, change, size=size)
        found += [f"{what}: {each}" for each in await table_complaints(page)]
        if size == "phone" and what != "each of two may be forced":
            assert abs(await _top(page) - top) < 1, what
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES)
async def test_who_is_gone_is_shown_with_chips_and_since_when(show: Show, size: str) -> None:
    for language in LANGUAGES:
        page = (await show("waiting", _gone, size=size, language=language)).window.page
        for place in (1, 2, 3):
            seat = page.locator(f'[data-seat="{place}"]')
            await expect(seat.locator(".chips")).to_be_visible()
            await expect(seat.locator(".gone")).to_contain_text("59")
        found = await table_complaints(page)
        assert not found, f"{language}: {found}"


@pytest.mark.parametrize("size", SIZES)
async def test_full_neighbours_have_room(show: Show, size: str) -> None:
    """Whether I hold all nine cards yet, in two rows on phones, or have laid some."""
    found: list[str] = []
    for moment in ("early offer", "early waiting", "offer", "use nothing"):
        staged = await show(moment, _full, size=size)
        complaints = await table_complaints(staged.window.page)
        found += [f"{moment}: {each}" for each in complaints]
        if complaints:
            await staged.window.picture(f"box-full-{size}-{moment}".replace(" ", "-"))
    assert not found, "\n".join(found)


IN_SIGHT: Final = """() => [...document.querySelectorAll('.games button')].filter((one) => {
  const [{left, right, top, bottom}, list] = [one, one.closest('.games')]
    .map((part) => part.getBoundingClientRect());
  return left >= list.left - 1 && right <= list.right + 1
    && top >= list.top - 1 && bottom <= list.bottom + 1;
}).length"""


@pytest.mark.parametrize("size", ["wide", "laptop"])
async def test_all_side_games_are_in_sight_beside_what_was_laid(show: Show, size: str) -> None:
    """Where there is room: between hands one sees both, with three melds on either side."""
    found: list[str] = []
    for language in LANGUAGES:
        page = (await show("result closed", _full, size=size, language=language)).window.page
        assert await page.evaluate(IN_SIGHT) == len(TEN_GAMES), language
        found += [f"{language}: {each}" for each in await table_complaints(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", ["small", "side"])
async def test_a_picked_card_covers_nothing(show: Show, size: str) -> None:
    staged = await show("cambio", size=size)
    page = staged.window.page
    cards = page.locator(".hand .card")
    found: list[str] = []
    for at in (0, 4):
        await cards.nth(at).click()
        await page.locator(f".hand li:nth-child({at + 1}) .is-picked").wait_for()
        await settled(staged.window, staged.frame["seq"])
        found += await table_complaints(page)
    assert not found, found


@pytest.mark.parametrize("size", ["small", "phone", "side", "wide"])
async def test_a_page_that_stopped_says_so_in_full(open_window: Windows, size: str) -> None:
    async with open_window(size) as window:
        window.expect_fault("1008")
        staged = await stage(window, "offer")
        await staged.sockets[-1].close(code=1008)
        await window.page.locator(".stop .btn").wait_for()
        await settled(window, staged.frame["seq"])
        assert await table_complaints(window.page) == []


@pytest.mark.parametrize("size", ["small", "side"])
async def test_a_closed_table_says_so_in_full(open_window: Windows, size: str) -> None:
    async with open_window(size) as window:
        staged = await stage(window, "between")
        staged.sockets[-1].send('{"type": "closed", "reason": "table_closed"}')
        await window.page.locator(".stop a.btn--line").wait_for()
        await settled(window, staged.frame["seq"])
        assert await table_complaints(window.page) == []


@pytest.mark.parametrize("size", ["short", "small", "wide"])
async def test_nothing_moves_for_who_has_no_way(show: Show, size: str) -> None:
    tops = []
    for moment in ("offer", "offer nothing"):
        staged = await show(moment, size=size)
        tops.append(await staged.window.page.evaluate(PANEL))
    assert abs(tops[0] - tops[1]) <= 1, tops


def test_each_two_meet() -> None:
    """What is left out by default is left out three at a time only."""
    there = [(size, *look) for size in SIZES for look in looks(size, every=False)]
    for one, other in product(range(6), repeat=2):
        if one != other:
            met = {(look[one], look[other]) for look in there}
            assert len(met) == len({a for a, _ in met}) * len({b for _, b in met})
    assert {look[1] for look in there} == set(MOMENTS)
    assert len(there) < 165


@pytest.mark.parametrize("moment", ["offer", "use", "between", "result"])
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_axe_finds_nothing(show: Show, moment: str, theme: str) -> None:
    staged = await show(moment, size="phone", theme=theme)
    assert await staged.window.accessible() == []
