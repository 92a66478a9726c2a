"""What is settled before a hand begins: rules, seats, antes, carried pots, the deck.

Enters: the table's session or a hand file. Leaves: a frozen `Deal`, whose chips are
consistent (R8.1, R8.4). Never here: anything that changes while the hand is played.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import sub
from typing import NamedTuple

from engine.rules.house_rules import Rules

# The largest integer that every JSON reader holds exactly (R8.1).
MOST_CHIPS = 2**53 - 1

# RING[n][seat]: the n seats in play order from the one on `seat`'s right, `seat` last.
RING = tuple(
    tuple(tuple((seat + step) % n for step in range(1, n + 1)) for seat in range(n))
    for n in range(5)
)


class SideGame(NamedTuple):
    """R9.1: a side game of this hand: what each of `seats` stakes."""

    stake: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Carry:
    """Pots carried into or out of a hand (R8.3, R9.3): `side` has those above 0 only."""

    pot: int = 0
    count: int = 0
    side: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand before it is played. Per-seat tuples are in play order.

    `stacks` are before the antes; `deck` is every card, top first, before the cut. What
    follows from that is worked out at construction, once:

    - `seats`: how many are dealt in; `order`: all of them in play order from the dealer's right
    - `pot`: the main pot once every seat has anted (R8.1, R8.3)
    - `side_pots`: the pot of each side game, what it held already included (R9.3)
    - `games`: the side games each seat is in (R9.1); `players`: the seats in any, as a mask
    - `paid_in`: what each seat puts in before the deal, its ante and its side stakes
    - `stacks_in_play`: stacks after that, as they stay until the settlement
    """

    rules: Rules
    names: tuple[str, ...]
    stacks: tuple[int, ...]
    bet: int
    antes: tuple[int, ...]
    carry: Carry
    side: Mapping[str, SideGame]
    dealer: int
    deck: tuple[int, ...] = field(repr=False)
    seats: int = field(init=False, repr=False, compare=False)
    order: tuple[int, ...] = field(init=False, repr=False, compare=False)
    pot: int = field(init=False, repr=False, compare=False)
    side_pots: Mapping[str, int] = field(init=False, repr=False, compare=False)
    games: tuple[tuple[str, ...], ...] = field(init=False, repr=False, compare=False)
    players: int = field(init=False, repr=False, compare=False)
    paid_in: tuple[int, ...] = field(init=False, repr=False, compare=False)
    stacks_in_play: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__  # the one moment at which a frozen record is written
        seats, paid, pots = len(self.names), list(self.antes), {}
        games: list[list[str]] = [[] for _ in range(seats)]
        for game, side in self.side.items():
            pots[game] = self.carry.side.get(game, 0) + side.stake * len(side.seats)
            for seat in side.seats:
                paid[seat] += side.stake
                games[seat].append(game)
        put(self, "seats", seats)
        put(self, "order", RING[seats][self.dealer])
        put(self, "pot", self.carry.pot + sum(self.antes))
        put(self, "side_pots", pots)
        put(self, "games", tuple(map(tuple, games)))
        put(self, "players", sum([1 << seat for seat in range(seats) if games[seat]]))
        put(self, "paid_in", tuple(paid))
        put(self, "stacks_in_play", tuple(map(sub, self.stacks, paid)))

    @property
    def fault(self) -> str | None:
        """What is wrong with the chips of this deal in words, or None (R8.1, R8.4)."""
        if any(self.stacks_in_play[seat] < 0 for seat in range(self.seats)):
            short = next(s for s in range(self.seats) if self.stacks_in_play[s] < 0)
            return f"seat {short} has {self.stacks[short]} and must put in {self.paid_in[short]}"
        allowed = allowed_antes(self.rules, self.bet, self.carry)
        for ante in self.antes:
            if ante not in allowed:
                return f"an ante must be one of {allowed}, not {ante}"
        everything = sum(self.stacks) + self.carry.pot + sum(self.carry.side.values())
        if everything > MOST_CHIPS:
            return f"all chips together may be at most {MOST_CHIPS}"
        return None


def allowed_antes(rules: Rules, bet: int, carry: Carry) -> tuple[int, ...]:
    """R8.1, R8.4: what a seat may have anted: the bet, or a newcomer's matching ante."""
    if rules.match_carry and carry.count:
        return (bet, bet * (carry.count + 1))
    return (bet,)
