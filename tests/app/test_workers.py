"""`serve --workers N`: processes at one socket, started again when they die, ended together."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.settings import BadSettings, Settings
from app.supervisor import MOST_WORKERS, require_sharing
from tests.app.process import PATIENCE
from tests.cluster.workers import MANY, eventually
from tests.valkey import Valkey

pytestmark = pytest.mark.timeout(180)  # three processes start one after the other, some twice
STARTING = 5 * MANY  # looks: a busy machine takes ten seconds to start a process
REDIS, POSTGRES, SQLITE = "redis://127.0.0.1", "postgresql://h/d", "sqlite:///f"


@pytest.mark.parametrize(
    ("workers", "redis", "database", "complaint"),
    [
        (1, None, SQLITE, None),
        (1, None, POSTGRES, None),
        (2, REDIS, POSTGRES, None),
        (2, None, POSTGRES, "needs REDIS_URL and a DATABASE_URL of Postgres"),
        (2, REDIS, SQLITE, "needs REDIS_URL and a DATABASE_URL of Postgres"),
        (0, REDIS, POSTGRES, "from 1 to"),
        (MOST_WORKERS + 1, REDIS, POSTGRES, "from 1 to"),
    ],
)
def test_several_workers_need_something_to_share(
    workers: int, redis: str | None, database: str, complaint: str | None
) -> None:
    settings = Settings(redis_url=redis, database_url=database)
    if complaint is None:
        require_sharing(settings, workers)
        return
    with pytest.raises(BadSettings, match=complaint) as bad:
        require_sharing(settings, workers)
    assert len(bad.value.sentences) == 1


class Served:
    """`serve --workers 2` as a process of its own."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._log = folder / "log"
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app.cli", "serve", "--port", "0", "--workers", "2"],
                env={**os.environ, "SERVER_KEY_FILE": f"{folder}/server.key", **environment},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def told(self) -> str:
        """The address that is printed once somebody may come."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().removeprefix("Desmoche: ").strip()

    def logged(self, event: str) -> list[dict[str, Any]]:
        """The lines of this event, so far."""
        said = self._log.read_text().splitlines()
        lines = [json.loads(line) for line in said if line.startswith("{")]
        return [line for line in lines if line["event"] == event]

    def said(self) -> list[str]:
        """What is for people to read."""
        return [line for line in self._log.read_text().splitlines() if not line.startswith("{")]

    def workers(self) -> list[int]:
        """The process of each worker that was ever started."""
        return [line["pid"] for line in self.logged("worker")]

    def end(self) -> None:
        """Whatever happens, nothing stays behind; workers end with their supervisor."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def is_alive(pid: int) -> bool:
    """Whether there is such a process, and not only what is left of one."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def served(tmp_path: Path, valkey: Valkey, postgres_url: str) -> Iterator[Served]:
    running = Served(tmp_path, {"REDIS_URL": valkey.url, "DATABASE_URL": postgres_url})
    yield running
    running.end()


async def is_healthy(address: str) -> bool:
    """Over a connection of its own: one that is kept open ends with the worker that had it."""
    async with httpx.AsyncClient(base_url=address) as browser:
        return (await browser.get("/health")).is_success


async def test_a_worker_that_dies_is_started_again_and_all_end_together(served: Served) -> None:
    address = await asyncio.to_thread(served.told)
    assert await is_healthy(address)
    await eventually(lambda: len(served.logged("started")) == 2, STARTING)
    first, second = served.workers()
    os.kill(first, signal.SIGKILL)
    await eventually(lambda: not is_alive(first))
    assert await is_healthy(address), "the other one serves meanwhile"
    await eventually(lambda: len(served.logged("started")) == 3, STARTING)
    (death,) = served.logged("worker died")
    assert (death["worker"], death["pid"], death["status"]) == (0, first, -signal.SIGKILL)
    third = served.workers()[2]
    assert (is_alive(second), is_alive(third)) == (True, True)
    served.process.terminate()
    assert await asyncio.to_thread(served.process.wait, PATIENCE) == 0
    assert not any(map(is_alive, served.workers()))
    assert len(served.logged("stopping")) == 2, "each of the two said goodbye"
    assert [line["loop"] for line in served.logged("started")] == ["uvloop"] * 3


async def test_a_worker_that_cannot_start_at_first_is_tried_again_and_ends_no_other(
    tmp_path: Path, valkey: Valkey, postgres_url: str
) -> None:
    """The second one's port of figures is taken; later the first one dies."""
    taken, port = two_ports_the_second_taken()
    shared = {"REDIS_URL": valkey.url, "DATABASE_URL": postgres_url}
    running = Served(tmp_path, {**shared, "METRICS_PORT": str(port)})
    try:
        await asyncio.to_thread(running.told)
        await eventually(lambda: bool(running.logged("worker died")), STARTING)
        assert running.logged("worker died")[0]["worker"] == 1
        os.kill(running.workers()[0], signal.SIGKILL)
        await eventually(lambda: len(running.logged("started")) == 2, STARTING)
        assert running.process.poll() is None
        taken.close()
        await eventually(lambda: len(running.logged("started")) == 3, STARTING)
        running.process.terminate()
        assert await asyncio.to_thread(running.process.wait, PATIENCE) == 0
    finally:
        taken.close()
        running.end()
    assert {line.split(": ")[0] for line in running.said()} == {"desmoche"}, "no traceback"
    assert f"port {port + 1} can't be served at" in running.said()[0]


def two_ports_the_second_taken() -> tuple[socket.socket, int]:
    """A port that is free, and a socket that holds the next one."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port: int = free.getsockname()[1]
            try:
                return socket.create_server(("127.0.0.1", port + 1)), port
            except OSError:
                continue


async def test_workers_end_with_whoever_started_them(served: Served) -> None:
    await asyncio.to_thread(served.told)
    await eventually(lambda: len(served.logged("started")) == 2, STARTING)
    served.process.kill()
    await eventually(lambda: not any(map(is_alive, served.workers())))


async def test_what_a_worker_refuses_is_said_once(tmp_path: Path, empty_postgres_url: str) -> None:
    """The database is not up to date: nobody is told an address, and nothing keeps trying."""
    redis = f"unix://{tmp_path}/none"
    running = Served(tmp_path, {"REDIS_URL": redis, "DATABASE_URL": empty_postgres_url})
    try:
        assert await asyncio.to_thread(running.told) == ""
        assert await asyncio.to_thread(running.process.wait, PATIENCE) == 1
    finally:
        running.end()
    said = (tmp_path / "log").read_text().splitlines()
    assert [line for line in said if not line.startswith("{")] == [said[-1]]
    assert "run desmoche migrate" in said[-1]
