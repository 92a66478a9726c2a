"""Claim windows: sealed, changeable until the close, kept through what goes wrong."""

import asyncio
from dataclasses import replace
from typing import TypeVar

import pytest

from engine.rules.action_json import action_to_json
from engine.rules.actions import Action, Discard, Draw, Force, Leave, Pass
from engine.rules.legality import check
from engine.rules.refusals import Refusal
from engine.rules.state import Phase
from engine.table.clock import SECOND
from engine.table.commands import Act, RestartClock, Stand, Suspend, TimeUp
from engine.table.entries import command_in
from engine.table.hands import answers_in_order
from engine.table.journal import Entry
from engine.table.pace import lively, steady
from engine.table.showing import private_json
from engine.table.windows import MemoryWindows, WindowId
from tests.simulation.laws import SEALER
from tests.simulation.loop import run
from tests.simulation.room import Room, in_room
from tests.table.tables import NAMES

T = TypeVar("T")


def last_answers(room: Room) -> list[dict[str, object]]:
    """What the last window that closed had held."""
    return [action_to_json(action) for action in closing_entries(room)[-1][1].answers]


def closing_entries(room: Room) -> list[tuple[Entry, TimeUp]]:
    """Entries that closed a window with answers."""
    steps = [(one, command_in(one, SEALER)) for one in room.house.journal.entries["t"]]
    return [(one, step) for one, step in steps if isinstance(step, TimeUp) and step.answers]


def test_an_answer_makes_no_entry_and_is_shown_to_its_own_seat_alone() -> None:
    async def test(room: Room) -> None:
        await room.offer()
        seat, seq, shown = room.asked[0], room.seq, len(room.house.rooms.shown["t"])
        outcome = await room.act(Pass(seat))
        assert outcome.code is None
        assert room.seq == seq
        assert len(room.house.rooms.shown["t"]) == shown
        place = room.live.place_at(seat)
        assert room.house.rooms.answers["t"] == {(room.live.asked_seq, place): Pass(seat)}
        mine = private_json(room.live, place, Pass(seat))
        assert mine["answer"] == {"seat": seat, "do": "pass"}
        assert private_json(room.live, place)["view"] == mine["view"]

    in_room(test)


def test_a_steady_window_stays_open_when_all_have_answered() -> None:
    async def test(room: Room) -> None:
        await room.offer(steady(3))
        deadline = room.live.deadline
        for seat in room.asked:
            await room.act(Pass(seat))
        await asyncio.sleep(2)
        assert room.phase() is Phase.OFFER
        await asyncio.sleep(1.1)
        assert room.phase() is Phase.DRAW
        closed = room.house.journal.entries["t"][-1]
        assert deadline is not None
        assert deadline <= closed.at < deadline + SECOND // 10

    in_room(test)


def test_a_lively_one_closes_then() -> None:
    async def test(room: Room) -> None:
        await room.offer(lively(8))
        for seat in room.asked:
            await room.act(Pass(seat))
        await asyncio.sleep(0.2)
        assert room.phase() is Phase.DRAW

    in_room(test)


@pytest.mark.parametrize("people", [2, 3])
def test_a_lively_one_waits_for_nobody_who_is_away(people: int) -> None:
    async def test(room: Room) -> None:
        await room.open(lively(8), people)
        await room.until_dealt()
        seat = room.asked[0]
        for other in room.live.dealt:
            if other != room.live.place_at(seat):
                await room.ask(NAMES[other], Suspend(NAMES[other]))
        await room.act(Draw(seat))
        await room.act(Discard(seat))
        await asyncio.sleep(0.2)
        assert room.phase() is not Phase.OFFER

    in_room(test)


