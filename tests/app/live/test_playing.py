"""Four browsers at one table, from hello to the result."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from engine.table.pace import lively
from tests.app.live.player import play, player
from tests.app.serving import NAMES, UNHURRIED, serving


async def test_hello_brings_a_view(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, player(server.url, "ana") as ana:
        await server.table("t1", "ana", "beto")
        view = await ana.hello("t1")
        assert (ana.frames[0]["type"], ana.frames[0]["name"]) == ("welcome", "ana")
        assert [place and place["name"] for place in view["public"]["places"]] == [
            "ana",
            "beto",
            None,
            None,
        ]
        assert view["mine"]["place"] == 0
        assert view["present"] == [True, False, False, False]


async def test_four_browsers_play_a_hand_to_its_result(tmp_path: Path) -> None:
    async with serving(tmp_path, **UNHURRIED) as server:
        table = await server.table("t1", *NAMES, pace=lively())
        async with AsyncExitStack() as stack:
            players = [await stack.enter_async_context(player(server.url, name)) for name in NAMES]
            for one in players:
                await one.hello("t1")
            ends = await asyncio.gather(*(play(one) for one in players))
        results = [view["mine"]["view"]["result"] for view in ends]
        assert all(result == results[0] for result in results)
        assert table.live.session.hand == 1
        assert (
            sum(results[0]["stacks"])
            + results[0]["carry"]["pot"]
            + sum(results[0]["carry"]["side"].values())
            == 4000
        )
