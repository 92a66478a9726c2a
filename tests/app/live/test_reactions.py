"""The few words that people at a table say to one another."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from app.live.outbox import MOST_SPARED, Outbox
from app.protocol import Malformed, OutReacted, frame_in
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
