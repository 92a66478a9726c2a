"""The server around the sockets: health, headers, what it starts on."""

import asyncio
import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from app.health import is_healthy
from app.server_key import BadKey, KeySealer, server_key
from app.settings import BadSettings, Settings
from engine.table.sealing import SealingKey
from tests.app.live.player import player
from tests.app.process import process
from tests.app.serving import serving


async def test_health_and_headers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with process(tmp_path) as server, httpx.AsyncClient() as client:
        answer = await client.get(f"http://{server.url}/health")
        said = answer.json()
        assert (said["status"], said["wrong"], said["tables"], said["paused"]) == ("ok", [], 0, 0)
        assert await asyncio.to_thread(is_healthy, "127.0.0.1", server.port)
        assert json.loads(capsys.readouterr().out) == said, "whoever restarts it is told as much"
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        opener = "cross-origin-opener-policy"  # over plain http a browser only complains of it
        assert opener not in answer.headers
        proxied = {"x-forwarded-proto": "https"}
        over_https = await client.get(f"http://{server.url}/health", headers=proxied)
        assert over_https.headers[opener] == "same-origin"
        lost = await client.get(f"http://{server.url}/nowhere")
        assert lost.status_code == 404
        assert lost.headers["content-security-policy"] == policy
    assert not is_healthy("127.0.0.1", server.port)


async def test_there_is_one_path_for_sockets(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        with pytest.raises(InvalidStatus):
            async with connect(f"ws://{server.url}/other"):
                pass


async def test_a_stop_sends_the_browsers_off_to_come_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        table = await server.table("t1", "ana", "beto")
        async with player(server.url, "ana") as ana:
            await ana.hello("t1")
            answered = await ana.ask("choose", sits_out=True)
            server.stop()
            assert await ana.closed() == 1012
    assert table.seq == answered["seq"]


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "server.key"
    key = server_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert server_key(path) == key
    assert key.secret.hex() not in repr(key)
    box = KeySealer(key).seal("t1", 3, b"s" * 32)
    assert KeySealer(server_key(path)).unseal("t1", 3, box) == b"s" * 32
    with pytest.raises(ValueError, match="another hand"):
        KeySealer(key).unseal("t1", 4, box)


def test_servers_that_start_at_once_have_one_key(tmp_path: Path) -> None:
    """Whoever finds the file finds a whole key in it, and nothing else is left behind."""
    together = Barrier(8)

    def begin(path: Path) -> SealingKey:
        together.wait()
        return server_key(path)

    with ThreadPoolExecutor(8) as servers:
        for house in range(50):
            path = tmp_path / str(house) / "server.key"
            assert len(set(servers.map(begin, [path] * 8))) == 1
            assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("text", ["", "id", "id zz", "id 00ff", "! " + "0" * 64, "a " + "0" * 63])
def test_a_file_that_holds_no_key_is_no_key(text: str, tmp_path: Path) -> None:
    path = tmp_path / "server.key"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(BadKey):
        server_key(path)


def test_a_key_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "server.key"
    server_key(path)
    path.chmod(0o644)
    with pytest.raises(BadKey, match="chmod 600"):
        server_key(path)
    with pytest.raises(BadKey, match="can't be used"):
        server_key(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://here"),
        ("DATABASE_URL", "sqlite"),
        ("PORT", "http"),
        ("PORT", "65536"),
        ("REDIS_URL", "cards.example.org:6379"),
        ("REDIS_URL", "redis://cards.example.org:port"),
        ("REDIS_URL", "redis://cards.example.org?socket_timeout=soon"),
        ("REDIS_URL", "unix://"),
        ("PUBLIC_ORIGINS", "cards.example.org"),
        ("PUBLIC_ORIGINS", "https://a.example/path"),
        ("METRICS_PORT", "0"),
        ("FRAMES_PER_SECOND", "0"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_bad_values_are_told_in_a_sentence_each(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    monkeypatch.setenv("MOST_CONNECTIONS", "-1")
    with pytest.raises(BadSettings) as bad:
        Settings.from_environment()
    assert len(bad.value.sentences) == 2
    assert sum(sentence.startswith(f"{name} is '{value}': ") for sentence in bad.value.sentences)
    assert all(sentence.endswith(".") for sentence in bad.value.sentences)


def test_an_empty_environment_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    settings = Settings.from_environment()
    assert settings.database_url.startswith("sqlite:")
    assert settings.metrics_port is None
