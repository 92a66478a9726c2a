"""Somebody who has never been here: a name, a click, and cards; counted and timed.

Enters: a window on a server. Leaves: how many clicks and seconds it took to hold cards. The test
looks at the clicks, `./dev bench client` at the seconds.
"""

from time import monotonic
from typing import Final, NamedTuple

from tests.browser.browsing import Window

NICK: Final = "¿Cómo te dicen?"
DEALT: Final = 9
REACTION: Final = 300  # ms between seeing a panel and pressing; the page takes no faster press
PATIENCE: Final = 60_000  # ms: a busy machine is no failure


class Arrival(NamedTuple):
    """From the click on *Jugar ya* to nine cards in one's hand."""

    clicks: int
    seconds: float


async def arrive(window: Window, name: str = "Lucía") -> Arrival:
    """Come in, and cut the deck if that falls to oneself: a second click."""
    page = window.page
    await page.goto("/")
    await page.get_by_label(NICK).fill(name)
    began, clicks = monotonic(), 1
    await page.get_by_role("button", name="Jugar ya").click()
    cards = page.locator(".hand button")
    cut = page.locator("body[data-state=cut] .actions .go .btn--main")
    await cut.or_(cards).first.wait_for(timeout=PATIENCE)
    if not await cards.count():
        clicks += 1
        await page.wait_for_timeout(REACTION)
        await cut.click()
    await cards.nth(DEALT - 1).wait_for(timeout=PATIENCE)
    return Arrival(clicks, monotonic() - began)
