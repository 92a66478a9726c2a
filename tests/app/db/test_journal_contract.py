"""What a table may rely on, wherever its journal is kept."""

import asyncio

import pytest

from engine.table.journal import Entry, Fenced, JournalError, Refused
from tests.app.db.storage import Owner, Storage, move, own, pot, seat, stack, wallet


async def outcome(storage: Storage, entry: Entry) -> type[JournalError] | None:
    try:
        await storage.journal.commit(entry)
    except JournalError as error:
        return type(error)
    return None


# --- what is stored -------------------------------------------------------------------


async def test_entries_come_back_as_they_were(storage: Storage) -> None:
    await storage.ledger.grant("ana", 100, "grant", 0)
    owner = await own(storage)
    body = {"text": "♠ ñ \0 ไทย", "list": [1, [2, None]], "no": False, "chips": 2**53 - 1}
    first = owner.entry(
        move(wallet("ana"), stack("ana"), 60), move(stack("ana"), pot(), 5), body=body
    )
    second = owner.after(first).entry(opens_hand=True)
    await storage.journal.commit(first)
    assert list(await storage.journal.read("t1")) == [first]
    await storage.journal.commit(second)
    assert list(await storage.journal.read("t1")) == [second]


async def test_reading_begins_at_the_last_entry_that_opens_a_hand(storage: Storage) -> None:
    owner = await own(storage)
    for seq in range(1, 8):
        await storage.journal.commit(owner.entry(seq=seq, opens_hand=seq in {2, 5}))
    assert [entry.seq for entry in await storage.journal.read("t1")] == [5, 6, 7]


async def test_a_table_nobody_knows_has_no_entries(storage: Storage) -> None:
    assert list(await storage.journal.read("nowhere")) == []


async def test_tables_do_not_touch_each_other(storage: Storage) -> None:
    owners = [await own(storage, f"t{number}") for number in range(20)]
    entries = [owner.entry(body={"of": owner.table}) for owner in owners]
    await asyncio.gather(*(storage.journal.commit(entry) for entry in entries))
    assert [list(await storage.journal.read(owner.table)) for owner in owners] == [
        [entry] for entry in entries
    ]


# --- gapless --------------------------------------------------------------------------


@pytest.mark.parametrize("seq", [0, 2, 4], ids=["none", "second", "gap"])
async def test_the_first_entry_is_number_1(storage: Storage, seq: int) -> None:
    owner = await own(storage)
    assert await outcome(storage, owner.entry(seq=seq)) in {Refused, Fenced}
    assert list(await storage.journal.read("t1")) == []


async def test_a_gap_is_refused(storage: Storage) -> None:
    owner = await own(storage)
    await storage.journal.commit(owner.entry())
    assert await outcome(storage, owner.entry(seq=3)) is Refused
    assert await outcome(storage, owner.entry(seq=2)) is None


async def test_the_same_entry_again_is_the_same_entry(storage: Storage) -> None:
    owner = await seat(storage, "ana", 100)
    entry = owner.entry(move(stack("ana"), pot(), 5), body={"cards": ("As", "2s")})
    await storage.journal.commit(entry)
    await storage.journal.commit(entry)
    assert await storage.ledger.balance(pot()) == 5
    assert len(await storage.journal.read("t1")) == 2


async def test_another_entry_in_its_place_is_fenced(storage: Storage) -> None:
    owner = await seat(storage, "ana", 100)
    ante = move(stack("ana"), pot(), 5)
    entry = owner.entry(ante)
    await storage.journal.commit(entry)
    for other in (
        entry._replace(body={"do": "retire"}),
        entry._replace(at=entry.at + 1),
        entry._replace(opens_hand=True),
        entry._replace(transfers=()),
        entry._replace(transfers=(ante._replace(amount=6),)),
    ):
        assert await outcome(storage, other) is Fenced
    assert (await storage.journal.read("t1"))[-1] == entry


# --- the fence ------------------------------------------------------------------------


async def test_each_owner_has_a_higher_epoch(storage: Storage) -> None:
    assert [await storage.journal.take_over("t1") for _ in range(3)] == [1, 2, 3]
    assert await storage.journal.take_over("t2") == 1


async def test_an_earlier_owner_is_fenced(storage: Storage) -> None:
    old = await own(storage)
    await storage.journal.commit(old.entry())
    new = await own(storage)
    assert await outcome(storage, old.entry(seq=2)) is Fenced
    assert await outcome(storage, old.entry(seq=9)) is Fenced
    assert await outcome(storage, new.entry()) is None


