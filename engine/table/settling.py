"""The night's settlement: what each player won or lost at a table, and who pays whom.

Enters: the transfers of one table. Leaves: nets, which come to nothing together, and the fewest
payments that even them out. Chips only; it is for people who keep score among themselves.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.table.money import AccountKind, Reason, Transfer
from engine.table.receipts import Pot, Receipts

_HOME = frozenset({AccountKind.WALLET, AccountKind.BANK})
MOST_EXACT = 14
"""Players with a net for whom the fewest payments are searched: 2^14 sets take 73 ms. With more,
debts are paid off one by one, which takes at most one payment fewer than there are players."""


@dataclass(slots=True)
class Share:
    """One player's chips at a table: brought, taken home, in the stack, in pots (R8.7)."""

    brought: int = 0
    taken: int = 0
    stack: int = 0
    in_pots: int = 0

    @property
    def net(self) -> int:
        """Won or lost so far."""
        return self.taken + self.stack + self.in_pots - self.brought


class Payment(NamedTuple):
    """One player pays another."""

    payer: str
    payee: str
    chips: int


@dataclass(slots=True)
class Settlement:
    """Shares by player id, the payments that even them out, and the pots.

    Of pots that are over the newest are kept, `over` says how many there were.
    """

    shares: dict[str, Share]
    payments: list[Payment]
    receipts: Receipts
    over: int


class Accounting:
    """A settlement in the making, fed transfer by transfer; it remembers `most_pots` that are over.

    So its size is bounded by that and by the players, however long the night was.
    """

    def __init__(self, most_pots: int | None = None) -> None:
        self._shares: defaultdict[str, Share] = defaultdict(Share)
        self._receipts = Receipts()
        self._last: deque[Pot] = deque(maxlen=most_pots)
        self._over = 0

    def feed(self, transfer: Transfer) -> None:
        """One more transfer of the table. Raises `BadRow`."""
        self._receipts.feed(transfer)
        _book(self._shares, transfer)
        for pot in self._receipts.over:
            self._end(pot)
        self._receipts.over.clear()

    def settled(self) -> Settlement:
        """The settlement after the transfers so far; to be asked after whole entries, once."""
        shares = self._shares
        for pot in self._receipts.open.values():
            for coin in pot.coins:
                shares[coin.player].in_pots += coin.amount
        self._receipts.over = list(self._last)
        nets = {player: share.net for player, share in shares.items()}
        return Settlement(dict(shares), fewest_payments(nets), self._receipts, self._over)

    def _end(self, pot: Pot) -> None:
        """A refund goes home, to a wallet or, of a bot, to the bank."""
        self._last.append(pot)
        self._over += 1
        for payment in pot.payments:
            if payment.reason is Reason.REFUND:
                self._shares[payment.player].taken += payment.amount


def fewest_payments(nets: Mapping[str, int]) -> list[Payment]:
    """Payments after which nobody has won or lost; as few as there can be.

    Whoever can even out among themselves does so: of n players in k such groups n - k pay. The
    nets come to nothing together. Same nets, same payments, whatever their order.
    """
    assert sum(nets.values()) == 0
    there = sorted((player, net) for player, net in nets.items() if net)
    if len(there) > MOST_EXACT:
        return _paid_off(there)
    return [payment for group in _groups(there) for payment in _paid_off(group)]


def _groups(there: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """The players in as many groups as can even out among themselves."""
    size = 1 << len(there)
    sums, best, last = [0] * size, [0] * size, [0] * size
    for members in range(1, size):
        lowest = members & -members
        sums[members] = sums[members ^ lowest] + there[lowest.bit_length() - 1][1]
        for place in range(len(there)):
            one = 1 << place
            if members & one and best[members ^ one] >= best[last[members]]:
                last[members] = members ^ one
        best[members] = best[last[members]] + (sums[members] == 0)
    groups, members = list[list[tuple[str, int]]](), size - 1
    group: list[tuple[str, int]] = []
    while members:
        if sums[members] == 0 and group:
            groups, group = [*groups, group], []
        group.append(there[(members ^ last[members]).bit_length() - 1])
        members = last[members]
    return [*groups, group] if group else groups


def _paid_off(there: Iterable[tuple[str, int]]) -> list[Payment]:
    """The greatest debt pays the greatest gain, until all is even."""
    left = dict(there)
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda player: (left[player], player))
        payee = max(left, key=lambda player: (left[player], player))
        chips = min(-left[payer], left[payee])
        left[payer] += chips
        left[payee] -= chips
        payments.append(Payment(payer, payee, chips))
    return payments


def _book(shares: Mapping[str, Share], transfer: Transfer) -> None:
    """Chips that come to a stack or leave it; what is in pots is told by its coins."""
    source, target, chips = transfer.debit, transfer.credit, transfer.amount
    if source.kind is AccountKind.STACK:
        shares[source.owner].stack -= chips
        if target.kind in _HOME:
            shares[source.owner].taken += chips
    if target.kind is AccountKind.STACK:
        shares[target.owner].stack += chips
        if source.kind in _HOME:
            shares[target.owner].brought += chips
