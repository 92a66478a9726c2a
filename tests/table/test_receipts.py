"""Pots as receipts, from nothing but the ledger (R8.3, R8.4, R8.7, R8.8, R9.3)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.rules.actions import Announce, Leave
from engine.rules.options import options
from engine.rules.state import SEATS_IN, Phase
from engine.table.bad_rows import BadRow
from engine.table.carried import Carried
from engine.table.commands import AnswerBet, Choose, CloseTable, ProposeBet, Sit, Stand, Void
from engine.table.money import Account, AccountKind, Reason, Transfer
from engine.table.receipts import Receipts, told
from tests.table.world import Driver

CARRIED = AccountKind.CARRIED


def transfers(table: Driver) -> list[Transfer]:
    return [one for entry in table.entries for one in entry.transfers]


def receipts(table: Driver) -> Receipts:
    """What the ledger says, and that the table remembers just the same."""
    read = Receipts()
    for transfer in transfers(table):
        read.feed(transfer)
    remembered = {
        name: [(coin.hand, coin.player, coin.amount) for coin in coins]
        for name, coins in table.live.session.carried.pots.items()
        if not (table.live.playing and name in dealt_pots(table))
    }
    assert remembered == {
        account.owner: [tuple(coin) for coin in pot.coins]
        for account, pot in read.open.items()
        if account.kind is CARRIED
    }
    return read


def dealt_pots(table: Driver) -> set[str]:
    """The pots that are in the hand now, not carried."""
    running = table.live.session.running
    return {"main", *running.deal.side} if running else set()


def lines(table: Driver) -> list[str]:
    read = receipts(table)
    return [line for pot in (*read.over, *read.open.values()) for line in told(pot)]


def no_winner(table: Driver) -> None:
    """A hand that nobody wins, and in which nobody announces."""
    table.deal()
    while table.live.playing and table.hand.phase is Phase.ANNOUNCE:
        table.act(Announce(SEATS_IN[table.hand.waiting][0], ()))
    table.retire_all()


def won_by(table: Driver, winner: int) -> None:
    """A hand that all but one place leave."""
    table.deal()
    for seat, place in enumerate(table.live.dealt):
        if place != winner:
            table.act(Leave(seat))


def doble() -> Driver:
    """R8.3: carried once, won in the next hand."""
    table = Driver()
    no_winner(table)
    won_by(table, 1)
    return table


def triple() -> Driver:
    """R8.3, R8.4: carried twice, a newcomer matches, and the pot waits."""
    table = Driver(people=2)
    no_winner(table)
    no_winner(table)
    table.do(Sit("carla", "carla", 100, 2))
    won_by(table, 2)
    return table


def agreed_bet() -> Driver:
    """R8.2: seven instead of five, then carried."""
    table = Driver(people=2)
    won_by(table, 0)
    table.do(ProposeBet("ana", 7))
    table.do(AnswerBet("beto", agree=True))
    no_winner(table)
    return table


def side_game_carried() -> Driver:
    """R9.3: two stakes stay while the main pot is won."""
    table = Driver()
    table.do(Choose("ana", frozenset({"oro"})))
    table.do(Choose("carla", frozenset({"oro"})))
    table.deal()
    while table.hand.phase is Phase.ANNOUNCE:
        table.act(Announce(SEATS_IN[table.hand.waiting][0], ()))
    for seat, place in enumerate(table.live.dealt):
        if place != 1:
            table.act(Leave(seat))
    return table


def side_game_won_later() -> Driver:
    """R9.3: the two stakes that waited go to the winner of the next hand's side game."""
    table = side_game_carried()
    table.deal()
    while table.hand.phase is Phase.ANNOUNCE:
        seat = SEATS_IN[table.hand.waiting][0]
        table.act(Announce(seat, options(table.hand, seat).games or ()))
    table.retire_all()
    return table


def side_game_refunded() -> Driver:
    """R8.7 holds for a side pot, too."""
    table = side_game_carried()
    table.do(CloseTable("ana"))
    return table


def refunded() -> Driver:
    """R8.7: an odd pot of 45 goes back as it came, to someone who is gone too."""
    table = Driver(people=2)
    no_winner(table)
    table.do(Sit("carla", "carla", 100, 2))
    no_winner(table)
    table.do(Stand("beto"))
    no_winner(table)
    table.do(CloseTable("ana"))
    return table