def test_the_last_answer_counts_and_a_late_repetition_of_an_earlier_one_does_not() -> None:
    async def test(room: Room) -> None:
        await room.offer(forcing="by_opponent")
        seat = room.asked[0]
        await room.act(Pass(seat), "first")
        await room.act(Pass(seat), "second")
        await room.die()
        assert (await room.act(Pass(seat), "first")).code is None
        await asyncio.sleep(4)
        assert [one["seat"] for one in last_answers(room)] == [seat]
        entry = closing_entries(room)[0][0]
        player = room.live.players[seat]
        assert entry.body["requests"] == [[player, "first"], [player, "second"]]
        await room.die()
        outcome = await room.act(Pass(seat), "second")
        assert outcome == (None, "", entry.seq), "known from the journal"

    in_room(test)


@pytest.mark.parametrize("keeps_windows", [True, False])
def test_answers_survive_their_owner_as_far_as_the_windows_do(keeps_windows: bool) -> None:
    async def test(room: Room) -> None:
        await room.offer()
        seat = room.asked[0]
        await room.act(Pass(seat))
        await room.die(keeps_windows)
        told = room.house.rooms.answers["t"]
        place = room.live.place_at(seat)
        assert told == ({(room.live.asked_seq, place): Pass(seat)} if keeps_windows else {})
        other = room.asked[1]
        assert (await room.act(Pass(other))).code is None, "open again, in full"
        await asyncio.sleep(4)
        assert {one["seat"] for one in last_answers(room)} == {seat, other} - (
            set() if keeps_windows else {seat}
        )

    in_room(test)


@pytest.mark.parametrize("changes", [True, False])
def test_a_window_that_is_lost_where_it_is_kept_opens_again_with_what_its_table_knows(
    changes: bool,
) -> None:
    async def test(room: Room) -> None:
        await room.offer()
        one, other = room.asked
        assert (await room.act(Pass(one))).code is None
        room.house.windows._windows.clear()
        if changes:
            assert (await room.act(Pass(other))).code is None, "it is not too late"
        await asyncio.sleep(4)
        answered = {answer["seat"] for answer in last_answers(room)}
        assert answered == ({one, other} if changes else {one})

    in_room(test)


def test_a_window_that_was_closed_is_not_opened_again_by_an_answer() -> None:
    """Nobody knows whether the entry that closed it is stored; an answer may not be in it."""

    async def test(room: Room) -> None:
        await room.offer(lively(8))
        one, other = room.asked
        await room.act(Pass(one))
        room.house.journal.away = True
        await room.act(Pass(other))  # the last: it closes, and can't be stored
        assert (await room.act(Pass(other), "late")).code == "too_late"
        room.house.journal.away = False
        await asyncio.sleep(10)
        assert {answer["seat"] for answer in last_answers(room)} == {one, other}

    in_room(test)


def test_a_window_whose_close_could_not_be_stored_opens_again_in_full() -> None:
    async def test(room: Room) -> None:
        await room.offer()
        one, other = room.asked
        await room.act(Pass(one))
        room.house.journal.away = True
        await asyncio.sleep(6)
        assert room.house.rooms.pauses == [("t", "storage")]
        room.house.journal.away = False
        await asyncio.sleep(1.5)
        assert room.house.rooms.pauses == [("t", "storage"), ("t", None)]
        assert room.phase() is Phase.OFFER
        assert (await room.act(Pass(other))).code is None
        await asyncio.sleep(4)
        assert {answer["seat"] for answer in last_answers(room)} == {one, other}

    in_room(test)


def test_restarting_a_clock_keeps_the_answers() -> None:
    async def test(room: Room) -> None:
        await room.offer()
        seat = room.asked[0]
        await room.act(Pass(seat))
        await asyncio.sleep(2)
        await room.ask("ana", RestartClock())
        await asyncio.sleep(2)
        assert room.phase() is Phase.OFFER
        await asyncio.sleep(1.5)
        assert [answer["seat"] for answer in last_answers(room)] == [seat]

    in_room(test)


