"""A real server as a process of its own: `desmoche serve` on loopback, over an SQLite file."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.app.live.player import Player, player

PATIENCE = 60.0  # seconds in which a server has to start, or to stop


class Process:
    """A server that can be killed and started again on the same files and port."""

    def __init__(self, folder: Path, **settings: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.url = f"127.0.0.1:{self.port}"
        self.database = folder / "game.sqlite3"
        self._folder = folder
        self._settings = settings
        self._server: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start, and wait until it serves."""
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{self.database}",
            "SERVER_KEY_FILE": str(self._folder / "server.key"),
            **self._settings,
        }
        command = [sys.executable, "-m", "app.cli", "serve", "--port", str(self.port)]
        with (self._folder / "server.log").open("ab") as log:
            self._server = subprocess.Popen(  # noqa: ASYNC220
                command, env=environment, stdout=subprocess.DEVNULL, stderr=log
            )
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as client:
            while not await self._serves(client):
                assert self._server.poll() is None, self.log
                await asyncio.sleep(0.02)

    async def _serves(self, client: httpx.AsyncClient) -> bool:
        try:
            return (await client.get(f"http://{self.url}/health")).is_success
        except httpx.TransportError:
            return False

    @property
    def runs(self) -> bool:
        """Whether its process is there."""
        return self._server is not None and self._server.poll() is None

    @property
    def pid(self) -> int:
        """The process as the system knows it."""
        assert self._server is not None
        return self._server.pid

    @property
    def log(self) -> str:
        """What the server has logged."""
        return (self._folder / "server.log").read_text()

    @property
    def troubles(self) -> list[str]:
        """The lines of it, whole or not, that are no mere information."""
        return [line for line in self.log.splitlines() if '"level": "info"' not in line]

    def logged(self, event: str) -> list[dict[str, Any]]:
        """The lines of this event, so far."""
        lines = [json.loads(line) for line in self.log.splitlines() if line.startswith("{")]
        return [line for line in lines if line["event"] == event]

    async def end(self, by: signal.Signals) -> int:
        """Send a signal, wait for the end; returns the exit status."""
        assert self._server is not None
        self._server.send_signal(by)
        return await asyncio.to_thread(self._server.wait, PATIENCE)

    def kill(self) -> None:
        """Whatever happens, nothing stays behind."""
        if self._server and self._server.poll() is None:
            self._server.kill()
            self._server.wait()


@asynccontextmanager
async def process(folder: Path, **settings: str) -> AsyncIterator[Process]:
    """A server for as long as this is open."""
    server = Process(folder, **settings)
    try:
        await server.start()
        yield server
    finally:
        server.kill()


class Guest:
    """Somebody with a session: asks over REST, and opens sockets with its cookie."""

    def __init__(self, server: Process, address: str | None = None) -> None:
        """`address`: of the loopback's that they come from; each has its own allowances."""
        self._server = server
        origin = f"http://{server.url}"
        self._client = httpx.AsyncClient(
            base_url=f"{origin}/api",
            headers={"Origin": origin},
            transport=httpx.AsyncHTTPTransport(local_address=address),
            timeout=PATIENCE,
        )

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON of an answer that has to be a success; None if it says nothing."""
        answer = await self._client.request(method, path, json={} if body is None else body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """The status and code of an answer that has to be none."""
        answer = await self._client.request(method, path, json={} if body is None else body)
        assert not answer.is_success
        return answer.status_code, answer.json()["code"]

    async def elsewhere(self, server: Process, path: str, body: Any) -> Any:
        """What another server of the same cluster answers to a POST of theirs."""
        origin = f"http://{server.url}"
        headers = {"Origin": origin, "Cookie": self.cookie}
        async with httpx.AsyncClient(base_url=f"{origin}/api", timeout=PATIENCE) as client:
            answer = await client.post(path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    async def come_as(self, name: str) -> None:
        """Become a guest."""
        await self.ask("POST", "/guests", {"name": name})

    @asynccontextmanager
    async def socket(self, name: str, through: Process | None = None) -> AsyncIterator[Player]:
        """A socket of this guest's, at the same server or another."""
        async with player((through or self._server).url, name, cookie=self.cookie) as connected:
            yield connected

    @property
    def cookie(self) -> str:
        """The header that says who they are."""
        return "; ".join(f"{key}={value}" for key, value in self._client.cookies.items())

    async def close(self) -> None:
        """Close what REST has kept open."""
        await self._client.aclose()


@asynccontextmanager
async def guests(server: Process, *names: str) -> AsyncIterator[list[Guest]]:
    """So many guests."""
    there = [Guest(server) for _ in names]
    try:
        for guest, name in zip(there, names, strict=True):
            await guest.come_as(name)
        yield there
    finally:
        for guest in there:
            await guest.close()
