"""Boxes of the table page, measured: nothing scrolls, overlaps, is cut off or too small to press.

Every moment of a hand at every size in every language, with themes and seats that change between
them; what is measured is what people see and press.
"""

from itertools import product
from typing import Final

import pytest

from tests.browser.conftest import Windows
from tests.browser.staged import MOMENTS, frame_of, stage

SIZES: Final = ("phone", "short", "side", "tablet", "wide")
LANGUAGES: Final = ("es", "en", "th")

# The page shows this entry, and nothing of it moves any more.
SETTLED = """(seq) => Number(document.body.dataset.seq) === seq
  && document.getAnimations().every((one) => one.playState !== 'running')"""
FAULTS = """() => {
  const faults = [];
  const seen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';
  const name = (one) => one.className?.baseVal ?? (one.className || one.tagName);
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight + 1) faults.push(`scrolls down ${page.scrollHeight} > ${innerHeight}`);
  if (page.scrollWidth > innerWidth + 1) faults.push(`scrolls aside ${page.scrollWidth} > ${innerWidth}`);
  const dialog = document.querySelector('.result');
  const within = dialog ?? document.body;
  const presses = [...within.querySelectorAll('button, a[href], label, input[type=range]')].filter(seen)
    .filter((one) => !one.matches('.skip, .sr') && !one.closest('dialog:not([open])'));
  for (const one of presses) {
    const box = one.getBoundingClientRect();
    const after = getComputedStyle(one, '::after');
    const grown = after.content !== 'none' && after.position === 'absolute' ? 10 : 0;
    const width = one.dataset.card ? Math.max(box.width, 0) : box.width;
    if (box.height + grown < 39.5 || width < 39.5) faults.push(`small ${name(one)} ${Math.round(width)}×${Math.round(box.height)}`);
    if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.left < -1 || box.top < -1)
      if (!one.closest('.log, .reacts, .orders--many')) faults.push(`outside ${name(one)} ${Math.round(box.left)},${Math.round(box.top)} to ${Math.round(box.right)},${Math.round(box.bottom)}`);
  }
  const buttons = presses.filter((one) => !one.dataset.card && !one.matches('.lane__head'));
  for (const [at, a] of buttons.entries()) for (const b of buttons.slice(at + 1)) {
    if (a.contains(b) || b.contains(a)) continue;
    const [x, y] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const [w, h] = [Math.min(x.right, y.right) - Math.max(x.left, y.left), Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top)];
    if (w > 2 && h > 2) faults.push(`overlap ${name(a)} / ${name(b)} ${Math.round(w)}×${Math.round(h)}`);
  }
  for (const one of within.querySelectorAll('.btn, .ask h2, .react, .way__txt b, .result h2')) {
    if (seen(one) && one.scrollWidth > one.clientWidth + 2 && !one.closest('dialog:not([open])'))
      faults.push(`cut ${name(one)} "${one.textContent.trim().slice(0, 24)}" ${one.scrollWidth} > ${one.clientWidth}`);
  }
  const panel = document.querySelector('.actions')?.getBoundingClientRect();
  const hand = [...document.querySelectorAll('.hand .card')].map((one) => one.getBoundingClientRect());
  if (!dialog && panel) for (const box of hand)
    if (box.bottom > panel.top + 6 && box.top < panel.bottom && box.right > panel.left + 6 && box.left < panel.right - 6) { faults.push('hand under the panel'); break; }
  return faults;
}"""


def windows() -> list[tuple[str, str, str, int]]:
    """Each size with each language; themes and seats so that they meet every size and language."""
    return [
        (size, language, ("dark", "light")[(a + b) % 2], (4, 3, 2)[(a + 2 * b) % 3])
        for (a, size), (b, language) in product(enumerate(SIZES), enumerate(LANGUAGES))
    ]


@pytest.mark.parametrize("size", SIZES)
async def test_boxes(open_window: Windows, size: str) -> None:
    found: list[str] = []
    for of, language, theme, seats in windows():
        if of != size:
            continue
        async with open_window(size, language=language, theme=theme) as window:
            staged = await stage(window, "cut", seats)
            for seq, moment in enumerate(MOMENTS, 31):
                staged.show(frame_of(moment, seats, seq=seq))
                await window.page.wait_for_function(SETTLED, arg=seq)
                faults = await window.page.evaluate(FAULTS)
                case = f"{moment} {size} {language} {theme} {seats}"
                found += [f"{case}: {fault}" for fault in faults]
                if faults:
                    await window.picture(f"box-{case.replace(' ', '-')}")
    assert found == []


@pytest.mark.parametrize("moment", ["offer", "use", "between", "result"])
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_axe_finds_nothing(open_window: Windows, moment: str, theme: str) -> None:
    async with open_window("phone", theme=theme) as window:
        await stage(window, moment)
        assert await window.accessible() == []
