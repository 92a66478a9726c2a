"""Owners that die, freeze, lose their lease, leave; and what players see of it."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from app.cluster.ports import LEASE
from app.cluster.questions import ANSWERED_WITHIN, MOST_ASKED
from engine.rules.actions import Draw, Pass
from engine.table.clock import SECOND
from engine.table.commands import Act, CloseTable, TimeUp
from engine.table.entries import command_in
from engine.table.journal import Fenced
from engine.table.pace import lively
from engine.table.windows import WindowId
from tests.cluster.test_following import followed, same_views
from tests.cluster.world import TABLE, Browser, World, asked, in_world, settle, until
from tests.simulation.laws import SEALER, check_table


def last_answers(world: World) -> list[object]:
    """What windows that closed had held."""
    steps = [command_in(entry, SEALER) for entry in world.journal.entries[TABLE]]
    return [step.answers for step in steps if isinstance(step, TimeUp) and step.answers]


def test_an_answer_through_another_worker_counts_though_its_owner_dies() -> None:
    async def test(world: World) -> None:
        table = await world.offer()
        seat = asked(table.live)[0]
        there = await Browser(world.nodes[1], table.live.players[seat]).look()
        await there.act(Pass(seat), "mine")
        assert await there.answer("mine") is None
        lease = world.hub._leases[TABLE].ends_at
        await world.nodes[0].die()
        await until(lambda: world.owners() == ["b"])
        assert world.clock.now() - lease < SECOND
        await until(lambda: not world.here(1).live.window_open)
        assert world.clock.now() - lease < 5 * SECOND, "the window's length and two seconds"
        assert last_answers(world) == [(Pass(seat),)]
        await settle()
        assert there.view["seq"] == world.here(1).shown
        assert not there.all("closed"), "its socket stayed"
        check_table(world.journal.entries[TABLE])

    in_world(test)


def test_what_was_asked_of_an_owner_that_died_is_asked_of_the_next() -> None:
    async def test(world: World) -> None:
        table = await world.dealt()
        (seat,) = asked(table.live)
        there = await Browser(world.nodes[1], table.live.players[seat]).look()
        await world.nodes[0].die()
        await there.act(Draw(seat), "mine")
        assert await there.answer("mine") is None
        assert world.owners() == ["b"]
        draws = [command_in(entry, SEALER) for entry in world.journal.entries[TABLE]]
        assert sum(isinstance(step, Act) and step.action == Draw(seat) for step in draws) == 1

    in_world(test)


def test_of_two_that_follow_one_takes_over_and_the_other_follows_it() -> None:
    async def test(world: World) -> None:
        table = await world.dealt()
        (seat,) = asked(table.live)
        player = table.live.players[seat]
        browsers = [await Browser(node, "eva" + node.name).look() for node in world.nodes[1:]]
        await world.nodes[0].die()
        await until(world.owners)
        (owner,) = world.owners()
        (other,) = (node for node in world.nodes[1:] if node.name != owner)
        acting = await Browser(other, player).look()
        await acting.act(Draw(seat), "mine")
        assert await acting.answer("mine") is None
        await settle()
        assert len(world.owners()) == 1
        views = [one.view["seq"] for one in browsers]
        assert views[0] == views[1] == acting.view["seq"]
        await same_views(world, "eva")

    in_world(test, workers=3)


def test_the_journal_fences_off_an_owner_that_froze_in_a_commit() -> None:
    """It had looked at its lease, and stood still before it wrote."""

    async def test(world: World) -> None:
        table = await world.dealt()
        frozen, awake = world.nodes
        (seat,) = asked(table.live)
        player = table.live.players[seat]
        here = await Browser(frozen, "eva").look()
        there = await Browser(awake, player).look()
        frozen.journal.gate.clear()
        table_task = frozen.tables._registry._tasks[TABLE]
        await there.act(Draw(seat), "mine")
        await settle()
        assert not frozen.journal.refused
        await frozen.freeze(LEASE + SECOND)
        assert world.owners() == ["a", "b"], "for a moment both believe it"
        frozen.journal.gate.set()
        await until(table_task.done)
        (refused,) = frozen.journal.refused
        assert isinstance(refused.error, Fenced)
        assert await there.answer("mine") is None, "asked again of the new owner"
        await until(lambda: followed(frozen) == [TABLE])
        await until(lambda: here.view["seq"] == world.here(1).shown)
        assert not here.all("closed"), "its socket stayed, and sees what the other does"
        entries = world.journal.entries[TABLE]
        assert refused.entry not in entries
        check_table(entries)

    in_world(test)


def test_an_owner_that_slept_past_its_lease_writes_nothing_more() -> None:
    """Its own clock says so, before it asks the journal."""

    async def test(world: World) -> None:
        table = await world.offer()
        frozen, awake = world.nodes
        await Browser(awake, "eva").look()
        here = await Browser(frozen, table.live.players[asked(table.live)[0]]).look()
        stored = world.journal.entries[TABLE]
        count = len(stored)
        await frozen.freeze(2 * LEASE)
        assert world.owners()[-1] == "b"
        await until(lambda: followed(frozen) == [TABLE])
        await asyncio.sleep(5)
        assert len(stored) > count
        assert {entry.epoch for entry in stored[count:]} == {world.here(1)._epoch}
        assert not frozen.journal.refused, "it did not even try"
        assert here.view["seq"] == world.here(1).shown
        assert here.all("resumed") or not here.all("paused")

    in_world(test)


def test_leases_out_of_reach_cost_a_pause_and_nothing_else() -> None:
    async def test(world: World) -> None:
        table = await world.dealt()
        (seat,) = asked(table.live)
        player = table.live.players[seat]
        here = await Browser(world.nodes[0], player).look()
        there = await Browser(world.nodes[1], "eva").look()
        world.cut_off = True
        await asyncio.sleep(LEASE / SECOND)
        await here.act(Draw(seat), "early")
        assert await here.answer("early") == "table_paused"
        await until(lambda: here.all("paused") and there.all("paused"))
        await asyncio.sleep(20)
        world.cut_off = False
        await until(lambda: here.all("resumed") and there.all("resumed"))
        assert world.owners() == ["a"]
        await here.act(Draw(seat), "late")
        assert await here.answer("late") is None
        await until(lambda: there.view["seq"] == table.shown)

    in_world(test)


def test_an_owner_that_is_cut_off_pauses_and_another_goes_on() -> None:
    """The link between one worker and Redis drops; both still reach the database."""

    async def test(world: World) -> None:
        table = await world.offer()
        seat = asked(table.live)[0]
        here = await Browser(world.nodes[0], "eva").look()
        there = await Browser(world.nodes[1], table.live.players[seat]).look()
        world.nodes[0].cut_off = True
        await there.act(Pass(seat), "mine")
        assert await there.answer("mine") is None
        await until(lambda: world.owners() == ["a", "b"] and not world.here(1).live.window_open)
        assert here.all("paused")
        assert last_answers(world) == [(Pass(seat),)]
        world.nodes[0].cut_off = False
        await until(lambda: world.owners() == ["b"])
        await until(lambda: here.view["seq"] == there.view["seq"] == world.here(1).shown)
        assert here.all("resumed")
        assert not here.all("closed")
        check_table(world.journal.entries[TABLE])

    in_world(test)


def test_who_follows_and_is_cut_off_says_so_and_comes_back() -> None:
    async def test(world: World) -> None:
        table = await world.offer()
        seat = asked(table.live)[0]
        there = await Browser(world.nodes[1], table.live.players[seat]).look()
        world.nodes[1].cut_off = True
        await until(lambda: there.all("paused"))
        await there.act(Pass(seat), "mine")
        assert await there.answer("mine") == "table_moved"
        world.nodes[1].cut_off = False
        await until(lambda: there.all("resumed"))
        await until(lambda: there.view["seq"] == table.shown)
        assert world.owners() == ["a"]

    in_world(test)


def test_leases_that_are_forgotten_are_claimed_again() -> None:
    async def test(world: World) -> None:
        table = await world.dealt()
        await Browser(world.nodes[1], "eva").look()
        world.hub._leases.clear()
        await asyncio.sleep(10)
        (owner,) = world.owners()
        assert world.hub.owner(TABLE) == owner
        (seat,) = asked(table.live)
        browser = await Browser(world.nodes[1], table.live.players[seat]).look()
        await browser.act(Draw(seat), "mine")
        assert await browser.answer("mine") is None

    in_world(test)


@pytest.mark.parametrize("in_window", [True, False])
def test_who_leaves_hands_over_without_a_wait(in_window: bool) -> None:
    async def test(world: World) -> None:
        table = await (world.offer() if in_window else world.dealt())
        seat = asked(table.live)[0]
        there = await Browser(world.nodes[1], table.live.players[seat]).look()
        began = world.clock.now()
        await world.nodes[0].leave()
        await until(lambda: world.owners() == ["b"])
        assert world.clock.now() - began < SECOND // 2
        await there.act(Pass(seat) if in_window else Draw(seat), "mine")
        assert await there.answer("mine") is None
        assert not there.all("closed")

    in_world(test)


def test_an_end_is_told_through_every_worker() -> None:
    async def test(world: World) -> None:
        table = await world.open()
        browsers = [await Browser(node, "eva" + node.name).look() for node in world.nodes]
        await world.ask(table, CloseTable("ana"))
        await settle()
        for one in browsers:
            assert one.all("closed") == [{"type": "closed", "reason": "table_closed"}]
            assert await one.node.tables.revive(TABLE) is None

    in_world(test)


def test_fifty_owners_die_in_a_window_and_no_answer_is_lost() -> None:
    """At moments from a seed; the outcome comes within the window's length and two seconds."""
    waits: list[int] = []

    async def test(world: World) -> None:
        table = await world.offer()
        seat = asked(table.live)[0]
        there = await Browser(world.nodes[1], table.live.players[seat]).look()
        await asyncio.sleep(world.seed / 50 * 2.5)
        await there.act(Pass(seat), "mine")
        await asyncio.sleep(world.seed % 7 / 100)
        lease = world.hub._leases[TABLE].ends_at
        await world.nodes[0].die()
        await until(lambda: there.view["seq"] > table.shown and world.owners() == ["b"])
        await until(lambda: not world.here(1).live.window_open)
        assert last_answers(world) == [(Pass(seat),)]
        waits.append(max(0, world.clock.now() - lease))

    for seed in range(50):
        in_world(test, seed=seed)
    assert max(waits) < 5 * SECOND


