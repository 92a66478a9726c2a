"""What waits to be dealt with, several at a time.

Enters: one thing after the other. Leaves: whatever has come in while the last batch was dealt with,
so nobody needs a timer: who is idle takes one at once, who is busy takes many. Never here: what
becomes of a batch.
"""

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Batches(Generic[T]):
    """Things in their order, for one who takes them. `keeps`: of so many the oldest is dropped."""

    def __init__(self, most: int, keeps: int | None = None) -> None:
        """`most`: that are taken at once."""
        self._most = most
        self._waiting: deque[T] = deque(maxlen=keeps)
        self._changed = asyncio.Event()
        self._ends = False

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, thing: T) -> None:
        """It waits from now on."""
        self._waiting.append(thing)
        self._changed.set()

    async def some(self) -> bool:
        """Wait until something waits; False if nothing does, nor will."""
        while not self._waiting and not self._ends:
            self._changed.clear()
            await self._changed.wait()
        return bool(self._waiting)

    def take(self) -> list[T]:
        """What waits now, the first of it if that is too much."""
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), self._most))]

    def drain(self) -> list[T]:
        """All that waits."""
        drained = list(self._waiting)
        self._waiting.clear()
        return drained

    def end(self) -> None:
        """Nothing comes any more."""
        self._ends = True
        self._changed.set()
