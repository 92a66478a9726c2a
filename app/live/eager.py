"""Awaiting what is mostly done at once, without a task for it.

Enters: something to await. Leaves: nothing if it was done at once, else a task that does the
rest. To make a task, queue it and wake it costs as much as a small send itself; Python 3.12
knows this as eager tasks. What is begun so must not ask for its task (`asyncio.timeout`
does) before it has waited once.
"""

import asyncio
from collections.abc import Awaitable, Generator
from types import coroutine
from typing import Any


def begin(awaitable: Awaitable[None]) -> asyncio.Task[None] | None:
    """Go on to the first real wait; None if there is none. Raises what comes before it."""
    steps = awaitable.__await__()
    try:
        awaited = next(steps)
    except StopIteration:
        return None
    return asyncio.create_task(_rest(awaited, steps))


@coroutine
def _rest(awaited: Any, steps: Generator[Any, Any, None]) -> Generator[Any, Any, None]:
    """What is left, beginning with what is being waited for."""
    try:
        yield awaited
    except BaseException:  # cancelled while it waits: so is what was begun
        steps.close()
        raise
    yield from steps
