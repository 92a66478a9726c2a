"""`serve --workers N`: so many processes that serve at one socket, and one that looks after them.

Enters: the socket, and how many. Leaves: 0 after SIGTERM or SIGINT, which is passed on; 1 if the
first worker refuses to start, which has said why by then. A worker that dies is started again,
after a pause that grows. Never here: a request, a table.
"""

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress

import structlog

from app.serving import SECONDS_TO_STOP
from app.settings import BadSettings, Settings

FIRST_PAUSE = 0.5  # seconds before a worker that died is started again; doubled each time
LONGEST_PAUSE = 30.0
STEADY_SECONDS = 60.0  # a worker that lived so long begins with the first pause again
KILLED_AFTER = SECONDS_TO_STOP + 5.0  # seconds after SIGTERM; it has given up by then
MOST_WORKERS = 64  # more is a slip of the finger: one a core is enough
READY = b"ready\n"

log = structlog.get_logger()


def require_sharing(settings: Settings, workers: int) -> None:
    """Raises `BadSettings` if so many workers have nothing to share their tables through."""
    if workers > 1 and not settings.clustered:
        raise BadSettings(
            [f"--workers {workers} needs REDIS_URL and a DATABASE_URL of Postgres to share tables."]
        )
    if not 1 <= workers <= MOST_WORKERS:
        raise BadSettings([f"--workers is {workers}: it can be from 1 to {MOST_WORKERS}."])


class Supervisor:
    """Keeps workers alive; METRICS_PORT is that of the first one, the others' follow it."""

    def __init__(self, listening: socket.socket, settings: Settings) -> None:
        self._listening = listening
        self._settings = settings
        self._running: set[asyncio.subprocess.Process] = set()
        self._stopping = asyncio.Event()
        self._refused = False

    async def run(self, workers: int, ready: Callable[[], None]) -> int:
        """Until a signal comes; `ready` is called when the first worker serves."""
        loop = asyncio.get_running_loop()
        for asked in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(asked, self._stop)
        first = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._keep(0, first))
            await first.wait()
            if self._refused or self._stopping.is_set():
                self._stop()
                return int(self._refused)
            ready()
            for number in range(1, workers):
                group.create_task(self._keep(number, first))
        return 0

    def _stop(self) -> None:
        self._stopping.set()
        for process in self._running:
            _send(process, signal.SIGTERM)

    async def _keep(self, number: int, started: asyncio.Event) -> None:
        """Start this worker again and again. `started` is set when the first one serves, or won't;
        from then on whoever can't start is tried again, as if it had died."""
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            began = time.monotonic()
            process = await self._start(number)
            served = await _serves(process)
            self._refused = not (served or started.is_set() or self._stopping.is_set())
            started.set()
            status = await self._wait(process)
            if self._refused or self._stopping.is_set():
                return
            if time.monotonic() - began > STEADY_SECONDS:
                pause = FIRST_PAUSE
            log.warning("worker died", worker=number, pid=process.pid, status=status, wait=pause)
            await self._pause(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _start(self, number: int) -> asyncio.subprocess.Process:
        descriptor = self._listening.fileno()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "app.cli", "serve", "--descriptor", str(descriptor)),
            pass_fds=[descriptor],
            env=self._environment(number),
            stdin=asyncio.subprocess.PIPE,  # it ends when this does: when we are gone
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C comes to us alone, and we pass it on
        )
        self._running.add(process)
        if self._stopping.is_set():
            _send(process, signal.SIGTERM)
        log.info("worker", worker=number, pid=process.pid)
        return process

    def _environment(self, number: int) -> dict[str, str]:
        """Ours, with what was said on the command line, and a port of figures for each worker."""
        environment = {**os.environ, "HOST": self._settings.host}
        if self._settings.metrics_port is not None:
            environment["METRICS_PORT"] = str(self._settings.metrics_port + number)
        return environment

    async def _wait(self, process: asyncio.subprocess.Process) -> int:
        """Its exit status; it is killed if it does not end in time when all shall."""
        ended = asyncio.ensure_future(process.wait())
        stopping = asyncio.ensure_future(self._stopping.wait())
        await asyncio.wait([ended, stopping], return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        await asyncio.wait([ended], timeout=KILLED_AFTER)
        if not ended.done():
            _send(process, signal.SIGKILL)
        self._running.discard(process)
        return await ended

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        except TimeoutError:
            return


async def _serves(process: asyncio.subprocess.Process) -> bool:
    """Wait until a worker says that it serves, or ends."""
    assert process.stdout is not None
    return await process.stdout.readline() == READY


def _send(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    """Past the process's own methods: they look first whether it has ended, and whoever waits for
    its status then finds none."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)
