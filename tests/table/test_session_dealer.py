"""R3.3, R8.8: which place deals, counted by places and passing over who is not dealt in."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from engine.table.dealing import next_dealer, void_hand
from engine.table.seating import sit, sit_out, stand
from engine.table.session import Session
from tests.table.tables import deal, dealer, person, played, table

Change: TypeAlias = Callable[[Session], Session]
ALL, ODD = (100, 100, 100, 100), (None, 100, None, 100)


def nothing(session: Session) -> Session:
    return session


def resting(place: int) -> Change:
    return lambda session: sit_out(session, place, True)


def gone(place: int) -> Change:
    return lambda session: stand(session, place)[0]


def replaced(place: int, by: int) -> Change:
    return lambda session: sit(stand(session, place)[0], place, person(by))


def broke(place: int) -> tuple[int, ...]:
    """Stacks of which one holds a single ante, and so none after a hand that it loses."""
    return tuple(5 if other == place else 100 for other in range(4))


# The first hand is dealt by place 0, or if nobody sits there by the next place that has
# somebody. Then: its winner, what changes before the second hand, and who deals that.
ROTATE: dict[str, tuple[tuple[int | None, ...], int | None, Change, int]] = {
    "the seat on the right": (ALL, 0, nothing, 1),
    "whoever won": (ALL, 3, nothing, 1),
    "nobody won": (ALL, None, nothing, 1),
    "an empty place": ((100, None, 100, 100), 0, nothing, 2),
    "two empty places": ((100, None, None, 100), 0, nothing, 3),
    "around the table": (ODD, 1, nothing, 3),
    "sits out": (ALL, 0, resting(1), 2),
    "short of its ante": (broke(1), 0, nothing, 2),
    "left": (ALL, 0, gone(1), 2),
    "the dealer left": (ALL, 0, gone(0), 1),
    "the dealer sits out": (ALL, 0, resting(0), 1),
    "another in the dealer's place": ((100, 100, 100), 0, replaced(0, 3), 1),
    "a newcomer on the right": ((100, None, 100, 100), 0, lambda s: sit(s, 1, person(1)), 1),
}
WINNER_STARTS: dict[str, tuple[tuple[int | None, ...], int | None, Change, int]] = {
    "the winner on its right": (ALL, 2, nothing, 1),
    "place 0 won": (ALL, 0, nothing, 3),
    "the dealer's right won": (ALL, 1, nothing, 0),
    "nobody won": (ALL, None, nothing, 1),
    "an empty place": ((100, None, 100, 100), 2, nothing, 0),
    "two empty places": ((100, None, None, 100), 3, nothing, 0),
    "around the table": (ODD, 1, nothing, 3),
    "two seats, the dealer won": (ODD, 3, nothing, 1),
    "sits out": (ALL, 2, resting(1), 0),
    "short of its ante": (broke(1), 2, nothing, 0),
    "left": (ALL, 2, gone(1), 0),
    "the winner left": (ALL, 2, gone(2), 1),
    "the winner sits out": (ALL, 2, resting(2), 1),
    "another in the winner's place": ((100, 100, 100), 2, replaced(2, 3), 1),
    "a newcomer on the left": ((100, None, 100, 100), 2, lambda s: sit(s, 1, person(1)), 1),
    "no winner, next sits out": (ALL, None, resting(1), 2),
}
CASES = [
    pytest.param(rule, *case, id=f"{rule}: {name}")
    for rule, cases in (("rotate", ROTATE), ("winner_starts", WINNER_STARTS))
    for name, case in cases.items()
]


@pytest.mark.parametrize(("rule", "seated", "winner", "change", "expected"), CASES)
def test_next_dealer(
    rule: str, seated: tuple[int | None, ...], winner: int | None, change: Change, expected: int
) -> None:
    session = change(played(table(*seated, next_dealer=rule), winner))
    assert next_dealer(session, 0) == expected
    assert dealer(deal(session)) == expected


@pytest.mark.parametrize("rule", ["rotate", "winner_starts"])
@pytest.mark.parametrize(
    ("seated", "first", "expected"),
    [(ALL, 2, 2), (ODD, 3, 3), (ODD, 0, 1), (ODD, 2, 3), ((100, 100, 4, 4), 2, 0)],
)
def test_first_dealer_is_drawn(
    rule: str, seated: tuple[int | None, ...], first: int, expected: int
) -> None:
    """R3.3: a draw that hits nobody who is dealt in passes on to the right."""
    assert dealer(deal(table(*seated, next_dealer=rule), first)) == expected


@pytest.mark.parametrize("rule", ["rotate", "winner_starts"])
def test_the_draw_is_for_the_first_hand_only(rule: str) -> None:
    """R3.3."""
    session = played(table(*ALL, next_dealer=rule), 1)
    assert len({dealer(deal(session, first)) for first in range(4)}) == 1


def test_rotate_goes_around_for_good() -> None:
    """R3.3: the dealer after the last place is the first again."""
    session, dealt = table(100, None, 100, 100), []
    for _ in range(7):
        dealt.append(dealer(deal(session)))
        session = played(session, 3)
    assert dealt == [0, 2, 3, 0, 2, 3, 0]


def test_winner_starts_counts_from_the_last_hand() -> None:
    """R3.3: without a winner it is as with `rotate`, however the hand before it ended."""
    session = played(table(*ALL, next_dealer="winner_starts"), 3)
    assert dealer(deal(session)) == 2
    assert dealer(deal(played(session))) == 3


@pytest.mark.parametrize(("rule", "expected"), [("rotate", 1), ("winner_starts", 2)])
def test_a_void_hand_is_dealt_again_by_the_same_place(rule: str, expected: int) -> None:
    """R8.8: neither dealer nor winner of the hand before it is forgotten."""
    session = played(table(*ALL, next_dealer=rule), 3)
    for _ in range(3):
        assert dealer(deal(session)) == expected
        session = void_hand(deal(session))


def test_after_a_void_first_hand_the_dealer_is_drawn_again() -> None:
    """R3.3, R8.8: as if it had not been dealt."""
    session = void_hand(deal(table(*ALL), 3))
    assert [dealer(deal(session, first)) for first in range(4)] == [0, 1, 2, 3]
