"""Balances as the transfers make them, held against those that are stored.

Enters: rows of the ledger, of all tables one after the other; accounts as stored. Leaves: what
is wrong with a row or a balance.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from app.db.transfers import account_from
from app.ledger.findings import Finding, Kind
from engine.rules.deal import MOST_CHIPS
from engine.table.money import BANK, Account, AccountKind, Reason, Transfer
from engine.table.receipts import BadRow

_REASONS: Mapping[str, Reason] = {reason.value: reason for reason in Reason}
_EVERYWHERE = frozenset({AccountKind.BANK, AccountKind.WALLET})


class Books:
    """The chips of every account, as far as rows have been fed."""

    def __init__(self) -> None:
        self.chips: defaultdict[str, int] = defaultdict(int)
        self.last: dict[str, int] = {}
        self._accounts: dict[str, Account] = {}

    def feed(self, row: Any) -> Transfer:
        """Book a row. Raises `BadRow` if it is one that can't have been made."""
        debit, credit, amount = row.debit, row.credit, row.amount
        if type(amount) is not int or not 1 <= amount <= MOST_CHIPS:
            raise BadRow(f"{amount!r} is no number of chips")
        transfer = self._transfer(row)
        chips, last = self.chips, self.last
        chips[debit] -= amount
        chips[credit] += amount
        last[debit] = max(last.get(debit, 0), row.id)
        last[credit] = max(last.get(credit, 0), row.id)
        if chips[debit] < 0 and transfer.debit.table is not None:
            raise BadRow(f"{debit} pays {amount} chips and has {chips[debit] + amount}")
        return transfer

    def of(self, kind: AccountKind, table: str, owner: str) -> int:
        """What an account of a table holds."""
        return self.chips.get(f"{kind}/{table}/{owner}", 0)

    def of_table(self, table: str) -> dict[str, int]:
        """The accounts of a table that hold chips."""
        return {
            name: self.chips[name]
            for name, account in sorted(self._accounts.items())
            if account.table == table and self.chips[name]
        }

    def check(self, stored: Any) -> Iterator[Finding]:
        """An account as it is stored: its balance is what its rows add up to."""
        name, chips, last = stored.id, self.chips.pop(stored.id, 0), self.last.pop(stored.id, 0)
        if stored.balance is not None and (stored.balance, stored.last_transfer) != (chips, last):
            says = (
                f"{name} is stored with {stored.balance} chips after row {stored.last_transfer}; "
                f"its rows come to {chips} after row {last}"
            )
            yield Finding(Kind.BALANCE, says, stored.table_id)
        if stored.balance is not None and chips < 0:
            yield Finding(Kind.BALANCE, f"{name} comes to {chips} chips", stored.table_id)

    def left_over(self) -> Iterator[Finding]:
        """Accounts that rows name and that are not there; after all others were checked."""
        for name in sorted(self.last):
            yield Finding(Kind.MISSING, f"account {name} is gone; its rows are there")

    def _transfer(self, row: Any) -> Transfer:
        debit, credit = self._account(row.debit), self._account(row.credit)
        reason = _REASONS.get(row.reason)
        if reason is None:
            raise BadRow(f"{row.reason!r} is no reason for which chips move")
        for account in (debit, credit):
            if account.kind not in _EVERYWHERE and account.table != row.table_id:
                raise BadRow("the chips of a table move with that table's entries alone")
        if debit == credit:
            raise BadRow("chips move from one account to another")
        if row.table_id is None and (debit != BANK or reason is not Reason.GRANT):
            raise BadRow("without a table chips move by a grant of the bank alone")
        return Transfer(debit, credit, row.amount, reason, row.key, row.hand)

    def _account(self, name: str) -> Account:
        account = self._accounts.get(name)
        if account is None:
            try:
                account = self._accounts[name] = account_from(name)
            except ValueError:
                raise BadRow(f"{name!r} is no account") from None
        return account
