"""A table that lives at one worker, seen and played through another."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from app.cluster import followed as followed_module
from app.cluster import following as following_module
from app.cluster.broadcast import FORGOTTEN
from app.cluster.ports import Envelope
from app.server_key import KeySealer
from engine.rules.actions import Action, Discard, Draw, Pass
from engine.table.clock import SECOND
from engine.table.commands import SetWatchable
from engine.table.entries import Diverged
from engine.table.pace import lively
from engine.table.sealing import SealingKey
from tests.cluster.nodes import Node
from tests.cluster.world import TABLE, Browser, World, asked, in_world, settle, until


def without_news(view: dict[str, Any]) -> dict[str, Any]:
    """A view as it stands; news depend on what was seen before."""
    return {**view, "news": [], "since": 0}


async def same_views(world: World, player: str) -> None:
    """What a fresh look through each worker shows is the same, and the newest."""
    seen = [(await Browser(node, player).look()).view for node in world.nodes if node.alive]
    for view in seen:
        assert without_news(view) == without_news(seen[0])


def test_views_are_the_same_through_every_worker() -> None:
    async def test(world: World) -> None:
        table = await world.open()
        lives = [await Browser(node, f"spectator {node.name}").look() for node in world.nodes]
        assert [node.tables.here(TABLE) is not None for node in world.nodes] == [True, False, False]
        await until(lambda: table.live.playing)
        await settle()
        for one in lives:
            assert one.view["seq"] == table.shown
            assert without_news(one.view) == without_news(lives[0].view)
            assert one.view["news"] == lives[0].view["news"]
        await same_views(world, table.live.players[0])

    in_world(test, workers=3)


def test_what_is_asked_twice_through_two_workers_is_done_once() -> None:
    async def test(world: World) -> None:
        table = await world.dealt()
        (seat,) = asked(table.live)
        player, seq = table.live.players[seat], table.seq
        there = await Browser(world.nodes[1], player).look()
        await there.act(Draw(seat), "once")
        assert await there.answer("once") is None
        assert there.view["seq"] == table.shown, "who is answered sees it done"
        here = await Browser(world.nodes[0], player).look()
        await here.act(Draw(seat), "once")
        assert await here.answer("once") is None
        assert table.seq == seq + 1
        await here.act(Draw(seat), "again")
        assert await here.answer("again") == "wrong_phase"  # before a newer tab ends this one
        there = await Browser(world.nodes[1], player).look()
        await there.act(Draw(seat), "again")
        assert await there.answer("again") == "wrong_phase"

    in_world(test)


def test_a_sealed_answer_twice_through_two_workers_is_one_answer() -> None:
    async def test(world: World) -> None:
        table = await world.offer()
        seat, seq = asked(table.live)[0], table.seq
        player = table.live.players[seat]
        for node in (world.nodes[1], world.nodes[0]):
            browser = await Browser(node, player).look()
            await browser.act(Pass(seat), "mine")
            assert await browser.answer("mine") is None
            assert browser.view["mine"]["answer"] or browser.all("answered")
        await until(lambda: table.seq > seq)
        assert world.journal.entries[TABLE][-1].body["requests"] == [[player, "mine"]]
        there = await Browser(world.nodes[1], player).look()
        await there.act(Pass(seat), "mine")
        assert await there.answer("mine") is None, "known, though its window is long closed"

    in_world(test)


@pytest.mark.parametrize("first", [0, 1])
def test_who_moves_to_another_worker_finds_the_own_answer_there(first: int) -> None:
    async def test(world: World) -> None:
        table = await world.offer()
        seat = asked(table.live)[0]
        player = table.live.players[seat]
        one, other = world.nodes[first], world.nodes[1 - first]
        await Browser(other, player).look()  # so that it is followed from before
        browser = await Browser(one, player).look()
        await browser.act(Pass(seat), "mine")
        assert await browser.answer("mine") is None
        moved = await Browser(other, player).look()
        await moved.look()
        assert moved.view["mine"]["answer"] == {"seat": seat, "do": "pass"}
        bystander = await Browser(other, table.live.players[asked(table.live)[1]]).look()
        assert bystander.view["mine"]["answer"] is None

    in_world(test)


def test_a_lively_window_closes_when_all_have_answered_through_whichever_worker() -> None:
    async def test(world: World) -> None:
        table = await world.offer(lively(8), people=3)
        began, seq = world.clock.now(), table.seq
        for node, seat in zip(world.nodes, asked(table.live), strict=True):
            browser = await Browser(node, table.live.players[seat]).look()
            await browser.act(Pass(seat), "mine")
        await until(lambda: table.seq > seq)
        assert world.clock.now() - began < 1_000_000

    in_world(test)


def test_what_this_side_can_not_judge_the_owner_answers() -> None:
    async def test(world: World) -> None:
        table = await world.offer()
        seat = asked(table.live)[0]
        stranger = await Browser(world.nodes[1], "eva").look()
        await stranger.act(Pass(seat), "x")
        assert await stranger.answer("x") == "not_seated"
        discarder = next(place for place in range(3) if place not in asked(table.live))
        browser = await Browser(world.nodes[1], table.live.players[discarder]).look()
        await browser.act(Pass(discarder), "x")
        assert await browser.answer("x") == "not_asked"

    in_world(test)


def test_who_is_connected_is_known_through_every_worker() -> None:
    async def test(world: World) -> None:
        await world.open()
        browsers = [
            await Browser(node, name).look()
            for node, name in zip(world.nodes, ("ana", "beto", "carla"), strict=True)
        ]
        await settle()
        assert [one.view["present"][:3] for one in browsers] == [[True] * 3] * 3
        browsers[1].leave()
        await settle()
        for one in (browsers[0], browsers[2]):
            assert one.view["present"][:3] == [True, False, True]
            assert one.node.rooms.gone_for(TABLE, 1) > 0
        await asyncio.sleep(7)
        assert {one.node.rooms.gone_for(TABLE, 1) // 1_000_000 for one in browsers[::2]} == {7}
        assert browsers[0].node.rooms.gone_for(TABLE, 2) == 0
        await world.nodes[2].die()
        await asyncio.sleep(4.5)
        assert browsers[0].view["present"][:3] == [True, False, False], "silent for long enough"

    in_world(test, workers=3)


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (1, 2)])
def test_the_newest_tab_wins_across_workers(order: tuple[int, int]) -> None:
    async def test(world: World) -> None:
        await world.open()
        older, newer = [await Browser(world.nodes[number], "ana").look() for number in order]
        assert older.all("replaced")
        assert older.all("hung up") == [{"type": "hung up", "code": 4001}]
        older.leave()
        await settle()
        assert newer.view["present"][0]
        assert not newer.all("replaced")
        await newer.look()
        assert not newer.all("replaced"), "a hello again is no other tab"

    in_world(test, workers=3)


def test_two_tabs_at_the_same_moment_leave_one() -> None:
    async def test(world: World) -> None:
        await world.open()
        tabs = [Browser(node, "ana") for node in world.nodes for _ in range(2)]
        await asyncio.gather(*(tab.look() for tab in tabs))
        await settle()
        assert sum(not tab.all("replaced") for tab in tabs) == 1

    for seed in range(20):
        in_world(test, workers=3, seed=seed)


@pytest.mark.parametrize("speaker", [0, 1])
def test_words_are_heard_through_every_worker(speaker: int) -> None:
    async def test(world: World) -> None:
        await world.open()
        nodes = {"ana": world.nodes[speaker], "eva": world.nodes[2], "eli": world.nodes[0]}
        browsers = [await Browser(node, name).look() for name, node in nodes.items()]
        await browsers[0].react("jaja")
        for one in browsers:
            assert one.all("reacted") == [{"type": "reacted", "place": 0, "word": "jaja"}]

    in_world(test, workers=3)


def test_of_a_table_that_nobody_follows_nothing_is_sent_or_remembered() -> None:
    async def test(world: World) -> None:
        sent: list[Any] = []
        for node in world.nodes:
            node.post.send = lambda *given: sent.append(given)  # type: ignore[method-assign]
        table = await world.offer()
        await Browser(world.nodes[0], table.live.players[0]).look()
        assert not sent
        assert not world.nodes[0].worker._broadcast._hubs

    in_world(test)


def test_a_table_at_which_nobody_looks_is_followed_no_more() -> None:
    async def test(world: World) -> None:
        table = await world.dealt()
        browser = await Browser(world.nodes[1], "eva").look()
        assert table.live.id in followed(world.nodes[1])
        browser.leave()
        await asyncio.sleep(12)
        assert not followed(world.nodes[1])
        assert TABLE not in world.nodes[1].rooms._rooms
        await asyncio.sleep(FORGOTTEN / SECOND)
        assert not world.nodes[0].worker._broadcast.is_followed(TABLE)

    in_world(test)


def followed(node: Node) -> list[str]:
    """What a worker follows."""
    return [each.live.id for each in node.worker._following]


def test_what_gets_lost_on_the_way_is_made_up_for() -> None:
    """A third of all envelopes is lost: what is seen is late, and the newest in the end."""

    async def test(world: World) -> None:
        table = await world.dealt()
        there = await Browser(world.nodes[1], "eva").look()
        for number in range(40):
            (seat,) = asked(table.live)
            doing = Discard(seat) if table.live.hand and table.live.hand.drawn else Draw(seat)
            player = await Browser(world.nodes[1], table.live.players[seat]).look()
            await player.act(doing, f"a{number}")
            code = await player.answer(f"a{number}")
            assert code in (None, "table_moved", "wrong_phase", "not_asked"), code
            await until(lambda: not table.live.window_open)
            if not table.live.playing:
                return
            await until(lambda: there.view["seq"] == table.shown, 15)

    for seed in range(3):
        in_world(test, loses=0.3, seed=seed)


def test_host_commands_without_a_request_id_work_through_another_worker() -> None:
    async def test(world: World) -> None:
        table = await world.open()
        there = await world.nodes[1].tables.revive(TABLE)
        assert there is not None
        assert (await world.ask(there, SetWatchable("ana", False))).code is None
        assert table.live.watchable is there.live.watchable is False

    in_world(test)


def test_an_entry_that_comes_out_differently_is_not_shown_and_the_browser_comes_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where two versions play side by side."""

    def diverges(*_: object) -> None:
        raise Diverged

    async def test(world: World) -> None:
        table = await world.dealt()
        (seat,) = asked(table.live)
        here = await Browser(world.nodes[0], "eva").look()
        there = await Browser(world.nodes[1], table.live.players[seat]).look()
        seen = there.view["seq"]
        with monkeypatch.context() as patch:
            patch.setattr(followed_module, "replay_step", diverges)
            await there.act(Draw(seat), "mine")
            await until(lambda: there.all("hung up"))
        assert there.all("closed") == [{"type": "closed", "reason": "table_moved"}]
        assert there.view["seq"] == seen
        assert here.view["seq"] == table.shown > seen, "its owner goes on"
        assert [type(fault) for _, _, fault in world.faults] == [Diverged]
        world.faults.clear()
        again = await Browser(world.nodes[1], "eva").look()
        assert again.view["seq"] == table.shown, "read from its opening it can be followed"

    in_world(test)


