"""R8.1, R9.1, R10.1: who is dealt in, and who is in which side game."""

import pytest

from engine.rules.house_rules import rules_from_json
from engine.table.dealing import begin_hand, dealt_in, end_hand
from engine.table.seating import sit, sit_out, stand, top_up
from engine.table.session import Session, SessionCode, SessionRefusal, open_session
from tests.table.tables import (
    QUICK,
    antes,
    deal,
    outcome,
    person,
    played,
    running,
    side_games,
    table,
    with_games,
)


@pytest.mark.parametrize(
    ("session", "expected"),
    [
        pytest.param(table(100, 100, 100, 100), (0, 1, 2, 3), id="all"),
        pytest.param(table(100, None, None, 100), (0, 3), id="empty places"),
        pytest.param(table(5, 4, 0, 6), (0, 3), id="the ante in the stack"),
        pytest.param(sit_out(table(9, 9, 9), 1, True), (0, 2), id="sits out"),
        pytest.param(sit_out(sit_out(table(9, 9), 1, True), 1, False), (0, 1), id="is back"),
        pytest.param(stand(table(9, 9, 9), 0)[0], (1, 2), id="left"),
        pytest.param(top_up(table(9, 4), 1, 1), (0, 1), id="topped up"),
        pytest.param(played(table(5, 9, 9), 2), (2,), id="has lost it"),
    ],
)
def test_who_is_dealt_in(session: Session, expected: tuple[int, ...]) -> None:
    """R8.1."""
    assert dealt_in(session) == expected


def test_seats_are_the_places_dealt_in() -> None:
    """Section 12: numbered anew in play order, stacks before the antes, every ante the bet."""
    hand = running(deal(table(100, None, 4, 50), 3))
    assert hand.places == (0, 3)
    assert (hand.deal.names, hand.deal.stacks) == (("ana", "dora"), (100, 50))
    assert (hand.deal.antes, hand.deal.stacks_in_play) == ((5, 5), (95, 45))
    assert (hand.deal.dealer, hand.deal.fault) == (1, None)


@pytest.mark.parametrize(
    "session",
    [
        pytest.param(table(), id="nobody"),
        pytest.param(table(100), id="one"),
        pytest.param(table(100, 4, 4, 4), id="one that can ante"),
        pytest.param(sit_out(table(100, 100), 0, True), id="one sits out"),
        pytest.param(table(100, 100, seats=[3, 4]), id="the rules want three"),
    ],
)
def test_too_few_are_not_dealt(session: Session) -> None:
    """R8.1, R2 `seats`."""
    with pytest.raises(SessionRefusal) as refused:
        deal(session)
    assert refused.value.code == SessionCode.TOO_FEW
    assert str(session.rules.seats[0]) in refused.value.message


@pytest.mark.parametrize("most", [2, 3, 4])
def test_as_many_places_as_the_rules_seat(most: int) -> None:
    """R2 `seats`: the most of them can be dealt."""
    session = table(*(100,) * most, seats=[2, most])
    assert len(session.places) == most
    assert dealt_in(deal(session)) == tuple(range(most))


def test_who_sits_down_during_a_hand_waits_for_the_next() -> None:
    """R8.1."""
    session = sit(deal(table(100, None, 100)), 1, person(1))
    assert running(session).places == (0, 2)
    session = end_hand(session, outcome(running(session), 0, set()))
    assert running(deal(session)).places == (0, 1, 2)


def test_who_left_during_a_hand_sits_in_again() -> None:
    """R10.1: all but the winner left this hand."""
    assert dealt_in(played(table(100, 100, 100), 1)) == (0, 1, 2)


# --- side games ---------------------------------------------------------------------------

BOTH = {0: "oro flor", 1: "oro flor"}
# Bet 5, stakes as given: the stacks, who opts into what, the games of the hand and their places.
SIDE_CASES = [
    pytest.param((99, 99), {}, {"oro": 1, "flor": 1}, {}, id="nobody opted in"),
    pytest.param((99, 99), BOTH, {"oro": 1, "flor": 1}, {"oro": (0, 1), "flor": (0, 1)}, id="both"),
    pytest.param((99, 99), {0: "oro", 1: "flor"}, {"oro": 1, "flor": 1}, {}, id="one in each"),
    pytest.param((99, 99, 99), {0: "oro", 2: "oro"}, {"oro": 1}, {"oro": (0, 2)}, id="two of 3"),
    pytest.param((99, None, 99), {0: "oro", 2: "oro"}, {"oro": 1}, {"oro": (0, 2)}, id="by place"),
    pytest.param((8, 8), {0: "oro", 1: "oro"}, {"oro": 3}, {"oro": (0, 1)}, id="just enough"),
    pytest.param((8, 7), {0: "oro", 1: "oro"}, {"oro": 3}, {}, id="one chip short: no second seat"),
    pytest.param(
        (9, 7, 9), dict.fromkeys(range(3), "oro"), {"oro": 3}, {"oro": (0, 2)}, id="one chip short"
    ),
    pytest.param((7, 99), BOTH, {"oro": 9, "flor": 2}, {"flor": (0, 1)}, id="the cheaper one"),
    pytest.param(
        (8, 99, 5), {**BOTH, 2: "oro"}, {"oro": 3, "flor": 3}, {"oro": (0, 1)}, id="enough for one"
    ),
    pytest.param(
        (8, 99), {0: "oro flor", 1: "flor"}, {"oro": 3, "flor": 3}, {"flor": (0, 1)},
        id="no stake in a game that does not run",
    ),
    pytest.param((4, 99, 99), BOTH, {"oro": 1, "flor": 1}, {}, id="not dealt in, not in a game"),
]  # fmt: skip


@pytest.mark.parametrize(("seated", "games", "stakes", "expected"), SIDE_CASES)
def test_who_is_in_which_side_game(
    seated: tuple[int | None, ...],
    games: dict[int, str],
    stakes: dict[str, int],
    expected: dict[str, tuple[int, ...]],
) -> None:
    """R8.1, R9.1: a stake that can't be added leaves the seat out of that game, not of the hand."""
    session = open_session(rules_from_json(QUICK), 5, stakes)
    for place, stack in enumerate(seated):
        if stack is not None:
            session = sit(session, place, person(place, stack))
    session = deal(with_games(session, games))
    assert side_games(session) == expected
    assert {g: s.stake for g, s in running(session).deal.side.items()} == {
        game: stakes[game] for game in expected
    }
    assert tuple(antes(session)) == dealt_in(session)


def test_stakes_are_one_unless_the_table_says_otherwise() -> None:
    """R8.1, R9.1: at least 1."""
    assert table().stakes == {"oro": 1, "flor": 1}


def test_opting_in_lasts_until_it_is_changed() -> None:
    """R9.1."""
    session = played(with_games(table(100, 100), BOTH), 0)
    assert set(side_games(deal(session))) == {"oro", "flor"}
    assert set(side_games(deal(with_games(session, {0: "flor"})))) == {"flor"}
    assert side_games(deal(with_games(session, {0: ""}))) == {}


def test_a_deck_that_the_caller_shuffled_is_dealt_as_it_is() -> None:
    """R3.4: chance is the caller's; the session only passes the deck on."""
    deck = tuple(reversed(range(52)))
    assert running(begin_hand(table(100, 100), deck, 0)).deal.deck == deck
