"""The port to claim windows: sealed answers that may be changed until the close.

A window is named by table and seq. Whoever keeps it tells nobody what it holds before
`close`; after that the answers stay readable for the owner until `forget`, so that an
owner that dies between closing and committing loses none. Each window keeps the epoch of the
last owner that opened it, and an earlier one can do nothing to it any more: else what that
one accepts into a window opened anew is in no entry. `MemoryWindows` is the adapter for one
process.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple, Protocol

from engine.rules.actions import Action
from engine.table.journal import Fenced

MOST_REQUESTS = 32  # request ids of one seat that a window remembers
MOST_FORGOTTEN = 1024  # windows of which memory still knows whose they were


class WindowId(NamedTuple):
    """The offer that was put by entry `seq` (as shown: `Live.asked_seq`) of a table."""

    table: str
    seq: int


class Sealed(NamedTuple):
    """What a window held: the last answer of each seat, and all requests (seat, id)."""

    answers: tuple[Action, ...] = ()
    requests: tuple[tuple[int, str], ...] = ()


class Verdict(IntEnum):
    """What became of an answer; what is true has been taken, now or before."""

    LATE = 0  # the window is closed, or does not ask this seat
    KEPT = 1
    KNOWN = 2  # by the same request, before; there may be a newer one, which stays


class WindowsAway(Exception):
    """The windows can't be reached: pause, and try again later."""


class Windows(Protocol):
    """Where answers to offers are kept while they are sealed. Each may raise `WindowsAway`.

    `epoch` is that of the owner who asks. What takes one raises `Fenced`, and changes nothing,
    if a later owner has opened or forgotten this window.
    """

    async def open(
        self, window: WindowId, seats: Sequence[int], closes_at: int, epoch: int
    ) -> None:
        """Begin to take answers of these seats, until `closes_at`.

        Opening again what is open, or closed and not forgotten, keeps the answers there are
        and takes more, until the new `closes_at`: the table was away in between.
        """
        ...

    async def answer(self, window: WindowId, seat: int, action: Action, request: str) -> Verdict:
        """Keep a seat's answer in place of an earlier one, unless it comes too late.

        A request id (empty: none) that this seat has used in this window changes nothing.
        """
        ...

    async def given(self, window: WindowId) -> Mapping[int, Action]:
        """The answer of each seat that has one: for the owner alone, it tells nobody else."""
        ...

    async def close(self, window: WindowId, epoch: int) -> Sealed:
        """Take no more answers; returns those there are. Closing again returns the same."""
        ...

    async def forget(self, window: WindowId, epoch: int) -> None:
        """The answers are in the journal; drop them. For a while it stays known whose it was."""
        ...


@dataclass(slots=True)
class _Window:
    """One window in memory; `asked` is empty while it is closed."""

    epoch: int
    asked: frozenset[int] = frozenset()
    answers: dict[int, Action] = field(default_factory=dict)
    requests: list[tuple[int, str]] = field(default_factory=list)


class MemoryWindows:
    """Windows of one process, in its memory."""

    def __init__(self) -> None:
        self._windows: dict[WindowId, _Window] = {}
        self._forgotten: OrderedDict[WindowId, int] = OrderedDict()

    async def open(
        self, window: WindowId, seats: Sequence[int], closes_at: int, epoch: int
    ) -> None:
        """See `Windows`; the owner, in this process, closes in time."""
        del closes_at
        self._require_no_later(window, epoch)
        kept = self._windows.setdefault(window, _Window(epoch))
        kept.epoch, kept.asked = epoch, frozenset(seats)

    async def answer(self, window: WindowId, seat: int, action: Action, request: str) -> Verdict:
        """See `Windows`."""
        kept = self._windows.get(window)
        if kept is None or seat not in kept.asked:
            return Verdict.LATE
        if (seat, request) in kept.requests:
            return Verdict.KNOWN
        if request:
            own = [pair for pair in kept.requests if pair[0] == seat]
            if len(own) >= MOST_REQUESTS:
                kept.requests.remove(own[0])
            kept.requests.append((seat, request))
        kept.answers[seat] = action
        return Verdict.KEPT

    async def given(self, window: WindowId) -> Mapping[int, Action]:
        """See `Windows`."""
        kept = self._windows.get(window)
        return dict(kept.answers) if kept else {}

    async def close(self, window: WindowId, epoch: int) -> Sealed:
        """See `Windows`."""
        self._require_no_later(window, epoch)
        kept = self._windows.get(window)
        if kept is None:
            return Sealed()
        kept.asked = frozenset()
        return Sealed(tuple(kept.answers.values()), tuple(kept.requests))

    async def forget(self, window: WindowId, epoch: int) -> None:
        """See `Windows`."""
        self._require_no_later(window, epoch)
        self._windows.pop(window, None)
        self._forgotten[window] = epoch
        if len(self._forgotten) > MOST_FORGOTTEN:
            self._forgotten.popitem(last=False)

    def _require_no_later(self, window: WindowId, epoch: int) -> None:
        kept = self._windows.get(window)
        if epoch < (kept.epoch if kept else self._forgotten.get(window, 0)):
            raise Fenced(f"window {window} is a later owner's than that of epoch {epoch}")
