"""Awaiting what is mostly done at once, without a task for it.

Enters: something to await. Leaves: nothing if it was done at once, else a task that does the
rest. To make a task, queue it and wake it costs as much as a small send itself; Python 3.12
knows this as eager tasks. What is begun so must not ask for its task (`asyncio.timeout`
does) before it has waited once.
"""

import asyncio
from collections.abc import Awaitable, Coroutine, Generator
from typing import Any


def begin(awaitable: Awaitable[None]) -> asyncio.Task[None] | None:
    """Go on to the first real wait; None if there is none. Raises what comes before it."""
    steps = awaitable.__await__()
    try:
        awaited = next(steps)
    except StopIteration:
        return None
    return asyncio.create_task(_Rest(awaited, steps))


class _Rest(Coroutine[Any, None, None]):
    """What is left, beginning with what is being waited for.

    No generator: one that is cancelled before its first step never learns of it, and what was
    begun has something to clear up by then. A bare turn of the loop (None) that is waited for
    has passed when the task takes its first step.
    """

    __slots__ = ("_awaited", "_steps")

    def __init__(self, awaited: Any, steps: Generator[Any, Any, None]) -> None:
        self._awaited = awaited
        self._steps = steps

    def send(self, value: None) -> Any:
        """Hand on what is waited for first, then go on as what was begun does."""
        if self._awaited is None:
            return self._steps.send(value)
        awaited, self._awaited = self._awaited, None
        return awaited

    def throw(self, *error: Any) -> Any:
        """What came instead, a failure or the cancelling, is for what was begun to handle."""
        self._awaited = None
        return self._steps.throw(*error)

    def close(self) -> None:
        """Nobody waits any more."""
        self._steps.close()

    def __await__(self) -> Generator[Any, None, None]:
        """A coroutine has this too; a task never asks for it."""
        return self._steps
