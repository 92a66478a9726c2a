"""Who gives a standing order is shown it; all others are sent nothing, and miss no number."""

from contextlib import AsyncExitStack
from pathlib import Path

from tests.app.live.player import player
from tests.app.serving import serving


async def test_an_order_reaches_nobody_else(tmp_path: Path) -> None:
    async with serving(tmp_path, haste=60) as server, AsyncExitStack() as stack:
        table = await server.table("t1", "ana", "beto")
        ana, beto, eva = [
            await stack.enter_async_context(player(server.url, name))
            for name in ("ana", "beto", "eva")
        ]
        for one in (eva, ana, beto):
            await one.hello("t1")
        await ana.hear("view", lambda view: view["public"]["playing"])
        await beto.hear("view", lambda view: view["public"]["playing"])
        for one in (ana, beto):  # nothing else is to come just now
            await one.say("ping")
            await one.hear("pong")
        frames, stored = len(beto.frames), table.seq
        told = await ana.ask("order", pass_rest=True, take_goal=True, id="k1")
        assert told["code"] is None
        view = await ana.hear("view", lambda view: view["mine"]["orders"]["pass_rest"])
        assert table.seq == stored + 1
        assert told["seq"] == view["seq"] == view["public"]["seq"] == stored
        await beto.say("ping")
        await beto.hear("pong", after=frames)
        assert [frame["type"] for frame in beto.frames[frames:]] == ["pong"]
        again = await beto.hello("t1", seen=beto.view["seq"])
        assert (again["seq"], again["since"], again["news"]) == (stored, stored, [])
        assert (await ana.ask("order", pass_rest=True, take_goal=True, id="k1"))["seq"] == stored
        assert table.seq == stored + 1, "the same request twice is one order"
