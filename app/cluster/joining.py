"""A worker joins the others at a Redis.

Enters: where it is, and what seals. Leaves: a `Membership`, while it lasts: the worker's name,
the time that all agree on, leases, courier and windows, and what is wrong with Redis. Never here:
what is done with them.
"""

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import NamedTuple

import structlog

from app.cluster.clock import SystemClock
from app.cluster.held import HeldLeases
from app.cluster.line import Line
from app.cluster.ports import RENEWED_EVERY, ClusterAway
from app.cluster.reaching import reach
from app.cluster.redis_able import RedisAble
from app.cluster.redis_courier import READING_SECONDS, RedisCourier
from app.cluster.redis_leases import RedisLeases
from app.cluster.redis_lines import RedisLines
from app.cluster.redis_windows import RedisWindows
from app.entered import beside
from app.trouble import Trouble
from engine.table.clock import SECOND
from engine.table.ports import Sealer

TIMES_ASKED = 5  # for the time; the answer that came quickest is the best
BEHIND = SECOND // 2  # more than workers differ by that started well
KEY = "desmoche:key"

log = structlog.get_logger()


class CannotJoin(Exception):
    """This worker can't work with the others; the message says why."""


class Membership(NamedTuple):
    """What a worker has in common with the others."""

    worker: str
    clock: SystemClock
    leases: HeldLeases
    courier: RedisCourier
    windows: RedisWindows
    lines: RedisLines
    able: RedisAble
    troubles: Sequence[Trouble]


@asynccontextmanager
async def join(url: str, sealer: Sealer) -> AsyncIterator[Membership]:
    """Work with the others while this lasts. Raises `CannotJoin` at the start, if at all."""
    worker = _new_name()
    async with AsyncExitStack() as opened:
        try:
            line = await opened.enter_async_context(reach(url, worker))
            reading = await opened.enter_async_context(reach(url, worker, READING_SECONDS))
            await _require_same_key(line, sealer)
            clock = await _common_clock(line)
            courier = RedisCourier(line, reading, worker)
            await opened.enter_async_context(courier)
        except ClusterAway as away:
            raise CannotJoin(f"REDIS_URL: {away}") from None
        await opened.enter_async_context(beside(_keep_time(line, clock), "time"))
        leases = HeldLeases(RedisLeases(line), worker, clock)
        windows = RedisWindows(line, clock, sealer)
        troubles = (line.away, line.refusing)
        beside_them = RedisLines(line), RedisAble(line)
        yield Membership(worker, clock, leases, courier, windows, *beside_them, troubles)


def _new_name() -> str:
    """A name that no worker had before, and that says where to look for this one."""
    host = "".join(sign if sign.isalnum() else "-" for sign in socket.gethostname())[:40]
    return f"{host}-{os.getpid()}-{secrets.token_hex(4)}"


async def _require_same_key(line: Line, sealer: Sealer) -> None:
    """What one seals the others must be able to open: the first one leaves a sample of its seal."""
    sample = sealer.seal_step("key", 0, b"")
    await line.call("SET", KEY, sample, "NX")
    if (await line.call("GET", KEY)).decode() != sample:
        raise CannotJoin(
            "the workers of this Redis have another server key: give all the same SERVER_KEY_FILE, "
            f"or, if no other is running, delete {KEY} in Redis"
        )


async def _common_clock(line: Line) -> SystemClock:
    """A clock that shows Redis's time, as it is now."""
    here = SystemClock()
    _, ahead = min([await _ahead(line, here) for _ in range(TIMES_ASKED)])
    return SystemClock(here.now() + ahead)


async def _ahead(line: Line, here: SystemClock) -> tuple[int, int]:
    """How long Redis took to say its time, and how far that is ahead of ours."""
    sent_at = here.now()
    seconds, rest = await line.call("TIME")
    took = here.now() - sent_at
    return took, int(seconds) * SECOND + int(rest) - sent_at - took // 2


async def _keep_time(line: Line, clock: SystemClock) -> None:
    """A machine that was put to sleep, or moved to another, does not count for how long. Behind the
    others, it would take the newest tab of a player for the oldest."""
    while True:
        await asyncio.sleep(RENEWED_EVERY / SECOND)
        with suppress(ClusterAway):
            took, ahead = await _ahead(line, clock)
            if ahead - took > BEHIND:
                log.warning("clock was behind", seconds=ahead / SECOND)
                clock.advance(ahead)
