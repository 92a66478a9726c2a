"""Dropped, reloaded, opened twice, asked twice: the same frames as playing."""

from pathlib import Path
from typing import Any

from engine.table.pace import lively, steady
from tests.app.live.player import choice, play, player
from tests.app.serving import UNHURRIED, serving


async def test_after_a_drop_hello_brings_the_table_and_what_was_missed(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, player(server.url, "beto") as beto:
        await server.table("t1", "ana", "beto", pace=lively(), cut=False, cambio=False)
        await beto.hello("t1")
        async with player(server.url, "ana") as ana:
            await ana.hello("t1")
            await ana.see(lambda view: view["mine"]["view"] is not None)
            seen = ana.view["seq"]
            had = [news["seq"] for frame in ana.frames for news in frame.get("news", [])]
            assert len(had) == len(set(had)), "news came twice on one socket"
        await beto.see(lambda view: view["present"] == [False, True, False, False])
        await beto.see(lambda view: view["mine"]["view"]["phase"] == "declare")
        await beto.ask("act", action=choice(beto.hand))
        async with player(server.url, "ana") as again:
            view = await again.hello("t1", seen=seen)
            assert view["mine"]["place"] == 0
            assert view["since"] == seen
            await again.ask("act", action=choice(again.hand))
            await again.see(lambda view: view["mine"]["view"]["phase"] != "declare")
            missed = [news["seq"] for frame in again.frames for news in frame.get("news", [])]
            assert missed == sorted(set(missed))
            assert not set(missed) & set(had)
            everything = await again.hello("t1", seen=0)
            assert [news["seq"] for news in everything["news"]] == had + missed


async def test_news_that_were_forgotten_are_missed_by_since(tmp_path: Path) -> None:
    async with serving(tmp_path, haste=100, **UNHURRIED) as server:
        long_hands: dict[str, Any] = {"automatic_wins": [], "side_games": []}
        await server.table("t1", "ana", "bot-1", "bot-2", pace=lively(), **long_hands)
        async with player(server.url, "ana") as ana:
            await ana.hello("t1")
            await play(ana, lambda view: view["public"]["hand"] == 4)
            view = await ana.hello("t1")
            assert len(view["news"]) <= 60
            assert view["since"] > 0
            assert view["news"][0]["seq"] > view["since"]


async def test_the_newest_tab_wins(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, player(server.url, "beto") as beto:
        await server.table("t1", "ana", "beto")
        await beto.hello("t1")
        async with player(server.url, "ana") as old, player(server.url, "ana") as new:
            await old.hello("t1")
            await new.hello("t1")
            await old.hear("replaced")
            assert await old.closed() == 4001
            # The old one's end takes nothing from the new one.
            await beto.ask("choose", sits_out=True)
            await new.see(lambda view: view["public"]["places"][1]["sits_out"])
            assert new.view["present"][0]
        await beto.see(lambda view: not view["present"][0])


async def test_one_socket_moves_from_table_to_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, player(server.url, "ana") as ana:
        await server.table("t1", "ana")
        await server.table("t2", "beto")
        assert (await ana.hello("t1"))["present"][0]
        assert (await ana.hello("t2"))["table"] == "t2"
        assert not server.rooms.is_watched("t1")


async def test_the_same_request_twice_is_done_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        table = await server.table("t1", "ana", "beto")
        async with player(server.url, "ana") as ana:
            await ana.hello("t1")
            await ana.ask("choose", sits_out=True)  # or a hand would begin, in which none is taken
            first = await ana.ask("top_up", id="r1", chips=7)
            again = await ana.ask("top_up", id="r1", chips=7)
        async with player(server.url, "ana") as later:
            await later.hello("t1")
            once_more = await later.ask("top_up", id="r1", chips=7)
        async with player(server.url, "beto") as beto:
            await beto.hello("t1")
            other = await beto.ask("top_up", id="r1", chips=7)
        assert first == again == once_more
        assert other["seq"] == first["seq"] + 1
        assert [player and player.stack for player in table.live.session.places[:2]] == [1007, 1007]


async def test_a_sealed_answer_is_kept_and_told_to_its_seat_alone(tmp_path: Path) -> None:
    rules: dict[str, Any] = {"cut": False, "cambio": False, "automatic_wins": [], "side_games": []}
    async with (
        serving(tmp_path) as server,
        player(server.url, "ana") as ana,
        player(server.url, "beto") as beto,
    ):
        await server.table("t1", "ana", "beto", pace=steady(12), **rules)
        for one in (ana, beto):
            await one.hello("t1")
            await one.see(lambda view: view["mine"]["view"] is not None)
        while not ana.view["public"]["sealed"]:
            for one in (ana, beto):
                action = choice(one.hand)
                if action and action["do"] in ("draw", "discard", "pay", "use"):
                    answer = await one.ask("act", action=action)
                    await ana.see(lambda view, at=answer["seq"]: view["seq"] >= at)  # type: ignore[misc]
                    await beto.see(lambda view, at=answer["seq"]: view["seq"] >= at)  # type: ignore[misc]
        asked = ana if ana.hand["seat"] in ana.hand["to_act"] else beto
        other = beto if asked is ana else ana
        frames = len(other.frames)
        answer = await asked.ask("act", action={"seat": asked.hand["seat"], "do": "pass"})
        assert answer["code"] is None
        kept = await asked.hear("answered")
        assert kept["asked_seq"] == asked.view["public"]["asked_seq"]
        assert kept["answer"] == {"seat": asked.hand["seat"], "do": "pass"}
        async with player(server.url, asked.name) as reloaded:
            view = await reloaded.hello("t1")
            assert view["mine"]["answer"] == {"seat": view["mine"]["view"]["seat"], "do": "pass"}
        seq = asked.view["seq"]
        await other.see(lambda view: view["seq"] > seq)
        before = [f for f in other.frames[frames:] if f["type"] != "view" or f["seq"] <= seq]
        assert all(f["type"] == "view" and not f["mine"]["answer"] for f in before)
