"""A journal and a ledger in memory, with the contract of those on a database.

For tests of what stands on them; `tests/app/db` holds all three to one suite.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence

from engine.rules.deal import MOST_CHIPS
from engine.table.journal import Entry, Fenced, Refused
from engine.table.money import BANK, Account, AccountKind, Reason, Transfer


class MemoryLedger:
    """Balances by account and every transfer by its key."""

    def __init__(self) -> None:
        self.chips: Counter[Account] = Counter()
        self.made: dict[str, Transfer] = {}

    async def balance(self, account: Account) -> int:
        return self.chips[account]

    async def grant(self, player: str, amount: int, key: str, at: int) -> bool:
        transfer = Transfer(BANK, Account(AccountKind.WALLET, player), amount, Reason.GRANT, key)
        if self.made.get(key) == transfer:
            return False
        self.post((transfer,))
        return True

    def post(self, transfers: Sequence[Transfer], table: str | None = None) -> None:
        """All of these or, with `Refused`, none."""
        chips, made = self.chips.copy(), dict(self.made)
        for transfer in transfers:
            sides = transfer.debit, transfer.credit
            if transfer.key in made or len(set(sides)) < 2:
                raise Refused(f"made before, or leads nowhere: {transfer}")
            if any(side.table not in {None, table} for side in sides):
                raise Refused(f"moves chips of another table: {transfer}")
            made[transfer.key] = transfer
            chips[transfer.debit] -= transfer.amount
            chips[transfer.credit] += transfer.amount
            if not 1 <= transfer.amount <= MOST_CHIPS:
                raise Refused(f"no such amount: {transfer}")
            for side in sides:
                if side != BANK and not (side.owner and 0 <= chips[side] <= MOST_CHIPS):
                    raise Refused(f"not there, or too much: {transfer}")
        self.chips, self.made = chips, made


class MemoryJournal:
    """Entries by table, epochs by table."""

    def __init__(self, ledger: MemoryLedger) -> None:
        self._ledger = ledger
        self._entries: dict[str, list[Entry]] = {}
        self._epochs: dict[str, int] = {}

    async def commit(self, entry: Entry) -> None:
        await asyncio.sleep(0)  # others run meanwhile, as they would with a database
        try:
            entry = entry._replace(body=json.loads(json.dumps(entry.body)))
        except TypeError as error:
            raise Refused(str(error)) from error
        stored, epoch = self._entries.get(entry.table, []), self._epochs.get(entry.table)
        if entry in stored:
            return
        if epoch is not None and (epoch != entry.epoch or entry.seq <= len(stored)):
            raise Fenced(f"{entry.table} is at epoch {epoch}, seq {len(stored)}")
        if epoch is None or entry.seq != len(stored) + 1:
            raise Refused(f"{entry.table} has no owner, or not the entry before")
        self._ledger.post(entry.transfers, entry.table)
        stored.append(entry)

    async def take_over(self, table: str) -> int:
        await asyncio.sleep(0)
        self._entries.setdefault(table, [])
        self._epochs[table] = self._epochs.get(table, 0) + 1
        return self._epochs[table]

    async def read(self, table: str) -> Sequence[Entry]:
        await asyncio.sleep(0)
        stored = self._entries.get(table, [])
        opening = max((entry.seq for entry in stored if entry.opens_hand), default=1)
        return stored[opening - 1 :]
