"""What the table page costs to load and to move, measured through the browser's own tools.

Enters: a window. Leaves: bytes transferred, by kind; the tasks of the page's main thread and what
its animations change while cards fly. The test bounds the bytes and what is animated, and
`./dev bench client` prints all.
"""

import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

from playwright.async_api import Browser, Page

from tests.browser.browsing import Window, watched
from tests.browser.moments import frame_of
from tests.browser.staged import Stage

SLOW: Final = 4  # times slower than this machine: a phone
TRACED: Final = ["toplevel", "devtools.timeline"]  # more would be work of its own: a third of all
# A draw of mine, a discard of another's, a layout of theirs: what flies most often.
FLIGHTS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("use", {"event": "Drawn", "seat": 0, "card": "8h"}),
    ("offer", {"event": "Discarded", "seat": 2, "card": "9d"}),
    ("waiting", {"event": "Drawn", "seat": 1, "card": None}),
    ("pay", {"event": "Laid", "seat": 0, "added": ["8s", "8d"], "card": "8h"}),
)
TASK: Final = "ThreadControllerImpl::RunTask"  # the outermost, so that none is counted twice
# A view is there and nothing flies any more; looked at seldom, so that looking costs nothing.
LANDED: Final = """(seq) => new Promise((done) => {
  const flies = (one) => one.playState === 'running' && one.effect.getKeyframes
    && !one.effect.target.matches('[data-bar], [data-ring]');
  const look = () => Number(document.body.dataset.seq) === seq
    && !document.getAnimations().some(flies) ? done() : setTimeout(look, 150);
  setTimeout(look, 150);
})"""
# What animations change until none runs any more; watched from one frame to the next.
WATCH: Final = """(seq) => new Promise((done) => {
  const changed = new Set();
  let flown = 0;
  const look = () => {
    const running = document.getAnimations().filter((one) => one.playState === 'running');
    for (const one of running)
      for (const frame of one.effect.getKeyframes())
        for (const name of Object.keys(frame))
          if (!['offset', 'computedOffset', 'easing', 'composite'].includes(name))
            changed.add(name);
    flown = Math.max(flown, running.length);
    const shown = Number(document.body.dataset.seq) === seq;
    if (shown && running.length === 0) done({changed: [...changed].sort(), flown});
    else requestAnimationFrame(look);
  };
  look();
})"""


class Weight(NamedTuple):
    """Bytes over the network, and the addresses they came from."""

    fonts: int
    rest: int
    addresses: list[str]


@asynccontextmanager
async def weighed(window: Window) -> AsyncIterator[list[Weight]]:
    """What a page loads while this is open; the figure is there at the end."""
    devtools = await window.page.context.new_cdp_session(window.page)
    kinds: dict[str, tuple[str, str]] = {}
    sizes: Counter[str] = Counter()
    devtools.on(
        "Network.responseReceived",
        lambda told: kinds.update({told["requestId"]: (told["type"], told["response"]["url"])}),
    )
    devtools.on(
        "Network.loadingFinished",
        lambda told: sizes.update({told["requestId"]: round(told["encodedDataLength"])}),
    )
    await devtools.send("Network.enable")
    found: list[Weight] = []
    yield found
    fonts = sum(size for one, size in sizes.items() if kinds.get(one, ("", ""))[0] == "Font")
    addresses = [url for _, url in kinds.values()]
    found.append(Weight(fonts, sum(sizes.values()) - fonts, addresses))
    await devtools.detach()


class Flight(NamedTuple):
    """What happened while cards flew: properties changed, how many moved at once."""

    changed: set[str]
    flown: int


async def fly(staged: Stage) -> Flight:
    """Show views that make cards fly, and watch each frame; which is work of its own."""
    changed: set[str] = set()
    flown = 0
    async for seen in _each_flight(staged, WATCH):
        changed |= set(seen["changed"])
        flown += seen["flown"]
    return Flight(changed, flown)


async def fly_unwatched(staged: Stage) -> None:
    """The same without looking at more than the end, so that time is the page's own."""
    async for _ in _each_flight(staged, LANDED):
        pass


async def _each_flight(staged: Stage, watch: str) -> AsyncIterator[Any]:
    for moment, event in FLIGHTS:
        seq = staged.frame["seq"] + 1
        seen = await watched(staged.window, watch, seq)
        staged.show({**frame_of(moment, seq=seq), "news": [{"seq": seq, "events": [event]}]})
        yield await seen


class Tasks(NamedTuple):
    """Milliseconds of each task of a page's main thread, longest first.

    `wall` is what a person waits and holds what else the machine did meanwhile; `processor` is
    the thread's own time, the throttle's share included.
    """

    wall: list[float]
    processor: list[float]


@asynccontextmanager
async def timed(browser: Browser, page: Page, slow: int = SLOW) -> AsyncIterator[list[Tasks]]:
    """Tasks while this is open, on a processor so many times slower; there at the end."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    await browser.start_tracing(page=page, categories=TRACED)
    found: list[Tasks] = []
    yield found
    trace = json.loads(await browser.stop_tracing())
    await devtools.detach()
    tasks = list(_tasks(trace["traceEvents"]))
    found.append(Tasks(*(sorted(times, reverse=True) for times in zip(*tasks, strict=True))))


def _tasks(events: list[dict[str, Any]]) -> Iterator[tuple[float, float]]:
    """The tasks of the page's main thread; one that calls functions is a page's."""
    pages = Counter((one["pid"], one["tid"]) for one in events if one["name"] == "FunctionCall")
    ((main, _),) = pages.most_common(1)
    for one in events:
        if one["name"] == TASK and (one["pid"], one["tid"]) == main:
            yield one.get("dur", 0) / 1000, one.get("tdur", 0) / 1000
