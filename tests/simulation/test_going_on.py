"""A table goes on: after a pause, after a flood of wishes, or once its past can be read again."""

import asyncio

import pytest

from engine.rules.actions import Draw
from engine.table.commands import AskPause, Order, Sit, Stand, TopUp
from engine.table.mailbox import Message
from engine.table.pace import UNTIMED
from engine.table.registry import NotReadBack
from tests.simulation.room import Room, in_room


@pytest.mark.parametrize("mishap", ["a fault on the way back", "a thought that came to nothing"])
def test_nothing_that_befalls_a_paused_table_keeps_it_from_going_on(
    monkeypatch: pytest.MonkeyPatch, mishap: str
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    async def test(room: Room) -> None:
        await room.open()
        await room.until_dealt()
        seat = room.asked[0]
        room.house.journal.away = True
        assert (await room.act(Draw(seat))).code == "table_paused"
        if mishap == "a thought that came to nothing":  # a bot's, of before the pause
            room.table.post(Message(lambda _: None))
            await asyncio.sleep(0.1)
        room.house.journal.away = False
        with monkeypatch.context() as patch:
            if mishap == "a fault on the way back":
                patch.setattr("engine.table.clocks.restart", broken)
            await asyncio.sleep(1.2)
        await asyncio.sleep(120)
        assert room.house.rooms.pauses == [("t", "storage"), ("t", None)]
        assert room.live.playing, "the clock goes on, and the table acts for who does nothing"
        assert room.live.sitting(room.live.place_at(seat)).misses

    in_room(test)


@pytest.mark.parametrize("revived", [False, True])
def test_wishes_without_end_are_not_written_down_without_end(
    monkeypatch: pytest.MonkeyPatch, revived: bool
) -> None:
    """In sleep and in a hand without a clock; whoever revives a table plays all entries again."""
    most = 20
    monkeypatch.setattr("engine.table.wishes.MOST_ENTRIES", most)

    async def flood(room: Room, seq: int) -> None:
        for number in range(2 * most):
            await room.ask("ana", AskPause("ana", number % 2 == 0))
            await room.ask("ana", Order("ana", number % 2 == 0, take_goal=False, quiet=True))
            if revived and number == most:
                await room.die()
        assert (await room.ask("ana", TopUp("ana", 1))).code == "busy"
        assert most - 2 <= room.seq - seq <= most

    async def test(room: Room) -> None:
        await room.open(UNTIMED, people=1)
        await flood(room, 1)
        for place, name in enumerate(("beto", "carla"), 1):
            room.house.journal.grant(name, 1000)
            assert (await room.ask(name, Sit(name, name, 100, place))).code is None
        await room.until_dealt()
        await flood(room, room.seq)
        assert (await room.act(Draw(room.asked[0]))).code is None, "play is no wish"
        assert [(await room.ask("beto", Stand("beto"))).code for _ in range(2)] == [None, "busy"]

    in_room(test)


def test_a_table_that_cannot_be_read_back_is_reported_once_and_tried_each_time() -> None:
    async def test(room: Room) -> None:
        await room.open(people=1)
        room.table.stop()
        await asyncio.sleep(1)
        opening = room.house.journal.entries["t"][0]
        before = dict(opening.body["before"])
        opening.body["before"].clear()
        for _ in range(2):
            with pytest.raises(NotReadBack):
                await room.house.registry.revive("t")
        assert len(room.house.faults) == 1
        opening.body["before"].update(before)
        assert await room.house.registry.revive("t")

    in_room(test)


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
def test_whoever_is_told_to_stop_leaves_no_table_that_is_still_waking(turns: int) -> None:
    async def test(room: Room) -> None:
        await room.open(people=1)
        room.table.stop()
        await asyncio.sleep(1)
        registry = room.house.registry
        waking = asyncio.ensure_future(registry.revive("t"))
        await asyncio.sleep(turns / 200)  # it is at its journal by then, once or twice
        await registry.stop_all()
        assert waking.done()
        assert len(registry) == 0
        left = {task.get_name() for task in asyncio.all_tasks()}
        assert "table t" not in left

    in_room(test)
