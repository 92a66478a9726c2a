"""R8.3, R8.4, R9.3: pots that stay for the next hand, and what is anted into them."""

import pytest

from engine.rules.deal import Carry
from engine.rules.house_rules import rules_from_json
from engine.table.dealing import begin_hand, dealt_in
from engine.table.seating import opt_in, play_by, sit, sit_out, stand, top_up
from engine.table.session import Session, SessionRefusal, open_session, player_at
from engine.table.snapshot import session_from_json, session_to_json
from tests.table.tables import (
    NAMES,
    QUICK,
    antes,
    chips,
    deal,
    person,
    played,
    running,
    side_games,
    stacks,
    table,
    with_games,
)


def hands(session: Session, count: int) -> Session:
    """So many hands without a winner."""
    for _ in range(count):
        session = played(session)
    return session


@pytest.mark.parametrize(
    ("count", "pot"),
    [(1, 10), (2, 20), (3, 30), (4, 40)],
    ids=["doble", "triple", "cuádruple", "5"],
)
def test_each_adds_the_same_bet(count: int, pot: int) -> None:
    """R8.3: *doble*, *triple*, *cuádruple*; a won hand leaves pot 0 and count 0."""
    session = hands(table(100, 100), count)
    assert session.carried.as_carry() == Carry(pot, count, {})
    assert antes(deal(session)) == {0: 5, 1: 5}
    assert running(deal(session)).deal.pot == pot + 10
    won = played(session, 1)
    assert won.carried.as_carry() == Carry(0, 0, {})
    assert not won.carried.pots
    assert stacks(won)[:2] == (95 - pot // 2, 105 + pot // 2)


def test_with_return_the_antes_go_back() -> None:
    """R8.3 `return`: nothing stays, so nothing is to be matched."""
    session = hands(table(100, 100, no_winner="return"), 2)
    assert not session.carried.pots
    assert stacks(session)[:2] == (100, 100)
    assert antes(deal(sit(session, 2, person(2)))) == {0: 5, 1: 5, 2: 5}


@pytest.mark.parametrize("hands_without", [0, 1])
def test_a_side_game_that_comes_back_has_its_stake_and_its_pot(hands_without: int) -> None:
    """R9.3: what was carried for it waits, and the stake that everyone knew is asked again."""
    rules = rules_from_json({**QUICK, "no_winner": "carry"})
    session = open_session(rules, 5, {"oro": 3, "flor": 2})
    for place in range(2):
        session = sit(session, place, person(place))
    session = hands(with_games(session, {0: "oro flor", 1: "oro flor"}), 1)
    before = session.carried.as_carry().side
    assert before["oro"]
    session = play_by(session, rules_from_json({**QUICK, "side_games": ["flor"]}))
    assert session.games == {"flor": 2}
    with pytest.raises(SessionRefusal, match="oro"):
        opt_in(session, 0, frozenset({"oro"}))
    session = hands(session, hands_without)
    assert "oro" not in side_games(deal(session))
    session = session_from_json(session_to_json(session))
    session = play_by(session, rules)
    assert session.games == {"oro": 3, "flor": 2}
    assert session.carried.as_carry().side["oro"] == before["oro"]
    dealt = running(deal(with_games(session, {0: "oro", 1: "oro"}))).deal.side["oro"]
    assert (dealt.stake, dealt.seats) == (3, (0, 1))


# --- R8.4: who matches the carried pot ------------------------------------------------------


@pytest.mark.parametrize(("count", "ante"), [(0, 5), (1, 10), (2, 15), (3, 20)])
def test_a_newcomer_matches(count: int, ante: int) -> None:
    """bet × (carry count + 1), once; in the next hand it adds the bet like the others."""
    session = sit(hands(table(100, 100), count), 2, person(2))
    assert antes(deal(session)) == {0: 5, 1: 5, 2: ante}
    assert antes(deal(played(session))) == {0: 5, 1: 5, 2: 5}


@pytest.mark.parametrize("count", [1, 3])
def test_a_newcomer_antes_the_bet_without_match_carry(count: int) -> None:
    session = sit(hands(table(100, 100, match_carry=False), count), 2, person(2))
    assert antes(deal(session)) == {0: 5, 1: 5, 2: 5}


def test_once_the_pot_is_won_nobody_matches() -> None:
    session = sit(played(hands(table(100, 100), 3), 0), 2, person(2))
    assert antes(deal(session)) == {0: 5, 1: 5, 2: 5}


@pytest.mark.parametrize(("stack", "places"), [(14, (0, 1)), (15, (0, 1, 2))])
def test_the_matching_ante_must_be_in_the_stack(stack: int, places: tuple[int, ...]) -> None:
    """R8.1: a seat needs its ante (R8.4), not just the bet."""
    session = sit(hands(table(100, 100), 2), 2, person(2, stack))
    assert dealt_in(session) == places
    assert dealt_in(top_up(session, 2, 1)) == (0, 1, 2)


def test_who_put_something_in_never_matches() -> None:
    """Not even after sitting out hands, or leaving and coming back to another place."""
    session = played(table(100, 100, 100))
    away = hands(sit_out(session, 2, True), 2)
    assert antes(deal(sit_out(away, 2, False))) == {0: 5, 1: 5, 2: 5}
    gone, player = stand(away, 2)
    assert antes(deal(sit(gone, 3, person(2, player.stack)))) == {0: 5, 1: 5, 3: 5}


def test_who_sat_there_before_does_not_count() -> None:
    """The seat is a player's: another in the place of one who paid matches."""
    session = sit(stand(hands(table(100, 100, 100), 2), 2)[0], 2, person(3))
    assert antes(deal(session)) == {0: 5, 1: 5, 2: 15}


def test_seated_but_not_dealt_in_put_nothing_in() -> None:
    session = played(sit_out(table(100, 100, 100), 2, True))
    assert antes(deal(sit_out(session, 2, False))) == {0: 5, 1: 5, 2: 10}
    session = top_up(played(table(100, 100, 4)), 2, 96)
    assert antes(deal(session)) == {0: 5, 1: 5, 2: 10}


def test_a_carried_side_pot_is_not_matched() -> None:
    """R8.4 is about the main pot."""
    session = played(with_games(table(100, 100), {0: "oro", 1: "oro"}), 0)
    assert session.carried.as_carry() == Carry(0, 0, {"oro": 2})
    assert session.carried.pots
    assert antes(deal(sit(session, 2, person(2)))) == {0: 5, 1: 5, 2: 5}


# --- R9.3: each side game's pot waits for that game -----------------------------------------


def test_a_side_pot_waits_until_its_game_runs_again() -> None:
    """R9.1, R9.3: hand after hand, whoever wins the main pot."""
    session = played(with_games(table(100, 100, 100), {0: "oro flor", 1: "oro flor"}), 0)
    assert session.carried.as_carry() == Carry(0, 0, {"oro": 2, "flor": 2})
    session = played(with_games(session, {0: "flor", 1: "oro"}), 1)
    assert session.carried.as_carry() == Carry(0, 0, {"oro": 2, "flor": 2})
    session = with_games(session, {0: "", 1: "oro", 2: "oro"})
    assert running(deal(session)).deal.side_pots == {"oro": 4}
    before = [player_at(session, place).stack for place in range(3)]
    session = played(session, 1, announce="oro")
    # Place 2 deals this hand, so the ace of diamonds is dealt to place 0, which is not in oro.
    assert session.carried.as_carry() == Carry(0, 0, {"flor": 2})
    after = [player_at(session, place).stack for place in range(3)]
    assert [now - then for then, now in zip(before, after, strict=True)] == [-5, 10 + 3, -5 - 1]


def test_a_side_pot_grows_while_nobody_qualifies() -> None:
    """R9.3: in the hands of that game only; each game has its own pot."""
    session = with_games(table(100, 100), {0: "oro flor", 1: "oro flor"})
    session = with_games(hands(session, 2), {0: "flor", 1: "flor"})
    session = hands(session, 1)
    assert session.carried.as_carry() == Carry(30, 3, {"oro": 4, "flor": 6})
    assert side_games(deal(session)) == {"flor": (0, 1)}
    assert chips(session) == 200


def test_main_pot_and_side_pots_are_won_apart() -> None:
    """R8.3, R9.3: a hand without a winner can have a winner of a side game."""
    session = hands(with_games(table(100, 100), {0: "oro", 1: "oro"}), 1)
    session = played(session, announce="oro")
    assert session.carried.as_carry() == Carry(20, 2, {})
    assert stacks(session)[:2] == (92, 88)


def test_with_return_side_pots_are_carried_all_the_same() -> None:
    """R8.3 is about antes, R9.3 about side pots."""
    session = hands(with_games(table(100, 100, no_winner="return"), {0: "oro", 1: "oro"}), 3)
    assert session.carried.as_carry() == Carry(0, 0, {"oro": 6})
    assert stacks(session)[:2] == (97, 97)


def test_whose_chips_lie_in_a_pot_is_remembered() -> None:
    """R8.7, R9.3: hand, player, place and bet of each contribution, and only of carried pots."""
    session = played(with_games(table(100, None, 100), {0: "oro", 2: "oro"}))
    session = sit(with_games(session, {0: ""}), 1, person(1))
    session = played(session)
    assert {
        name: [tuple(coin) for coin in coins] for name, coins in session.carried.pots.items()
    } == {
        "main": [
            (1, "ana", 0, 5, 5),
            (1, "carla", 2, 5, 5),
            (2, "ana", 0, 5, 5),
            (2, "beto", 1, 10, 5),
            (2, "carla", 2, 5, 5),
        ],
        "oro": [(1, "ana", 0, 1, 1), (1, "carla", 2, 1, 1)],
    }
    assert [session.carried.put_into_main(name) for name in NAMES] == [True, True, True, False]


def test_a_won_pot_is_forgotten() -> None:
    """R8.3: who wins owes nobody; the next pot that is carried begins anew."""
    session = played(played(played(table(100, 100))), 0)
    session = played(session)
    assert session.carried.refunds() == {"ana": 5, "beto": 5}
    assert session.carried.count == 1


def test_the_hand_that_is_dealt_takes_the_pots_over() -> None:
    """Section 12 `carry`: as the hand before left them, side pots of other games included."""
    session = played(with_games(table(100, 100), {0: "oro", 1: "oro"}))
    session = with_games(session, {0: "flor", 1: "flor"})
    dealt = begin_hand(session, tuple(range(52)), 0)
    assert running(dealt).deal.carry == Carry(10, 1, {"oro": 2})
    assert dealt.carried == session.carried
