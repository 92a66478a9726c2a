"""The ledger checked on an operator's wish, in a process of its own.

Enters: a wish. Leaves: the answer of `desmoche verify ledger`, when it is there. It takes as long
as the ledger is large, at the lowest priority: whoever plays must not feel it.
"""

import asyncio
import os
import sys
from typing import Any

from msgspec import DecodeError, json

WEAKEST = 19  # the niceness


class Checking:
    """One check at a time, and what the last one came to."""

    def __init__(self, database_url: str) -> None:
        self._url = database_url
        self._running: asyncio.Task[None] | None = None
        self.last: dict[str, Any] | None = None
        self.asked_at: int | None = None

    @property
    def running(self) -> bool:
        """Whether one is on its way."""
        return self._running is not None and not self._running.done()

    def start(self, now: int) -> None:
        """Begin one, unless one is on its way; what the last one found is not said any more."""
        if not self.running:
            self.asked_at, self.last = now, None
            self._running = asyncio.create_task(self._run(), name="ledger check")

    async def wait(self) -> None:
        """Until the one that is on its way has ended."""
        if self._running is not None:
            await self._running

    async def stop(self) -> None:
        """No check any more: the server ends, and leaves no process behind."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    async def _run(self) -> None:
        try:
            self.last = json.decode(await self._told())
        except (DecodeError, OSError):
            self.last = {"ok": False}  # why not, its process has written to the server's log

    async def _told(self) -> bytes:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "app.cli", "verify", "ledger"),
            env={**os.environ, "DATABASE_URL": self._url},
            stdout=asyncio.subprocess.PIPE,
            preexec_fn=_yield_to_others,
        )
        try:
            out, _ = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.communicate()
        return out


def _yield_to_others() -> None:
    os.nice(WEAKEST)
