"""Pots that open like receipts: whose chips lie in each, and where they went (R8, R9).

Enters: the transfers of one table, in the order they were made. Leaves: every pot that there
was, with its coins and payments; or `BadRow` for a transfer that no pot can explain. It knows
nothing but the ledger, so it can be held against what the table itself remembered
(`carried`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.table.bad_rows import BadRow, Misfit
from engine.table.money import BANK, Account, AccountKind, Reason, Transfer

_POT, _CARRIED, _STACK = AccountKind.POT, AccountKind.CARRIED, AccountKind.STACK
_INTO = frozenset({Reason.ANTE, Reason.SIDE_STAKE})
_WON = frozenset({Reason.AWARD, Reason.SPLIT})


class Coin(NamedTuple):
    """Chips that a player put into a pot in one hand."""

    hand: int
    player: str
    amount: int


class Payment(NamedTuple):
    """Chips that left a pot for good: in which hand (None: the table closed), to whom, why.

    `player` is a player's id. A refund to a bot goes back to the bank; it is told by the coin.
    """

    hand: int | None
    player: str
    amount: int
    reason: Reason


@dataclass(slots=True)
class Pot:
    """One pot, from its first coin to its last payment.

    `name` is `main` or a side game. `carries` are the hands out of which it was carried: one is
    a *doble*, two a *triple* (R8.3). `coins` are those that count, in the order they came;
    antes that went back (R8.3 `return`, R8.8) are in `returned` instead.
    """

    name: str
    coins: list[Coin] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    carries: list[int] = field(default_factory=list)
    returned: list[Coin] = field(default_factory=list)

    left: int = 0
    """The chips still in it. Counted along: a verification asks at every transfer."""

    @property
    def total(self) -> int:
        """What was put in and not returned."""
        return sum(coin.amount for coin in self.coins)


class Receipts:
    """The pots of one table. `open` are those with chips in them, by their account."""

    def __init__(self) -> None:
        self.open: dict[Account, Pot] = {}
        self.over: list[Pot] = []

    def feed(self, transfer: Transfer) -> None:
        """One more transfer of the table. Raises `BadRow`, and then nothing has changed."""
        into, out_of = transfer.credit.kind, transfer.debit.kind
        if out_of in (_POT, _CARRIED):
            if into in (_POT, _CARRIED):
                self._carry(transfer)
            elif transfer.reason is Reason.RETURN:
                self._return(transfer)
            else:
                self._pay(transfer)
        elif into in (_POT, _CARRIED):
            self._put_in(transfer)

    def _put_in(self, transfer: Transfer) -> None:
        hand, account = transfer.hand, transfer.credit
        if hand is None or transfer.reason not in _INTO or account.kind is not _POT:
            raise BadRow(Misfit.NOT_A_STAKE)
        if transfer.debit.kind is not _STACK:
            raise BadRow(Misfit.NOT_FROM_A_STACK)
        pot = self.open.get(account)
        if pot is None:
            pot = self.open[account] = Pot(account.owner)
        pot.coins.append(Coin(hand, transfer.debit.owner, transfer.amount))
        pot.left += transfer.amount

    def _carry(self, transfer: Transfer) -> None:
        """All that is in a pot, or in none: a pot is never carried in part."""
        source, target = transfer.debit, transfer.credit
        pot = self._at(source)
        if source.owner != target.owner or source.kind is target.kind:
            raise BadRow(Misfit.CARRIED_AS_ANOTHER)
        if pot.left != transfer.amount:
            raise BadRow(Misfit.CARRIED_IN_PART, amount=transfer.amount, left=pot.left)
        there = self.open.get(target)
        if there and (target.kind is _CARRIED or there.payments or there.carries):
            raise BadRow(Misfit.CARRIED_INTO_ANOTHER)
        del self.open[source]
        if there:  # the antes of the hand came first; what was carried is older
            pot.coins += there.coins
            pot.left += there.left
        elif target.kind is _CARRIED and any(coin.hand == transfer.hand for coin in pot.coins):
            assert transfer.hand is not None
            pot.carries.append(transfer.hand)
        self.open[target] = pot

    def _return(self, transfer: Transfer) -> None:
        """An ante or stake of this hand goes back to the seat that put it in."""
        pot = self._at(transfer.debit)
        coin = Coin(transfer.hand or 0, transfer.credit.owner, transfer.amount)
        if coin not in pot.coins or transfer.credit.kind is not _STACK:
            raise BadRow(Misfit.NEVER_PUT_IN)
        pot.coins.remove(coin)
        pot.returned.append(coin)
        pot.left -= coin.amount
        self._end_if_empty(transfer.debit, pot)

    def _pay(self, transfer: Transfer) -> None:
        source, pot = transfer.debit, self._at(transfer.debit)
        if transfer.amount > pot.left:
            raise BadRow(Misfit.MORE_THAN_THERE_IS, amount=transfer.amount, left=pot.left)
        player = transfer.credit.owner
        if transfer.reason is Reason.REFUND and source.kind is _CARRIED:
            player = _refunded(pot, transfer).player
        elif transfer.reason not in _WON or transfer.credit.kind is not _STACK:
            raise BadRow(Misfit.NO_WAY_OUT)
        pot.payments.append(Payment(transfer.hand, player, transfer.amount, transfer.reason))
        pot.left -= transfer.amount
        self._end_if_empty(source, pot)

    def _at(self, account: Account) -> Pot:
        pot = self.open.get(account)
        if pot is None:
            raise BadRow(Misfit.NO_SUCH_POT, pot=account.owner)
        return pot

    def _end_if_empty(self, account: Account, pot: Pot) -> None:
        if not pot.left:
            del self.open[account]
            self.over.append(pot)


def _refunded(pot: Pot, transfer: Transfer) -> Coin:
    """R8.7: coins go back one by one, in the order they came; the next one is due."""
    coin = pot.coins[len(pot.payments)]
    to = transfer.credit
    if coin.amount != transfer.amount or (to != BANK and to.owner != coin.player):
        raise BadRow(Misfit.ANOTHER_REFUND, amount=coin.amount, player=coin.player)
    return coin


def told(pot: Pot, names: Mapping[str, str] | None = None) -> list[str]:
    """A receipt in plain lines: hand by hand who put in what, then where it went.

    `names` are what players are called, by their ids.
    """
    known = names or {}
    lines = [f"{pot.name}: {pot.total}" + (f", carried {len(pot.carries)}" if pot.carries else "")]
    lines += [f"+ hand {hand} {known.get(who, who)} {chips}" for hand, who, chips in pot.coins]
    lines += [
        f"= hand {hand} {known.get(who, who)} {chips} returned" for hand, who, chips in pot.returned
    ]
    for hand, who, chips, reason in pot.payments:
        when = "close" if hand is None else f"hand {hand}"
        lines.append(f"- {when} {known.get(who, who)} {chips} {reason}")
    return lines
