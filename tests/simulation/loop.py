"""An event loop whose time is virtual and whose order is shuffled, both from a seed.

Chosen over a clock that is set by hand, because everything that waits then waits in the
same time: tables, storage, networks and people are plain coroutines with plain sleeps. And
what asyncio happens to do in order of arrival is tried in other orders too.
"""

import asyncio
import selectors
from collections import deque
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, TypeVar

from engine.table.clock import SECOND

T = TypeVar("T")
START = 1_800_000_000 * SECOND
"""When every world begins."""


class Deadlock(Exception):
    """Everybody waits, and nothing will ever happen."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """Never sleeps: where another loop would wait, time jumps to the next timer."""

    def __init__(self, seed: int) -> None:
        self._elapsed = 0.0
        self._chance = Random(seed)
        super().__init__(_Jumps(self))

    def time(self) -> float:
        return self._elapsed

    def wait(self, seconds: float | None) -> float | None:
        """Let time pass; returns how long to wait for the world outside: not at all."""
        if seconds is None:
            raise Deadlock
        self._elapsed += max(0.0, seconds)
        return 0

    def _run_once(self) -> None:
        ready: list[Any] = list(self._ready)  # type: ignore[has-type]
        self._chance.shuffle(ready)
        self._ready = deque(ready)
        super()._run_once()  # type: ignore[misc]


class _Jumps(selectors.SelectSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        return super().select(self._loop.wait(timeout))


class LoopClock:
    """The port to time, on the loop that runs."""

    def now(self) -> int:
        return START + round(asyncio.get_running_loop().time() * SECOND)

    def call_at(self, when: int, callback: Callable[[], None]) -> Callable[[], None]:
        return asyncio.get_running_loop().call_at((when - START) / SECOND, callback).cancel


def run(seed: int, world: Coroutine[Any, Any, T]) -> T:
    """Run a world to its end; the same seed gives the same world."""
    with asyncio.Runner(loop_factory=lambda: VirtualLoop(seed)) as runner:
        return runner.run(world)
