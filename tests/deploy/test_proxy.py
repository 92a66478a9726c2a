"""The proxy brings all of a table to one worker, shares tables out, and goes round the dead."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.deploy.proxy import CADDY, CADDYFILE, PATIENCE, free_port, proxy, told

TABLES = [f"table-{number}" for number in range(40)]


class Upstream:
    """A worker that answers whatever it is asked with its name, and with what it was told."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._writers: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> "Upstream":
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.die()

    @property
    def address(self) -> str:
        host, port = self._server.sockets[0].getsockname()
        return f"{host}:{port}"

    def die(self) -> None:
        """It takes no more connections, and has none."""
        self._server.close()
        for writer in self._writers:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while head := (await reader.readuntil(b"\r\n\r\n")).decode():
                said = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
                body = json.dumps({"name": self._name, "head": said}).encode()
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        self._writers.discard(writer)
        writer.close()


class House(NamedTuple):
    """A browser of two workers behind the proxy, and the two."""

    browser: httpx.AsyncClient
    one: Upstream
    other: Upstream

    async def whose(self, path: str, **headers: str) -> str:
        """Which of the two answers."""
        answer = await self.browser.get(path, headers=headers)
        assert answer.status_code == 200, answer.text
        name: str = answer.json()["name"]
        return name


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with Upstream("one") as one, Upstream("other") as other, AsyncExitStack() as opened:
        where = proxy(free_port(), [one.address, other.address], tmp_path)
        url = await opened.enter_async_context(where)
        client = httpx.AsyncClient(base_url=url, timeout=PATIENCE)
        yield House(await opened.enter_async_context(client), one, other)


async def test_all_of_a_table_comes_to_one_worker(house: House) -> None:
    seen = []
    for table in TABLES:
        ways = [f"/api/tables/{table}", f"/api/tables/{table}/seat", f"/live?table={table}"]
        found = {await house.whose(way) for way in ways}
        forged = await house.whose(ways[0], **{"Desmoche-Table": "table-0"})
        assert len(found | {forged}) == 1, table
        seen.append(forged)
    assert 8 <= seen.count("one") <= 32, "tables are shared out"


async def test_a_worker_that_is_gone_is_gone_round(house: House) -> None:
    house.one.die()
    assert {await house.whose(f"/api/tables/{table}") for table in TABLES[:8]} == {"other"}
    assert await house.whose("/") == "other"


async def test_workers_learn_who_asks_and_by_which_scheme(house: House) -> None:
    answer = await house.browser.get("/", headers={"X-Forwarded-For": "192.0.2.7"})
    head = {name.lower(): value for name, value in answer.json()["head"].items()}
    assert head["x-forwarded-for"] == "127.0.0.1", "not what the browser says of itself"
    assert head["x-forwarded-proto"] == "http"
    assert head["host"] == house.browser.base_url.netloc.decode()


def test_the_certificate_is_of_the_domain(tmp_path: Path) -> None:
    """A name makes the proxy listen for TLS, and ask for a certificate by itself."""
    done = subprocess.run(
        [CADDY, "adapt", "--config", CADDYFILE],
        env=told("cards.example.org", ["a:1", "b:1"], tmp_path),
        capture_output=True,
        check=True,
    )
    (server,) = json.loads(done.stdout)["apps"]["http"]["servers"].values()
    assert server["listen"] == [":443"]
    assert server["routes"][0]["match"] == [{"host": ["cards.example.org"]}]
    assert "automatic_https" not in server, "it is not turned off"
