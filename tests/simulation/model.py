"""RULEBOOK 8 and 9 in chips: what a machine of random deeds is held against.

It knows nothing of cards, accounts or journals: whose chips are where, and whose coins lie in
which carried pot. Chips are dealt with by their owners' names.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

MAIN = "main"


class Coin(NamedTuple):
    """Chips that somebody put into a pot in a hand."""

    hand: int
    player: str
    chips: int


@dataclass
class Model:
    """One table. `wallets` are those of everybody, at whatever tables they sit."""

    wallets: Counter[str]
    bet: int
    stacks: dict[str, int] = field(default_factory=dict)
    games: dict[str, frozenset[str]] = field(default_factory=dict)
    pots: dict[str, list[Coin]] = field(default_factory=dict)
    carries: int = 0
    hands: int = 0

    def bring(self, player: str, chips: int) -> None:
        """From the wallet to the stack: sitting down, topping up."""
        self.wallets[player] -= chips
        self.stacks[player] = self.stacks.get(player, 0) + chips

    def leave(self, player: str) -> None:
        """The stack is paid out; what lies in pots stays there."""
        self.wallets[player] += self.stacks.pop(player)
        self.games.pop(player, None)

    def ante(self, player: str) -> int:
        """R8.4: who put nothing into the carried pot matches it."""
        matches = self.carries and player not in {coin.player for coin in self.pots[MAIN]}
        return self.bet * (self.carries + 1 if matches else 1)

    def dealt(self) -> list[str]:
        """R8.1: who can ante."""
        return [one for one, stack in self.stacks.items() if stack >= self.ante(one)]

    def hand(self, stakes: Sequence[str], winners: Mapping[str, str]) -> None:
        """R8.3, R9.1, R9.3: each pot goes to its winner, or is carried if it has none."""
        self.hands += 1
        put = {MAIN: {one: self.ante(one) for one in self.dealt()}}
        left = {one: self.stacks[one] - put[MAIN][one] for one in put[MAIN]}
        for game in stakes:
            able = [one for one in left if game in self.games.get(one, ()) and left[one] >= 1]
            if len(able) >= 2:
                put[game] = dict.fromkeys(able, 1)
                left.update({one: left[one] - 1 for one in able})
        self.stacks.update(left)
        for pot, antes in put.items():
            coins = self.pots.pop(pot, []) + [Coin(self.hands, *one) for one in antes.items()]
            if pot in winners and winners[pot] in antes:
                self.stacks[winners[pot]] += sum(coin.chips for coin in coins)
            else:
                self.pots[pot] = coins
        self.carries = self.carries + 1 if MAIN in self.pots else 0

    def close(self) -> None:
        """R8.7: each coin goes back to whoever put it in, seated or gone."""
        for coin in [coin for pot in self.pots.values() for coin in pot]:
            self.wallets[coin.player] += coin.chips
        for player in list(self.stacks):
            self.leave(player)
        self.pots, self.carries = {}, 0
