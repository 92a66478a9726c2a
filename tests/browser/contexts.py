"""Browser contexts: fresh ones, or such as were used before and have forgotten it.

Enters: how a context is set up. Leaves: a context without cookies, storage or pages. One that was
used before keeps what browsers keep for ever, the files of a build, so that a page loads in a
fraction of the time; whoever measures a first visit asks for a fresh one.
"""

import json
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Error, Page

FORGOTTEN: Final = "cookies,local_storage,indexeddb,service_workers,cache_storage"


class Contexts:
    """Those of one browser. They end with it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: defaultdict[str, list[BrowserContext]] = defaultdict(list)

    @asynccontextmanager
    async def take(self, given: Mapping[str, Any]) -> AsyncIterator[BrowserContext]:
        """One for as long as this is open. If that ends by an exception it is used no more."""
        free = self._free[json.dumps(given, sort_keys=True)]
        context = free.pop() if free else await self.browser.new_context(**given)
        try:
            yield context
        except BaseException:
            await context.close()
            raise
        await _forget(context, given["base_url"])
        free.append(context)


@asynccontextmanager
async def fresh(browser: Browser, given: Mapping[str, Any]) -> AsyncIterator[BrowserContext]:
    """One that knows nothing."""
    context = await browser.new_context(**given)
    try:
        yield context
    finally:
        await context.close()


async def _forget(context: BrowserContext, origin: str) -> None:
    devtools = await context.new_cdp_session(context.pages[0])
    asked = {"origin": origin, "storageTypes": FORGOTTEN}
    for page in context.pages[1:]:
        await page.close()
    await _leave(context.pages[0])  # nothing of it writes any more
    await devtools.send("Storage.clearDataForOrigin", asked)
    await context.pages[0].close()
    await context.clear_cookies()
    await context.clear_permissions()
    await context.set_offline(False)


async def _leave(page: Page) -> None:
    """Whither the page was on its way itself it may come first."""
    try:
        await page.goto("about:blank")
    except Error as error:
        if "interrupted by another navigation" not in str(error):
            raise
        await page.wait_for_load_state()
        await page.goto("about:blank")
