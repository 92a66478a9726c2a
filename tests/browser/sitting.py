"""People at one table, each at a page of another size, and what chips they see at the end.

Enters: what opens a window. Leaves: windows at the table's page, hasty ones, for whole hands.
"""

from contextlib import AsyncExitStack
from typing import Any, Final

from tests.browser.browsing import Window, hasten
from tests.browser.conftest import Windows
from tests.browser.playing import ask, be_guest

SIZES: Final = ("phone", "side", "tablet", "wide")
NAMES: Final = ("Ana", "Beto", "Carla", "Dora")


async def sit_down(
    stack: AsyncExitStack, open_window: Windows, people: int, **wanted: Any
) -> list[Window]:
    """So many people at one table, each at a page of another size; the first is its host."""
    windows = [
        await stack.enter_async_context(open_window(SIZES[at], language="es"))
        for at in range(people)
    ]
    for window, name in zip(windows, NAMES, strict=False):
        await hasten(window)
        await be_guest(window, name)
    asked = {"pace": "lively", "window": 3, "seats": [people, people], **wanted}
    table = await ask(windows[0], "POST", "/tables", asked)
    for window in windows:
        await ask(window, "POST", f"/tables/{table['id']}/seat", {})
    for window in windows:
        await window.page.goto(table["path"])
    return windows


async def chips_of(windows: list[Window]) -> int:
    """The stacks that the result tells, the same to all, added up."""
    shown = [await window.page.locator(".tot").all_inner_texts() for window in windows]
    assert all(each == shown[0] for each in shown), "all see the same stacks"
    return sum(int(text) for text in shown[0])
