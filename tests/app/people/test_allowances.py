"""Attempts are counted, in memory or by all workers together in a real Redis; and if it dies."""

import time

import pytest
import time_machine
from limits.aio.storage import memory

from app.allowances import Allowance, Allowances, steady
from app.problems import Problem
from tests.valkey import own_valkey

YEARS = 300_000_000  # seconds: no window of time ends while a test runs
THREE = Allowance("three", 3, YEARS, "three times in all, no more")
HOURLY = Allowance("hourly", 3, 3600, "three times an hour, no more")


async def taken(
    allowances: Allowances, who: str = "ana", times: int = 5, allowance: Allowance = THREE
) -> int:
    """How many of several attempts were allowed; each refusal says when to come back."""
    refusals = [await refusal(allowances, who, allowance) for _ in range(times)]
    for problem in refusals:
        if problem:
            assert (problem.status, problem.message) == (429, allowance.sentence)
            assert problem.retry_after is not None
            assert 0 < problem.retry_after <= allowance.seconds
    return refusals.count(None)


async def refusal(allowances: Allowances, who: str, allowance: Allowance) -> Problem | None:
    try:
        await allowances.take(allowance, who)
    except Problem as problem:
        return problem
    return None


async def test_each_is_counted_alone() -> None:
    allowances = Allowances()
    assert await taken(allowances, "ana") == 3
    assert await taken(allowances, "eva") == 3
    assert await taken(allowances, "ana") == 0


@pytest.mark.parametrize("hours", [-24, -1, 1, 24])
async def test_a_machine_s_clock_that_is_set_lets_nobody_in_and_locks_nobody_out(
    monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """Only time that passes counts."""
    passed = 0.0
    began = steady()
    monkeypatch.setattr(memory.time, "time", lambda: began + passed)
    allowances = Allowances()
    assert await taken(allowances, allowance=HOURLY) == 3
    with time_machine.travel(time.time() + hours * 3600):
        assert await taken(allowances, allowance=HOURLY) == 0
        passed = 2 * 3600
        assert await taken(allowances, allowance=HOURLY) == 3


def test_what_is_counted_in_memory_is_counted_by_time_that_passes() -> None:
    """The test above moves the library's clock: this is the one that it has otherwise."""
    assert memory.time.time is steady
    before = steady()
    with time_machine.travel(0):
        assert 0 <= steady() - before < 3600


async def test_workers_count_together() -> None:
    with own_valkey() as server:
        one, other = Allowances(server.url), Allowances(server.url)
        assert await taken(one, times=2) == 2
        assert await taken(other) == 1
        assert await taken(one) == 0
        await one.close()
        await other.close()


async def test_without_redis_each_counts_by_itself() -> None:
    with own_valkey() as server:
        allowances = Allowances(server.url)
        assert await taken(allowances) == 3
        server.kill()
        assert await taken(allowances) == 3
        assert await taken(allowances) == 0
        await allowances.close()
