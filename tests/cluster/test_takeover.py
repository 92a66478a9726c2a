"""Taking over when more than the owner is gone, or when it goes slowly."""

import asyncio
from collections.abc import Sequence

import pytest

from app.cluster.ports import LEASE
from engine.rules.actions import Draw
from engine.table import registry
from engine.table.clock import SECOND
from tests.cluster.world import Browser, World, asked, in_world, until


@pytest.mark.parametrize("missing", ["storage", "room"])
def test_who_waits_for_a_table_that_nobody_can_take_over_is_told_so(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(world: World) -> None:
        table = await world.dealt()
        (seat,) = asked(table.live)
        there = await Browser(world.nodes[1], table.live.players[seat]).look()
        with monkeypatch.context() as patch:
            if missing == "room":
                patch.setattr(registry, "MOST_TABLES", 0)
            world.journal.away = missing == "storage"
            await world.nodes[0].die()
            await asyncio.sleep(LEASE / SECOND + 1)
            assert [frame["why"] for frame in there.all("paused")] == ["storage"]
            assert world.owners() == []
            world.journal.away = False
        await until(lambda: there.all("resumed"))
        assert len(there.all("paused")) == len(there.all("resumed")) == 1
        await there.act(Draw(seat), "mine")
        assert await there.answer("mine") is None

    in_world(test)


def test_who_could_not_take_a_table_over_goes_on_when_another_has() -> None:
    async def test(world: World) -> None:
        table = await world.dealt()
        (seat,) = asked(table.live)
        unable, able = world.nodes[1:]
        there = await Browser(unable, table.live.players[seat]).look()
        world.journal.away = True
        await world.nodes[0].die()
        await until(lambda: there.all("paused"))
        unable.worker._patient_until = world.clock.now() + 60 * SECOND
        world.journal.away = False
        await able.tables.revive(table.live.id)
        await until(lambda: there.all("resumed"))
        await there.act(Draw(seat), "mine")
        assert await there.answer("mine") is None

    in_world(test, workers=3)


def test_who_frees_a_table_slowly_hands_it_over_as_soon_as_it_is_free() -> None:
    """Its followers have spoken to it since the table ended there, and were told to look."""

    async def test(world: World) -> None:
        await world.dealt()
        leaving, staying = world.nodes
        await Browser(staying, "eva").look()
        staying.worker._patient_until = world.clock.now() + 60 * SECOND  # it sweeps nothing up
        release = leaving.leases.release

        async def slowly(tables: Sequence[str]) -> None:
            await asyncio.sleep(1.5)
            await release(tables)

        leaving.leases.release = slowly  # type: ignore[method-assign]
        await leaving.leave()
        await until(lambda: world.owners() == ["b"], 1)

    in_world(test)
