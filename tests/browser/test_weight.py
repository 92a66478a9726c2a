"""How much the table page loads, how it is kept, and what moves while a card flies."""

import json
import re
from collections.abc import Iterator

from app.pages.files import load_site
from app.pages.shells import page_of
from tests.browser.browsing import until
from tests.browser.conftest import Windows
from tests.browser.moments import frame_of
from tests.browser.playing import ask, be_guest
from tests.browser.staged import stage
from tests.browser.weight import fly, weighed

MOST_BYTES = 100 * 1024  # beside fonts
MOST_FONTS = 100 * 1024  # two, subset; a Thai one when Thai is used
SITE = load_site()


async def test_the_table_page_is_light_and_kept_for_ever(open_window: Windows) -> None:
    async with open_window("phone", first=True) as window:
        await be_guest(window, "Lucía")
        seat = await ask(window, "POST", "/play")
        async with weighed(window) as found:
            await window.page.goto(seat["path"])
            await window.page.locator(".hand button, .actions .go .btn").first.wait_for()
            await window.page.wait_for_load_state("networkidle")
        weight = found[0]
        files = [url for url in weight.addresses if "/s/" in url]
        assert len(files) > 20
        assert all(re.search(rf"/s/{SITE.build}/", url) for url in files)
        assert 20_000 < weight.rest <= MOST_BYTES, weight
        assert 0 < weight.fonts <= MOST_FONTS, weight
        async with weighed(window) as again:
            await window.page.reload()
            await window.page.locator(".hand button, .actions .go .btn").first.wait_for()
        assert again[0].rest < MOST_BYTES / 10, "what has an address of its own is not loaded twice"


LITERAL = re.compile(r"""["`]((?:common|table|rules)\.(?:[\w.?]|\$\{[^}]*\})+)["`]""")


def _said_by(module: str) -> Iterator[str]:
    """The keys of texts in a module; those that it puts together: each that it may mean."""
    every = json.loads(SITE.files["i18n/es.json"].content)
    for literal in LITERAL.findall(SITE.files[module].content.decode()):
        meant = re.compile(re.sub(r"\\\$\\\{.*?\\\}", r"[^.]+", re.escape(literal)))
        yield from filter(meant.fullmatch, every)


def test_what_the_table_page_says_comes_with_it() -> None:
    """And what its sheets say, with them: a text that is left out is seen where it is said."""
    texts = {
        part: json.loads(SITE.files[f"i18n/es.{part}.json"].content) for part in ("table", "sheets")
    }
    modules = re.findall(
        f'"modulepreload" href="{SITE.base}/([^"]+)"', page_of(SITE, "table").html.decode()
    )
    assert len(modules) > 50
    said = {key for module in modules for key in _said_by(module)}
    assert len(said) > 200
    assert said - texts["table"].keys() == set()
    sheets = set(_said_by("view/table/sheets.js"))
    assert sheets - texts["table"].keys() - texts["sheets"].keys() == set()
    assert texts["sheets"].keys() & said == set()


async def test_only_transform_and_opacity_change_while_cards_fly(open_window: Windows) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, "draw")
        flight = await fly(staged)
        assert flight.flown >= 4
        assert flight.changed <= {"transform", "opacity"}


# Counts how often the page is laid out in the middle of a script: each time it is measured after a
# change. What moves is measured at once, before anything starts, and in no task that has drawn: of
# what a task has changed, those who observe it are told only when it ends. Another drawing, which a
# late answer or a letter's new width brings about, is a task of its own and measures anew.
COUNTING = """() => {
  const told = {measured: 0, started: 0, afterwards: 0, drawn: 0, within: 0};
  let starting = false;
  const changes = new MutationObserver((all) => { told.drawn += all.length; });
  changes.observe(document.getElementById('page'), {childList: true, subtree: true});
  const measure = Element.prototype.getBoundingClientRect;
  const start = Element.prototype.animate;
  Element.prototype.getBoundingClientRect = function () {
    told.measured += 1;
    if (starting) told.afterwards += 1;
    told.within += changes.takeRecords().length;
    return measure.call(this);
  };
  Element.prototype.animate = function (...how) {
    told.started += 1;
    if (!starting) queueMicrotask(() => { starting = false; });
    starting = true;
    return start.apply(this, how);
  };
  globalThis.told = told;
}"""
STARTED = "(least) => globalThis.told.started >= least"


async def test_what_flies_is_measured_before_anything_starts(open_window: Windows) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, "draw")
        events = [
            {"event": "Drawn", "seat": 1, "card": None},
            {"event": "Laid", "seat": 0, "added": ["8s", "8d"], "card": "8h"},
            {"event": "Drawn", "seat": 2, "card": None},
        ]
        await window.page.evaluate(COUNTING)
        staged.show({**frame_of("pay", seq=31), "news": [{"seq": 31, "events": events}]})
        await until(window, STARTED, 4)
        told = await window.page.evaluate("globalThis.told")
        assert told["measured"] > told["started"]
        assert told["afterwards"] == 0
        assert told["drawn"] > 0
        assert told["within"] == 0
