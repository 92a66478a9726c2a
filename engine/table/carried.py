"""Carried pots and whose chips lie in them (R8.3, R8.4, R8.7, R9.3).

Enters: contributions, one for each seat and hand. Leaves: pots, and refunds. Never here:
how a hand goes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.rules.deal import Carry

MAIN = "main"
"""The name of the main pot beside those of the side games."""


class Contribution(NamedTuple):
    """Chips that one player put into a pot that was carried out of that hand.

    `hand` is the table's number of the hand, `player` an id that stays when the player
    leaves, `place` where the player sat. `bet` is what the table had agreed on then (R8.2; in
    a side game its stake), so that a match (R8.4) shows as several bets at once; 0 where it
    was written before this was known.
    """

    hand: int
    player: str
    place: int
    amount: int
    bet: int = 0


@dataclass(frozen=True, slots=True)
class Carried:
    """All carried pots of a table: pot name (`main` or a side game) → contributions."""

    count: int = 0
    pots: Mapping[str, tuple[Contribution, ...]] = field(default_factory=dict)

    def pot(self, name: str) -> int:
        """The chips in one carried pot; 0 if none is carried."""
        return sum(coin.amount for coin in self.pots.get(name, ()))

    def put_into_main(self, player: str) -> bool:
        """R8.4: whether this player put anything into the carried main pot."""
        return any(coin.player == player for coin in self.pots.get(MAIN, ()))

    def as_carry(self) -> Carry:
        """The pots as a hand takes them over."""
        side = {name: self.pot(name) for name in self.pots if name != MAIN}
        return Carry(self.pot(MAIN), self.count, side)

    def after(self, carry: Carry, added: Mapping[str, Sequence[Contribution]]) -> "Carried":
        """The pots after a hand that ended with `carry`; `added` is what its seats put in.

        A pot that was won has no chips left and is forgotten; one that stays keeps its
        contributions and, if it grew, those of this hand.
        """
        pots: dict[str, tuple[Contribution, ...]] = {}
        left = {MAIN: carry.pot, **carry.side}
        for name, chips in left.items():
            coins = self.pots.get(name, ())
            if chips > self.pot(name):
                coins = (*coins, *added.get(name, ()))
            if chips:
                pots[name] = coins
            assert sum(coin.amount for coin in pots.get(name, ())) == chips, "R8: conserved"
        return Carried(carry.count, pots)

    def refunds(self) -> dict[str, int]:
        """R8.7: what each contributor, seated or gone, gets back when the table closes.

        A carried pot is made of nothing but its contributions, so a share in proportion
        is just what was put in, and no odd chip is ever left over.
        """
        owed: dict[str, int] = {}
        for coins in self.pots.values():
            for coin in coins:
                owed[coin.player] = owed.get(coin.player, 0) + coin.amount
        return owed
