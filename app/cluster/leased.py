"""The windows of tables that live here: nothing an owner alone may do is done without a lease.

Enters and leaves: what tables ask of their windows. An answer needs no lease: the window itself
says whether it is open. Never here: what keeps out an owner that only believes in its lease,
which is the epoch that lies with the window.
"""

from collections.abc import Callable, Mapping, Sequence

from engine.rules.actions import Action
from engine.table.windows import Sealed, Verdict, WindowId, Windows, WindowsAway


class LeasedWindows:
    """`Windows` of this worker's own tables."""

    def __init__(self, windows: Windows, holds: Callable[[str], bool]) -> None:
        self._windows = windows
        self._holds = holds

    async def open(
        self, window: WindowId, seats: Sequence[int], closes_at: int, epoch: int
    ) -> None:
        """See `Windows`."""
        self._require(window)
        await self._windows.open(window, seats, closes_at, epoch)

    async def answer(self, window: WindowId, seat: int, action: Action, request: str) -> Verdict:
        """See `Windows`."""
        return await self._windows.answer(window, seat, action, request)

    async def given(self, window: WindowId) -> Mapping[int, Action]:
        """See `Windows`."""
        return await self._windows.given(window)

    async def close(self, window: WindowId, epoch: int) -> Sealed:
        """See `Windows`."""
        self._require(window)
        return await self._windows.close(window, epoch)

    async def forget(self, window: WindowId, epoch: int) -> None:
        """See `Windows`."""
        self._require(window)
        await self._windows.forget(window, epoch)

    def _require(self, window: WindowId) -> None:
        if not self._holds(window.table):
            raise WindowsAway(f"the lease of {window.table} is not surely ours")
