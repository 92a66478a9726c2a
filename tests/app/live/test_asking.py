"""Everything a page may ask of a table, over a socket: taken, or refused by code."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from app.protocol import MOST_BET
from engine.table.pace import UNTIMED, lively
from tests.app.live.player import Player, choice, player
from tests.app.serving import UNHURRIED, Serving, serving

QUICK: dict[str, Any] = {"cut": False, "cambio": False, "automatic_wins": [], "side_games": []}


async def test_a_check_answers_as_the_action_would_and_changes_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, AsyncExitStack() as stack:
        ana, beto = await _dealt(server, stack)
        mine = ana if ana.hand["seat"] in ana.hand["to_act"] else beto
        other = beto if mine is ana else ana
        seat, seq = mine.hand["seat"], mine.view["seq"]
        drafts = [
            ({"seat": seat, "do": "draw"}, None),
            ({"seat": seat, "do": "discard"}, "wrong_phase"),
            ({"seat": seat, "do": "pay", "card": mine.hand["hand"][0]}, "wrong_phase"),
            ({"seat": other.hand["seat"], "do": "draw"}, "not_asked"),
            ({"seat": None, "do": "close"}, "not_asked"),
            ({"seat": seat, "do": "fly"}, "bad_action"),
            ({"seat": seat, "do": "pay", "card": "1x"}, "bad_action"),
            ({}, "bad_action"),
        ]
        for draft, code in drafts:
            answer = await mine.ask("check", action=draft)
            assert answer["code"] == code, draft
            assert (code is None) == (answer["message"] == "")
        assert mine.view["seq"] == seq
        for draft, code in reversed(drafts):
            assert (await mine.ask("act", action=draft))["code"] == code, draft


async def test_nobody_acts_for_another_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, AsyncExitStack() as stack:
        ana, beto = await _dealt(server, stack)
        mine = ana if ana.hand["seat"] in ana.hand["to_act"] else beto
        other = beto if mine is ana else ana
        eva = await stack.enter_async_context(player(server.url, "eva"))
        await eva.hello("t1")
        action = choice(mine.hand)
        assert (await other.ask("act", action=action))["code"] == "not_asked"
        assert (await eva.ask("act", action=action))["code"] == "not_seated"
        assert (await eva.ask("check", action=action))["code"] == "not_seated"
        assert (await mine.ask("act", action=action))["code"] is None


async def test_a_table_from_the_first_place_to_the_last(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, **UNHURRIED) as server,
        player(server.url, "ana") as ana,
        player(server.url, "beto") as beto,
    ):
        table = await server.table("t1", "ana", "", "", "beto")
        for one in (ana, beto):
            await one.hello("t1")
        assert (await ana.ask("choose", games=["oro"], sits_out=True))["code"] is None
        assert (await ana.ask("choose", games=["poker"]))["code"] == "not_in_game"
        assert (await ana.ask("top_up", chips=50))["code"] is None
        for bet in (0, MOST_BET + 1, 2**53 - 1):
            assert (await ana.ask("propose", bet=bet))["code"] == "bad_chips"
        assert (await ana.ask("propose", bet=10))["code"] is None
        assert (await beto.see(lambda view: view["public"]["proposal"]))["public"]["bet"] == 5
        assert (await beto.ask("answer_bet", agree=True))["code"] is None
        assert (await ana.see(lambda view: view["public"]["bet"] == 10))["mine"]["place"] == 0
        assert (await ana.ask("entropy", entropy="00ff"))["code"] == "too_late"
        assert (await ana.ask("pledge", pledge="ab" * 32))["code"] is None
        assert (await ana.see(lambda view: view["mine"]["pledge"]))["mine"]["pledge"] == "ab" * 32
        assert (await ana.ask("order", pass_rest=True, take_goal=False))["code"] is None
        assert (await ana.see(lambda view: view["mine"]["orders"]["pass_rest"]))["seq"]
        assert (await ana.ask("ask_pause", pause=True))["code"] is None
        for odd in (
            {"pace": "hasty"},
            {"pace": "steady", "window": 4},
            {"pace": "untimed", "window": 5},
        ):
            answer = await ana.ask("set_pace", **odd)
            assert answer["code"] == "bad_pace", odd
            assert answer["message"], odd
        assert (await ana.ask("set_pace", pace="steady", window=8))["code"] is None
        assert (await ana.ask("set_watchable", watchable=True))["code"] is None
        assert (await ana.ask("set_rules", rules={"luck": 1}))["code"] == "bad_rules"
        assert (await ana.ask("set_rules", rules={"cut": False}))["code"] is None
        await beto.see(lambda view: view["public"]["rules"]["cut"] is False)
        for ask in ("set_pace", "set_rules", "set_watchable", "kick", "close_table"):
            assert (await beto.ask(ask, **HOST_ASKS[ask]))["code"] == "not_host"
        assert (await ana.ask("kick", place=1))["code"] == "no_such_place"
        assert (await beto.ask("take_host"))["code"] == "not_host"
        assert (await ana.ask("put_on_defaults", place=3))["code"] == "has_clock"
        assert (await ana.ask("come_back"))["code"] is None
        assert (await beto.ask("stand"))["code"] is None
        assert table.live.session.places[3] is None
        assert (await ana.ask("close_table"))["code"] is None
        assert (await beto.hear("closed"))["reason"] == "table_closed"
        assert await beto.closed() == await ana.closed() == 1000


HOST_ASKS: dict[str, dict[str, Any]] = {
    "set_pace": {"pace": "lively"},
    "set_rules": {"rules": {}},
    "set_watchable": {"watchable": False},
    "kick": {"place": 0},
    "close_table": {},
}


@pytest.mark.parametrize("gone", [True, False])
async def test_without_a_clock_only_who_is_gone_is_played_for(gone: bool, tmp_path: Path) -> None:
    async with (
        serving(tmp_path, haste=100, **UNHURRIED) as server,
        player(server.url, "ana") as ana,
    ):
        table = await server.table("t1", "ana", "beto", pace=UNTIMED)
        async with player(server.url, "beto") as beto:
            await ana.hello("t1")
            await beto.hello("t1")
            assert (await ana.ask("put_on_defaults", place=1))["code"] == "still_there"
        if not gone:
            return
        await ana.see(lambda view: not view["present"][1])
        code: str | None = "still_there"
        while code == "still_there":  # a minute of the table's, which is less than one of ours
            code = (await ana.ask("put_on_defaults", place=1))["code"]
        assert code is None
        assert table.live.sitting(1).away


async def test_a_place_that_this_table_does_not_have_is_refused(tmp_path: Path) -> None:
    """A frame may name any of four places; a table for two has two."""
    async with serving(tmp_path) as server, player(server.url, "ana") as ana:
        await server.table("t1", "ana", preset="conquian")
        await ana.hello("t1")
        for place in (2, 3):
            for asked in ("put_on_defaults", "kick"):
                assert (await ana.ask(asked, place=place))["code"] == "no_such_place"


async def test_a_paused_table_says_so_and_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, player(server.url, "ana") as ana:
        await server.table("t1", "ana", "beto")
        await ana.hello("t1")
        server.journal.away = True
        assert (await ana.ask("choose", sits_out=True))["code"] == "table_paused"
        assert (await ana.hear("paused"))["why"] == "storage"
        async with player(server.url, "beto") as beto:
            await beto.hello("t1")
            await beto.hear("paused")
            server.journal.away = False
            await ana.hear("resumed")
            await beto.hear("resumed")
        assert (await ana.ask("choose", sits_out=True))["code"] is None


async def test_a_table_that_moved_sends_its_viewers_after_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        await server.table("t1", "ana", "beto")
        async with player(server.url, "ana") as ana:
            await ana.hello("t1")
            await server.journal.take_over("t1")
            assert (await ana.ask("choose", sits_out=True))["code"] == "table_moved"
            assert (await ana.hear("closed"))["reason"] == "table_moved"
            assert await ana.closed() == 1012
        async with player(server.url, "ana") as again:
            await again.hello("t1")
            assert (await again.ask("choose", sits_out=True))["code"] is None


async def _dealt(server: Serving, stack: AsyncExitStack) -> tuple[Player, Player]:
    """Two players at a table where the first card is about to be drawn."""
    await server.table("t1", "ana", "beto", pace=lively(), **QUICK)
    ana, beto = [
        await stack.enter_async_context(player(server.url, name)) for name in ("ana", "beto")
    ]
    for one in (ana, beto):
        await one.hello("t1")
        await one.see(lambda view: view["mine"]["view"] is not None)
    return ana, beto