@pytest.mark.parametrize("stands", [True, False])
def test_who_leaves_in_a_window_takes_the_answer_along(stands: bool) -> None:
    """R10.2. The others' window goes on, with its own deadline."""

    async def test(room: Room) -> None:
        await room.offer()
        one, other = room.asked
        player, deadline = room.live.players[one], room.live.deadline
        await room.act(Pass(one))
        await room.ask(player, Stand(player) if stands else Act(player, Leave(one)))
        assert room.live.deadline == deadline
        assert room.asked == (other,)
        await asyncio.sleep(4)
        assert room.phase() is Phase.DRAW
        assert not room.house.faults

    in_room(test)


def test_an_answer_whose_target_left_counts_as_a_pass() -> None:
    """R7.9: a card can't be forced on a seat that is gone."""

    async def test(room: Room) -> None:
        discarder = await room.offer(forcing="by_opponent")
        one, other = room.asked
        hand = room.hand.copy()
        hand.forcible = 1 << other
        check(hand, Force(one, other))
        hand.forcible, hand.active = 0, hand.active & ~(1 << other)
        given: tuple[Action, ...] = (Force(one, other), Pass(discarder))
        assert answers_in_order(hand, given) == [Pass(one)]

    in_room(test)


def test_what_can_t_be_answered_is_refused_to_the_sender_alone() -> None:
    async def test(room: Room) -> None:
        discarder = await room.offer()
        shown = len(room.house.rooms.shown["t"])
        outcome = await room.act(Pass(discarder))
        assert outcome.code == "not_asked"
        stranger = await room.ask("eva", Act("eva", Pass(0)))
        assert stranger.code == "not_seated"
        stale = Act(room.live.players[room.asked[0]], Pass(room.asked[0]), room.live.asked_seq - 1)
        assert (await room.ask(stale.player, stale)).code == "too_late"
        assert len(room.house.rooms.shown["t"]) == shown

    in_room(test)


def test_an_answer_brings_an_away_player_back() -> None:
    async def test(room: Room) -> None:
        await room.offer()
        seat = room.asked[0]
        place = room.live.place_at(seat)
        away = replace(room.live.sitting(place), away_since=1, misses=2)
        sittings = (*room.live.sittings[:place], away, *room.live.sittings[place + 1 :])
        room.table.live = replace(room.live, sittings=sittings)
        await room.act(Pass(seat))
        await asyncio.sleep(4)
        assert not room.live.sitting(place).away
        room.house.rooms.shown.clear()
        room.house.journal.entries.clear()  # the state above came from no entry

    in_room(test)


async def _memory_windows() -> None:
    windows, window = MemoryWindows(), WindowId("t", 7)
    assert not await windows.answer(window, 0, Pass(0), "a")
    await windows.open(window, (0, 1), 10, 1)
    assert await windows.answer(window, 0, Draw(0), "a")
    assert await windows.answer(window, 0, Pass(0), "b")
    assert await windows.answer(window, 0, Draw(0), "a"), "known, and changes nothing"
    assert not await windows.answer(window, 2, Pass(2), "a")
    assert await windows.given(window) == {0: Pass(0)}
    sealed = await windows.close(window, 1)
    assert sealed == await windows.close(window, 1) == ((Pass(0),), ((0, "a"), (0, "b")))
    assert not await windows.answer(window, 1, Pass(1), "c")
    await windows.open(window, (0, 1), 20, 1)
    assert await windows.answer(window, 1, Discard(1), "")
    assert len((await windows.close(window, 1)).answers) == 2
    await windows.forget(window, 1)
    assert (await windows.close(window, 1)).answers == ()


def test_windows_in_memory_keep_to_the_contract() -> None:
    run(1, _memory_windows())


def test_a_claim_that_is_not_allowed_is_refused_before_it_is_kept() -> None:
    async def test(room: Room) -> None:
        await room.offer()
        seat = room.asked[0]
        with pytest.raises(Refusal):
            check(room.hand, Force(seat, 0))
        assert (await room.act(Force(seat, 0))).code == "cannot_force"
        assert not room.house.rooms.answers["t"]

    in_room(test)
