"""Attempts are counted, in memory or by all workers together in a real Redis; and if it dies."""

from app.allowances import Allowance, Allowances
from app.problems import Problem
from tests.valkey import own_valkey

YEARS = 300_000_000  # seconds: no window of time ends while a test runs
THREE = Allowance("three", 3, YEARS, "three times in all, no more")


async def taken(allowances: Allowances, who: str = "ana", times: int = 5) -> int:
    """How many of several attempts were allowed; each refusal says when to come back."""
    refusals = [await refusal(allowances, who) for _ in range(times)]
    for problem in refusals:
        if problem:
            assert (problem.status, problem.message) == (429, THREE.sentence)
            assert problem.retry_after is not None
            assert 0 < problem.retry_after <= YEARS
    return refusals.count(None)


async def refusal(allowances: Allowances, who: str) -> Problem | None:
    try:
        await allowances.take(THREE, who)
    except Problem as problem:
        return problem
    return None


async def test_each_is_counted_alone() -> None:
    allowances = Allowances()
    assert await taken(allowances, "ana") == 3
    assert await taken(allowances, "eva") == 3
    assert await taken(allowances, "ana") == 0


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
