"""The few words that people at a table say to one another."""

import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from app.cluster.clock import SystemClock
from app.identity import Who
from app.live.desk import Desk
from app.live.outbox import MOST_SPARED, Outbox
from app.live.viewer import Viewer
from app.protocol import InReact, Malformed, OutReacted, frame_in
from tests.app.live.player import player
from tests.app.serving import serving


async def test_all_who_look_hear_it_and_nothing_changes(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, AsyncExitStack() as stack:
        await server.table("t1", "ana", "", "beto")
        ana, beto, eva = [
            await stack.enter_async_context(player(server.url, name))
            for name in ("ana", "beto", "eva")
        ]
        for one in (ana, beto, eva):
            await one.hello("t1")
        seq = beto.view["seq"]
        assert (await beto.ask("react", word="sal"))["code"] is None
        for one in (ana, beto, eva):
            told = await one.hear("reacted")
            assert (told["place"], told["word"]) == (2, "sal")
        assert beto.view["seq"] == seq


async def test_not_from_who_stands_and_not_like_a_drum(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as server,
        player(server.url, "ana") as ana,
        player(server.url, "eva") as eva,
    ):
        await server.table("t1", "ana", "beto")
        assert (await ana.ask("react", word="jaja"))["code"] == "no_table"
        await ana.hello("t1")
        await eva.hello("t1")
        assert (await eva.ask("react", word="jaja"))["code"] == "not_seated"
        assert (await ana.ask("react", word="jaja"))["code"] is None
        assert (await ana.ask("react", word="jaja"))["code"] == "too_soon"


async def test_to_a_table_that_has_gone_and_is_back_with_nobody_looking(tmp_path: Path) -> None:
    """Between a table's end and the browser's next hello, whatever it asks is only refused."""
    sent: list[Any] = []

    async def send(frame: Any) -> None:
        sent.append(frame)

    async with serving(tmp_path) as server:
        desk = Desk(server.registry, server.rooms, SystemClock())
        viewer = Viewer(Who("ana", "ana", "player"), send)
        table = await server.table("t1", "ana", "beto")
        viewer.table = "t1"
        await desk.take(viewer, InReact("1", "sal"))
        server.rooms.ended(table)  # the table itself is there, as when somebody has woken it
        await desk.take(viewer, InReact("2", "sal"))
        await viewer.outbox.emptied()
    assert [json.loads(frame["text"])["code"] for frame in sent] == [None, "no_table"]


@pytest.mark.parametrize("word", ["", "hola", "SAL", None, 3, ["sal"]])
def test_there_are_no_other_words(word: object) -> None:
    shown = "null" if word is None else f'"{word}"' if isinstance(word, str) else str(word)
    with pytest.raises(Malformed):
        frame_in(f'{{"type": "react", "id": "1", "word": {shown}}}'.replace("'", '"'))


async def test_a_browser_that_takes_nothing_is_not_cut_off_by_talk() -> None:
    sent: list[object] = []

    async def send(frame: object) -> None:
        sent.append(frame)

    outbox = Outbox(send, lambda: None)
    for _ in range(100):
        outbox.spare(OutReacted(0, "jaja"))
    assert not outbox.is_full
    await outbox.emptied()
    assert len(sent) == MOST_SPARED
