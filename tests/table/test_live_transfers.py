"""The rows of the ledger, move by move, as R8 and R9 say: written out, so that a change is seen."""

from dataclasses import replace

from engine.rules.deal import Carry, Deal, SideGame
from engine.rules.house_rules import rules_from_json
from engine.rules.settlement import Bonus, Result, SidePot
from engine.table.money import Account, AccountKind, Transfer
from engine.table.transfers import Books, of_deal, of_result, of_void

BOOKS = Books("t", 7, ("ana", "beto", "carla"))


def deal(carry: Carry | None = None, antes: tuple[int, ...] = (5, 5, 5), **rules: object) -> Deal:
    return Deal(
        rules=rules_from_json({"preset": "desmoche", **rules}),
        names=("Ana", "Beto", "Carla"),
        stacks=(100, 100, 100),
        bet=5,
        antes=antes,
        carry=carry or Carry(),
        side={},
        dealer=2,
        deck=tuple(range(52)),
    )


def result(of: Deal, winner: int | None, carry: Carry | None = None) -> Result:
    return Result(
        winner=winner,
        how="no_winner" if winner is None else "goal",
        pot=of.pot,
        bonuses=(),
        unpaid=(0, 0, 0),
        side={},
        stacks=of.stacks_in_play,
        carry=carry or Carry(),
        shown=0,
        card=None,
    )


def told(transfers: tuple[Transfer, ...]) -> list[str]:
    """Rows as a person would read them; keys are checked on the way."""
    assert len({one.key for one in transfers}) == len(transfers)
    assert all(one.hand == 7 and one.key.startswith("t/7/") for one in transfers)
    return [
        f"{name(one.debit)} > {name(one.credit)} {one.amount} {one.reason}" for one in transfers
    ]


def name(account: Account) -> str:
    assert account.table == "t"
    return account.owner if account.kind is AccountKind.STACK else f"{account.kind}:{account.owner}"


def test_a_hand_that_nobody_wins_and_the_doble_after_it() -> None:
    """R8.3."""
    plain = deal()
    assert told(of_deal(BOOKS, plain)) == [
        "ana > pot:main 5 ante",
        "beto > pot:main 5 ante",
        "carla > pot:main 5 ante",
    ]
    assert told(of_result(BOOKS, plain, result(plain, None, Carry(15, 1)))) == [
        "pot:main > carried:main 15 carry"
    ]
    doble = deal(Carry(15, 1))
    assert told(of_deal(BOOKS, doble))[-1] == "carried:main > pot:main 15 carry"
    assert told(of_result(BOOKS, doble, result(doble, 1))) == ["pot:main > beto 30 award"]


def test_a_triple_with_a_newcomer_s_matching_ante() -> None:
    """R8.4: five for each of the three hands."""
    triple = deal(Carry(20, 2), (5, 5, 15))
    assert told(of_deal(BOOKS, triple)) == [
        "ana > pot:main 5 ante",
        "beto > pot:main 5 ante",
        "carla > pot:main 15 ante",
        "carried:main > pot:main 20 carry",
    ]
    assert told(of_result(BOOKS, triple, result(triple, 2))) == ["pot:main > carla 45 award"]


def test_where_nobody_wins_antes_go_back_and_a_carried_pot_stays() -> None:
    """R8.3, `return`."""
    back = deal(Carry(20, 2), no_winner="return")
    assert told(of_result(BOOKS, back, result(back, None, Carry(20, 2)))) == [
        "pot:main > ana 5 return",
        "pot:main > beto 5 return",
        "pot:main > carla 5 return",
        "pot:main > carried:main 20 carry",
    ]


def test_side_games_carry_and_split_with_an_odd_chip() -> None:
    """R9.3: from the dealer's right on; what nobody has stays, what did not run is untouched."""
    sides = {"oro": SideGame(2, (0, 1, 2)), "flor": SideGame(1, (0, 2))}
    hand = replace(deal(Carry(0, 0, {"oro": 1, "escalera": 9})), side=sides)
    assert told(of_deal(BOOKS, hand))[3:] == [
        "ana > pot:oro 2 side_stake",
        "beto > pot:oro 2 side_stake",
        "carla > pot:oro 2 side_stake",
        "ana > pot:flor 1 side_stake",
        "carla > pot:flor 1 side_stake",
        "carried:oro > pot:oro 1 carry",
    ]
    ended = result(hand, 0)._replace(
        side={"oro": SidePot((1, 2), 7, (0, 0)), "flor": SidePot((), 2, ())}
    )
    assert told(of_result(BOOKS, hand, ended)) == [
        "pot:main > ana 15 award",
        "pot:oro > beto 4 split",
        "pot:oro > carla 3 split",
        "pot:flor > carried:flor 2 carry",
    ]


def test_bonuses_are_paid_in_order_as_far_as_a_stack_reaches() -> None:
    """R8.5, R8.6: beto has seven left for two bonuses of five."""
    hand = replace(deal(play_everything=True), stacks=(100, 12, 100))
    bonuses = (
        Bonus("mico", 1, 5),
        Bonus("color", 1, 5),
        Bonus("mico", 2, 5),
        Bonus("arriba_del_palo", 2, 5),
    )
    ended = result(hand, 0)._replace(bonuses=bonuses, unpaid=(0, 3, 0))
    assert told(of_result(BOOKS, hand, ended)) == [
        "pot:main > ana 15 award",
        "beto > ana 5 bonus",
        "beto > ana 2 bonus",
        "carla > ana 5 bonus",
        "carla > ana 5 bonus",
    ]


def test_a_void_hand_gives_back_and_leaves_pots_as_they_were() -> None:
    """R8.8."""
    hand = replace(deal(Carry(15, 1, {"oro": 4})), side={"oro": SideGame(2, (0, 1))})
    assert told(of_void(BOOKS, hand)) == [
        "pot:main > ana 5 return",
        "pot:main > beto 5 return",
        "pot:main > carla 5 return",
        "pot:oro > ana 2 return",
        "pot:oro > beto 2 return",
        "pot:main > carried:main 15 carry",
        "pot:oro > carried:oro 4 carry",
    ]
