"""No chip is made or lost, whatever tables ask for: random entries against a small model."""

import asyncio
from collections import Counter
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, text

from app.db.engine import Database
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from app.db.schema import accounts
from engine.table.journal import Refused
from engine.table.money import BANK, Account, AccountKind, Transfer
from tests.app.db.storage import NOW, Owner, Storage, move, own, pot, stack, wallet
from tests.app.db.sums import unsound

TABLES = (f"table-{number}" for number in count())
AMOUNTS = st.integers(min_value=-1, max_value=40)


def places(table: str) -> list[Account]:
    """Where chips of one example can be; wallets are named by the table, so all are fresh."""
    ana, ben = f"ana-{table}", f"ben-{table}"
    carried = Account(AccountKind.CARRIED, "main", table)
    return [BANK, wallet(ana), wallet(ben), stack(ana, table), pot(table), carried]


class Model:
    """What must happen: all transfers of an entry in order, or none."""

    def __init__(self) -> None:
        self.chips: Counter[Account] = Counter()

    def moves(self, transfers: tuple[Transfer, ...]) -> bool:
        after = self.chips.copy()
        for debit, credit, amount, *_ in transfers:
            after.update({debit: -amount})
            after.update({credit: amount})
            if amount < 1 or debit == credit or (debit != BANK and after[debit] < 0):
                return False
        self.chips = after
        return True


places_of_a_move = st.tuples(st.integers(0, 5), st.integers(0, 5), AMOUNTS)
entries = st.lists(st.lists(places_of_a_move, max_size=4), max_size=8)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=entries)
async def test_chips_are_conserved(
    storage: Storage, asked: list[list[tuple[int, int, int]]]
) -> None:
    table, model = next(TABLES), Model()
    there, owner = places(table), await own(storage, table)
    before = await storage.ledger.balance(BANK)
    for moves in asked:
        transfers = tuple(move(there[debit], there[credit], n) for debit, credit, n in moves)
        owner = await check(storage, owner, transfers, model)
    for account in there:
        base = before if account == BANK else 0
        assert await storage.ledger.balance(account) == base + model.chips[account]
    assert sum(model.chips.values()) == 0


async def check(
    storage: Storage, owner: Owner, transfers: tuple[Transfer, ...], model: Model
) -> Owner:
    """One entry: stored if the model moves, else refused."""
    entry = owner.entry(*transfers)
    if model.moves(transfers):
        await storage.journal.commit(entry)
        return owner.after(entry)
    with pytest.raises(Refused):
        await storage.journal.commit(entry)
    return owner


async def test_all_accounts_add_up_to_nothing(database: Database) -> None:
    """The bank's balance is computed, all others are stored; each is what was moved."""
    ledger = Ledger(database)
    await ledger.grant("ana", 100, "ana", NOW)
    await ledger.grant("ben", 70, "ben", NOW)
    async with DatabaseJournal(database) as journal:
        owner = await own(Storage(journal, ledger))
        await journal.commit(owner.entry(move(wallet("ana"), stack("ana"), 60)))
    async with database.reading() as connection:
        stored = await connection.scalar(select(func.sum(accounts.c.balance)))
    assert stored == 170
    assert await ledger.balance(BANK) == -170
    assert await unsound(database) == []


async def test_a_balance_that_does_not_add_up_is_found(database: Database) -> None:
    """With the guard taken off, as someone with the file could."""
    ledger = Ledger(database)
    await ledger.grant("ana", 100, "ana", NOW)
    await ledger.grant("ben", 70, "ben", NOW)
    table = "" if database.on_sqlite else " ON accounts"
    async with database.writing() as connection:
        await connection.execute(text(f"DROP TRIGGER accounts_move{table}"))
        await connection.execute(text("UPDATE accounts SET balance = 71 WHERE owner = 'ben'"))
    assert await unsound(database) == ["wallet/ben"]


async def test_a_write_cancelled_at_any_moment(database: Database) -> None:
    """It happened or it didn't; whoever writes next finds all in order."""
    ledger, moments = Ledger(database), 60
    for moment in range(moments):
        grant = asyncio.create_task(ledger.grant("ana", 1, f"grant-{moment}", moment))
        for _ in range(moment):
            await asyncio.sleep(0)
        grant.cancel()
        await asyncio.wait([grant])
    async with database.reading() as connection:
        made = await connection.scalar(text("SELECT count(*) FROM transfers"))
    assert await ledger.balance(wallet("ana")) == made
    assert await unsound(database) == []
    assert await ledger.grant("ana", 1, "last", moments)
