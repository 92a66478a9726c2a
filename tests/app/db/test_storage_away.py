"""A server whose storage goes away: players are told, the operator too, and all goes on by itself.

A real server of its own. Its disk is full: no file of that process may grow beyond what it is. Its
file is removed, or replaced by a copy, as by a backup that was put back beside a running server.
"""

import asyncio
import os
import resource
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.app.live.player import Player
from tests.app.process import Guest, Process, guests, process

Losing = Callable[[Process], Iterator[None]]


def full(server: Process) -> Iterator[None]:
    log = server.database.with_name(server.database.name + "-wal")
    limits = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, limits[1]))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, limits)


def removed(server: Process) -> Iterator[None]:
    yield from _moved(server.database)


def without_log(server: Process) -> Iterator[None]:
    yield from _moved(server.database.with_name(server.database.name + "-wal"))


def replaced(server: Process) -> Iterator[None]:
    moved = _moved(server.database)
    next(moved)
    shutil.copy(server.database.with_name(f"{server.database.name}.away"), server.database)
    yield
    next(moved, None)


def _moved(file: Path) -> Iterator[None]:
    away = file.rename(file.with_name(file.name + ".away"))
    yield
    away.rename(file)


LOSSES: dict[str, tuple[Losing, str]] = {
    "a full disk": (full, "OperationalError"),
    "no file": (removed, "was removed"),
    "no log of it": (without_log, "was removed"),
    "another file": (replaced, "is another file"),
}


async def test_it_is_said_and_goes_on_by_itself(tmp_path: Path) -> None:
    """Once each time, however often it is tried meanwhile, and whoever tries."""
    async with process(tmp_path) as server, guests(server, "Ana") as (ana,):
        before = len(server.troubles)
        table = (await ana.ask("POST", "/tables", {}))["id"]
        await ana.ask("POST", f"/tables/{table}/seat", {"chips": 200, "request": "1"})
        async with ana.socket("Ana") as one:
            await one.hello(table)
            for number, (losing, why) in enumerate(LOSSES.values(), 1):
                with contextmanager(losing)(server):
                    await _nothing_is_stored(ana, one)
                    told = len(one.frames)
                assert why in server.logged("storage is away")[-1]["reason"]
                await _goes_on(one, told)
                lines = (server.logged("storage is away"), server.logged("storage is back"))
                assert list(map(len, lines)) == [number, number]
        others = [line for line in server.troubles[before:] if "storage is away" not in line]
        assert others == []
        server.kill()  # what was committed is in the files that are there
        await _require_sound(server)


async def _nothing_is_stored(ana: Guest, one: Player) -> None:
    before = len(one.frames)
    answer = await one.ask("choose", sits_out=True)
    assert answer["code"] == "table_paused"
    assert (await one.hear("paused", after=before))["why"] == "storage"
    for _ in range(5):
        assert (await one.ask("choose", sits_out=False))["code"] == "table_paused"
        assert await ana.refused("POST", "/me/recovery") == (503, "storage_away")


async def _goes_on(one: Player, before: int) -> None:
    await one.hear("resumed", after=before)
    assert (await one.ask("choose", sits_out=True))["code"] is None


async def _require_sound(server: Process) -> None:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{server.database}"}
    command = (sys.executable, "-m", "app.cli", "verify", "ledger")
    checked = await asyncio.create_subprocess_exec(
        *command, env=environment, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await checked.communicate()
    assert checked.returncode == 0, said
