"""One page for all the staged moments of a worker: a view replaces whatever was shown before.

Enters: a moment of a hand and how it is looked at. Leaves: the page at rest, showing that. What
is looked at changes with it: size, zoom, language, theme, seats, names. Motion is reduced, since
here it is not the subject. Whoever reloads the page, or loses its socket, opens one of their own.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from playwright.async_api import CDPSession

from tests.browser.browsing import SIZES, ZOOMED, Window, until
from tests.browser.moments import NAMES, PRESSED, frame_of
from tests.browser.staged import Stage, stage

# The page shows this entry in this language, and nothing of it moves any more but the clocks.
SETTLED: Final = """([seq, language]) => Number(document.body.dataset.seq) === seq
  && document.documentElement.lang === language && document.fonts.status === 'loaded'
  && document.getAnimations().every((one) => one.playState !== 'running'
    || one.effect.target.matches('[data-bar], [data-ring]'))"""

SET: Final = """async (wanted) => {
  const base = document.querySelector('script[src$="/early.js"]').src.replace('early.js', '');
  const {settings} = await import(base + 'model/settings.js');
  for (const [name, value] of Object.entries(wanted))
    if (settings.get(name) !== value) settings.set(name, value);
  document.querySelector('dialog.sheet[open]')?.close();
}"""


Change = Callable[[dict[str, Any]], None]


class Look(NamedTuple):
    """How a moment is looked at."""

    size: str = "wide"
    language: str = "es"
    theme: str = "dark"
    seats: int = 4
    names: tuple[str, ...] = NAMES


class Shown:
    """The page, and the other end of its socket."""

    def __init__(self, window: Window, staged: Stage, devtools: CDPSession) -> None:
        self.window = window
        self.staged = staged
        self._devtools = devtools
        self._size = ""
        self._ended = 0

    async def show(self, moment: str, look: Look, change: Change) -> Stage:
        """Show a moment, and wait until it is there. `change` works on its frame before."""
        staged = self.staged
        for frame in staged.asked:  # a page asks nothing twice that has no answer
            if "id" in frame:
                staged.answer(frame["id"], None)
        staged.asked.clear()
        await self._resize(look.size)
        await self.window.page.evaluate(SET, {"language": look.language, "theme": look.theme})
        seq = staged.frame["seq"] + 1
        frame = frame_of(moment, look.seats, names=look.names, seq=seq)
        if moment.startswith("result"):  # of another hand each: one may have been put aside
            frame["public"]["hand"] += self._ended
            self._ended += 1
        change(frame)
        staged.show(frame)
        await self.settled(look.language)
        if pressed := PRESSED.get(moment):
            await self.window.page.locator(pressed).click()
            await self.settled(look.language)
        return staged

    async def settled(self, language: str = "es") -> None:
        """Wait until the page shows the last view and is at rest."""
        await settled(self.window, self.staged.frame["seq"], language)

    async def _resize(self, size: str) -> None:
        if size == self._size:
            return
        self._size = size
        width, height = SIZES[size]
        await self.window.page.set_viewport_size({"width": width, "height": height})
        metrics = {"width": width, "height": height, "mobile": False}
        scale = {"deviceScaleFactor": 2 if size in ZOOMED else 1}
        await self._devtools.send("Emulation.setDeviceMetricsOverride", metrics | scale)


async def settled(window: Window, seq: int, language: str = "es") -> None:
    """Wait until a page shows the view of entry `seq` and is at rest."""
    await until(window, SETTLED, [seq, language])


async def shown(window: Window) -> Shown:
    """Open the page."""
    await window.page.emulate_media(reduced_motion="reduce")
    staged = await stage(window, "cut")
    return Shown(window, staged, await window.page.context.new_cdp_session(window.page))
