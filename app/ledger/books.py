"""Balances as the transfers make them, held against those that are stored.

Enters: rows of the ledger, of all tables one after the other; accounts as stored. Leaves: what
is wrong with a row or a balance.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from app.db.transfers import account_from
from app.ledger.findings import Finding, Kind
from app.ledger.sentences import Wrong
from engine.rules.deal import MOST_CHIPS
from engine.table.bad_rows import BadRow, Misfit
from engine.table.money import BANK, Account, AccountKind, Reason, Transfer

_REASONS: Mapping[str, Reason] = {reason.value: reason for reason in Reason}
_EVERYWHERE = frozenset({AccountKind.BANK, AccountKind.WALLET})


class _Way(NamedTuple):
    """What many rows have in common."""

    debit: Account
    credit: Account
    reason: Reason


class Books:
    """The chips of every account, as far as rows have been fed."""

    def __init__(self) -> None:
        self.chips: defaultdict[str, int] = defaultdict(int)
        self.last: dict[str, int] = {}
        # Of the table that is being fed: of all tables they would be most of what is remembered.
        self._table: str | None = None
        self._accounts: dict[str, Account] = {}
        self._ways: dict[tuple[str, str, str], _Way] = {}

    def feed(self, row: Any) -> Transfer:
        """Book a row. Raises `BadRow` if it is one that can't have been made."""
        number, table, _, debit, credit, amount, why, hand, key = row[:9]
        if type(amount) is not int or not 1 <= amount <= MOST_CHIPS:
            raise BadRow(Misfit.NO_CHIPS, amount=repr(amount))
        if table != self._table:
            self._table = table
            self._accounts.clear()
            self._ways.clear()
        way = self._ways.get((debit, credit, why))
        if way is None:
            way = self._ways[debit, credit, why] = self._way(table, debit, credit, why)
        chips, last = self.chips, self.last
        chips[debit] -= amount
        chips[credit] += amount
        if last.get(debit, 0) < number:
            last[debit] = number
        if last.get(credit, 0) < number:
            last[credit] = number
        if chips[debit] < 0 and way.debit.table is not None:
            had = chips[debit] + amount
            raise BadRow(Misfit.OVERDRAWN, account=debit, amount=amount, chips=had)
        return Transfer(way.debit, way.credit, amount, way.reason, key, hand)

    def add(self, chips: Mapping[str, int], last: Mapping[str, int]) -> None:
        """The books of other tables; wallets and the bank are in both."""
        for name, moved in chips.items():
            self.chips[name] += moved
        for name, row in last.items():
            self.last[name] = max(row, self.last.get(name, 0))

    def of(self, kind: AccountKind, table: str, owner: str) -> int:
        """What an account of a table holds."""
        return self.chips.get(f"{kind}/{table}/{owner}", 0)

    def of_table(self, table: str) -> dict[str, int]:
        """The accounts that hold chips, of a table: the one that was fed last."""
        return {
            name: self.chips[name]
            for name, account in sorted(self._accounts.items())
            if account.table == table and self.chips[name]
        }

    def check(self, stored: Any) -> Iterator[Finding]:
        """An account as it is stored: what its id says, with the balance that its rows come to."""
        name, chips, last = stored.id, self.chips.pop(stored.id, 0), self.last.pop(stored.id, 0)
        if stored.balance is not None and (stored.balance, stored.last_transfer) != (chips, last):
            said = Wrong.BALANCE_DIFFERS.of(
                account=name,
                stored=stored.balance,
                stored_row=stored.last_transfer,
                chips=chips,
                row=last,
            )
            yield Finding(Kind.BALANCE, said, stored.table_id)
        if not _is_called(stored):
            said = Wrong.ACCOUNT_ALTERED.of(
                account=name, kind=stored.kind, owner=stored.owner, table=stored.table_id
            )
            yield Finding(Kind.ALTERED, said, stored.table_id)
        if stored.balance is not None and chips < 0:
            said = Wrong.BALANCE_BELOW_ZERO.of(account=name, chips=chips)
            yield Finding(Kind.BALANCE, said, stored.table_id)

    def left_over(self) -> Iterator[Finding]:
        """Accounts that rows name and that are not there; after all others were checked."""
        for name in sorted(self.last):
            yield Finding(Kind.MISSING, Wrong.ACCOUNT_GONE.of(account=name))

    def _way(self, table: str | None, debit: str, credit: str, why: str) -> _Way:
        """From where to where chips went, and why: whether they can have. Raises `BadRow`."""
        source, target = self._account(debit), self._account(credit)
        reason = _REASONS.get(why)
        if reason is None:
            raise BadRow(Misfit.NO_REASON, reason=why)
        for account in (source, target):
            if account.kind not in _EVERYWHERE and account.table != table:
                raise BadRow(Misfit.OF_ANOTHER_TABLE)
        if source == target:
            raise BadRow(Misfit.ONE_ACCOUNT)
        if table is None and (source != BANK or reason is not Reason.GRANT):
            raise BadRow(Misfit.NO_GRANT)
        return _Way(source, target, reason)

    def _account(self, name: str) -> Account:
        account = self._accounts.get(name)
        if account is None:
            try:
                account = self._accounts[name] = account_from(name)
            except ValueError:
                raise BadRow(Misfit.NO_ACCOUNT, account=name) from None
        return account


def _is_called(stored: Any) -> bool:
    """Whether what an account is and whose agrees with its id."""
    try:
        account = account_from(stored.id)
    except ValueError:
        return False
    return (account.kind, account.owner, account.table) == (
        stored.kind,
        stored.owner,
        stored.table_id,
    )
