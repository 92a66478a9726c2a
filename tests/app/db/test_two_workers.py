"""Several workers on one Postgres, each with its own journal."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from app.db.engine import Database, open_database
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from app.db.schema import accounts
from app.db.transfers import Movement, open_accounts, post
from engine.table.journal import Fenced
from engine.table.money import BANK
from tests.app.db.storage import NOW, Owner, Storage, move, own, stack, until_waiting, wallet

WORKERS = 3
PLAYERS = [f"p{number}" for number in range(6)]


@pytest.fixture
async def workers(postgres_url: str) -> AsyncIterator[list[Storage]]:
    async with AsyncExitStack() as last:
        storages = []
        for _ in range(WORKERS):
            database = open_database(postgres_url)
            last.push_async_callback(database.close)
            journal = await last.enter_async_context(DatabaseJournal(database))
            storages.append(Storage(journal, Ledger(database)))
        yield storages


async def test_they_share_wallets_and_never_wait_for_each_other_in_a_ring(
    workers: list[Storage],
) -> None:
    """Every table moves chips of everyone, each in another order."""
    for player in PLAYERS:
        await workers[0].ledger.grant(player, 1_000, f"grant-{player}", NOW)
    await asyncio.gather(
        *(
            play(worker, f"t{at}-{number}")
            for at, worker in enumerate(workers)
            for number in range(5)
        )
    )
    ledger = workers[0].ledger
    assert [await ledger.balance(wallet(player)) for player in PLAYERS] == [1_000] * len(PLAYERS)
    assert await ledger.balance(BANK) == -1_000 * len(PLAYERS)


async def play(worker: Storage, table: str) -> None:
    owner = await own(worker, table)
    for turn in range(6):
        players = sorted(PLAYERS, key=lambda player: hash((player, table, turn)))
        there = [move(wallet(player), stack(player, table), 7) for player in players]
        back = [move(stack(player, table), wallet(player), 7) for player in players]
        for transfers in (there, back):
            entry = owner.entry(*transfers)
            await worker.journal.commit(entry)
            owner = owner.after(entry)


async def test_they_open_the_same_accounts_at_once(workers: list[Storage]) -> None:
    """Nobody had seen these players before."""
    owners = [await own(worker, f"t{number}") for number, worker in enumerate(workers)]
    gift = [move(BANK, wallet(player), 5) for player in PLAYERS]
    await asyncio.gather(
        *(
            worker.journal.commit(
                owner.entry(*(each._replace(key=f"{number}-{each.key}") for each in gift))
            )
            for number, (worker, owner) in enumerate(zip(workers, owners, strict=True))
        )
    )
    chips = [await workers[0].ledger.balance(wallet(player)) for player in PLAYERS]
    assert chips == [5 * WORKERS] * len(PLAYERS)


async def test_an_account_that_another_opened_is_locked_like_any(postgres_url: str) -> None:
    """Or two could number their transfers in one order and move its balance in the other."""
    database = open_database(postgres_url)
    named = {"wallet/ana": wallet("ana")}
    late, held = asyncio.Event(), asyncio.Event()

    async def open_too() -> None:
        async with database.writing() as connection:
            await open_accounts(connection, named)
            held.set()
            await late.wait()

    async with database.writing() as connection:
        await open_accounts(connection, named)
        second = asyncio.create_task(open_too())
        await until_waiting(database, 1)
    await held.wait()
    with pytest.raises(DBAPIError, match="could not obtain lock"):
        await lock_at_once(database)
    late.set()
    await second
    await lock_at_once(database)
    await database.close()


async def lock_at_once(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(select(accounts).with_for_update(nowait=True, key_share=True))


async def test_a_table_has_one_owner_at_any_time(workers: list[Storage]) -> None:
    """All take it over again and again while the others commit."""

    async def seize(worker: Storage, name: str) -> None:
        for _ in range(8):
            owner = await own(worker)
            try:
                for _ in range(3):
                    entry = owner.entry(body={"by": name})
                    await worker.journal.commit(entry)
                    owner = owner.after(entry)
            except Fenced:
                continue

    await asyncio.gather(*(seize(worker, f"w{at}") for at, worker in enumerate(workers)))
    stored = await workers[0].journal.read("t1")
    assert [entry.seq for entry in stored] == list(range(1, len(stored) + 1))
    epochs = [entry.epoch for entry in stored]
    assert epochs == sorted(epochs)
    assert len({(entry.epoch, entry.body["by"]) for entry in stored}) == len(set(epochs))


async def test_two_owners_of_the_same_tables_never_wait_in_a_ring(
    postgres_url: str, workers: list[Storage]
) -> None:
    """Each commits all tables at once, in opposite orders, and both are held up half way."""
    owners = [await own(workers[0], f"t{number}") for number in range(5)]
    database = open_database(postgres_url)

    async def commit(worker: Storage, owner: Owner, name: str) -> bool:
        try:
            await worker.journal.commit(owner.entry(body={"by": name}))
        except Fenced:
            return False
        return True

    async with database.writing() as connection:
        await connection.execute(text("UPDATE tables SET epoch = epoch WHERE id = 't2'"))
        there = [commit(workers[0], owner, "there") for owner in owners]
        back = [commit(workers[1], owner, "back") for owner in reversed(owners)]
        stored = asyncio.gather(*there, *back)
        await until_waiting(database, 2)
    assert sum(await stored) == len(owners)
    await database.close()


async def test_grants_of_one_key_at_once_are_one(workers: list[Storage]) -> None:
    made = await asyncio.gather(
        *(worker.ledger.grant("ana", 9, "welcome", NOW) for worker in workers for _ in range(3))
    )
    assert sum(made) == 1
    assert await workers[0].ledger.balance(wallet("ana")) == 9


async def test_a_worker_that_lost_its_table_hears_it(workers: list[Storage]) -> None:
    old, new = workers[0], workers[1]
    before = await own(old)
    await old.journal.commit(before.entry())
    after = await own(new)
    assert after == Owner("t1", 2, 1)
    await new.journal.commit(after.entry())
    with pytest.raises(Fenced, match="epoch 2, seq 2"):
        await old.journal.commit(before.entry(seq=2))


async def test_the_bank_makes_nobody_wait(postgres_url: str, workers: list[Storage]) -> None:
    """One worker's grant is on its way while another's is made."""
    database = open_database(postgres_url)
    gift = move(BANK, wallet("ana"), 5)
    async with database.writing() as connection:
        await post(connection, [Movement(gift, NOW)])
        assert await workers[0].ledger.grant("ben", 7, "welcome", NOW)
    assert await workers[0].ledger.balance(BANK) == -12
    await database.close()
