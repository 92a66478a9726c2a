"""A view is shown in steps: no task draws all of it, and what flies meanwhile is not lost."""

import pytest

from tests.browser.browsing import until
from tests.browser.conftest import Windows
from tests.browser.moments import frame_of
from tests.browser.staged import stage

# What each task has drawn: of its changes those who observe them are told when it ends. Clocks
# write words of their own, and no elements.
DRAWING = """() => {
  const drawn = globalThis.drawn = [];
  const parts = {words: '.actions, .bar, .pot', cards: '.center, .me, .seat'};
  new MutationObserver((all) => {
    const elements = all.filter(({addedNodes, removedNodes}) =>
      [...addedNodes, ...removedNodes].some((one) => one.nodeType === Node.ELEMENT_NODE));
    const of = Object.keys(parts).filter((name) =>
      elements.some(({target}) => target.closest?.(parts[name])));
    if (of.length) drawn.push(of.join());
  }).observe(document.getElementById('page'), {childList: true, subtree: true});
}"""
SHOWN = "(seq) => Number(document.body.dataset.seq) === seq"

# A card's first flight stops in the middle; where that is, and where each flight begins.
STOPPING = """(name) => {
  const begun = globalThis.begun = [];
  const middle = ({left, top, width, height}) => [left + width / 2, top + height / 2];
  const start = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (this.dataset.card !== name) return start.call(this, frames, how);
    const [x, y] = middle(this.getBoundingClientRect());
    const [, right, down] = /translate\\((.+)px, (.+)px\\)/.exec(frames[0].transform);
    begun.push([x + Number(right), y + Number(down)]);
    const flight = start.call(this, frames, how);
    if (begun.length > 1) return flight;
    flight.pause();
    flight.currentTime = how.delay + how.duration / 3;
    globalThis.stopped = middle(this.getBoundingClientRect());
    return flight;
  };
}"""
BEGUN = "(times) => globalThis.begun.length >= times"


@pytest.mark.parametrize(
    ("before", "after"),
    [("waiting", "pay"), ("draw", "offer nothing"), ("pay", "use"), ("place", "retired")],
)
async def test_no_task_draws_what_is_asked_and_the_cards(
    open_window: Windows, before: str, after: str
) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, before)
        await until(window, SHOWN, 30)
        await window.page.evaluate(DRAWING)
        staged.show(frame_of(after, seq=31))
        await until(window, SHOWN, 31)
        drawn = await window.page.evaluate("globalThis.drawn")
        assert sorted(set(drawn)) == ["cards", "words"], drawn
        assert drawn.index("words") < drawn.index("cards")


async def test_a_card_on_its_way_goes_on_from_where_it_is(open_window: Windows) -> None:
    async with open_window("phone") as window:
        staged = await stage(window, "waiting")
        await until(window, SHOWN, 30)
        await window.page.evaluate(STOPPING, "9d")
        thrown = {"event": "Discarded", "seat": 2, "card": "9d"}
        news = [{"seq": 31, "events": [thrown]}]
        staged.show({**frame_of("offer nothing", seq=31), "news": news})
        await until(window, BEGUN, 1)
        staged.show(frame_of("offer answered", seq=32))
        await until(window, BEGUN, 2)
        stopped, begun = await window.page.evaluate("[globalThis.stopped, globalThis.begun]")
        assert begun[1] == pytest.approx(stopped, abs=1)
        assert begun[1] != pytest.approx(begun[0], abs=10), "it was on its way"
