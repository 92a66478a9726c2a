"""Caddy with the file that operators get, on loopback and without certificates."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.deploy.plan import ROOT

CADDY = Path(sys.executable).with_name("caddy")
CADDYFILE = ROOT / "deploy" / "Caddyfile"
PATIENCE = 60.0  # seconds in which whatever is started has to serve


def free_port() -> int:
    """A port that nobody has now."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def told(domain: str, upstreams: Sequence[str], folder: Path) -> dict[str, str]:
    """Its environment; it keeps its things in this folder."""
    where = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return {**os.environ, **where, "DOMAIN": domain, "UPSTREAMS": " ".join(upstreams)}


@asynccontextmanager
async def proxy(port: int, upstreams: Sequence[str], folder: Path) -> AsyncIterator[str]:
    """Its URL, as soon as it answers whatever it is asked."""
    url = f"http://127.0.0.1:{port}"
    command = [str(CADDY), "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    with (folder / "caddy.log").open("wb") as log:
        running = subprocess.Popen(command, env=told(url, upstreams, folder), stderr=log)  # noqa: ASYNC220
    try:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(base_url=url) as client:
            while not await _answers(client):
                assert running.poll() is None, (folder / "caddy.log").read_text()
                await asyncio.sleep(0.02)
        yield url
    finally:
        running.terminate()
        await asyncio.to_thread(running.wait)


async def _answers(client: httpx.AsyncClient) -> bool:
    try:
        return (await client.get("/health")).status_code < 500
    except httpx.TransportError:
        return False
