"""The steps of Dockerfile and docker-compose.yml without an engine, as processes of this machine.

The image is built by the commands of its first stage, in a folder; services are started with the
commands and variables that the files say, each after what it waits for. What differs: addresses
are those of loopback, Postgres is one that is there already, and the proxy speaks plain HTTP.
"""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from tests.deploy.plan import ROOT, Step, house, last_of, settings_of, stages
from tests.deploy.proxy import PATIENCE, free_port, proxy
from tests.valkey import own_valkey

BUILT_IN = "/srv/"  # where the image has the server


class Image:
    """What `docker build` makes, in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._settings = {**os.environ, **self._moved(settings_of(stages()[-1]))}

    def build(self) -> None:
        """Run what the first stage says; uv is that of ./dev, and downloads nothing again."""
        first, _ = stages()
        build = self._folder / "build"
        build.mkdir()
        tools = next(ROOT.glob(".tools/uv-*/bin"))
        here = {
            "PATH": f"{tools}:{os.environ['PATH']}",
            "UV_NO_CACHE": "0",
            "UV_OFFLINE": "1",
        }
        environment = {**os.environ, **self._moved(settings_of(first)), **here}
        environment.pop("VIRTUAL_ENV", None)
        for step in first:
            if step.name == "COPY":
                _copy(step, build)
            elif step.name == "RUN" and not step.text.startswith("pip install"):
                subprocess.run(step.text, shell=True, check=True, cwd=build, env=environment)  # noqa: S602

    def start(self, arguments: list[str], **more: str) -> subprocess.Popen[bytes]:
        """The entry point with these arguments, else with what the image says."""
        last = stages()[-1]
        command = [*last_of(last, "ENTRYPOINT").words, *(arguments or last_of(last, "CMD").words)]
        return subprocess.Popen(command, env={**self._settings, **more}, cwd=self._folder)

    def is_healthy(self, **more: str) -> bool:
        """What its health check says."""
        check = Step("CMD", last_of(stages()[-1], "HEALTHCHECK").text.split("CMD ")[1])
        environment = {**self._settings, **more}
        done = subprocess.run(check.words, env=environment, cwd=self._folder, check=False)
        return done.returncode == 0

    def _moved(self, settings: Mapping[str, str]) -> dict[str, str]:
        """These settings, with the folders of the image where they are here."""
        places = {BUILT_IN: f"{self._folder}/srv/", "/data": f"{self._folder}/data"}
        moved = dict(settings)
        for there, here in places.items():
            moved = {name: value.replace(there, here) for name, value in moved.items()}
        if "PATH" in moved:
            moved["PATH"] = moved["PATH"].replace("$PATH", os.environ["PATH"])
        return moved


def _copy(step: Step, into: Path) -> None:
    *names, target = step.words
    for name in names:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, into / target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, into / target)


class House:
    """The services of docker-compose.yml, started by `up`; `url` is the proxy's then."""

    def __init__(self, folder: Path, database: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        self.image = Image(folder)
        self._folder = folder
        self._database = database
        self._redis = ""
        self._ports: dict[str, int] = {}
        self._plan = house({"DOMAIN": f"127.0.0.1:{self.port}", "POSTGRES_PASSWORD": "any"})

    @asynccontextmanager
    async def up(self) -> AsyncIterator[None]:
        """All of them, while this lasts."""
        waits_for = {name: set(said.get("depends_on", ())) for name, said in self._plan.items()}
        async with AsyncExitStack() as opened:
            opened.callback(self._kill)
            for name in TopologicalSorter(waits_for).static_order():
                await self._start(name, self._plan[name], opened)
            yield

    async def down(self) -> list[int]:
        """Ask the workers to end, as `docker compose stop` does; returns their statuses."""
        for worker in self.workers.values():
            worker.terminate()
        return [await asyncio.to_thread(w.wait, PATIENCE) for w in self.workers.values()]

    async def _start(self, name: str, said: dict[str, Any], opened: AsyncExitStack) -> None:
        if name == "valkey":
            assert said["command"][0] == "valkey-server"
            self._redis = opened.enter_context(own_valkey(*said["command"][1:])).url
        elif name == "proxy":
            upstreams = [
                self._here(address) for address in said["environment"]["UPSTREAMS"].split()
            ]
            await opened.enter_async_context(proxy(self.port, upstreams, self._folder))
        elif "build" in said:
            await self._start_image(name, said)

    async def _start_image(self, name: str, said: dict[str, Any]) -> None:
        """Return when it has ended well, if it is a command; when it is healthy, if it serves."""
        self._ports[name] = free_port()
        environment = self._environment(said["environment"], self._ports[name])
        process = self.image.start(said.get("command", []), **environment)
        if "command" in said:
            assert await asyncio.to_thread(process.wait, PATIENCE) == 0
            return
        self.workers[name] = process
        async with asyncio.timeout(PATIENCE):
            while not await asyncio.to_thread(self.image.is_healthy, **environment):
                assert process.poll() is None, f"{name} has ended"
                await asyncio.sleep(0.1)

    def _environment(self, said: Mapping[str, str], port: int) -> dict[str, str]:
        """What the file says, with what is elsewhere here."""
        here = {"DATABASE_URL": self._database, "REDIS_URL": self._redis, "PORT": str(port)}
        return {**said, **here, "HOST": "127.0.0.1", "PUBLIC_ORIGINS": self.url}

    def _here(self, address: str) -> str:
        return f"127.0.0.1:{self._ports[address.partition(':')[0]]}"

    def _kill(self) -> None:
        for worker in self.workers.values():
            if worker.poll() is None:
                worker.kill()
                worker.wait()
