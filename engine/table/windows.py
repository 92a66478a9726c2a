"""The port to claim windows: sealed answers that may be changed until the close.

A window is named by table and seq. Whoever keeps it tells nobody what it holds before
`close`; after that the answers stay readable for the owner until `forget`, so that an
owner that dies between closing and committing loses none. `MemoryWindows` is the adapter
for one process.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from engine.rules.actions import Action


class WindowId(NamedTuple):
    """The offer that was put by entry `seq` of a table."""

    table: str
    seq: int


class Windows(Protocol):
    """Where answers to offers are kept while they are sealed."""

    async def open(self, window: WindowId, seats: Sequence[int], closes_at: int) -> None:
        """Begin to take answers of these seats. Opening an open window changes nothing."""
        ...

    async def answer(self, window: WindowId, seat: int, action: Action) -> bool:
        """Keep a seat's answer in place of an earlier one; False if it comes too late."""
        ...

    async def answered(self, window: WindowId) -> frozenset[int]:
        """The seats that have answered: for the owner alone, it tells nobody."""
        ...

    async def close(self, window: WindowId) -> tuple[Action, ...]:
        """Take no more answers; returns those there are. Closing again returns the same."""
        ...

    async def forget(self, window: WindowId) -> None:
        """The answers are in the journal; drop them."""
        ...


class MemoryWindows:
    """Windows of one process, in its memory."""

    def __init__(self) -> None:
        self._open: dict[WindowId, frozenset[int]] = {}
        self._answers: dict[WindowId, dict[int, Action]] = {}

    async def open(self, window: WindowId, seats: Sequence[int], closes_at: int) -> None:
        del closes_at  # the owner in this process closes in time
        if window not in self._answers:
            self._open[window] = frozenset(seats)
            self._answers[window] = {}

    async def answer(self, window: WindowId, seat: int, action: Action) -> bool:
        if seat not in self._open.get(window, ()):
            return False
        self._answers[window][seat] = action
        return True

    async def answered(self, window: WindowId) -> frozenset[int]:
        return frozenset(self._answers.get(window, ()))

    async def close(self, window: WindowId) -> tuple[Action, ...]:
        self._open.pop(window, None)
        return tuple(self._answers.get(window, {}).values())

    async def forget(self, window: WindowId) -> None:
        self._open.pop(window, None)
        self._answers.pop(window, None)
