"""The table at every size and in every language, each moment of a hand: measured, and by axe.

Themes and seats change with size and language, so that each meets each.
"""

import asyncio
from itertools import product
from typing import Final

import pytest

from tests.browser.browsing import PATIENCE, Window
from tests.browser.conftest import Windows
from tests.browser.staged import MOMENTS, frame_of, stage
from tests.browser.table_boxes import table_complaints

SIZES: Final = ("phone", "short", "side", "tablet", "wide")
LANGUAGES: Final = ("es", "en", "th")
LOOK = 0.03  # seconds between two looks at a page

# The page shows this entry, and nothing of it moves any more but the clocks.
SETTLED = """(seq) => Number(document.body.dataset.seq) === seq
  && document.getAnimations().every((one) => one.playState !== 'running'
    || one.effect.target.matches('[data-bar], [data-ring]'))"""


async def settled(window: Window, seq: int) -> None:
    """Wait until the page is at rest; its policy forbids Playwright's own way of waiting."""
    for _ in range(int(PATIENCE / 1000 / LOOK)):
        if await window.page.evaluate(SETTLED, seq):
            return
        await asyncio.sleep(LOOK)
    raise AssertionError(f"entry {seq} is not shown, or does not come to rest")


def look_of(size: str, language: str) -> tuple[str, int]:
    """A theme and a number of seats for each size and language."""
    at = SIZES.index(size), LANGUAGES.index(language)
    return ("dark", "light")[sum(at) % 2], (4, 3, 2)[(at[0] + 2 * at[1]) % 3]


@pytest.mark.parametrize(("size", "language"), list(product(SIZES, LANGUAGES)))
async def test_boxes(open_window: Windows, size: str, language: str) -> None:
    theme, seats = look_of(size, language)
    found: list[str] = []
    async with open_window(size, language=language, theme=theme) as window:
        await window.page.emulate_media(reduced_motion="reduce")  # at rest at once
        staged = await stage(window, "cut", seats)
        for seq, moment in enumerate(MOMENTS, 31):
            staged.show(frame_of(moment, seats, seq=seq))
            await settled(window, seq)
            complaints = await table_complaints(window.page)
            found += [f"{moment}, {theme}, {seats} seats: {each}" for each in complaints]
            if complaints:
                await window.picture(f"box-{moment}-{size}-{language}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("moment", ["offer", "use", "between", "result"])
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_axe_finds_nothing(open_window: Windows, moment: str, theme: str) -> None:
    async with open_window("phone", theme=theme) as window:
        await stage(window, moment)
        assert await window.accessible() == []
