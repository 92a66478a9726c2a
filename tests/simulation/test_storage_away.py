"""Storage or windows that are away, slow, or say nothing: a pause, and then it goes on."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from engine.rules.actions import Discard, Draw, Pass
from engine.rules.state import Phase
from engine.table.commands import (
    Act,
    Choose,
    Sit,
)
from engine.table.registry import SECONDS_TO_FINISH
from tests.simulation.room import Room, in_room


def test_storage_away_stops_the_clocks_and_messages_do_not_put_off_the_return() -> None:
    async def test(room: Room) -> None:
        await room.open()
        await room.until_dealt()
        seat, seq = room.asked[0], room.seq
        room.house.journal.away = True
        for _ in range(300):
            assert (await room.act(Draw(seat))).code == "table_paused"
            await asyncio.sleep(0.4)
        assert room.seq == seq
        room.house.journal.away = False
        await asyncio.sleep(1.2)
        assert room.seq == seq + 1, "nothing but the clock, anew"
        assert room.live.deadline == room.live.asked_at + 80_000_000
        assert (await room.act(Draw(seat))).code is None
        assert room.house.rooms.pauses == [("t", "storage"), ("t", None)]

    in_room(test)


@pytest.mark.parametrize(("delay", "told"), [(0.9, []), (4.0, [("t", "storage"), ("t", None)])])
def test_slow_storage_is_told_and_eats_no_window(
    delay: float, told: list[tuple[str, str | None]]
) -> None:
    """A window of three seconds: what a commit takes of it is less than one, or nothing."""

    async def test(room: Room) -> None:
        await room.open()
        await room.until_dealt()
        seat = room.asked[0]
        await room.act(Draw(seat))
        room.house.journal.delay = delay
        discarded = asyncio.create_task(room.act(Discard(seat)))
        await asyncio.sleep(delay - 0.1)
        assert room.house.rooms.pauses == told[:1]
        room.house.journal.delay = 0.0
        assert (await discarded).code is None
        await asyncio.sleep(2.0)
        assert room.house.rooms.pauses == told
        assert (await room.act(Pass(room.asked[0]))).code is None
        assert room.phase() is Phase.OFFER

    in_room(test)


def test_storage_that_is_always_slow_lets_a_window_close() -> None:
    async def test(room: Room) -> None:
        await room.offer()
        room.house.journal.delay = 1.5
        await asyncio.sleep(10)
        assert room.phase() is not Phase.OFFER

    in_room(test)


def test_what_slow_storage_refuses_pauses_no_table() -> None:
    async def test(room: Room) -> None:
        await room.open(people=2)
        room.house.journal.delay = 2.0
        assert (await room.ask("eva", Sit("eva", "eva", 50, 2))).code == "not_enough_chips"
        room.house.journal.delay = 0.0
        assert room.table.paused is None
        assert (await room.ask("ana", Choose("ana", frozenset()))).code is None

    in_room(test)


def test_storage_that_says_nothing_keeps_no_table_from_its_next_owner() -> None:
    async def test(room: Room) -> None:
        await room.open()
        await room.until_dealt()
        seat, seq = room.asked[0], room.seq
        room.house.journal.delay = 60.0
        room.post("ana", Act(room.live.players[seat], Draw(seat)))
        await asyncio.sleep(0.5)
        async with asyncio.timeout(SECONDS_TO_FINISH + 1):
            await room.house.registry.stop_all()
        assert not len(room.house.registry)
        room.house.journal.delay = 0.0
        await room.die()
        assert room.seq == seq + 1, "nothing but the clock, anew"
        assert (await room.act(Draw(seat))).code is None

    in_room(test)


def test_windows_away_are_waited_for_like_storage() -> None:
    async def test(room: Room) -> None:
        await room.open()
        await room.until_dealt()
        seat = room.asked[0]
        await room.act(Draw(seat))
        room.house.windows.troubles = 1.0
        assert (await room.act(Discard(seat))).code is None, "it is stored"
        for _ in range(5):
            assert (await room.act(Pass(room.asked[0]))).code == "table_paused"
        room.house.windows.troubles = 0.0
        await asyncio.sleep(1.5)
        assert (await room.act(Pass(room.asked[0]))).code is None
        assert not room.house.faults

    in_room(test)


async def _comes_on_offer(room: Room) -> None:
    await room.open()
    await room.until_dealt()
    seat = room.asked[0]
    await room.act(Draw(seat))
    room.house.windows.troubles = 1.0
    assert (await room.act(Discard(seat))).code is None


async def _time_runs_out(room: Room) -> None:
    await room.offer()
    room.house.windows.troubles = 1.0
    await asyncio.sleep(4)


async def _table_is_revived(room: Room) -> None:
    await room.offer()
    room.house.windows.troubles = 1.0
    await room.die()


AWAY_WHILE = {
    "a card comes on offer": (_comes_on_offer, False),
    "somebody keeps answering": (_comes_on_offer, True),
    "the time runs out": (_time_runs_out, False),
    "another process has the table": (_table_is_revived, False),
}


@pytest.mark.parametrize(("begins", "impatient"), AWAY_WHILE.values(), ids=AWAY_WHILE)
def test_windows_that_are_away_for_an_hour_write_nothing_into_the_journal(
    begins: Callable[[Room], Awaitable[None]], impatient: bool
) -> None:
    async def test(room: Room) -> None:
        await begins(room)
        seq, shown, told = room.seq, len(room.house.rooms.shown["t"]), room.house.rooms.pauses[:]
        assert room.table.paused
        for _ in range(7200):
            if impatient:
                assert (await room.act(Pass(room.asked[0]))).code == "table_paused"
            await asyncio.sleep(0.5)
        assert (room.seq, len(room.house.rooms.shown["t"])) == (seq, shown), "nothing has changed"
        assert room.house.rooms.pauses == told, "nor is anybody told that it has"
        room.house.windows.troubles = 0.0
        await asyncio.sleep(0.5)
        if impatient:
            await room.act(Pass(room.asked[0]))
        await asyncio.sleep(0.7)
        assert not room.table.paused
        assert room.seq == seq + 1, "the clock, anew"
        assert room.live.deadline == room.live.asked_at + (room.live.pace.window or 0)
        asked_at = room.live.asked_at
        assert room.phase() is Phase.OFFER
        await asyncio.sleep(10)
        assert room.phase() is not Phase.OFFER
        assert room.live.asked_at > asked_at
        assert not room.house.faults

    in_room(test)
