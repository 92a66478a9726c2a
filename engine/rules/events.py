"""What happened in a hand: a closed set of records, for movement, log and catch-up.

Only what took effect is an event: a sealed answer is none (R7.7), nor is a losing
claim. Some events hold a card that not everyone may see; `table.news` decides what
each audience is told, never this module.
"""

from typing import NamedTuple, TypeAlias

# A record by its fields at a third of the cost, for those of every turn:
# `quick(Drawn, (seat, card))`.
quick = tuple.__new__


class WasCut(NamedTuple):
    """R3.4."""

    seat: int
    at: int


class Dealt(NamedTuple):
    """R3.5: every seat still in has its cards."""


class Announced(NamedTuple):
    """R4.2: public once all have answered; games may be empty."""

    seat: int
    games: tuple[str, ...]


class Swapped(NamedTuple):
    """R4.3: a card passed in the cambio, known to the two seats only."""

    giver: int
    receiver: int
    card: int


class Drawn(NamedTuple):
    """R7.1: `card` is the drawer's own knowledge unless drawn cards are open."""

    seat: int
    card: int


class Laid(NamedTuple):
    """A layout took effect: `card` was used (none for a lay), `added` came from hand."""

    seat: int
    card: int | None
    added: int
    layout: tuple[int, ...]


class Discarded(NamedTuple):
    """R7.3, R7.4: a card turned up for all; `paid` if it came from the hand."""

    seat: int
    card: int
    paid: bool


class Taken(NamedTuple):
    """R7.6, R7.7: who took the card. `knocked` are the seats before it, in offer order.

    `forced`: it had to, by the rule or by the seat `forced_by`.
    """

    seat: int
    card: int
    knocked: tuple[int, ...]
    forced: bool = False
    forced_by: int | None = None


class Died(NamedTuple):
    """R7.6: nobody took the card; every seat that could still answer knocked."""

    card: int
    knocked: tuple[int, ...] = ()


class Retired(NamedTuple):
    """R7.11: the layout is hidden from now on."""

    seat: int


class Judged(NamedTuple):
    """R10.3: a layout out of order, as it was named, is shown to all."""

    seat: int
    melds: tuple[tuple[int, ...], ...]


class Forgiven(NamedTuple):
    """R10.3: the play stands."""

    seat: int


class WentOut(NamedTuple):
    """R10.1: `left` by itself, or put out over a play."""

    seat: int
    left: bool


class Ended(NamedTuple):
    """The hand is over; the result tells the rest."""

    winner: int | None
    how: str


Event: TypeAlias = (
    WasCut
    | Dealt
    | Announced
    | Swapped
    | Drawn
    | Laid
    | Discarded
    | Taken
    | Died
    | Retired
    | Judged
    | Forgiven
    | WentOut
    | Ended
)
Log: TypeAlias = list[Event]
