"""The house of docker-compose.yml as it would be started, and played in through its proxy."""

import signal
from pathlib import Path

import httpx
import pytest

from tests.app.live.player import player
from tests.deploy.steps import House


@pytest.mark.timeout(180)  # it installs the server, and starts it three times
async def test_the_house_is_built_started_played_in_and_ended(
    tmp_path: Path, empty_postgres_url: str
) -> None:
    house = House(tmp_path, empty_postgres_url)
    house.image.build()
    async with house.up():
        headers = {"Origin": house.url}
        async with httpx.AsyncClient(base_url=house.url, headers=headers, timeout=20) as browser:
            assert "Desmoche" in (await browser.get("/")).text
            (await browser.post("/api/guests", json={"name": "Ana"})).raise_for_status()
            opened = await browser.post("/api/tables", json={})
            table = opened.raise_for_status().json()["id"]
            cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
            address = house.url.removeprefix("http://")
            async with player(address, "Ana", cookie=cookie, path=f"/live?table={table}") as ana:
                assert (await ana.hello(table))["public"]["id"] == table
            for worker in house.workers.values():
                assert worker.poll() is None
            house.workers["worker-1"].send_signal(signal.SIGKILL)
            house.workers["worker-1"].wait()
            for _ in range(4):
                assert (await browser.get("/api/me")).status_code == 200
        assert await house.down() == [-signal.SIGKILL, 0]