async def test_a_table_without_an_owner_takes_no_entries(storage: Storage) -> None:
    assert await outcome(storage, Owner("t1", 1).entry()) is Refused


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0)])
async def test_of_two_owners_at_once_one_stores(
    storage: Storage, order: tuple[int, int, int]
) -> None:
    old = await own(storage)
    rival = Owner("t1", old.epoch + 1)

    async def take_over() -> None:
        await storage.journal.take_over("t1")

    said: dict[int, type[JournalError] | None] = {}

    async def commit(owner: Owner) -> None:
        said[owner.epoch] = await outcome(storage, owner.entry(body={"by": owner.epoch}))

    acts = [commit(old), commit(rival), take_over()]
    await asyncio.gather(*(acts[number] for number in order))
    stored = [entry.epoch for entry in await storage.journal.read("t1")]
    assert stored == [epoch for epoch in said if said[epoch] is None]
    assert len(stored) <= 1


# --- refused --------------------------------------------------------------------------


async def test_a_balance_below_zero_is_refused_with_its_entry(storage: Storage) -> None:
    owner = await seat(storage, "ana", 100)
    too_much = owner.entry(move(stack("ana"), pot(), 60), move(stack("ana"), pot(), 41))
    assert await outcome(storage, too_much) is Refused
    assert await storage.ledger.balance(stack("ana")) == 100
    assert await storage.ledger.balance(pot()) == 0
    assert await outcome(storage, owner.entry(move(stack("ana"), pot(), 100))) is None


async def test_transfers_happen_in_their_order(storage: Storage) -> None:
    owner = await seat(storage, "ana", 100)
    there, back = move(stack("ana"), pot(), 100), move(pot(), stack("ana"), 100)
    assert await outcome(storage, owner.entry(back, there)) is Refused
    assert await outcome(storage, owner.entry(there, back)) is None


async def test_a_key_is_good_for_one_transfer(storage: Storage) -> None:
    owner = await seat(storage, "ana", 100)
    ante = move(stack("ana"), pot(), 5)
    await storage.journal.commit(owner.entry(ante))
    assert await outcome(storage, owner.entry(ante, seq=3)) is Refused
    twice = move(stack("ana"), pot(), 5)
    assert await outcome(storage, owner.entry(twice, twice, seq=3)) is Refused
    assert await storage.ledger.balance(pot()) == 5


@pytest.mark.parametrize("amount", [0, -5, 2**53, 2**63, 2**70])
async def test_an_amount_that_cannot_be(storage: Storage, amount: int) -> None:
    owner = await seat(storage, "ana", 100)
    assert await outcome(storage, owner.entry(move(stack("ana"), pot(), amount))) is Refused


async def test_a_transfer_leads_elsewhere(storage: Storage) -> None:
    owner = await seat(storage, "ana", 100)
    circle = move(stack("ana"), stack("ana"), 5)
    assert await outcome(storage, owner.entry(circle)) is Refused


async def test_no_table_moves_the_chips_of_another(storage: Storage) -> None:
    await seat(storage, "ana", 100, "t1")
    thief = await own(storage, "t2")
    loot = move(stack("ana", "t1"), wallet("ben"), 5)
    assert await outcome(storage, thief.entry(loot)) is Refused
    gift = move(wallet("ana"), pot("t1"), 5)
    assert await outcome(storage, thief.entry(gift)) is Refused


async def test_a_body_that_is_not_json_is_refused(storage: Storage) -> None:
    owner = await own(storage)
    assert await outcome(storage, owner.entry(body={"card": object()})) is Refused
    assert await outcome(storage, owner.entry()) is None


async def test_only_the_culprit_is_refused(storage: Storage) -> None:
    """All of these are handed in at once, and so are one batch."""
    owners = [await seat(storage, f"p{number}", 10, f"t{number}") for number in range(9)]
    entries = [
        owner.entry(move(stack(f"p{number}", f"t{number}"), pot(f"t{number}"), 5))
        for number, owner in enumerate(owners)
    ]
    entries[3] = owners[3].entry(move(stack("p3", "t3"), pot("t3"), 11))
    entries[5] = entries[5]._replace(epoch=owners[5].epoch + 1)
    entries[7] = entries[7]._replace(body={"card": object()})
    said = await asyncio.gather(*(outcome(storage, entry) for entry in entries))
    assert said == [None, None, None, Refused, None, Fenced, None, Refused, None]
    pots = [await storage.ledger.balance(pot(f"t{number}")) for number in range(9)]
    assert pots == [5, 5, 5, 0, 5, 0, 5, 0, 5]


async def test_whoever_stops_waiting_harms_nobody(storage: Storage) -> None:
    first, second = await own(storage, "t1"), await own(storage, "t2")
    left = asyncio.create_task(storage.journal.commit(first.entry()))
    stayed = asyncio.create_task(storage.journal.commit(second.entry()))
    await asyncio.sleep(0)
    left.cancel()
    await stayed
    assert len(await storage.journal.read("t2")) == 1
    later = await own(storage, "t1")
    assert await outcome(storage, later.entry()) is None
