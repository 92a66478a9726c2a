"""Everything about a hand being played, secrets included.

A `State` is a value to everyone but `play`: `apply` copies it once and the phases write on
the copy, `advance` writes on a state that is its caller's alone. Never here: what a seat
may see of it; that is for `views`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from engine.rules.actions import Announce, Claim, Declare, Force, Give, NamedLayout, Pass, Ready
from engine.rules.deal import RING, Deal
from engine.rules.layouts import Layout, Play, cards_of
from engine.rules.settlement import Result


class Phase(StrEnum):
    """The phases of section 12."""

    CUT = "cut"
    ANNOUNCE = "announce"
    CAMBIO = "cambio"
    DECLARE = "declare"
    DRAW = "draw"
    USE = "use"
    PAY = "pay"
    OFFER = "offer"
    PLACE = "place"
    JUDGE = "judge"
    OVER = "over"


CUT, ANNOUNCE, CAMBIO, DECLARE, DRAW, USE, PAY, OFFER, PLACE, JUDGE, OVER = Phase
"""The members by themselves: reading one off its class costs as much as a function call."""

Answer: TypeAlias = Announce | Give | Declare | Ready | Claim | Pass | Force
"""What a seat has said in a phase that awaits several; secret until it ends (R4, R7.7)."""


class Trial(NamedTuple):
    """R10.3: a play out of order, pending until all votes are in."""

    seat: int
    play: Play
    melds: NamedLayout
    votes: tuple[bool | None, ...]


_NEW = object.__new__


@dataclass(slots=True, repr=False)  # a line of a log must not tell a hand
class State:
    """A hand after some actions.

    Seats are numbers, or bits of a mask in `waiting` (asked, and yet to answer),
    `claimed` (want the card on offer), `forcible` (it fits their layouts, R7.9), `present`
    (not out), `active` (neither out nor retired) and `bare` (went out without a meld, R8.5).

    `hands`, `dealt` (the hands as dealt, R4.4, R9.1), `removed` and `seen` (cards that have
    ever lain in a layout or been discarded face up, R7.11) are masks of cards. `pile` is
    the deck after the cut, of which the first `gone` cards have been dealt or drawn.

    `reach`, `grows` and `lands` follow from the rest and are kept because every offer asks for
    them: of each active seat in play the cards (a mask) that make a meld with cards of its
    hand and layout, and those that fit one of its melds as it lies; and the cards that ever
    made a meld with cards of anyone's layout alone: no other can be forced on anybody.
    `reckon` works them out.
    """

    deal: Deal
    phase: Phase
    waiting: int
    turn: int | None
    hands: list[int]
    layouts: list[Layout]
    reach: list[int]
    grows: list[int]
    lands: int
    answers: list[Answer | None]
    drawn: int | None
    offered: int | None
    discarder: int | None
    claimed: int
    forcible: int
    discards: tuple[int, ...]
    seen: int
    pile: tuple[int, ...]
    gone: int
    dealt: tuple[int, ...]
    announced: tuple[tuple[str, ...] | None, ...]
    trial: Trial | None
    present: int
    active: int
    bare: int
    removed: tuple[int, ...]
    result: Result | None

    def copy(self) -> "State":
        """A state that can be written on without changing this one.

        Field by field, since every action pays for it; a test compares the fields.
        """
        new = _NEW(State)
        new.hands = self.hands[:]
        new.layouts = self.layouts[:]
        new.reach = self.reach[:]
        new.grows = self.grows[:]
        new.answers = self.answers[:]
        new.lands = self.lands
        new.deal = self.deal
        new.phase = self.phase
        new.waiting = self.waiting
        new.turn = self.turn
        new.drawn = self.drawn
        new.offered = self.offered
        new.discarder = self.discarder
        new.claimed = self.claimed
        new.forcible = self.forcible
        new.discards = self.discards
        new.seen = self.seen
        new.pile = self.pile
        new.gone = self.gone
        new.dealt = self.dealt
        new.announced = self.announced
        new.trial = self.trial
        new.present = self.present
        new.active = self.active
        new.bare = self.bare
        new.removed = self.removed
        new.result = self.result
        return new

    @property
    def retired(self) -> int:
        """The seats that gave up drawing and claiming and are still in, as a mask."""
        return self.present & ~self.active

    @property
    def out(self) -> int:
        """The seats that left or were put out, as a mask."""
        return ALL_SEATS[self.deal.seats] & ~self.present

    @property
    def deck_count(self) -> int:
        """How many cards have neither been dealt nor drawn."""
        return len(self.pile) - self.gone


ALL_SEATS = tuple((1 << n) - 1 for n in range(5))
SEATS_IN = tuple(tuple(seat for seat in range(4) if mask >> seat & 1) for mask in range(16))
"""SEATS_IN[mask]: the seats of a mask in ascending order."""


def start_state(deal: Deal) -> State:
    """The hand before its first phase: antes paid, no card dealt."""
    seats = deal.seats
    return State(
        deal=deal,
        phase=CUT,
        waiting=0,
        turn=None,
        hands=[0] * seats,
        layouts=[()] * seats,
        reach=[0] * seats,
        grows=[0] * seats,
        lands=0,
        answers=[None] * seats,
        drawn=None,
        offered=None,
        discarder=None,
        claimed=0,
        forcible=0,
        discards=(),
        seen=0,
        pile=deal.deck,
        gone=0,
        dealt=(0,) * seats,
        announced=(None,) * seats,
        trial=None,
        present=ALL_SEATS[seats],
        active=ALL_SEATS[seats],
        bare=0,
        removed=(0,) * seats,
        result=None,
    )


# IN_ORDER[n][seat][mask]: of n seats those of the mask, in play order from `seat`'s right.
IN_ORDER = tuple(
    tuple(
        tuple(tuple(other for other in ring if mask >> other & 1) for mask in range(1 << n))
        for ring in RING[n]
    )
    for n in range(5)
)


NEXT_IN = tuple(
    tuple(tuple(order[0] if order else None for order in by_mask) for by_mask in by_seat)
    for by_seat in IN_ORDER
)


def next_in(state: State, seat: int, among: int) -> int | None:
    """The first seat of the mask `among` in play order from `seat`'s right."""
    return NEXT_IN[state.deal.seats][seat][among]


def reckon(state: State, seat: int) -> None:
    """After a seat's cards have changed, and before anyone is asked about a card again."""
    melds, layout = state.deal.rules.melds, state.layouts[seat]
    cards = cards_of(layout)
    state.reach[seat] = melds.usable(state.hands[seat] | cards)
    if layout:
        state.grows[seat] = melds.grows_layout(layout)
        state.lands |= melds.usable(cards)
