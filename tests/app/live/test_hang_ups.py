"""What the server does not take: told by code, closed, counted, and no table notices."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from app.live.metrics import REGISTRY
from app.protocol import MOST_BYTES, MOST_BYTES_READ
from engine.table.journal import JournalAway
from engine.table.rescue import ReadBack
from tests.app.live.player import player
from tests.app.serving import SUSPENDED, CookieNames, Serving, serving

BAD_FRAMES: dict[str, tuple[str | bytes, str]] = {
    "no JSON": ("hello", "malformed"),
    "no object": ("[]", "malformed"),
    "no type": ("{}", "malformed"),
    "unknown type": ('{"type": "cheat"}', "malformed"),
    "unknown key": ('{"type": "ping", "loud": true}', "malformed"),
    "key missing": ('{"type": "order", "id": "1", "pass_rest": true}', "malformed"),
    "out of range": ('{"type": "kick", "id": "1", "place": 4}', "malformed"),
    "no id": ('{"type": "stand", "id": ""}', "malformed"),
    "strange table": ('{"type": "hello", "table": "../etc\\n"}', "malformed"),
    "binary": (b'{"type": "ping"}', "malformed"),
    "too large": (json.dumps({"type": "ping", "x": "x" * MOST_BYTES}), "too_large"),
    "too large in bytes": (f'{{"type": "ping", "x": "{"ñ" * (MOST_BYTES // 2)}"}}', "too_large"),
}


@pytest.mark.parametrize("bad", BAD_FRAMES)
async def test_a_bad_frame_is_refused_and_the_socket_closed(bad: str, tmp_path: Path) -> None:
    text, code = BAD_FRAMES[bad]
    async with serving(tmp_path) as server, player(server.url, "ana") as ana:
        seq = await _seated(server, "ana")  # alone, so that no hand begins however long it takes
        await ana.hello("t1")
        before = _hang_ups(code)
        await ana.socket.send(text)
        refused = await ana.hear("refused")
        assert refused["code"] == code
        assert refused["message"]
        assert await ana.closed() == 1008
        assert _hang_ups(code) == before + 1
        assert await _seated(server) == seq


async def test_a_table_whose_past_cannot_be_read_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> ReadBack:
        raise KeyError("8s")

    async with serving(tmp_path) as server:
        table = await server.table("t1", "ana")
        table.stop()
        monkeypatch.setattr("engine.table.registry.read_back", broken)
        for _ in range(2):
            async with player(server.url, "ana") as ana:
                await ana.say("hello", table="t1")
                assert (await ana.hear("closed"))["reason"] == "table_away"
                assert await ana.closed() == 1012
    assert "Traceback" not in caplog.text
    assert "8s" not in caplog.text


async def test_what_is_far_too_large_is_cut_off_by_the_transport(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, player(server.url, "ana") as ana:
        await ana.socket.send("x" * (MOST_BYTES_READ + 1))
        assert await ana.closed() == 1009


async def test_a_flood_is_cut_off_and_the_table_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, player(server.url, "beto") as beto:
        seq = await _seated(server)
        await beto.hello("t1")
        async with player(server.url, "ana") as ana:
            await ana.hello("t1")
            flood = json.dumps({"type": "choose", "id": "1", "sits_out": True})
            for _ in range(100):
                await ana.socket.send(flood)
            assert (await ana.hear("refused"))["code"] == "too_many_frames"
            assert await ana.closed() == 1008
        assert (await beto.ask("choose", sits_out=True))["code"] is None
        assert beto.view["seq"] <= seq + 31


async def test_more_sockets_do_not_get_an_account_more_frames(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"frames_at_once": 5, "frames_per_second": 0.01}
    async with serving(tmp_path, **limits) as server:
        for _ in range(2):
            async with player(server.url, "ana") as ana:
                for _ in range(5):
                    await ana.say("ping")
                await ana.hear("pong", lambda _: sum(f["type"] == "pong" for f in ana.frames) == 5)
        async with player(server.url, "ana") as ana, player(server.url, "beto") as beto:
            await ana.say("ping")
            assert (await ana.hear("refused"))["code"] == "too_many_frames"
            await beto.say("ping")
            await beto.hear("pong")


async def test_an_account_has_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path, most_connections_of_one=1) as server:
        async with player(server.url, "ana") as first:
            await first.hear("welcome")
            async with player(server.url, "ana") as second:
                assert (await second.hear("closed"))["reason"] == "too_many_connections"
                assert await second.closed() == 1013
        async with player(server.url, "ana") as again:
            await again.hear("welcome")


async def test_a_page_from_elsewhere_gets_no_socket(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for origin in ("https://evil.example", "null", None):
            with pytest.raises(InvalidStatus) as refused:
                async with player(server.url, "ana", origin=origin):
                    pass
            assert refused.value.response.status_code == 403


async def test_named_origins_are_the_only_ones(tmp_path: Path) -> None:
    site = "https://cards.example.org"
    async with serving(tmp_path, public_origins=f"{site} https://other.example") as server:
        async with player(server.url, "ana", origin=site) as ana:
            await ana.hear("welcome")
        with pytest.raises(InvalidStatus):
            async with player(server.url, "ana"):
                pass


@pytest.mark.parametrize(("who", "reason"), [("", "no_session"), (SUSPENDED, "suspended")])
async def test_whoever_is_let_in_by_no_session_is_told_why(
    tmp_path: Path, who: str, reason: str
) -> None:
    async with serving(tmp_path) as server, player(server.url, who) as stranger:
        assert (await stranger.hear("closed"))["reason"] == reason
        assert await stranger.closed() == 1008


@pytest.mark.parametrize("asked", ["who", "suspended"])
async def test_while_storage_is_away_nobody_is_known_and_all_come_again(
    asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise JournalAway

    async with serving(tmp_path) as server:
        with monkeypatch.context() as patch:
            patch.setattr(CookieNames, asked, away)
            async with player(server.url, "ana" if asked == "who" else SUSPENDED) as ana:
                assert (await ana.hear("closed"))["reason"] == "table_away"
                assert await ana.closed() == 1012
        async with player(server.url, "ana") as ana:
            await ana.hear("welcome")


async def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, player(server.url, "ana") as ana:
        answer = await ana.ask("stand")
        assert answer["code"] == "no_table"
        await ana.say("hello", table="nowhere")
        assert (await ana.hear("closed"))["reason"] == "no_such_table"
        assert await ana.closed() == 1000
        assert not server.journal.epochs


async def _seated(server: Serving, *players: str) -> int:
    """The table's seq, once it is there."""
    table = server.registry.get("t1") or await server.table("t1", *(players or ("ana", "beto")))
    await asyncio.sleep(0)
    return table.seq


def _hang_ups(code: str) -> float:
    return REGISTRY.get_sample_value("desmoche_hang_ups_total", {"code": code}) or 0