def test_a_worker_that_follows_all_it_can_sends_browsers_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(world: World) -> None:
        await world.open()
        with monkeypatch.context() as patch:
            patch.setattr(following_module, "MOST_FOLLOWED", 0)
            there = await Browser(world.nodes[1], "eva").look()
        assert there.all("closed") == [{"type": "closed", "reason": "table_away"}]

    in_world(test)


def test_whoever_reads_what_workers_send_learns_nothing_of_a_running_hand() -> None:
    sent: list[Envelope] = []

    async def test(world: World) -> None:
        for node in world.nodes:
            node.post.send = partial(_overheard, sent, node.post.send)  # type: ignore[method-assign]
        table = await world.dealt()
        (seat,) = asked(table.live)
        there = await Browser(world.nodes[1], table.live.players[seat]).look()
        turn: tuple[Action, ...] = (Draw(seat), Discard(seat), Pass(seat))
        for number, action in enumerate(turn):
            await there.act(action, f"a{number}")
            await there.answer(f"a{number}")
        assert table.live.window_open
        other = asked(table.live)[0]
        answering = await Browser(world.nodes[1], table.live.players[other]).look()
        await answering.act(Pass(other), "sealed")
        assert await answering.answer("sealed") is None
        await until(lambda: not table.live.window_open)

    in_world(test, sealer=KeySealer(SealingKey("k", bytes(32))))
    assert {envelope.kind for envelope in sent} >= {"Ask", "Told", "Stored", "Kept", "Standing"}
    for word in (b"Act", b"TimeUp", b"action", b"answers", b'"pass"', b'"seat"', b'"do"'):
        assert not [envelope for envelope in sent if word in envelope.body], word
    assert len({len(envelope.body) for envelope in sent if envelope.kind in ("Ask", "Told")}) == 1


def _overheard(
    sent: list[Envelope], send: Callable[[str, Envelope], None], to: str, envelope: Envelope
) -> None:
    sent.append(envelope)
    send(to, envelope)
