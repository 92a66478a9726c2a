"""What goes wrong, decided beforehand: storage, other owners, faults of the program, floods."""

import asyncio

import pytest

from engine.rules.actions import Draw, Retire
from engine.table import hands
from engine.table.clock import SECOND
from engine.table.commands import (
    Act,
    Choose,
    CloseTable,
    Command,
    SetPace,
    SetRules,
    SetWatchable,
    Sit,
    Stand,
    TimeUp,
    TopUp,
    Void,
)
from engine.table.entries import Diverged, command_in, replay
from engine.table.journal import Entry
from engine.table.live import Coming
from engine.table.mailbox import MAILBOX, MailboxFull, Message
from engine.table.pace import lively
from engine.table.rescue import WHY, read_back
from engine.table.table import FAULT_RETRY_MOST
from tests.simulation.laws import SEALER, check_requests, check_shown
from tests.simulation.room import Room, in_room

A_DAY = 24 * 3600 * SECOND // FAULT_RETRY_MOST  # tries of a table whose program fails


def test_a_request_is_answered_once_also_after_a_restart() -> None:
    async def test(room: Room) -> None:
        await room.open(people=2)
        first = await room.ask("ana", TopUp("ana", 10), "top")
        assert await room.ask("ana", TopUp("ana", 10), "top") == first
        await room.die()
        assert await room.ask("ana", TopUp("ana", 10), "top") == first
        await room.until_dealt()
        await room.die()
        assert await room.ask("ana", TopUp("ana", 10), "top") == first, "a hand began since"
        no = await room.ask("ana", TopUp("ana", 10), "no")
        assert no.code == "hand_running"
        while room.live.playing:
            await room.act(Retire(room.asked[0]))
        assert await room.ask("ana", TopUp("ana", 10), "no") == no, "a refusal is an answer too"
        player = room.live.session.places[0]
        assert player is not None
        assert player.stack == 105

    in_room(test)


def test_who_has_too_few_chips_is_told_and_nobody_s_hand_is_harmed() -> None:
    async def test(room: Room) -> None:
        await room.open(people=2)
        await room.until_dealt()
        for number in range(3):
            outcome = await room.ask("eva", Sit("eva", "eva", 50, 2), f"sit{number}")
            assert outcome.code == "not_enough_chips"
        assert room.live.playing
        assert not room.house.faults

    in_room(test)


def test_another_owner_stops_this_one_and_nothing_more_is_shown() -> None:
    async def test(room: Room) -> None:
        await room.open()
        table = room.table
        await room.house.journal.take_over("t")
        shown = len(room.house.rooms.shown["t"])
        outcome = await room.ask("ana", Choose("ana", None, sits_out=True))
        assert outcome.code == "table_moved"
        await asyncio.sleep(1)
        assert len(room.house.rooms.shown["t"]) == shown
        assert room.house.rooms.pauses == [("t", "moved")]
        assert room.house.registry.get("t") is None
        with pytest.raises(MailboxFull):
            table.post(Message(TimeUp()))

    in_room(test)


def test_a_full_mailbox_says_so_and_can_still_be_stopped() -> None:
    async def test(room: Room) -> None:
        await room.open()
        answers = [room.post("ana", Choose("ana", frozenset())) for _ in range(MAILBOX)]
        with pytest.raises(MailboxFull):
            room.table.post(Message(TimeUp()))
        table = room.table
        table.stop()
        await asyncio.gather(*answers)
        await asyncio.sleep(1)
        assert room.house.registry.get("t") is None

    in_room(test)


def test_a_table_that_sleeps_is_let_go_and_found_again() -> None:
    async def test(room: Room) -> None:
        await room.open(people=1)
        room.house.registry.retire(lambda _: True)
        await asyncio.sleep(1)
        assert room.house.registry.get("t")
        seq = room.seq
        room.house.registry.retire(lambda _: False)
        await asyncio.sleep(1)
        assert room.house.registry.get("t") is None
        found = await room.house.registry.revive("t")
        await asyncio.sleep(1)
        assert found
        assert found.seq == seq, "looking at it writes nothing"

    in_room(test)


def test_a_fault_stops_one_table_and_the_second_at_one_point_voids_the_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    async def test(room: Room) -> None:
        await room.open()
        await room.until_dealt()
        seat = room.asked[0]
        with monkeypatch.context() as patch:
            patch.setattr(hands, "play", broken)
            assert (await room.act(Draw(seat))).code == "table_failed"
            assert room.live.playing
            assert (await room.act(Draw(seat))).code == "table_failed"
        last = room.live.last
        assert last
        assert "ZeroDivisionError" in last.void
        assert [type(fault) for fault in room.house.faults] == [ZeroDivisionError] * 2
        await room.until_dealt()
        assert (await room.act(Draw(room.asked[0]))).code is None

    in_room(test)


FAULTY = {
    "what opens a hand": ["engine.table.fair_deal.announce"],
    "every step": ["engine.table.table.step"],
    "windows, as they open": ["engine.table.sealed.SealedOffer.open"],
    "bots": ["engine.table.table.bot_actions"],
    "windows, and whoever hears of an entry": [
        "engine.table.sealed.SealedOffer.open",
        "tests.simulation.house.Rooms.show",
    ],
    "windows, and whoever passes entries on": [
        "engine.table.sealed.SealedOffer.open",
        "tests.simulation.storage.Journal.told",
    ],
}


