"""What waits is taken in order, several at a time, by one who need not know when it came."""

import asyncio

import pytest

from app.batches import Batches


@pytest.mark.parametrize(("count", "sizes"), [(0, []), (1, [1]), (3, [3]), (4, [3, 1])])
async def test_all_that_waits_is_taken_in_order_up_to_the_most(
    count: int, sizes: list[int]
) -> None:
    line: Batches[int] = Batches(3)
    for number in range(count):
        line.put(number)
    line.end()
    taken = []
    while await line.some():
        taken.append(line.take())
    assert [len(batch) for batch in taken] == sizes
    assert [number for batch in taken for number in batch] == list(range(count))


async def test_who_waits_is_woken_by_what_comes_and_by_the_end() -> None:
    line: Batches[str] = Batches(3)
    waiting = asyncio.ensure_future(line.some())
    await asyncio.sleep(0)
    assert not waiting.done()
    line.put("a")
    assert await waiting is True
    assert line.take() == ["a"]
    waiting = asyncio.ensure_future(line.some())
    await asyncio.sleep(0)
    assert not waiting.done()
    line.end()
    assert await waiting is False


def test_all_can_be_taken_at_once() -> None:
    line: Batches[int] = Batches(2)
    for number in range(5):
        line.put(number)
    assert line.drain() == [0, 1, 2, 3, 4]
    assert (len(line), line.take()) == (0, [])


def test_of_too_many_the_oldest_are_dropped() -> None:
    line: Batches[int] = Batches(9, keeps=2)
    for number in range(5):
        line.put(number)
    assert line.take() == [3, 4]
