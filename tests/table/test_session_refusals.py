"""Every reason to refuse something between hands, and the limits of chips (R8.1).

A refusal changes nothing: sessions are values, and the one that was asked stays as it was.
"""

from collections.abc import Callable

import pytest

from engine.rules.house_rules import rules_from_json
from engine.table import dealing, seating
from engine.table.session import Player, Session, SessionCode, SessionRefusal, open_session
from tests.table.tables import QUICK, chips, deal, person, played, stacks, table

MOST = 2**53 - 1  # R8.1
C = SessionCode


def two() -> Session:
    return table(100, 100)


def during() -> Session:
    """A hand runs; carla has sat down since."""
    return seating.sit(deal(table(100, 100)), 2, person(2))


def full() -> Session:
    """All the chips that a table may hold: ten in a carried pot, the rest in stacks."""
    return played(table(MOST - 20, 20))


def rich(stack: int) -> Callable[[Session], object]:
    return lambda session: seating.sit(session, 3, person(3, stack))


REFUSALS: dict[str, tuple[Callable[[], Session], Callable[[Session], object], SessionCode]] = {
    "sit below": (two, lambda s: seating.sit(s, -1, person(2)), C.NO_SUCH_PLACE),
    "sit beyond": (two, lambda s: seating.sit(s, 4, person(2)), C.NO_SUCH_PLACE),
    "stand, empty": (two, lambda s: seating.stand(s, 2), C.NO_SUCH_PLACE),
    "stand, below": (two, lambda s: seating.stand(s, -4), C.NO_SUCH_PLACE),
    "stand, beyond": (two, lambda s: seating.stand(s, 4), C.NO_SUCH_PLACE),
    "top up, empty": (two, lambda s: seating.top_up(s, 2, 1), C.NO_SUCH_PLACE),
    "opt in, empty": (two, lambda s: seating.opt_in(s, 3, frozenset()), C.NO_SUCH_PLACE),
    "sit out, below": (two, lambda s: seating.sit_out(s, -1, True), C.NO_SUCH_PLACE),
    "propose, empty": (two, lambda s: seating.propose_bet(s, 2, 9), C.NO_SUCH_PLACE),
    "answer, empty": (two, lambda s: seating.answer_proposal(s, 2, True), C.NO_SUCH_PLACE),
    "sit, taken": (two, lambda s: seating.sit(s, 1, person(2)), C.PLACE_TAKEN),
    "sit, own place": (two, lambda s: seating.sit(s, 1, person(1)), C.PLACE_TAKEN),
    "sit twice": (two, lambda s: seating.sit(s, 2, person(1)), C.ALREADY_SEATED),
    "sit twice, renamed": (
        two, lambda s: seating.sit(s, 2, Player("ana", "x", 1)), C.ALREADY_SEATED
    ),
    "a negative stack": (two, rich(-1), C.BAD_CHIPS),
    "a stack beyond": (table, rich(MOST + 1), C.BAD_CHIPS),
    "a stack too many": (two, rich(MOST - 199), C.BAD_CHIPS),
    "a stack beside a pot": (full, rich(1), C.BAD_CHIPS),
    "top up by 0": (two, lambda s: seating.top_up(s, 0, 0), C.BAD_CHIPS),
    "top up by less": (two, lambda s: seating.top_up(s, 0, -5), C.BAD_CHIPS),
    "top up beyond": (two, lambda s: seating.top_up(s, 0, MOST + 1), C.BAD_CHIPS),
    "top up too much": (two, lambda s: seating.top_up(s, 0, MOST - 199), C.BAD_CHIPS),
    "top up beside a pot": (full, lambda s: seating.top_up(s, 0, 1), C.BAD_CHIPS),
    "top up too much during a hand": (
        during, lambda s: seating.top_up(s, 2, MOST - 299), C.BAD_CHIPS
    ),
    "a bet of 0": (two, lambda s: seating.propose_bet(s, 0, 0), C.BAD_CHIPS),
    "a negative bet": (two, lambda s: seating.propose_bet(s, 0, -1), C.BAD_CHIPS),
    "a bet beyond": (two, lambda s: seating.propose_bet(s, 0, MOST + 1), C.BAD_CHIPS),
    "a bet over a pot": (
        lambda: played(two()), lambda s: seating.propose_bet(s, 0, 9), C.POT_CARRIED
    ),
    "yes to nothing": (two, lambda s: seating.answer_proposal(s, 0, True), C.NO_PROPOSAL),
    "no to nothing": (two, lambda s: seating.answer_proposal(s, 0, False), C.NO_PROPOSAL),
    "opt into another": (
        two, lambda s: seating.opt_in(s, 0, frozenset({"escalera"})), C.NOT_IN_GAME
    ),
    "opt into one of two": (
        two, lambda s: seating.opt_in(s, 0, frozenset({"oro", "poker"})), C.NOT_IN_GAME
    ),
    "stand, dealt in": (during, lambda s: seating.stand(s, 0), C.HAND_RUNNING),
    "top up, dealt in": (during, lambda s: seating.top_up(s, 1, 5), C.HAND_RUNNING),
    "propose": (during, lambda s: seating.propose_bet(s, 2, 9), C.HAND_RUNNING),
    "answer": (during, lambda s: seating.answer_proposal(s, 2, True), C.HAND_RUNNING),
    "deal twice": (during, deal, C.HAND_RUNNING),
    "close": (during, dealing.close_session, C.HAND_RUNNING),
    "deal to one": (lambda: table(100, 4), deal, C.TOO_FEW),
}  # fmt: skip


