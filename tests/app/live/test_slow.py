"""A browser that doesn't read: nobody waits for it, and it gets the newest view."""

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.app.live.player import PATIENCE, player
from tests.app.serving import UNHURRIED, Serving, serving

MOVES = 600  # at 1.5 KB a view several times what all the buffers hold


async def test_a_slow_reader_delays_nobody_and_gets_the_newest(tmp_path: Path) -> None:
    async with serving(tmp_path, **UNHURRIED) as server, player(server.url, "beto") as beto:
        await server.table("t1", "ana", "beto")
        async with _deaf(server, "ana") as ana:
            await ana.send(json.dumps({"type": "hello", "table": "t1"}))
            await beto.hello("t1")
            for at in range(MOVES):
                assert (await beto.ask("choose", sits_out=at % 2 == 0))["code"] is None
            views = await _views_until(ana, beto.view["seq"])
    assert len(views) < MOVES / 2
    seqs = [view["seq"] for view in views]
    assert seqs == sorted(seqs)
    assert len([frame for frame in beto.frames if frame["type"] == "view"]) >= MOVES


async def test_who_takes_no_answers_is_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path, **UNHURRIED) as server, player(server.url, "beto") as beto:
        await server.table("t1", "ana", "beto")
        async with _deaf(server, "ana") as ana:
            await ana.send(json.dumps({"type": "hello", "table": "t1"}))
            with pytest.raises(ConnectionClosed):
                await _ask_for_ever(ana)

        await beto.hello("t1")
        await beto.see(lambda view: not view["present"][0])


async def _ask_for_ever(client: ClientConnection) -> None:
    while True:
        await client.send(json.dumps({"type": "check", "id": "x" * 40, "action": {}}))


def _deaf(server: Serving, name: str) -> connect:
    """A client with small buffers, which reads only when it is told to."""
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 * 1024)
    host, port = server.url.split(":")
    plug.connect((host, int(port)))
    return connect(
        f"ws://{server.url}/live",
        sock=plug,
        origin=Origin(f"http://{server.url}"),
        additional_headers={"Cookie": f"who={name}"},
        compression=None,
        max_queue=1,
        ping_interval=None,
    )


async def _views_until(client: ClientConnection, seq: int) -> list[dict[str, Any]]:
    views: list[dict[str, Any]] = []
    async with asyncio.timeout(PATIENCE):
        while not views or views[-1]["seq"] < seq:
            frame = json.loads(await client.recv())
            if frame["type"] == "view":
                views.append(frame)
    return views
