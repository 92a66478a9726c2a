"""Offers by their meaning (R7.5-R7.9): what may still come of one, told without walking.

The engine walks round the seats (R7.6). Here the outcome is worked out for answers that
are complete, and every way in which missing ones could come is tried.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from engine.rules.actions import Claim, Force, Pass
from engine.rules.cards import TEXT
from engine.rules.state import SEATS_IN, State
from tests.rules import brute
from tests.rules.words import layout_of

Said = Claim | Pass | Force
Answers = Mapping[int, Said]


class Outcome(NamedTuple):
    """Who gets the card, None if it dies; forced, and by whom (R7.7)."""

    taker: int | None
    forced: bool = False
    by: int | None = None


class Offer(NamedTuple):
    """A card on offer: the active seats in offer order, and those it fits (R7.5, R7.9)."""

    discarder: int
    order: tuple[int, ...]
    forcing: str
    forcible: frozenset[int]

    def asked(self) -> set[int]:
        """All but the discarder, and that one too if it has someone to force."""
        asked = set(self.order) - {self.discarder}
        if self.forcing == "by_opponent" and self.forcible - {self.discarder}:
            asked |= {self.discarder} & set(self.order)
        return asked

    def outcome(self, answers: Answers) -> Outcome:
        """R7.6, R7.9 once everyone has answered."""
        forcers: dict[int, int] = {}
        for seat in self.order:
            if isinstance(said := answers.get(seat), Force):
                forcers.setdefault(said.target, seat)
        for seat in self.order:
            if isinstance(answers.get(seat), Claim):
                return Outcome(seat)
            if seat in self.forcible and self.forcing == "automatic":
                return Outcome(seat, True)
            if seat in self.forcible and seat in forcers:
                return Outcome(seat, True, forcers[seat])
        return Outcome(None)

    def outcomes(self, said: Answers) -> set[Outcome]:
        """What may still come of it: any seat may claim, pass, or force where it fits.

        Who takes the card is the outcome; by whom it is forced is told of it (R7.7), as
        far as answers are in when it resolves.
        """
        missing = sorted(self.asked() - set(said))
        ways = product(*[self.possible(seat) for seat in missing])
        complete = [{**said, **dict(zip(missing, way, strict=True))} for way in ways]
        return {self.outcome(answers)._replace(by=None) for answers in complete}

    def possible(self, seat: int) -> Iterator[Said]:
        yield Pass(seat)
        if seat != self.discarder:
            yield Claim(seat, ())
        if self.forcing == "by_opponent":
            yield from (Force(seat, target) for target in sorted(self.forcible - {seat}))


def offer_in(state: State) -> Offer:
    """The offer of a state, worked out from what lies on the table."""
    rules, discarder, card = state.deal.rules, state.discarder, state.offered
    assert discarder is not None
    assert card is not None
    seats = state.deal.seats
    ring = [(discarder + step) % seats for step in range(1, seats + 1)]
    order = tuple(seat for seat in ring if seat in SEATS_IN[state.active])
    forcible = {
        seat
        for seat in order
        if (old := layout_of(state, seat))
        and (seat != discarder or rules.force_back)
        and rules.forcing != "off"
        and brute.layouts(rules, "place", old, TEXT[card], frozenset())
    }
    return Offer(discarder, order, rules.forcing, frozenset(forcible))


def answers_in(state: State) -> dict[int, Said]:
    said = {seat: state.answers[seat] for seat in SEATS_IN[state.active]}
    return {seat: one for seat, one in said.items() if isinstance(one, Said)}
