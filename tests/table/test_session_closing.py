"""R8.7, R8.8, R9.3: a table closes over carried pots, a hand is void."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.table.carried import Carried
from engine.table.dealing import close_session, end_hand, void_hand
from engine.table.seating import propose_bet, sit, stand
from engine.table.session import Session, SessionCode, SessionRefusal
from tests.table.tables import (
    antes,
    chips,
    deal,
    outcome,
    person,
    played,
    running,
    table,
    with_games,
)


def two_contributors() -> Session:
    """Two hands without a winner: ana and beto put in 10 each, 90 left."""
    return played(played(table(100, 100)))


def newcomer_matched() -> Session:
    """A third matched the pot: carla put in 10 + 5, the others 15."""
    return played(played(sit(played(table(100, 100)), 2, person(2))))


def one_has_left() -> Session:
    return stand(two_contributors(), 0)[0]


def another_in_the_place() -> Session:
    """beto's place is dora's now, with her own stack, and she put in 15."""
    return played(sit(stand(two_contributors(), 1)[0], 1, person(3)))


def back_elsewhere() -> Session:
    return sit(one_has_left(), 3, person(0, 7))


def all_have_left() -> Session:
    return stand(one_has_left(), 1)[0]


def side_pots() -> Session:
    """Main pot won by beto, oro carried from two hands, flor from the second alone."""
    session = played(with_games(table(100, 100, 100), {0: "oro", 1: "oro"}), 1)
    return played(with_games(session, {0: "flor", 1: "oro", 2: "oro flor"}), 1)


def side_pot_and_one_left() -> Session:
    return stand(side_pots(), 0)[0]


def won() -> Session:
    return played(two_contributors(), 0)


def void() -> Session:
    return void_hand(deal(two_contributors()))


# What each gets: the stack of who is seated, and what the player put into carried pots.
CASES: dict[str, tuple[Callable[[], Session], dict[str, int]]] = {
    "nobody there": (table, {}),
    "no pot": (lambda: table(100, None, 30), {"ana": 100, "carla": 30}),
    "two contributors": (two_contributors, {"ana": 90 + 10, "beto": 90 + 10}),
    "a newcomer matched": (newcomer_matched, {"ana": 85 + 15, "beto": 85 + 15, "carla": 85 + 15}),
    "one has left": (one_has_left, {"ana": 10, "beto": 90 + 10}),
    "another in the place": (another_in_the_place, {"ana": 85 + 15, "beto": 10, "dora": 85 + 15}),
    "back elsewhere": (back_elsewhere, {"ana": 7 + 10, "beto": 90 + 10}),
    "all have left": (all_have_left, {"ana": 10, "beto": 10}),
    "the pot was won": (won, {"ana": 115, "beto": 85}),
    "side pots": (side_pots, {"ana": 88 + 2, "beto": 118 + 2, "carla": 88 + 2}),
    "side pots, one left": (side_pot_and_one_left, {"ana": 2, "beto": 118 + 2, "carla": 88 + 2}),
    "after a void hand": (void, {"ana": 90 + 10, "beto": 90 + 10}),
}


@pytest.mark.parametrize(("make", "expected"), CASES.values(), ids=CASES)
def test_each_contributor_gets_back_what_it_put_in(
    make: Callable[[], Session], expected: dict[str, int]
) -> None:
    """R8.7: seated or gone, side pots (R9.3) too; every chip of the table is paid out."""
    session = make()
    there = chips(session)
    closed, owed = close_session(session)
    assert owed == expected
    assert sum(owed.values()) == there
    assert chips(closed) == 0
    assert closed.places == (None,) * 4
    assert closed.carried == Carried()


def test_a_table_closes_between_hands() -> None:
    """R8.7, R8.8: a hand that can't go on is void first."""
    session = deal(table(100, 100))
    with pytest.raises(SessionRefusal) as refused:
        close_session(session)
    assert refused.value.code == SessionCode.HAND_RUNNING
    assert close_session(void_hand(session))[1] == {"ana": 100, "beto": 100}


def test_a_closed_table_is_closed_once() -> None:
    """R8.7: nothing is paid twice."""
    closed, _ = close_session(two_contributors())
    assert close_session(closed)[1] == {}


# --- R8.8 -----------------------------------------------------------------------------------

BEFORE = [
    pytest.param(table(100, 100, 4), id="the first hand"),
    pytest.param(played(table(100, 100), 1), id="after a won hand"),
    pytest.param(two_contributors(), id="a pot is carried"),
    pytest.param(with_games(side_pots(), {2: "oro"}), id="side games and their pots"),
    pytest.param(sit(two_contributors(), 2, person(2)), id="a newcomer matches"),
]


@pytest.mark.parametrize("session", BEFORE)
def test_a_void_hand_is_as_if_not_dealt(session: Session) -> None:
    """R8.8: antes and stakes go back, pots and dealer stay; only the number is used up."""
    assert void_hand(deal(session)) == replace(session, hand=session.hand + 1)


@pytest.mark.parametrize("session", BEFORE)
def test_the_hand_after_a_void_one_is_the_same(session: Session) -> None:
    """R8.8: who had put nothing in still has put nothing in."""
    again = deal(void_hand(deal(session)))
    assert running(again) == running(deal(session))
    assert antes(again) == antes(deal(session))
    assert again.hand == session.hand + 2


def test_who_came_during_a_void_hand_stays() -> None:
    """R8.8 undoes the hand, not what else happened at the table."""
    session = sit(deal(two_contributors()), 2, person(2))
    assert antes(deal(void_hand(session))) == {0: 5, 1: 5, 2: 15}


def test_a_void_hand_is_in_no_contribution() -> None:
    """R8.7, R8.8: numbers of hands are used once, contributions come from played hands."""
    session = played(void_hand(deal(played(table(100, 100)))))
    assert sorted({coin.hand for coin in session.carried.pots["main"]}) == [1, 3]
    assert session.carried.refunds() == {"ana": 10, "beto": 10}


def test_an_ended_hand_cannot_be_ended_again() -> None:
    """R8: a result is booked once; asking twice is a fault of the program."""
    session = deal(table(100, 100))
    result = outcome(running(session), 0, set())
    ended = end_hand(session, result)
    with pytest.raises(AssertionError):
        end_hand(ended, result)
    with pytest.raises(AssertionError):
        void_hand(ended)


def test_an_open_proposal_does_not_outlive_the_table() -> None:
    """R8.2, R8.7: nobody is left to answer it."""
    assert close_session(propose_bet(table(100, 100), 0, 9))[0].proposal is None
