"""What the ledger says, and the one way chips come into the world.

Enters: accounts, grants. Leaves: balances. Raises what a journal raises: `Refused`,
`JournalAway`. Never here: chips of a table; those move with its entries.
"""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from sqlalchemy import Column, ColumnElement, Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import Database
from app.db.faults import translated
from app.db.schema import accounts, transfers
from app.db.transfers import Movement, account_id, post, transfer_from
from engine.table.journal import Refused
from engine.table.money import BANK, Account, AccountKind, Reason, Transfer

Beside: TypeAlias = Callable[[AsyncConnection], Awaitable[None]]
"""What is written down with a grant, both or neither."""


class KeyTaken(Refused):
    """A key that stands for another transfer than the one that was to be made."""


class Ledger:
    """The chips of everyone, on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def balance(self, account: Account) -> int:
        """How many chips are there; 0 if none ever were. The bank's is what it issued, below 0."""
        with translated():
            async with self._database.reading() as connection:
                return int(await connection.scalar(_balance_of(account)) or 0)

    async def grant(
        self, player: str, amount: int, key: str, at: int, beside: Beside | None = None
    ) -> bool:
        """The bank gives a player chips, once for each key; False if it had done so before.

        `beside` is written in the same transaction. Raises `KeyTaken` if the key stands for
        another transfer.
        """
        wallet = Account(AccountKind.WALLET, player)
        transfer = Transfer(BANK, wallet, amount, Reason.GRANT, key)
        try:
            with translated():
                async with self._database.writing() as connection:
                    if beside is not None:
                        await beside(connection)
                    await post(connection, [Movement(transfer, at)])
        except Refused:
            made = await self._made(key)
            if made == transfer:
                return False
            if made is not None:
                raise KeyTaken(f"{key} stands for another transfer") from None
            raise
        return True

    async def _made(self, key: str) -> Transfer | None:
        with translated():
            async with self._database.reading() as connection:
                found = await connection.execute(select(transfers).where(transfers.c.key == key))
                row = found.one_or_none()
                return None if row is None else transfer_from(row)


def _balance_of(account: Account) -> Select[int]:
    key = account_id(account)
    if account != BANK:
        return select(accounts.c.balance).where(accounts.c.id == key)
    return select(_sum_of(transfers.c.credit, key) - _sum_of(transfers.c.debit, key))


def _sum_of(side: Column[str], key: str) -> ColumnElement[int]:
    """The chips of all transfers with this account on one side."""
    chips = func.coalesce(func.sum(transfers.c.amount), 0)
    return select(chips).where(side == key).scalar_subquery()
