"""How often something may be done: per player, per address, per name.

Enters: an `Allowance` and for whom it counts. Leaves: nothing, or a `Problem` 429 that says
when to come back. Counts are shared between workers where Redis is, else kept in memory;
while Redis is away each worker counts by itself, so nobody is locked out and nothing is open.

In memory they are counted by a clock that nobody sets: a machine's own, set back, would go through
the same window twice and lock people out for as long, set forward let them in. Redis counts by how
long it has kept a number.

Counted is by windows, the last one weighted by what of it is left: two numbers a key, however
often something is done. Where windows meet, one attempt more may pass.
"""

import math
import time
from types import SimpleNamespace
from typing import Any, NamedTuple

from limits import RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage, RedisStorage, memory
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import StorageError
from redis.asyncio import BlockingConnectionPool

from app.problems import Problem

CONNECTIONS = 8  # to Redis; counting takes a fraction of a millisecond
ANSWER_SECONDS = 1.0  # after which Redis counts as away, and each worker counts by itself


_AT_START = time.time() - time.monotonic()  # not from 0: the library's first window is its own last


def steady() -> float:
    """Seconds since 1970 as they were at the start, and as have passed since."""
    return _AT_START + time.monotonic()


memory.time = SimpleNamespace(time=steady)  # type: ignore[assignment]  # it takes no other clock


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
        self._shared, self._pool = self._own, None
        if redis_url is not None:
            self._pool = BlockingConnectionPool.from_url(
                redis_url, max_connections=CONNECTIONS, timeout=ANSWER_SECONDS
            )
            self._shared = _on_redis(self._pool)

    async def close(self) -> None:
        """Give up the connections."""
        if self._pool:
            await self._pool.disconnect()

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


def _on_redis(pool: BlockingConnectionPool) -> SlidingWindowCounterRateLimiter:
    options: dict[str, Any] = {"connection_pool": pool}  # documented, but not in its types
    storage = RedisStorage(
        "async+redis://",  # where it is, the pool knows
        wrap_exceptions=True,
        implementation="redispy",
        **options,
    )
    return SlidingWindowCounterRateLimiter(storage)
