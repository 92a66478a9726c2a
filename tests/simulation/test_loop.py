"""The loop of the simulations: time jumps, order is the seed's, a standstill is an error."""

import asyncio
from time import perf_counter

import pytest

from engine.table.clock import SECOND
from tests.simulation.loop import START, Deadlock, LoopClock, run


def test_three_days_pass_at_once() -> None:
    async def sleeper() -> int:
        await asyncio.sleep(3 * 86400)
        return LoopClock().now()

    began = perf_counter()
    assert run(1, sleeper()) == START + 3 * 86400 * SECOND
    assert perf_counter() - began < 30, "nobody waited, however busy the machine is"


def test_the_same_seed_gives_the_same_order_and_another_one_another() -> None:
    async def racers() -> list[int]:
        order: list[int] = []

        async def racer(number: int) -> None:
            await asyncio.sleep(1)
            order.append(number)

        await asyncio.gather(*(racer(number) for number in range(8)))
        return order

    assert run(1, racers()) == run(1, racers())
    assert len({tuple(run(seed, racers())) for seed in range(5)}) > 1


def test_a_standstill_is_an_error() -> None:
    async def forever() -> None:
        await asyncio.Event().wait()

    with pytest.raises(Deadlock):
        run(1, forever())
