"""The port to claim windows: sealed answers that may be changed until the close.

A window is named by table and seq. Whoever keeps it tells nobody what it holds before
`close`; after that the answers stay readable for the owner until `forget`, so that an
owner that dies between closing and committing loses none. `MemoryWindows` is the adapter
for one process.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from engine.rules.actions import Action

MOST_REQUESTS = 32  # request ids of one seat that a window remembers


class WindowId(NamedTuple):
    """The offer that was put by entry `seq` (as shown: `Live.asked_seq`) of a table."""

    table: str
    seq: int


class Sealed(NamedTuple):
    """What a window held: the last answer of each seat, and all requests (seat, id)."""

    answers: tuple[Action, ...] = ()
    requests: tuple[tuple[int, str], ...] = ()


class WindowsAway(Exception):
    """The windows can't be reached: pause, and try again later."""


class Windows(Protocol):
    """Where answers to offers are kept while they are sealed. Each may raise `WindowsAway`."""

    async def open(self, window: WindowId, seats: Sequence[int], closes_at: int) -> None:
        """Begin to take answers of these seats, until `closes_at`.

        Opening again what is open, or closed and not forgotten, keeps the answers there are
        and takes more, until the new `closes_at`: the table was away in between.
        """
        ...

    async def answer(self, window: WindowId, seat: int, action: Action, request: str) -> bool:
        """Keep a seat's answer in place of an earlier one; False if it comes too late.

        A request id (empty: none) that this seat has used in this window changes nothing.
        """
        ...

    async def given(self, window: WindowId) -> Mapping[int, Action]:
        """The answer of each seat that has one: for the owner alone, it tells nobody else."""
        ...

    async def close(self, window: WindowId) -> Sealed:
        """Take no more answers; returns those there are. Closing again returns the same."""
        ...

    async def forget(self, window: WindowId) -> None:
        """The answers are in the journal; drop them."""
        ...


@dataclass(slots=True)
class _Window:
    """One window in memory; `asked` is empty while it is closed."""

    asked: frozenset[int]
    answers: dict[int, Action] = field(default_factory=dict)
    requests: list[tuple[int, str]] = field(default_factory=list)


class MemoryWindows:
    """Windows of one process, in its memory."""

    def __init__(self) -> None:
        self._windows: dict[WindowId, _Window] = {}

    async def open(self, window: WindowId, seats: Sequence[int], closes_at: int) -> None:
        """See `Windows`; the owner, in this process, closes in time."""
        del closes_at
        kept = self._windows.setdefault(window, _Window(frozenset()))
        kept.asked = frozenset(seats)

    async def answer(self, window: WindowId, seat: int, action: Action, request: str) -> bool:
        """See `Windows`."""
        kept = self._windows.get(window)
        if kept is None or seat not in kept.asked:
            return False
        if (seat, request) in kept.requests:
            return True
        if request:
            own = [pair for pair in kept.requests if pair[0] == seat]
            if len(own) >= MOST_REQUESTS:
                kept.requests.remove(own[0])
            kept.requests.append((seat, request))
        kept.answers[seat] = action
        return True

    async def given(self, window: WindowId) -> Mapping[int, Action]:
        """See `Windows`."""
        kept = self._windows.get(window)
        return dict(kept.answers) if kept else {}

    async def close(self, window: WindowId) -> Sealed:
        """See `Windows`."""
        kept = self._windows.get(window)
        if kept is None:
            return Sealed()
        kept.asked = frozenset()
        return Sealed(tuple(kept.answers.values()), tuple(kept.requests))

    async def forget(self, window: WindowId) -> None:
        """See `Windows`."""
        self._windows.pop(window, None)
