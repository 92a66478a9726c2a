"""Things that live while they are entered, by `async with`.

Enters: the life of a thing, written in one piece. Leaves: the thing itself, whoever enters it.
Never here: what it does.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import Any, Self


class Entered(ABC):
    """What `async with` gives while it is open. It can be opened once at a time."""

    @abstractmethod
    def _live(self) -> AbstractAsyncContextManager[None]:
        """What is done before and after; it may fail before."""

    async def __aenter__(self) -> Self:
        self._life = self._live()
        await self._life.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._life.__aexit__(kind, error, trace)


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, None], name: str) -> AsyncIterator[None]:
    """Work that goes on meanwhile, and is broken off at the end."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
