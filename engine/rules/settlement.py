"""Who pays whom when a hand ends (R8, R9.3).

Enters: how the hand ended, as a `Standing`. Leaves: a `Result` that conserves chips.
Never here: how it came to that.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from engine.rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, SUIT_SHIFTS
from engine.rules.deal import Carry, Deal
from engine.rules.events import quick
from engine.rules.layouts import Layout, cards_of
from engine.rules.side_games import holdings

_A23 = tuple(0b111 << shift for shift in SUIT_SHIFTS)


class Bonus(NamedTuple):
    """R8.5: one bonus of one bet, as owed."""

    kind: str
    seat: int
    amount: int


class SidePot(NamedTuple):
    """R9.3: a side game's pot and the seats that shared it, none if it carries.

    `cards` has for each winner what won it, as a mask (R11.4).
    """

    winners: tuple[int, ...]
    pot: int
    cards: tuple[int, ...]


class Result(NamedTuple):
    """How a hand ended, as in section 12.

    `shown` are the winner's hand cards, `card` the one whose use won (R11.4, R7.8).
    """

    winner: int | None
    how: str
    pot: int
    bonuses: tuple[Bonus, ...]
    unpaid: tuple[int, ...]
    side: Mapping[str, SidePot]
    stacks: tuple[int, ...]
    carry: Carry
    shown: int
    card: int | None


class Standing(NamedTuple):
    """What the settlement needs to know of a hand that has ended.

    `bare` is the mask of seats without a meld on the table, those that went out
    without one included; `out` of those that are out.
    """

    deal: Deal
    winner: int | None
    how: str
    layout: Layout
    shown: int
    card: int | None
    bare: int
    out: int
    dealt: tuple[int, ...]
    announced: tuple[tuple[str, ...] | None, ...]


def settle(standing: Standing) -> Result:
    """Move the chips: main pot first, then bonuses, then side pots (R8.6)."""
    deal, winner = standing.deal, standing.winner
    stacks = list(deal.stacks_in_play)
    unpaid = [0] * deal.seats
    bonuses = _bonuses(standing)
    if winner is not None:
        stacks[winner] += deal.pot
        for bonus in bonuses:
            paid = min(bonus.amount, stacks[bonus.seat])
            stacks[bonus.seat] -= paid
            stacks[winner] += paid
            unpaid[bonus.seat] += bonus.amount - paid
    elif deal.rules.no_winner == "return":
        stacks = [stack + ante for stack, ante in zip(stacks, deal.antes, strict=True)]
    side = _side_pots(standing)
    for pot in side.values():
        if pot.winners:
            for seat, share in shares(pot.pot, pot.winners):
                stacks[seat] += share
    carry = _carry_after(deal, winner, side)
    assert _everything(stacks, carry) == _everything(deal.stacks, deal.carry), "R8: conserved"
    return Result(
        winner=winner,
        how=standing.how,
        pot=deal.pot,
        bonuses=bonuses,
        unpaid=tuple(unpaid),
        side=side,
        stacks=tuple(stacks),
        carry=carry,
        shown=standing.shown,
        card=standing.card,
    )


def shares(pot: int, seats: tuple[int, ...]) -> list[tuple[int, int]]:
    """R9.3: a pot split evenly; odd chips go one each in the order of `seats`."""
    if len(seats) < 2:
        return [(seat, pot) for seat in seats]
    each, odd = divmod(pot, len(seats))
    return [(seat, each + (place < odd)) for place, seat in enumerate(seats)]


def _side_pots(standing: Standing) -> dict[str, SidePot]:
    """R9.3: who shares each side pot, in play order from the dealer's right, and by what."""
    leaders, found = _leaders(standing), {}
    for game, pot in standing.deal.side_pots.items():
        _, winners, cards = leaders.get(game, _NOBODY)
        found[game] = quick(SidePot, (winners, pot, cards))
    return found


# Of a side game the best rank, the seats that have it, and the cards of each.
_Leaders: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
_NOBODY: _Leaders = ((), (), ())


def _leaders(standing: Standing) -> dict[str, _Leaders]:
    """R9.2: a holding takes the place of those it beats, and stands beside its equals."""
    deal = standing.deal
    best: dict[str, _Leaders] = {}
    for seat in deal.order:
        told = () if standing.out >> seat & 1 else standing.announced[seat]
        held = holdings(deal.rules, standing.dealt[seat]) if told else {}
        for game in told or ():
            rank, cards = held[game]
            top, seats, shown = best.get(game, _NOBODY)
            if rank > top:
                best[game] = (rank, (seat,), (cards,))
            elif rank == top:
                best[game] = (rank, (*seats, seat), (*shown, cards))
    return best


def _bonuses(standing: Standing) -> tuple[Bonus, ...]:
    """R8.5, R5.6: what every other seat dealt in owes the winner."""
    deal, winner, how = standing.deal, standing.winner, standing.how
    if winner is None or not deal.rules.play_everything or how == "walkover":
        return ()
    kinds = _winner_kinds(standing.layout) if how == "goal" else []
    owed = []
    for seat in deal.order:
        if seat == winner:
            continue
        owed += [Bonus(kind, seat, deal.bet) for kind in kinds]
        if how != "goal" or standing.bare >> seat & 1:
            owed.append(Bonus("arriba_del_palo", seat, deal.bet))
    return tuple(owed)


def _winner_kinds(layout: Layout) -> list[str]:
    """The bonuses that a winning layout earns from every other seat."""
    kinds = ["mico" for meld in layout if any(not low & ~meld for low in _A23)]
    cards = cards_of(layout)
    if any(not cards & ~suit for suit in (SPADES, HEARTS, DIAMONDS, CLUBS)):
        kinds.append("color")
    return kinds


def _carry_after(deal: Deal, winner: int | None, side: Mapping[str, SidePot]) -> Carry:
    """R8.3, R9.3: what stays for the next hand."""
    kept = {game: pot for game, pot in deal.carry.side.items() if game not in side and pot}
    kept |= {game: pot.pot for game, pot in side.items() if not pot.winners and pot.pot}
    if winner is not None:
        return Carry(0, 0, kept)
    if deal.rules.no_winner == "return":
        return Carry(deal.carry.pot, deal.carry.count, kept)
    return Carry(deal.pot, deal.carry.count + 1, kept)


def _everything(stacks: Sequence[int], carry: Carry) -> int:
    return sum(stacks) + carry.pot + sum(carry.side.values())
