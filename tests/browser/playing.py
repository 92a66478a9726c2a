"""Somebody at a table page who presses what is offered until the hand is over.

Enters: a window. Leaves: the page at its result. Presses are found by what people see: the
panel's buttons, the cards of the hand.
"""

import asyncio
from collections import Counter
from time import monotonic
from typing import Any

from playwright.async_api import Error

from tests.browser.browsing import Window

BREATH = 0.06  # seconds between two looks at a page
# What a person would do with the panel as it is: one press, told as its name. Runs in the page,
# so that looking costs no way there and back, until it sees what was asked for.
PRESS_ON = """([until, breath]) => new Promise((done) => {
  const pressed = globalThis.pressed = {};
  const press = () => {
    const told = pressOnce();
    pressed[told] = (pressed[told] ?? 0) + 1;
    if (told !== until) return;
    clearInterval(pressing);
    done(pressed);
  };
  const pressing = setInterval(press, breath);
  const pressOnce = () => {
  const state = document.body.dataset.state;
  const seen = (one) => one && !one.disabled && one.getClientRects().length > 0;
  const all = (where) => [...document.querySelectorAll(where)].filter(seen);
  if (all('.stop').length) return 'stopped';
  if (all('.result').length) return 'result';
  if (['answered', 'waiting', 'retired', 'out', 'notdealt', 'watch', 'between', 'loading']
    .includes(state) && !all('.lanes').length) return state === 'answered' ? state : 'waits';
  const main = all('.actions .go .btn--main')[0];
  if (main) { main.click(); return state; }
  if (['pay', 'cambio'].includes(state)) { all('.hand button')[0]?.click(); return 'picked'; }
  const other = all('.actions .go .btn')[0];
  if (other) { other.click(); return state + ' refused'; }
  return 'nothing in ' + state;
  };
})"""


async def ask(window: Window, method: str, path: str, body: Any = None) -> Any:
    """A REST request with the cookies of this browser, as its pages make it."""
    answer = await window.page.request.fetch(
        f"{window.base}/api{path}", method=method, data=body, headers={"origin": window.base}
    )
    assert answer.ok, (method, path, await answer.text())
    return await answer.json() if answer.status != 204 else None


async def be_guest(window: Window, name: str) -> None:
    """Come in under a nickname."""
    await ask(window, "POST", "/guests", {"name": name})


async def press_on(window: Window, until: str = "result", patience: float = 60) -> Counter[str]:
    """Press what is offered until the page shows `until`; how often each panel was answered.

    A page that loads itself anew forgets what it has pressed, and is pressed on.
    """
    asked = [until, 1000 * BREATH]
    try:
        async with asyncio.timeout(patience):
            while True:
                try:
                    return Counter(await window.page.evaluate(PRESS_ON, asked))
                except Error:
                    await window.page.wait_for_load_state("domcontentloaded")
    except TimeoutError as late:
        raise AssertionError(f"no {until} within {patience} s: {await _as_it_is(window)}") from late


async def _as_it_is(window: Window) -> Any:
    """What a page that came to no end shows, and what was pressed on it."""
    return await window.page.evaluate(
        """() => [{...document.body.dataset}, globalThis.pressed,
                  document.querySelector("main")?.innerText.slice(0, 600)]"""
    )


# Which key a person without a mouse would press: the main button's, else one that is there.
KEY = """() => {
  const seen = (one) => one && !one.disabled && one.getClientRects().length > 0;
  const all = (where) => [...document.querySelectorAll(where)].filter(seen);
  if (all('.stop').length) return 'stopped';
  if (all('.result').length) return 'result';
  const state = document.body.dataset.state;
  if (['waiting', 'answered', 'retired', 'out', 'between'].includes(state)) return 'waits';
  const key = all('.actions .go .btn--main, .actions .go .btn')
    .map((one) => one.getAttribute('aria-keyshortcuts')).filter(Boolean);
  const main = all('.actions .go .btn--main')[0]?.getAttribute('aria-keyshortcuts');
  return main ?? (['pay', 'cambio'].includes(state) ? 'hand' : key[0] ?? 'waits');
}"""


async def press_keys_on(window: Window, patience: float = 60) -> Counter[str]:
    """As `press_on`, by the keyboard alone: keys of one letter, arrows and space."""
    pressed: Counter[str] = Counter()
    keyboard = window.page.keyboard
    end = monotonic() + patience
    while monotonic() < end:
        key = await window.page.evaluate(KEY)
        pressed[key] += 1
        if key == "result":
            return pressed
        if key == "hand":
            await keyboard.press("ArrowRight")
            await keyboard.press("Space")
        elif len(key) == 1:
            await keyboard.press(key.lower())
        await asyncio.sleep(BREATH)
    raise AssertionError(f"no result within {patience} s: {pressed}")