@pytest.mark.parametrize("restarted", [False, True], ids=["", "restarted"])
@pytest.mark.parametrize("places", FAULTY.values(), ids=FAULTY)
def test_a_table_that_a_fault_has_paused_is_tried_ever_more_seldom(
    monkeypatch: pytest.MonkeyPatch, places: list[str], *, restarted: bool
) -> None:
    """Each try may leave an entry, so it counts whatever is stored and whatever fails."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    async def test(room: Room) -> None:
        house = room.house
        await room.open()
        before = len(house.journal.entries["t"])
        with monkeypatch.context() as patch:
            for place in places:
                patch.setattr(place, broken)
            if restarted:
                await room.die()
            await asyncio.sleep(600)
            assert 2 < len(house.faults) < 20
            assert len(house.journal.entries["t"]) - before < 15
            await asyncio.sleep(24 * 3600)
        assert len(house.faults) < 4 * A_DAY
        assert len(house.journal.entries["t"]) - before < 2 * A_DAY
        assert ("t", "fault") in house.rooms.pauses
        await room.until_dealt(FAULT_RETRY_MOST // SECOND + 60)

    in_room(test)


@pytest.mark.parametrize(
    ("command", "code"),
    [(CloseTable(None), None), (CloseTable("ana"), "table_paused"), (Stand("ana"), "table_paused")],
    ids=["an operator closes", "the host closes", "somebody stands up"],
)
def test_a_table_paused_by_a_fault_is_an_operators_to_close(
    monkeypatch: pytest.MonkeyPatch, command: Command, code: str | None
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    async def test(room: Room) -> None:
        await room.open()
        monkeypatch.setattr("engine.table.fair_deal.announce", broken)
        await asyncio.sleep(30)
        assert room.house.rooms.pauses == [("t", "fault")]
        table = room.table
        assert (await room.ask("ana", command)).code == code
        assert table.live.closed == (code is None)

    in_room(test)


def test_a_table_whose_storage_is_away_is_closed_by_nobody() -> None:
    async def test(room: Room) -> None:
        await room.open()
        room.house.journal.away = True
        for _ in range(2):
            assert (await room.ask("ana", CloseTable(None))).code == "table_paused"
        room.house.journal.away = False
        await asyncio.sleep(1.2)
        assert not room.live.closed

    in_room(test)


def test_a_hand_that_replays_differently_is_void_and_the_table_goes_on() -> None:
    async def test(room: Room) -> None:
        await room.open()
        await room.until_dealt()
        await room.act(Draw(room.asked[0]))
        room.house.journal.grant("dora", 100)
        await room.ask("dora", Sit("dora", "dora", 40, 3))
        leaver = room.live.players[room.asked[0]]
        await room.ask(leaver, Stand(leaver))
        _spoil(room.house.journal.entries["t"])
        await room.die()
        entries = room.house.journal.entries["t"]
        voided = next(entry for entry in entries if command_in(entry, SEALER) == Void(WHY))
        assert voided.opens_hand
        assert voided.body["hand_record"]["status"] == "void"
        assert voided.body["hand_record"]["fairness"]["seed"]
        assert [type(fault) for fault in room.house.faults] == [Diverged]
        stacks = {one.id: one.stack for one in room.live.session.places if one}
        there = {"ana": 100, "beto": 100, "carla": 100, "dora": 40}
        assert stacks == {name: chips for name, chips in there.items() if name != leaver}
        assert room.live.session.hand == 1
        balances = room.house.journal.balances
        assert not [account for account in balances if account.kind == "pot" and balances[account]]
        await room.die()
        assert len(room.house.faults) == 1, "read from there on, nothing is wrong any more"
        await room.until_dealt()
        assert room.live.session.hand == 2
        check_requests(room.house.journal.entries["t"])

    in_room(test, lawful=False)


DECISIONS: dict[str, Command] = {
    "rules": SetRules("ana", {"forcing": "off", "side_games": ["oro"]}),
    "pace": SetPace("ana", lively(5)),
    "watchable": SetWatchable("ana", watchable=False),
    "closing": CloseTable("ana"),
}


@pytest.mark.parametrize("decided", DECISIONS.values(), ids=DECISIONS)
def test_what_the_host_decided_in_a_hand_that_is_lost_holds_after_it(
    decided: Command,
) -> None:
    async def test(room: Room) -> None:
        await room.open()
        await room.until_dealt()
        await room.act(Draw(room.asked[0]))
        assert (await room.ask("ana", decided)).code is None
        before, coming = room.live, room.live.coming
        assert coming != Coming()
        _spoil(room.house.journal.entries["t"])
        await room.die()
        after = room.live
        assert after.coming == Coming(close=coming.close)
        assert after.session.rules == (coming.rules or before.session.rules)
        assert after.pace == (coming.pace or before.pace)
        assert after.watchable == (before.watchable and coming.watchable is None)
        assert after == replay(await room.house.journal.read("t"), SEALER).live
        await room.die()
        assert len(room.house.faults) == 1, "and it is read back as it was"

    in_room(test, lawful=False)


def test_a_hand_that_was_over_stays_as_it_was_settled() -> None:
    async def test(room: Room) -> None:
        await room.open(people=2)
        await room.until_dealt()
        while room.live.playing:
            await room.act(Retire(room.asked[0]))
        await room.ask("ana", TopUp("ana", 7))
        entries = room.house.journal.entries["t"]
        before = room.live
        opening = max(at for at, entry in enumerate(entries) if entry.opens_hand)
        _spoil(entries[opening:])
        with pytest.raises(Diverged):
            replay(entries[opening:], SEALER)
        found = read_back(entries[opening:], SEALER)
        assert found.fault is None
        assert found.live.session == before.session
        assert found.live.deadline == before.deadline
        check_shown((), {})

    in_room(test, lawful=False)


def _spoil(entries: list[Entry]) -> None:
    """As if the program had come to something else at the first action."""
    spoilt = next(entry for entry in entries if isinstance(command_in(entry, SEALER), Act))
    spoilt.body["after"] = ["another", *spoilt.body["after"][1:]]
