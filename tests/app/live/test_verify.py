"""A hand played over sockets was dealt as promised, says `desmoche verify hand`."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from app.cli import cli
from engine.table.pace import lively
from tests.app.live.player import play, player
from tests.app.serving import UNHURRIED, serving


async def test_a_played_hand_is_verified_and_a_changed_one_is_not(tmp_path: Path) -> None:
    async with serving(tmp_path, **UNHURRIED) as server, AsyncExitStack() as stack:
        await server.table("t1", "ana", "beto", pace=lively())
        players = [
            await stack.enter_async_context(player(server.url, name)) for name in ("ana", "beto")
        ]
        for one in players:
            await one.hello("t1")
        await asyncio.gather(*(play(one) for one in players))
        bodies = [entry.body for entry in server.journal.entries["t1"]]
        revealed = players[0].view["mine"]["revealed"]
    record = next(body["hand_record"] for body in bodies if "hand_record" in body)
    assert revealed == record["fairness"]
    hand = {"file": record["file"], "fairness": revealed}
    assert _verify(tmp_path, hand) == (0, True)
    hand["fairness"] = {**revealed, "seed": "00" * 32}
    assert _verify(tmp_path, hand) == (1, False)
    assert _verify(tmp_path, []) == (1, False)


def test_a_file_that_is_not_there_is_told_in_a_sentence() -> None:
    done = CliRunner().invoke(cli, ["verify", "hand", "/nowhere"])
    assert done.exit_code == 1
    assert "can't be read: No such file" in done.output


def _verify(folder: Path, hand: Any) -> tuple[int, bool]:
    path = folder / "hand.json"
    path.write_text(json.dumps(hand))
    done = CliRunner().invoke(cli, ["verify", "hand", str(path)])
    return done.exit_code, json.loads(done.output)["ok"]
