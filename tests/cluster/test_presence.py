"""Who is connected through which worker, also when word of it gets lost or owners change."""

import asyncio

from app.cluster.ports import LEASE
from engine.table.clock import SECOND
from tests.cluster.world import TABLE, Browser, World, in_world, until

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
