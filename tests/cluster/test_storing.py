"""A worker that alone can't store leaves its tables; where nobody can they stay where they are."""

import asyncio
from collections.abc import Sequence
from functools import partial

import pytest

from app.cluster.ports import ABLE, ALONE
from engine.rules.actions import Draw
from engine.table.clock import SECOND
from engine.table.commands import Act
from engine.table.table import Table
from tests.cluster.world import TABLE, Browser, World, asked, in_world, until

WITHIN = (ALONE + ABLE + 5 * SECOND) / SECOND  # a table stops within three seconds


def owner(world: World) -> str | None:
    return world.hub.owner(TABLE)


def shown_or_away(one: Browser, table: Table) -> bool:
    """Whether it sees the table as it stands, or shall come again."""
    return bool(one.all("hung up")) or one.view["seq"] == table.shown


@pytest.mark.parametrize("hangs", [False, True], ids=["it is told", "it hangs"])
@pytest.mark.parametrize("looked_at", [("a",), ("b",), ("a", "b")])
def test_who_alone_cannot_store_leaves_its_tables(looked_at: Sequence[str], hangs: bool) -> None:
    """Also one at which nobody else looks; who looks at it is shown what comes, or comes
    again: here it can't be read what was stored when another took over."""

    async def test(world: World) -> None:
        table = await world.dealt()
        nodes = {node.name: node for node in world.nodes}
        looking = [await Browser(nodes[name], "ana").look() for name in looked_at[-1:]]
        looking += [await Browser(nodes[name], "beto").look() for name in looked_at[:-1]]
        await until(lambda: asked(table.live))
        first = world.nodes[0].journal
        first.cut = True
        if hangs:
            first.gate.clear()
        (seat,) = asked(table.live)
        before = table.seq
        waiting = asyncio.ensure_future(world.ask(table, Act(table.live.players[seat], Draw(seat))))
        await until(lambda: world.nodes[1].tables.here(TABLE), WITHIN)
        assert (await waiting).code in ("table_paused", "table_moved")
        taken = world.here(1)
        (seat,) = asked(taken.live)
        await world.ask(taken, Act(taken.live.players[seat], Draw(seat)))
        assert taken.seq > before
        for one in looking:
            await until(partial(shown_or_away, one, taken), WITHIN)
            assert one.node is nodes["a"] or not one.all("hung up")
            assert all(frame["code"] == 1012 for frame in one.all("hung up"))
        first.cut = False
        first.gate.set()
        await asyncio.sleep(2 * WITHIN)
        assert owner(world) == "b", "it is not thrown back"
        world.here(1).stop()
        await world.nodes[0].tables.revive(TABLE)
        await until(lambda: owner(world) is not None)

    in_world(test)


@pytest.mark.parametrize("back", [0, 1], ids=["its owner first", "another first"])
def test_where_nobody_can_store_tables_stay_where_they_are(back: int) -> None:
    """For however long, and whoever is first to reach it again, a few seconds before the other."""

    async def test(world: World) -> None:
        table = await world.dealt()
        await Browser(world.nodes[1], "ana").look()
        for _ in range(3):
            for node in world.nodes:
                node.journal.cut = True
                await asyncio.sleep(0.7)
            for _ in range(60):
                await asyncio.sleep(1)
                assert owner(world) == "a"
            world.nodes[back].journal.cut = False
            await asyncio.sleep(ALONE / SECOND / 2)
            world.nodes[1 - back].journal.cut = False
            await asyncio.sleep(2 * WITHIN)
            assert world.here(0) is table, "nor was it taken and given back"

    in_world(test)