def test_a_table_of_a_dead_worker_that_nobody_follows_is_found_and_taken_over() -> None:
    """As the tidier does it once a minute."""

    async def test(world: World) -> None:
        table = await world.offer()
        tables = world.nodes[1].tables
        assert list(await tables.unowned([TABLE])) == []
        await world.nodes[0].die()
        await asyncio.sleep(LEASE / SECOND)
        assert world.owners() == []
        assert list(await tables.unowned([TABLE])) == [TABLE]
        woken = await tables.revive(TABLE)
        assert woken is world.here(1)
        await until(lambda: not world.here(1).live.window_open)
        assert world.here(1).seq > table.seq, "its clock goes on"

    in_world(test)


def test_whoever_asks_too_much_of_an_owner_out_of_reach_is_told_so() -> None:
    async def test(world: World) -> None:
        table = await world.dealt()
        (seat,) = asked(table.live)
        there = await Browser(world.nodes[1], table.live.players[seat]).look()
        world.nodes[1].cut_off = True
        for number in range(MOST_ASKED + 1):
            await there.act(Draw(seat), f"a{number}")
            await asyncio.sleep(0.001)
        assert await there.answer(f"a{MOST_ASKED}") == "busy"
        assert await there.answer("a0") == "table_moved"
        world.nodes[1].cut_off = False
        await asyncio.sleep(ANSWERED_WITHIN / SECOND)  # all of them are given up
        await there.act(Draw(seat), "again")
        assert await there.answer("again") is None

    in_world(test)


