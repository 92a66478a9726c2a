"""The key file was lost: what is sealed stays so, and every table goes on all the same."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from engine.rules.actions import Retire
from engine.table.commands import CloseTable, Pledge, Sit, Stand, TopUp
from engine.table.entries import replay
from engine.table.shuffle import SEED_BYTES, pledge_of
from tests.simulation.room import Room, in_room
from tests.table.world import AnotherKey


async def _nobody_dealt_in(room: Room) -> None:
    await room.open(people=2)


async def _in_a_hand(room: Room) -> None:
    await room.offer()
    leaver, other = (room.live.players[seat] for seat in (room.asked[0], room.asked[0] - 1))
    await room.ask(leaver, Stand(leaver))
    await room.ask(other, CloseTable("ana"))
    room.house.journal.grant("dora", 100)
    await room.ask("dora", Sit("dora", "dora", 40, 3))


async def _announced(room: Room) -> None:
    await room.open()
    await room.ask("ana", Pledge("ana", pledge_of(b"mine"), ready=True))
    for _ in range(100):
        if room.live.announced:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("nothing was announced")


async def _after_a_hand(room: Room) -> None:
    await room.open(people=2)
    await room.until_dealt()
    while room.live.playing:
        await room.act(Retire(room.asked[0]))
    await room.ask("ana", TopUp("ana", 7))


async def _asleep(room: Room) -> None:
    await room.open(people=1)
    await asyncio.sleep(60)


MOMENTS: dict[str, tuple[Callable[[Room], Awaitable[None]], int]] = {
    "nobody was ever dealt in": (_nobody_dealt_in, 0),
    "in a hand": (_in_a_hand, 1),
    "before its deal": (_announced, 1),
    "after a hand": (_after_a_hand, 1),
    "asleep": (_asleep, 0),
}
"""How a table came there, and the number of its last hand."""


class AThirdKey(AnotherKey):
    """To which the other is a lost one."""

    MARK = "a third key:"


@pytest.mark.parametrize("keys", [(AnotherKey,), (AnotherKey, AThirdKey, AnotherKey)])
@pytest.mark.parametrize(("moment", "hand"), MOMENTS.values(), ids=MOMENTS)
def test_a_table_whose_key_is_lost_has_its_chips_and_goes_on(
    moment: Callable[[Room], Awaitable[None]], hand: int, keys: Sequence[type[AnotherKey]]
) -> None:
    """Only a running hand is lost; what comes next is dealt by a seed that nobody knew.

    However often in a row: a hand that nobody was told of has used up no number.
    """

    async def test(room: Room) -> None:
        await moment(room)
        stacks = {one.id: one.stack for one in room.live.session.places if one}
        playing = room.live.playing
        for key in keys:
            room.house.sealer = key()
            await room.die()
        balances = room.house.journal.balances
        assert not [account for account in balances if account.kind == "pot" and balances[account]]
        there = {one.id: one.stack for one in room.live.session.places if one}
        booked = {one.owner: chips for one, chips in balances.items() if one.kind == "stack"}
        assert there == {player: chips for player, chips in booked.items() if chips}
        assert playing or there == stacks
        assert room.live.session.hand == hand
        assert room.live.fairness is not None
        assert len(room.live.fairness.seed) == SEED_BYTES
        assert len(room.house.faults) == len(keys)
        entries = await room.house.journal.read("t")
        assert entries[0].opens_hand
        assert replay(entries, room.house.sealer).live == room.live
        await room.die()
        assert len(room.house.faults) == len(keys), "read from there on, nothing is wrong any more"

    in_room(test, lawful=False)
