"""What a seat (or the table, for `Close`) may ask of a hand: a closed set of records.

Actions hold what was asked, as it was asked: melds keep the order in which they were
named (R6.7). What then happened is told by `events`.
"""

from dataclasses import dataclass
from typing import TypeAlias

NamedLayout: TypeAlias = tuple[tuple[int, ...], ...]
"""A whole new layout as an action names it: melds, each with its cards in order."""


@dataclass(frozen=True, slots=True)
class Cut:
    """R3.4: the top `at` cards go beneath the rest."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Announce:
    """R4.2: side games for which the seat was dealt a holding."""

    seat: int
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Give:
    """R4.3: the card passed face down in the cambio."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Declare:
    """R4.3, R4.4: an automatic win."""

    seat: int
    win: str


@dataclass(frozen=True, slots=True)
class Ready:
    """R4.4: nothing to declare."""

    seat: int


@dataclass(frozen=True, slots=True)
class Lay:
    """R7.2: hand cards laid before drawing."""

    seat: int
    melds: NamedLayout


@dataclass(frozen=True, slots=True)
class Draw:
    """R7.1."""

    seat: int


@dataclass(frozen=True, slots=True)
class Retire:
    """R7.11."""

    seat: int


@dataclass(frozen=True, slots=True)
class Use:
    """R7.3: the drawn card goes into the layout."""

    seat: int
    melds: NamedLayout


@dataclass(frozen=True, slots=True)
class Discard:
    """R7.3: the drawn card is turned up for all."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pay:
    """R7.4: a hand card discarded after a use."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Claim:
    """R7.5: the card on offer is wanted for this layout."""

    seat: int
    melds: NamedLayout


@dataclass(frozen=True, slots=True)
class Pass:
    """R7.5: a knock."""

    seat: int


@dataclass(frozen=True, slots=True)
class Force:
    """R7.9: passing, and forcing the card on a seat."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class Place:
    """R7.10: where a forced card goes."""

    seat: int
    melds: NamedLayout


@dataclass(frozen=True, slots=True)
class Vote:
    """R10.3: forgive a play out of order, or condemn it."""

    seat: int
    forgive: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """R10.1: out for the rest of the hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Close:
    """R7.6: the time of an offer is up. No seat sends it; the table does."""

    seat: None = None


Laying: TypeAlias = Lay | Use | Claim | Place
"""The actions that name a layout."""

Action: TypeAlias = (
    Cut
    | Announce
    | Give
    | Declare
    | Ready
    | Lay
    | Draw
    | Retire
    | Use
    | Discard
    | Pay
    | Claim
    | Pass
    | Force
    | Place
    | Vote
    | Leave
    | Close
)