def refunded_bot() -> Driver:
    """R8.7: a bot's chips came from the bank and go back there; the receipt still says whose."""
    table = Driver(people=1)
    table.do(Sit("bot-1", "Lola", 100, 1, bot=True))
    no_winner(table)
    table.do(CloseTable("ana"))
    return table


def void() -> Driver:
    """R8.8: antes back, the carried pot as it was."""
    table = Driver(people=2)
    no_winner(table)
    table.deal()
    table.do(Void("a test wants it"))
    return table


def returned() -> Driver:
    """R8.3 `return`."""
    table = Driver(people=2, no_winner="return")
    no_winner(table)
    return table


GOLDEN: dict[Callable[[], Driver], list[str]] = {
    doble: [
        "main: 30, carried 1",
        *("+ hand 1 ana 5", "+ hand 1 beto 5", "+ hand 1 carla 5"),
        *("+ hand 2 ana 5", "+ hand 2 beto 5", "+ hand 2 carla 5"),
        "- hand 2 beto 30 award",
    ],
    triple: [
        "main: 45, carried 2",
        *("+ hand 1 ana 5", "+ hand 1 beto 5", "+ hand 2 ana 5", "+ hand 2 beto 5"),
        *("+ hand 3 ana 5", "+ hand 3 beto 5", "+ hand 3 carla 15"),
        "- hand 3 carla 45 award",
    ],
    agreed_bet: [
        *("main: 10", "+ hand 1 ana 5", "+ hand 1 beto 5", "- hand 1 ana 10 award"),
        *("main: 14, carried 1", "+ hand 2 ana 7", "+ hand 2 beto 7"),
    ],
    side_game_carried: [
        *("main: 15", "+ hand 1 ana 5", "+ hand 1 beto 5", "+ hand 1 carla 5"),
        "- hand 1 beto 15 award",
        *("oro: 2, carried 1", "+ hand 1 ana 1", "+ hand 1 carla 1"),
    ],
    side_game_won_later: [
        *("main: 15", "+ hand 1 ana 5", "+ hand 1 beto 5", "+ hand 1 carla 5"),
        "- hand 1 beto 15 award",
        *("oro: 4, carried 1", "+ hand 1 ana 1", "+ hand 1 carla 1"),
        *("+ hand 2 ana 1", "+ hand 2 carla 1", "- hand 2 carla 4 award"),
        *("main: 15, carried 1", "+ hand 2 ana 5", "+ hand 2 beto 5", "+ hand 2 carla 5"),
    ],
    side_game_refunded: [
        *("main: 15", "+ hand 1 ana 5", "+ hand 1 beto 5", "+ hand 1 carla 5"),
        "- hand 1 beto 15 award",
        *("oro: 2, carried 1", "+ hand 1 ana 1", "+ hand 1 carla 1"),
        *("- close ana 1 refund", "- close carla 1 refund"),
    ],
    refunded: [
        "main: 40, carried 3",
        *("+ hand 1 ana 5", "+ hand 1 beto 5"),
        *("+ hand 2 ana 5", "+ hand 2 beto 5", "+ hand 2 carla 10"),
        *("+ hand 3 ana 5", "+ hand 3 carla 5"),
        *("- close ana 5 refund", "- close beto 5 refund"),
        *("- close ana 5 refund", "- close beto 5 refund", "- close carla 10 refund"),
        *("- close ana 5 refund", "- close carla 5 refund"),
    ],
    refunded_bot: [
        *("main: 10, carried 1", "+ hand 1 ana 5", "+ hand 1 bot-1 5"),
        *("- close ana 5 refund", "- close bot-1 5 refund"),
    ],
    void: [
        *("main: 10, carried 1", "+ hand 1 ana 5", "+ hand 1 beto 5"),
        *("= hand 2 ana 5 returned", "= hand 2 beto 5 returned"),
    ],
    returned: ["main: 0", "= hand 1 ana 5 returned", "= hand 1 beto 5 returned"],
}


@pytest.mark.parametrize(
    ("play", "expected"), GOLDEN.items(), ids=[play.__name__ for play in GOLDEN]
)
def test_a_pot_opens_to_its_coins(play: Callable[[], Driver], expected: list[str]) -> None:
    assert lines(play()) == expected


def test_agreed_bets_and_matches_show_in_the_table_s_own_memory() -> None:
    """R8.2, R8.4: each coin has the bet of its hand, so a match is several bets."""
    table = agreed_bet()
    table.do(Sit("carla", "carla", 100, 2))
    no_winner(table)
    coins = table.live.session.carried.pots["main"]
    assert [(coin.player, coin.amount, coin.bet) for coin in coins if coin.hand == 3] == [
        ("ana", 7, 7),
        ("beto", 7, 7),
        ("carla", 14, 7),
    ]


