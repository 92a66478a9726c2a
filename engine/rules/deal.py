"""What is settled before a hand begins: rules, seats, antes, carried pots, the deck.

Enters: the table's session or a hand file. Leaves: a frozen `Deal`, whose chips are
consistent (R8.1, R8.4). Never here: anything that changes while the hand is played.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import sub

from engine.rules.house_rules import Rules

# The largest integer that every JSON reader holds exactly (R8.1).
MOST_CHIPS = 2**53 - 1

# RING[n][seat]: the n seats in play order from the one on `seat`'s right, `seat` last.
RING = tuple(
    tuple(tuple((seat + step) % n for step in range(1, n + 1)) for seat in range(n))
    for n in range(5)
)


@dataclass(frozen=True, slots=True)
class SideGame:
    """R9.1: a side game of this hand: what each of `seats` stakes."""

    stake: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Carry:
    """Pots carried into or out of a hand (R8.3, R9.3): `side` has those above 0 only."""

    pot: int = 0
    count: int = 0
    side: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Deal:
    """One hand before it is played. Per-seat tuples are in play order.

    `stacks` are before the antes; `deck` is every card, top first, before the cut.
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

    @cached_property
    def seats(self) -> int:
        """How many seats are dealt in."""
        return len(self.names)

    @cached_property
    def ring(self) -> tuple[tuple[int, ...], ...]:
        """For each seat, all seats in play order from the one on its right, itself last."""
        return RING[self.seats]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """All seats in play order from the dealer's right."""
        return self.ring[self.dealer]

    @cached_property
    def pot(self) -> int:
        """The main pot once every seat has anted (R8.1, R8.3)."""
        return self.carry.pot + sum(self.antes)

    @cached_property
    def side_pots(self) -> dict[str, int]:
        """The pot of each side game of this hand, what it held already included (R9.3)."""
        return {
            game: self.carry.side.get(game, 0) + side.stake * len(side.seats)
            for game, side in self.side.items()
        }

    @cached_property
    def paid_in(self) -> tuple[int, ...]:
        """What each seat puts in before the deal: its ante and its side stakes."""
        paid = list(self.antes)
        for side in self.side.values():
            for seat in side.seats:
                paid[seat] += side.stake
        return tuple(paid)

    @cached_property
    def stacks_in_play(self) -> tuple[int, ...]:
        """Stacks after antes and side stakes, as they stay until the settlement."""
        return tuple(map(sub, self.stacks, self.paid_in))

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
