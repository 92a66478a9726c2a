"""Workers join at a Redis: by its time, with one key, each by a name of its own."""

import asyncio
from functools import partial
from pathlib import Path

import pytest
import uvloop

from app.cluster.joining import CannotJoin, join
from app.cluster.ports import RENEWED_EVERY, Envelope
from app.server_key import KeySealer
from engine.rules.actions import Pass
from engine.table.clock import SECOND
from engine.table.sealing import SealingKey
from engine.table.windows import WindowId
from tests.cluster.workers import eventually, on_redis
from tests.valkey import Valkey, own_valkey

SEALER = KeySealer(SealingKey("key", bytes(32)))
CLOSE = SECOND // 10  # how near to each other clocks of one machine are, however busy it is


async def test_two_workers_have_all_in_common_but_their_names(valkey: Valkey) -> None:
    window = WindowId("t", 7)
    async with on_redis(valkey), join(valkey.url, SEALER) as one, join(valkey.url, SEALER) as other:
        assert one.worker != other.worker
        assert abs(one.clock.now() - other.clock.now()) < CLOSE
        assert await one.leases.claim("t") == await other.leases.claim("t") == one.worker
        await one.windows.open(window, [0], one.clock.now() + 60 * SECOND, 1)
        assert await other.windows.answer(window, 0, Pass(0), "r")
        assert await one.windows.given(window) == {0: Pass(0)}


def test_all_of_it_works_on_the_loop_that_serves(valkey: Valkey) -> None:
    """uvloop's transports are no subclass of asyncio's, and write in their own time."""

    async def work() -> None:
        join_it = partial(join, valkey.url, SEALER)
        async with on_redis(valkey), join_it() as one, join_it() as other:
            await one.windows.open(WindowId("t", 7), [0], one.clock.now() + 60 * SECOND, 1)
            assert await other.windows.answer(WindowId("t", 7), 0, Pass(0), "r")
            other.courier.send(one.worker, Envelope(other.worker, "k", "t", bytes(100_000)))
            assert [len(envelope.body) for envelope in await one.courier.receive()] == [100_000]

    uvloop.run(work())


async def test_time_is_redis_s_even_where_a_machine_has_another(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with on_redis(valkey), join(valkey.url, SEALER) as right:
        monkeypatch.setattr("app.cluster.clock.time.time_ns", lambda: 0)
        async with join(valkey.url, SEALER) as wrong:
            assert abs(right.clock.now() - wrong.clock.now()) < CLOSE


async def test_another_key_is_refused(valkey: Valkey) -> None:
    another = KeySealer(SealingKey("key", bytes(31) + b"!"))
    async with on_redis(valkey), join(valkey.url, SEALER):
        with pytest.raises(CannotJoin, match="SERVER_KEY_FILE"):
            async with join(valkey.url, another):
                pass


async def test_a_redis_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CannotJoin, match="REDIS_URL"):
        async with join(f"unix://{tmp_path}/none", SEALER):
            pass


async def test_whoever_stood_still_without_counting_it_has_the_common_time_again(
    valkey: Valkey,
) -> None:
    """As a machine does that is put to sleep. A little is no matter, and nothing goes back."""
    async with on_redis(valkey), join(valkey.url, SEALER) as one, join(valkey.url, SEALER) as other:
        for by in (-3600 * SECOND, -SECOND):
            one.clock._base += by
            await eventually(lambda: abs(one.clock.now() - other.clock.now()) < CLOSE)
        other.clock._base += 3600 * SECOND
        before = other.clock.now()
        await asyncio.sleep(1.5 * RENEWED_EVERY / SECOND)
        assert other.clock.now() > before


@pytest.mark.parametrize(
    ("limit", "policy", "joins"),
    [
        ("100mb", "volatile-lru", False),  # as some who let Redis have it by default
        ("100mb", "allkeys-random", False),
        ("100mb", "noeviction", True),
        ("0", "volatile-lru", True),  # of no limit nothing is dropped
    ],
)
async def test_a_redis_that_drops_keys_is_refused(limit: str, policy: str, joins: bool) -> None:
    with own_valkey("--maxmemory", limit, "--maxmemory-policy", policy) as server:
        if joins:
            async with join(server.url, SEALER):
                return
        with pytest.raises(CannotJoin, match=f"REDIS_URL.*{policy}.*noeviction"):
            async with join(server.url, SEALER):
                pass
