"""The chips that a step of a table moves, as transfers (R8, R9).

Enters: a deal or a result, and whose seats are whose. Leaves: `Transfer` rows, whose sums
are those of the session. Never here: balances.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.rules.deal import Deal
from engine.rules.settlement import Result, shares
from engine.table.carried import MAIN
from engine.table.money import Account, AccountKind, Reason, Transfer

Move: TypeAlias = tuple[Account, Account, int, Reason]
"""Chips that leave the first account and come to the second."""


@dataclass(frozen=True, slots=True)
class Books:
    """Where one hand's chips are booked: table id, hand number, player id of each seat."""

    table: str
    hand: int
    players: tuple[str, ...]

    def stack(self, seat: int) -> Account:
        """The account of a seat's stack."""
        return Account(AccountKind.STACK, self.players[seat], self.table)

    def pot(self, name: str) -> Account:
        """A pot of the hand being played."""
        return Account(AccountKind.POT, name, self.table)

    def carried(self, name: str) -> Account:
        """A pot that waits for the next hand."""
        return Account(AccountKind.CARRIED, name, self.table)

    def numbered(self, step: str, moves: Sequence[Move]) -> tuple[Transfer, ...]:
        """Moves of chips as transfers, each with its own key; nothing moves no chips."""
        return tuple(
            Transfer(
                debit, credit, chips, reason, f"{self.table}/{self.hand}/{step}/{n}", self.hand
            )
            for n, (debit, credit, chips, reason) in enumerate(moves)
            if chips
        )


def of_deal(books: Books, deal: Deal) -> tuple[Transfer, ...]:
    """R8.1, R9.1: antes and side stakes go in, carried pots come in."""
    return books.numbered("deal", [*_antes(books, deal), *_carried_in(books, deal)])


def of_result(books: Books, deal: Deal, result: Result) -> tuple[Transfer, ...]:
    """R8.3–R8.6, R9.3: the main pot first, then bonuses, then side pots, then what stays."""
    moves = list(_main_pot(books, deal, result))
    if result.winner is not None:
        paid = _paid(deal, result)
        moves += [
            (books.stack(bonus.seat), books.stack(result.winner), chips, Reason.BONUS)
            for bonus, chips in zip(result.bonuses, paid, strict=True)
        ]
    for game, pot in result.side.items():
        if pot.winners:
            reason = Reason.SPLIT if len(pot.winners) > 1 else Reason.AWARD
            for seat, share in shares(pot.pot, pot.winners):
                moves.append((books.pot(game), books.stack(seat), share, reason))
        else:
            moves.append((books.pot(game), books.carried(game), pot.pot, Reason.CARRY))
    return books.numbered("result", moves)


def of_void(books: Books, deal: Deal) -> tuple[Transfer, ...]:
    """R8.8: antes and side stakes go back, carried pots stay as they were."""
    back: list[Move] = [
        (pot, stack, chips, Reason.RETURN) for stack, pot, chips, _ in _antes(books, deal)
    ]
    back += [
        (pot, carried, chips, Reason.CARRY) for carried, pot, chips, _ in _carried_in(books, deal)
    ]
    return books.numbered("void", back)


def _antes(books: Books, deal: Deal) -> Iterator[Move]:
    for seat, ante in enumerate(deal.antes):
        yield books.stack(seat), books.pot(MAIN), ante, Reason.ANTE
    for game, side in deal.side.items():
        for seat in side.seats:
            yield books.stack(seat), books.pot(game), side.stake, Reason.SIDE_STAKE


def _carried_in(books: Books, deal: Deal) -> Iterator[Move]:
    """The main pot, and those side pots whose game runs in this hand."""
    yield books.carried(MAIN), books.pot(MAIN), deal.carry.pot, Reason.CARRY
    for game in deal.side:
        chips = deal.carry.side.get(game, 0)
        yield books.carried(game), books.pot(game), chips, Reason.CARRY


def _main_pot(books: Books, deal: Deal, result: Result) -> Iterator[Move]:
    pot = books.pot(MAIN)
    if result.winner is not None:
        yield pot, books.stack(result.winner), result.pot, Reason.AWARD
        return
    if deal.rules.no_winner == "return":
        for seat, ante in enumerate(deal.antes):
            yield pot, books.stack(seat), ante, Reason.RETURN
    yield pot, books.carried(MAIN), result.carry.pot, Reason.CARRY


def _paid(deal: Deal, result: Result) -> list[int]:
    """What was paid of each bonus: a seat pays in order, as far as its stack reaches (R8.6)."""
    left = list(deal.stacks_in_play)
    paid = []
    for bonus in result.bonuses:
        chips = min(bonus.amount, left[bonus.seat])
        left[bonus.seat] -= chips
        paid.append(chips)
    return paid
