"""Who may have a table, and who has to let it go."""

import asyncio

import pytest

from app.cluster.held import HeldLeases
from app.cluster.keeper import Keeper
from app.cluster.line import ANSWER_SECONDS
from app.cluster.memory import Hub, MemoryLeases
from app.cluster.ports import LEASE, ClusterAway
from engine.table.journal import JournalAway
from engine.table.ownership import Elsewhere
from tests.cluster.world import TABLE, World, in_world, settle
from tests.simulation.loop import LoopClock, run


def two() -> tuple[Keeper, Keeper]:
    """The keepers of two workers."""
    hub = Hub(LoopClock())
    one, other = (Keeper(HeldLeases(MemoryLeases(hub), name, hub.clock), name) for name in "ab")
    return one, other


def test_one_has_it_until_it_is_let_go() -> None:
    async def test() -> None:
        one, other = two()
        await one.claim("t")
        with pytest.raises(Elsewhere) as elsewhere:
            await other.claim("t")
        assert elsewhere.value.worker == "a"
        one.let_go("t")
        await one.claim("t")  # at once again: what was let go before is not lost by it
        await settle()
        assert one.holds("t")
        one.let_go("t")
        await one.released()
        await other.claim("t")
        assert (one.holds("t"), other.holds("t")) == (False, True)

    run(1, test())


def test_what_is_not_renewed_in_time_is_lost_and_said_to_be() -> None:
    async def test() -> None:
        one, other = two()
        await one.claim("t")
        await asyncio.sleep(LEASE / 1_000_000)
        assert not one.holds("t")
        await other.claim("t")
        assert list(await one.renew()) == ["t"]

    run(1, test())


def test_a_worker_that_leaves_claims_nothing_more() -> None:
    async def test() -> None:
        one, _ = two()
        one.leave()
        with pytest.raises(JournalAway):
            await one.claim("t")

    run(1, test())


def test_a_table_that_could_not_begin_is_free_again() -> None:
    """The journal is away just when its epoch should be raised."""

    async def test(world: World) -> None:
        table = await world.open()
        table.stop()
        await settle()
        assert world.hub.owner(TABLE) is None

        world.nodes[1].journal.may_take_over = False
        with pytest.raises(JournalAway):
            await world.nodes[1].tables.revive(TABLE)
        await settle()
        assert world.hub.owner(TABLE) is None
        assert await world.nodes[0].tables.revive(TABLE) is not None
        assert world.hub.owner(TABLE) == "a"

    in_world(test)


def test_a_renewal_that_gets_no_answer_costs_no_lease() -> None:
    """The next one is sent before the last one's lease ends, whenever the first began."""

    async def test(world: World) -> None:
        await world.open()
        leases = world.nodes[0].leases
        renew, silent = leases.renew, iter([False, True, False, False, True])

        async def stalled(tables: list[str]) -> list[str]:
            if next(silent, False):
                await asyncio.sleep(ANSWER_SECONDS)
                raise ClusterAway
            return list(await renew(tables))

        leases.renew = stalled  # type: ignore[assignment, method-assign]
        for _ in range(800):
            await asyncio.sleep(0.01)
            assert leases.holds(TABLE)
        assert next(silent, "all were used") == "all were used"

    in_world(test)