@pytest.mark.parametrize(("make", "ask", "code"), REFUSALS.values(), ids=REFUSALS)
def test_refusals(
    make: Callable[[], Session], ask: Callable[[Session], object], code: SessionCode
) -> None:
    """R2, R3.3, R8.1, R8.2, R9.1: the code, some words, and the session as it was."""
    session = make()
    before = repr(session)
    with pytest.raises(SessionRefusal) as refused:
        ask(session)
    assert refused.value.code == code
    assert len(refused.value.message.split()) >= 3
    assert repr(session) == before


OF_LIVE_TABLES = {
    C.NOT_SEATED,
    C.NOT_HOST,
    C.TOO_LATE,
    C.TABLE_CLOSED,
    C.BAD_PLEDGE,
    C.BAD_ENTROPY,
    C.HAS_CLOCK,
    C.STILL_THERE,
}
"""Codes that no session refuses with, only a table that lives: test_live_refusals has them."""


def test_every_code_has_its_case() -> None:
    assert {code for _, _, code in REFUSALS.values()} == set(SessionCode) - OF_LIVE_TABLES


@pytest.mark.parametrize(
    ("bet", "stakes", "code"),
    [
        (0, None, C.BAD_CHIPS),
        (-5, None, C.BAD_CHIPS),
        (MOST + 1, None, C.BAD_CHIPS),
        (5, {"oro": 0}, C.BAD_CHIPS),
        (5, {"oro": 1, "flor": MOST + 1}, C.BAD_CHIPS),
        (5, {"escalera": 1}, C.NOT_IN_GAME),
    ],
)
def test_a_table_that_cannot_be_opened(
    bet: int, stakes: dict[str, int] | None, code: SessionCode
) -> None:
    """R8.1: bets and stakes are at least 1; R9: stakes for the games of the rules."""
    with pytest.raises(SessionRefusal) as refused:
        open_session(rules_from_json(QUICK), bet, stakes)
    assert refused.value.code == code


def test_a_table_may_hold_all_there_is() -> None:
    """R8.1: 2^53 − 1 chips together, and they stay whole from hand to hand."""
    session = full()
    assert (chips(session), stacks(session)[:2]) == (MOST, (MOST - 25, 15))
    session = played(session, 1)
    assert (chips(session), stacks(session)[:2]) == (MOST, (MOST - 30, 30))
    _, owed = dealing.close_session(session)
    assert sum(owed.values()) == MOST


def test_the_last_chip_is_let_in() -> None:
    """R8.1: exactly as many as fit, at a place, on a stack, and as a bet."""
    assert chips(seating.sit(table(), 0, person(0, MOST))) == MOST
    assert chips(seating.sit(two(), 3, person(3, MOST - 200))) == MOST
    assert chips(seating.top_up(two(), 0, MOST - 200)) == MOST
    assert chips(seating.top_up(during(), 2, MOST - 300)) == MOST
    assert chips(seating.sit(table(), 0, person(0, 0))) == 0
    bet = seating.propose_bet(table(100), 0, MOST).bet
    assert bet == MOST


def test_who_waits_may_come_and_go_during_a_hand() -> None:
    """R8.1: what is refused to who was dealt in is open to who was not."""
    session = seating.top_up(during(), 2, 5)
    session = seating.sit_out(seating.opt_in(session, 2, frozenset({"oro"})), 2, True)
    session, player = seating.stand(session, 2)
    assert player == Player("carla", "carla", 105, frozenset({"oro"}), sits_out=True)
    assert session == deal(two())
