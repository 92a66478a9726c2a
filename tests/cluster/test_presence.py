"""Who is connected through which worker, also when word of it gets lost or owners change."""

import asyncio

import pytest

from app.cluster.envelopes import Follow, Standing, unpacked
from app.cluster.ports import LEASE, Envelope
from engine.table.clock import SECOND
from engine.table.commands import Sit
from tests.cluster.nodes import Node
from tests.cluster.world import TABLE, Browser, World, in_world, settle, until

LONG = 300  # seconds


def test_who_was_at_the_dead_owner_and_stays_away_is_gone() -> None:
    async def test(world: World) -> None:
        await world.open()
        await Browser(world.nodes[0], "ana").look()
        there = await Browser(world.nodes[1], "beto").look()
        assert there.view["present"][:2] == [True, True]
        await world.nodes[0].die()
        await until(lambda: world.owners() == ["b"])
        await asyncio.sleep(LONG)
        assert there.view["present"][:2] == [False, True]
        assert world.nodes[1].rooms.gone_for(TABLE, 0) >= (LONG - 5) * SECOND

    in_world(test)


def test_who_left_while_the_owner_slept_is_gone_there_too() -> None:
    async def test(world: World) -> None:
        await world.open()
        here = await Browser(world.nodes[0], "beto").look()
        there = await Browser(world.nodes[1], "ana").look()
        frozen = asyncio.create_task(world.nodes[0].freeze(2 * LEASE))
        await until(lambda: "b" in world.owners())
        there.leave()
        await frozen
        await asyncio.sleep(5)
        assert world.owners() == ["b"]
        assert here.view["present"][:2] == [False, True]
        assert world.nodes[0].rooms.gone_for(TABLE, 0) > 0

    in_world(test)


def named_by(node: Node) -> list[str]:
    """From now on: whom a worker names to others as connected; an owner's word adds `!`."""
    named: list[str] = []
    send = node.post.send

    def overheard(to: str, envelope: Envelope) -> None:
        word = unpacked(envelope)
        if isinstance(word, Follow):
            named.extend(name for one in word.tables.values() for name in one.players)
        if isinstance(word, Standing):
            named.extend(["!", *word.elsewhere])
        send(to, envelope)

    node.post.send = overheard  # type: ignore[method-assign]
    return named


def test_of_those_who_only_watch_no_worker_hears() -> None:
    async def test(world: World) -> None:
        await world.open()
        for node, name in zip(world.nodes, ("ana", "beto", "carla"), strict=True):
            await Browser(node, name).look()
        await settle()
        named = [named_by(node) for node in world.nodes]
        for number in range(3):
            watching = [await Browser(node, f"eva {number}").look() for node in world.nodes]
            for one in watching:
                one.leave()
            await settle()
        assert "!" not in named[0], "they change nothing for anybody"
        assert {name for names in named for name in names} == {"beto", "carla"}
        for node in world.nodes:
            assert not [name for name in node.rooms._rooms[TABLE]._gone_since if "eva" in name]

    in_world(test, workers=3)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_who_watches_and_then_sits_down_is_present_for_all(number: int) -> None:
    async def test(world: World) -> None:
        table = await world.open()
        others = [await Browser(node, f"watches {node.name}").look() for node in world.nodes]
        await Browser(world.nodes[number], "eva").look()
        await settle()
        world.journal.grant("eva", 1000)
        assert (await world.ask(table, Sit("eva", "eva", 100, 3))).code is None
        await settle()
        for one in others:
            assert one.view["present"][3]
            assert one.node.rooms.gone_for(TABLE, 3) == 0

    in_world(test, workers=3)


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (1, 2)])
def test_the_newest_tab_wins_though_word_of_its_arrival_is_lost(order: tuple[int, int]) -> None:
    async def test(world: World) -> None:
        await world.open()
        for node in world.nodes:
            lose_arrivals(node)
        older, newer = [await Browser(world.nodes[number], "ana").look() for number in order]
        await until(lambda: bool(older.all("hung up")), 3)
        assert older.all("hung up") == [{"type": "hung up", "code": 4001}]
        older.leave()
        await asyncio.sleep(3)
        assert not newer.all("replaced")
        assert newer.view["present"][0]

    in_world(test, workers=3)


def lose_arrivals(node: Node) -> None:
    """None of its word of who has arrived gets through, the first time it is said."""
    send, lost = node.post.send, set[tuple[str, bytes]]()

    def lossy(to: str, envelope: Envelope) -> None:
        if envelope.kind == "Arrived" and (to, envelope.body) not in lost:
            lost.add((to, envelope.body))
            return
        send(to, envelope)

    node.post.send = lossy  # type: ignore[method-assign]