def test_a_worker_never_follows_itself() -> None:
    """The answer to its claim was lost: it has the lease of a table that it only follows."""

    async def test(world: World) -> None:
        await world.open()
        there = await Browser(world.nodes[1], "eva").look()
        followed = world.nodes[1].tables._following.get(TABLE)
        assert followed is not None
        await world.nodes[0].die()
        world.hub._leases.clear()
        assert world.hub.claim(TABLE, "b") == "b"
        owners = set[str]()

        def looked() -> bool:
            if world.nodes[1].tables.get(TABLE) is followed:
                owners.add(followed.owner)
            return world.owners() == ["b"]

        await until(looked, 1)
        assert "b" not in owners, "it is told no word of its own"
        assert not world.nodes[1].worker._broadcast.is_followed(TABLE)
        assert not there.all("closed")

    in_world(test)


async def while_it_stands_still(world: World) -> None:
    """Past its lease; then it wakes, and what came in meanwhile is there."""
    world.nodes[0].tables.do(world.nodes[0].freeze(2 * LEASE))
    await until(lambda: world.owners() == ["a", "b"])


async def while_it_has_a_lease(world: World) -> None:
    """Redis lost all it had just after a renewal: for up to a second both have one."""
    lease = world.hub._leases[TABLE].ends_at
    await until(lambda: world.hub._leases[TABLE].ends_at > lease)
    world.hub._leases.clear()
    world.windows._windows.clear()
    await world.nodes[1].tables.bring(TABLE)
    assert world.nodes[0].leases.holds(TABLE)
    assert world.nodes[1].leases.holds(TABLE)


@pytest.mark.parametrize(
    ("taken_over", "code"),
    [(while_it_stands_still, "table_paused"), (while_it_has_a_lease, "table_moved")],
)
def test_an_owner_that_is_none_any_more_accepts_no_answer_that_does_not_count(
    taken_over: Callable[[World], Awaitable[None]], code: str
) -> None:
    """The next owner has closed the window, stored what it held, and forgotten it."""

    async def test(world: World) -> None:
        table = await world.offer(lively(12))
        seats, window = asked(table.live), WindowId(TABLE, table.live.asked_seq)
        players = [table.live.players[seat] for seat in seats]
        there = [await Browser(world.nodes[1], player).look() for player in players]
        await taken_over(world)
        for seat, browser in zip(seats, there, strict=True):
            await browser.act(Pass(seat), "mine")
            assert await browser.answer("mine") is None
        await until(lambda: world.here(1).live.asked_seq != window.seq)
        here = await Browser(world.nodes[0], players[1]).look()
        await here.act(Pass(seats[1]), "late")
        assert await here.answer("late") == code
        assert not await world.windows.answer(window, seats[1], Pass(seats[1]), "stale")
        await until(lambda: world.owners() == ["b"])
        await until(lambda: here.view["seq"] == world.here(1).shown)
        assert not here.all("closed")
        check_table(world.journal.entries[TABLE])

    in_world(test)