def test_a_side_pot_that_was_split_with_an_odd_chip() -> None:
    """R9.3: three stakes, two equal runs; and nobody can be paid a chip more."""
    pot = Account(AccountKind.POT, "escalera", "t")
    stacks = [Account(AccountKind.STACK, name, "t") for name in ("ana", "beto", "carla")]
    read = Receipts()
    for number, stack in enumerate(stacks):
        read.feed(Transfer(stack, pot, 1, Reason.SIDE_STAKE, f"stake{number}", 1))
    read.feed(Transfer(pot, stacks[1], 2, Reason.SPLIT, "first", 1))
    with pytest.raises(BadRow, match="2 chips are paid out of a pot of 1"):
        read.feed(Transfer(pot, stacks[2], 2, Reason.SPLIT, "too much", 1))
    read.feed(Transfer(pot, stacks[2], 1, Reason.SPLIT, "second", 1))
    assert [told(one) for one in read.over] == [
        [
            *("escalera: 3", "+ hand 1 ana 1", "+ hand 1 beto 1", "+ hand 1 carla 1"),
            *("- hand 1 beto 2 split", "- hand 1 carla 1 split"),
        ]
    ]


def test_names_are_told_where_they_are_known() -> None:
    (pot,) = receipts(doble()).over
    assert told(pot, {"beto": "Don Beto"})[-1] == "- hand 2 Don Beto 30 award"


# --- rows that no pot explains --------------------------------------------------------------


FLOR = Account(AccountKind.POT, "flor", "t")
EVA = Account(AccountKind.WALLET, "eva")
ONE = Account(CARRIED, "flor", "t")

# The fields of the first row of a kind that are changed, and what is said of it.
STRANGE: dict[str, tuple[Callable[[], Driver], Reason, dict[str, Any], str]] = {
    "another reason": (doble, Reason.ANTE, {"reason": Reason.TOP_UP}, "only antes and side"),
    "of no hand": (doble, Reason.ANTE, {"hand": None}, "only antes and side"),
    "from a wallet": (doble, Reason.ANTE, {"debit": EVA}, "comes from a stack"),
    "carried in part": (doble, Reason.CARRY, {"amount": 14}, "14 chips are carried of a pot of 15"),
    "carried elsewhere": (doble, Reason.CARRY, {"credit": ONE}, "carried as what it is"),
    "from no pot": (doble, Reason.AWARD, {"debit": FLOR}, "there is no pot flor"),
    "more than there is": (doble, Reason.AWARD, {"amount": 31}, "paid out of a pot of 30"),
    "cashed out": (doble, Reason.AWARD, {"reason": Reason.CASH_OUT}, "won, split, returned"),
    "won by a wallet": (doble, Reason.AWARD, {"credit": EVA}, "won, split, returned"),
    "returned in part": (void, Reason.RETURN, {"amount": 4}, "only what a seat put in"),
    "refunded in part": (refunded, Reason.REFUND, {"amount": 4}, "refund is 5 chips to ana"),
    "refunded to another": (refunded, Reason.REFUND, {"credit": EVA}, "refund is 5 chips to ana"),
}


@pytest.mark.parametrize(("play", "reason", "change", "says"), STRANGE.values(), ids=STRANGE)
def test_a_row_that_no_pot_explains(
    play: Callable[[], Driver], reason: Reason, change: dict[str, Any], says: str
) -> None:
    rows = transfers(play())
    spoilt = next(place for place, row in enumerate(rows) if row.reason is reason)
    read = Receipts()
    for row in rows[:spoilt]:
        read.feed(row)
    with pytest.raises(BadRow, match=says):
        read.feed(rows[spoilt]._replace(**change))


def test_a_bad_row_changes_nothing() -> None:
    read = receipts(void())
    before = replace(next(iter(read.open.values())))
    carried, pot = Account(CARRIED, "main", "t"), Account(AccountKind.POT, "main", "t")
    bad = Transfer(carried, pot, 4, Reason.CARRY, "key", 3)
    with pytest.raises(BadRow):
        read.feed(bad)
    assert list(read.open.values()) == [before]


def test_a_closed_table_has_no_pot() -> None:
    table = refunded()
    assert table.live.session.carried == Carried()
    assert not receipts(table).open
