"""What the contract of a cluster is held against: workers in memory, workers on a real Valkey."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from app.cluster.memory import Hub, MemoryCourier, MemoryLeases
from app.cluster.ports import Courier, Leases
from tests.table.world import ManualClock


class Workers(Protocol):
    """Workers of one cluster, each by its name; time passes when a test says so."""

    def leases(self, worker: str) -> Leases:
        """The leases of this worker."""
        ...

    def courier(self, worker: str) -> AbstractAsyncContextManager[Courier]:
        """The courier of this worker, who has an inbox while this is open."""
        ...

    async def wait(self, microseconds: int) -> None:
        """Let time pass, at the workers and at what they share."""
        ...

    async def forget(self) -> None:
        """What they share loses all it has, and is there at once."""
        ...


class InMemory:
    """Workers over one hub."""

    def __init__(self) -> None:
        self._clock = ManualClock()
        self._hub = Hub(self._clock)

    def leases(self, worker: str) -> Leases:
        return MemoryLeases(self._hub, worker)

    def courier(self, worker: str) -> AbstractAsyncContextManager[Courier]:
        return MemoryCourier(self._hub, worker)

    async def wait(self, microseconds: int) -> None:
        self._clock.advance(microseconds)

    async def forget(self) -> None:
        self._hub._leases.clear()
