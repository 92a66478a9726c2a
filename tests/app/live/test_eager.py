"""What is begun without a task meets what comes in its way as it would in one."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from app.live.eager import begin
from app.live.outbox import Outbox
from app.protocol import OutPong

Begin = Callable[[Awaitable[None]], "asyncio.Task[None] | None"]
Future = asyncio.Future[str]


def as_a_task(awaitable: Awaitable[None]) -> asyncio.Task[None] | None:
    """What the other is measured by."""

    async def whole() -> None:
        await awaitable

    return asyncio.create_task(whole())


class Diary:
    """Waits for futures one after the other, and writes down what it meets."""

    def __init__(self, number: int = 3) -> None:
        self.futures = [asyncio.get_running_loop().create_future() for _ in range(number)]
        self.lines: list[str] = []

    async def write(self) -> None:
        try:
            for future in self.futures:
                try:
                    self.lines.append(await future)
                except OSError as error:
                    self.lines.append(f"caught {error}")
                await asyncio.sleep(0)
        except BaseException as error:
            self.lines.append(type(error).__name__)
            raise
        finally:
            self.lines.append("over")


def comes(future: Future) -> None:
    future.set_result("came")


def fails(future: Future) -> None:
    future.set_exception(OSError("gone"))


def breaks(future: Future) -> None:
    future.set_exception(ZeroDivisionError())


def is_cancelled(future: Future) -> None:
    future.cancel()


WAYS: dict[str, list[Callable[[Future], Any]]] = {
    "all come": [comes, comes, comes],
    "the first fails": [fails, comes, comes],
    "a later one fails": [comes, fails, comes],
    "all fail": [fails, fails, fails],
    "an error that nobody expects at once": [breaks],
    "and after others": [fails, comes, breaks],
    "the first is cancelled": [is_cancelled],
    "a later one is cancelled": [comes, is_cancelled],
}


async def told(begins: Begin, ways: list[Callable[[Future], Any]]) -> tuple[list[str], str]:
    """What the diary says and how its task ends, each of the futures going one of the ways."""
    diary = Diary()
    task = begins(diary.write())
    assert task is not None
    for future, way in zip(diary.futures, ways, strict=False):
        for _ in range(3):
            await asyncio.sleep(0)
        way(future)
    await asyncio.wait([task])
    return diary.lines, "cancelled" if task.cancelled() else repr(task.exception())


@pytest.mark.parametrize("ways", WAYS.values(), ids=WAYS)
async def test_it_meets_what_a_task_meets(ways: list[Callable[[Future], Any]]) -> None:
    assert await told(begin, ways) == await told(as_a_task, ways)


@pytest.mark.parametrize("turns", range(5))
async def test_to_cancel_it_is_met_whenever_it_comes(turns: int) -> None:
    diary = Diary()
    task = begin(diary.write())
    assert task is not None
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert diary.lines == ["CancelledError", "over"]


async def test_what_waits_for_nothing_needs_no_task() -> None:
    assert begin(Diary(0).write()) is None


@pytest.mark.parametrize("at_once", [True, False])
async def test_an_outbox_whose_browser_has_gone_says_so_to_nobody(at_once: bool) -> None:
    """The socket fails: the outbox takes nothing more, and its task ends in no error."""
    sent, errors = 0, []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: errors.append(context))

    async def send(_: object) -> None:
        nonlocal sent
        sent += 1
        if not at_once:
            failing = loop.create_future()
            loop.call_soon(failing.set_exception, ConnectionResetError())
            await failing
        raise ConnectionResetError

    outbox = Outbox(send, lambda: None)
    outbox.put(OutPong(1))
    outbox.put(OutPong(2))
    await outbox.emptied()
    outbox.put(OutPong(3))
    await outbox.emptied()
    assert (sent, errors) == (1, [])
