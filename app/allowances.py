"""How often something may be done: per player, per address, per name.

Enters: an `Allowance` and for whom it counts. Leaves: nothing, or a `Problem` 429 that says
when to come back. Counts are shared between workers where Redis is, else kept in memory;
while Redis is away each worker counts by itself, so nobody is locked out and nothing is open.
"""

import math
import time
from typing import NamedTuple

from limits import RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage, Storage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import StorageError
from limits.storage import storage_from_string

from app.problems import Problem


class Allowance(NamedTuple):
    """`amount` times in `seconds`. `sentence` is told to whoever goes beyond."""

    name: str
    amount: int
    seconds: int
    sentence: str


class Allowances:
    """Counts what was done. `redis_url`: where workers count together."""

    def __init__(self, redis_url: str | None = None) -> None:
        self._own = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._shared = self._own if redis_url is None else _on_redis(redis_url)

    async def take(self, allowance: Allowance, who: str) -> None:
        """Count one time more. Raises `Problem` if that is too often; then it is not counted."""
        try:
            await _take(self._shared, allowance, who)
        except StorageError:
            await _take(self._own, allowance, who)


async def _take(limiter: SlidingWindowCounterRateLimiter, allowance: Allowance, who: str) -> None:
    item = RateLimitItemPerSecond(allowance.amount, allowance.seconds, namespace=allowance.name)
    if await limiter.hit(item, who):
        return
    stats = await limiter.get_window_stats(item, who)
    # One place comes free at the reset; a window that counts by weight may want a little more.
    wait = max(1, math.ceil(stats.reset_time - time.time()))
    raise Problem(429, "too_often", allowance.sentence, wait)


def _on_redis(url: str) -> SlidingWindowCounterRateLimiter:
    storage = storage_from_string(f"async+{url}", implementation="redispy", wrap_exceptions=True)
    assert isinstance(storage, Storage)
    return SlidingWindowCounterRateLimiter(storage)
