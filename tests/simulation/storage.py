"""Storage that keeps to its contract, and fails as storages do: late, away, unacknowledged.

Every commit is checked against the ledger as a database would check it: no balance below
zero but the bank's, no key twice.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random

from engine.rules.actions import Action
from engine.table.journal import Entry, Fenced, JournalAway, Refused
from engine.table.money import BANK, Account, AccountKind
from engine.table.windows import MemoryWindows, Sealed, Verdict, WindowId, WindowsAway

Watcher = Callable[[Entry, bool], bool]
"""Told of each entry before (False) and after (True) it is stored; True crashes the house."""


class Journal:
    """Entries and ledger of all tables; it survives every crash."""

    def __init__(self, chance: Random, troubles: float = 0.0) -> None:
        self.entries: dict[str, list[Entry]] = defaultdict(list)
        self.epochs: dict[str, int] = defaultdict(int)
        self.balances: dict[Account, int] = defaultdict(int)
        self.keys: set[str] = set()
        self.away = False
        self.delay = 0.0  # seconds that a commit takes besides
        self.watcher: Watcher = lambda _entry, _stored: False
        self._chance = chance
        self._troubles = troubles

    async def commit(self, entry: Entry) -> None:
        await self._network()
        await asyncio.sleep(self.delay)
        trouble = self._chance.random() if self._troubles else 1.0
        if self.watcher(entry, False):
            await _crash()
        if trouble < self._troubles / 2:
            raise JournalAway
        self._store(entry)
        self.told(entry)
        if self.watcher(entry, True):
            await _crash()
        if trouble < self._troubles:  # stored, and the answer is lost
            raise JournalAway
        await asyncio.sleep(self._chance.random() / 100)

    def told(self, entry: Entry) -> None:
        """Whoever is told of what is stored, before it is adopted, as followers are."""

    async def take_over(self, table: str) -> int:
        await self._network()
        self.epochs[table] += 1
        return self.epochs[table]

    async def read(self, table: str) -> Sequence[Entry]:
        await self._network()
        entries = self.entries[table]
        opening = [place for place, entry in enumerate(entries) if entry.opens_hand]
        return entries[opening[-1] :] if opening else []

    def grant(self, player: str, chips: int) -> None:
        """Chips from the bank to a wallet, outside of any table."""
        self.balances[BANK] -= chips
        self.balances[Account(AccountKind.WALLET, player)] += chips

    def _store(self, entry: Entry) -> None:
        kept = self.entries[entry.table]
        if entry.epoch != self.epochs[entry.table] or entry.seq != len(kept) + 1:
            raise Fenced
        after = dict(self.balances)
        for transfer in entry.transfers:
            assert transfer.amount > 0
            assert transfer.key not in self.keys, transfer
            after[transfer.debit] = after.get(transfer.debit, 0) - transfer.amount
            after[transfer.credit] = after.get(transfer.credit, 0) + transfer.amount
            if transfer.debit != BANK and after[transfer.debit] < 0:
                raise Refused(str(transfer))
        self.keys.update(transfer.key for transfer in entry.transfers)
        self.balances.update(after)
        kept.append(entry)

    async def _network(self) -> None:
        await asyncio.sleep(self._chance.random() / 100)
        if self.away:
            raise JournalAway


class Windows(MemoryWindows):
    """Windows behind a network that is away now and then."""

    def __init__(self, chance: Random, troubles: float = 0.0) -> None:
        super().__init__()
        self._chance = chance
        self.troubles = troubles

    async def _network(self) -> None:
        await asyncio.sleep(self._chance.random() / 200)
        if self._chance.random() < self.troubles:
            raise WindowsAway

    async def open(
        self, window: WindowId, seats: Sequence[int], closes_at: int, epoch: int
    ) -> None:
        await self._network()
        await super().open(window, seats, closes_at, epoch)

    async def answer(self, window: WindowId, seat: int, action: Action, request: str) -> Verdict:
        await self._network()
        return await super().answer(window, seat, action, request)

    async def close(self, window: WindowId, epoch: int) -> Sealed:
        await self._network()
        return await super().close(window, epoch)


async def _crash() -> None:
    """The process dies here: nothing after this line happens in it."""
    await asyncio.Event().wait()
