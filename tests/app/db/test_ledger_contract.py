"""Where chips come from and what the ledger says of them, wherever it is kept."""

import asyncio

import pytest

from engine.table.journal import Refused
from engine.table.money import BANK
from tests.app.db.storage import Storage, move, pot, seat, stack, wallet

MOST = 2**53 - 1


async def test_nobody_has_chips_at_first(storage: Storage) -> None:
    for account in (BANK, wallet("ana"), stack("ana"), pot()):
        assert await storage.ledger.balance(account) == 0


async def test_a_grant_comes_from_the_bank(storage: Storage) -> None:
    assert await storage.ledger.grant("ana", 100, "welcome-ana", 7)
    assert await storage.ledger.grant("ben", 50, "welcome-ben", 8)
    assert await storage.ledger.balance(wallet("ana")) == 100
    assert await storage.ledger.balance(BANK) == -150


async def test_a_grant_is_made_once_for_each_key(storage: Storage) -> None:
    made = await asyncio.gather(
        *(storage.ledger.grant("ana", 100, "welcome-ana", at) for at in range(5))
    )
    assert sorted(made) == [False, False, False, False, True]
    assert await storage.ledger.balance(wallet("ana")) == 100


@pytest.mark.parametrize(("player", "amount"), [("ana", 101), ("ben", 100)])
async def test_a_key_stands_for_one_grant(storage: Storage, player: str, amount: int) -> None:
    await storage.ledger.grant("ana", 100, "welcome", 7)
    with pytest.raises(Refused):
        await storage.ledger.grant(player, amount, "welcome", 7)


@pytest.mark.parametrize("amount", [0, -1, MOST + 1])
async def test_a_grant_that_cannot_be(storage: Storage, amount: int) -> None:
    with pytest.raises(Refused):
        await storage.ledger.grant("ana", amount, "welcome", 7)
    assert await storage.ledger.balance(BANK) == 0


async def test_a_wallet_holds_so_much(storage: Storage) -> None:
    await storage.ledger.grant("ana", MOST, "all", 7)
    with pytest.raises(Refused):
        await storage.ledger.grant("ana", 1, "more", 7)
    await storage.ledger.grant("ben", MOST, "all again", 7)
    assert await storage.ledger.balance(BANK) == -2 * MOST


async def test_a_key_is_shared_with_tables(storage: Storage) -> None:
    await storage.ledger.grant("ana", 100, "welcome", 7)
    owner = await seat(storage, "ana", 10)
    with pytest.raises(Refused):
        await storage.journal.commit(owner.entry(move(stack("ana"), pot(), 5, "welcome")))


async def test_accounts_are_not_mistaken_for_each_other(storage: Storage) -> None:
    """An owner may be called anything."""
    names = ["ana", "t1/ana", "", "main", "wallet/ana", "ñ", "a" * 200]
    for number, name in enumerate(filter(None, names), 1):
        await storage.ledger.grant(name, number, f"grant-{number}", 7)
    granted = [await storage.ledger.balance(wallet(name)) for name in filter(None, names)]
    assert granted == [1, 2, 3, 4, 5, 6]
    with pytest.raises(Refused):
        await storage.ledger.grant("", 1, "nobody", 7)
