"""Sealed answers that go past their owner: it hears of each, whoever it is by then."""

import asyncio
from typing import Any

import pytest

from app.cluster.ports import Envelope
from engine.rules.actions import Force, Pass
from engine.table.clock import SECOND
from engine.table.pace import lively
from engine.table.windows import WindowId
from tests.cluster.nodes import Node
from tests.cluster.world import TABLE, Browser, World, asked, in_world, settle, until

WINDOW = 12  # seconds; what is heard of closes it at once


def far(world: World, seconds: float) -> None:
    """Answers take so long on their way to the windows, and as long on their way back."""
    answer = world.windows.answer

    async def slowly(*given: Any) -> Any:
        await asyncio.sleep(seconds)
        kept = await answer(*given)
        await asyncio.sleep(seconds)
        return kept

    world.windows.answer = slowly  # type: ignore[method-assign, assignment]


def test_a_lively_window_closes_when_all_have_answered_though_its_owner_dies() -> None:
    """At whatever moment the last answer comes: nobody has the table, or somebody not yet found."""
    waits: list[int] = []

    async def test(world: World) -> None:
        table = await world.offer(lively(WINDOW))
        one, other = [
            await Browser(node, table.live.players[seat]).look()
            for node, seat in zip(world.nodes[1:], asked(table.live), strict=True)
        ]
        first, last = asked(table.live)
        far(world, 0.12)
        await world.nodes[0].die()
        await one.act(Pass(first), "mine")
        await asyncio.sleep(world.seed / 5)
        await other.act(Pass(last), "mine")
        await until(world.owners)
        assert await other.answer("mine") is None
        began = world.clock.now()
        await until(lambda: world.here_now().live.asked_seq > table.live.asked_seq)
        waits.append(world.clock.now() - began)

    for seed in range(22):
        in_world(test, workers=3, seed=seed)
    assert max(waits) < 3 * SECOND // 2, waits


def loses_word_of_answers(node: Node, times: int) -> None:
    """So often."""
    send, left = node.post.send, [times]

    def sometimes(to: str, envelope: Envelope) -> None:
        if envelope.kind == "Kept" and left[0]:
            left[0] -= 1
        else:
            send(to, envelope)

    node.post.send = sometimes  # type: ignore[method-assign]


def test_word_of_an_answer_that_gets_lost_is_said_again() -> None:
    async def test(world: World) -> None:
        table = await world.offer(lively(WINDOW))
        for seat in asked(table.live):
            browser = await Browser(world.nodes[1], table.live.players[seat]).look()
            loses_word_of_answers(world.nodes[1], 2)
            await browser.act(Pass(seat), "mine")
            assert await browser.answer("mine") is None
        waited = await until(lambda: not table.live.window_open)
        assert waited < 3

    in_world(test)


def test_a_table_that_nobody_followed_goes_on_at_once_if_all_have_answered() -> None:
    """Its owner died before it heard so."""

    async def test(world: World) -> None:
        table = await world.offer(lively(WINDOW))
        loses_word_of_answers(world.nodes[1], 1000)
        for seat in asked(table.live):
            browser = await Browser(world.nodes[1], table.live.players[seat]).look()
            await browser.act(Pass(seat), "mine")
            assert await browser.answer("mine") is None
        for node in world.nodes[:2]:
            await node.die()
        await asyncio.sleep(4)
        found = await world.nodes[2].tables.revive(table.live.id)
        await settle()
        assert found is not None
        assert found.live.asked_seq > table.live.asked_seq

    in_world(test, workers=3)


@pytest.mark.parametrize("at", [0, 1], ids=["owner", "follower"])
def test_an_older_answer_that_comes_again_is_not_taken_for_the_present_one(at: int) -> None:
    """Both came through a third worker, and word of them was lost."""

    async def test(world: World) -> None:
        table = await world.offer(lively(WINDOW))
        one, other = asked(table.live)
        player, window = table.live.players[one], WindowId(TABLE, table.live.asked_seq)
        browser = await Browser(world.nodes[at], player).look()
        assert await world.windows.answer(window, one, Pass(one), "first")
        assert await world.windows.answer(window, one, Force(one, other), "second")
        await browser.act(Pass(one), "first")
        assert await browser.answer("first") is None
        await settle()
        assert browser.node.rooms._rooms[TABLE]._answers[1][player] == Force(one, other)
        assert table._offer.given == {one: Force(one, other)}, "it would open a lost window so"

    in_world(test)
