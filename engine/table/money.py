"""Chips as a table moves them: transfers as data, stored with the entry that caused them.

Enters: what a table decided. Leaves: `Transfer` rows for the ledger. Never here: balances;
the database keeps and checks those.
"""

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """Why chips moved."""

    GRANT = "grant"
    BUY_IN = "buy_in"
    TOP_UP = "top_up"
    CASH_OUT = "cash_out"
    ANTE = "ante"
    SIDE_STAKE = "side_stake"
    AWARD = "award"
    BONUS = "bonus"
    SPLIT = "split"
    CARRY = "carry"
    RETURN = "return"
    REFUND = "refund"


class AccountKind(StrEnum):
    """Where chips can be. Only the bank, which issues them, may go below zero."""

    BANK = "bank"
    WALLET = "wallet"
    STACK = "stack"
    POT = "pot"
    CARRIED = "carried"


class Account(NamedTuple):
    """One account. `table` is None for the bank and for wallets.

    `owner` is a player's id (wallet, stack), the name of a pot (`main` or a side game), or
    empty for the bank. A pot holds the chips of the hand being played, a carried pot those
    that wait for the next one.
    """

    kind: AccountKind
    owner: str = ""
    table: str | None = None


BANK = Account(AccountKind.BANK)


class Transfer(NamedTuple):
    """One movement of chips: `amount` (at least 1) leaves `debit` and comes to `credit`.

    `hand` is the table's number of the hand, None outside of hands. `key` makes it happen
    once: a second transfer with the same key is the same transfer.
    """

    debit: Account
    credit: Account
    amount: int
    reason: Reason
    key: str
    hand: int | None = None
