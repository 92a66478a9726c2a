"""R8.2: the bet changes between hands, if all seated agree, and not while a pot is carried."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from engine.table.dealing import void_hand
from engine.table.seating import answer_proposal, propose_bet, sit, sit_out, stand
from engine.table.session import Session, SessionCode, SessionRefusal
from tests.table.tables import antes, deal, person, played, running, table, with_games

Step: TypeAlias = Callable[[Session], Session]


def proposes(place: int, bet: int = 20) -> Step:
    return lambda session: propose_bet(session, place, bet)


def agrees(place: int) -> Step:
    return lambda session: answer_proposal(session, place, True)


def refuses(place: int) -> Step:
    return lambda session: answer_proposal(session, place, False)


def leaves(place: int) -> Step:
    return lambda session: stand(session, place)[0]


def sits(place: int, who: int) -> Step:
    return lambda session: sit(session, place, person(who))


def rests(place: int) -> Step:
    return lambda session: sit_out(session, place, True)


# Three sit at places 0 to 2 and the bet is 5: what happens, the bet then, is a proposal open.
CASES: dict[str, tuple[list[Step], int, bool]] = {
    "proposed": ([proposes(0)], 5, True),
    "one agrees": ([proposes(0), agrees(1)], 5, True),
    "all agree": ([proposes(0), agrees(1), agrees(2)], 20, False),
    "the same one twice": ([proposes(0), agrees(1), agrees(1)], 5, True),
    "the proposer again": ([proposes(0), agrees(0), agrees(0)], 5, True),
    "in any order": ([proposes(2), agrees(0), agrees(1)], 20, False),
    "to a lower bet": ([proposes(0, 1), agrees(1), agrees(2)], 1, False),
    "one refuses": ([proposes(0), refuses(1)], 5, False),
    "one refuses at last": ([proposes(0), agrees(1), refuses(2)], 5, False),
    "one thinks again": ([proposes(0), agrees(1), refuses(1)], 5, False),
    "the proposer withdraws": ([proposes(0), refuses(0)], 5, False),
    "refused, then proposed again": ([proposes(0), refuses(1), proposes(1), agrees(0)], 5, True),
    "another proposal instead": ([proposes(0), agrees(1), proposes(2, 7), agrees(0)], 5, True),
    "the other one counts": ([proposes(0), proposes(2, 7), agrees(0), agrees(1)], 7, False),
    "the same bet by another": ([proposes(0), agrees(1), proposes(2)], 5, True),
    "sitting out is seated": ([rests(2), proposes(0), agrees(1)], 5, True),
    "sitting out may agree": ([rests(2), proposes(0), agrees(1), agrees(2)], 20, False),
    "the last one leaves": ([proposes(0), agrees(1), leaves(2)], 20, False),
    "not the last one leaves": ([proposes(0), leaves(2)], 5, True),
    "the proposer leaves": ([proposes(0), leaves(0), agrees(1)], 5, True),
    "and the rest agree": ([proposes(0), leaves(0), agrees(1), agrees(2)], 20, False),
    "one who agreed leaves": ([proposes(0), agrees(1), leaves(1)], 5, True),
    "a newcomer must agree": ([proposes(0), sits(3, 3), agrees(1), agrees(2)], 5, True),
    "and does": ([proposes(0), sits(3, 3), agrees(1), agrees(2), agrees(3)], 20, False),
    "a newcomer has no old say": ([proposes(0), agrees(1), leaves(1), sits(1, 3)], 5, True),
    "a newcomer refuses": ([proposes(0), sits(3, 3), refuses(3)], 5, False),
    "all but one have left": ([leaves(1), leaves(2), proposes(0)], 20, False),
}


@pytest.mark.parametrize(("steps", "bet", "is_open"), CASES.values(), ids=CASES)
def test_proposals(steps: list[Step], bet: int, is_open: bool) -> None:
    session = table(100, 100, 100)
    for step in steps:
        session = step(session)
    assert (session.bet, session.proposal is not None) == (bet, is_open)


def test_the_new_bet_is_what_the_next_hand_antes() -> None:
    session = table(100, 19, 100)
    for step in (proposes(0), agrees(1), agrees(2)):
        session = step(session)
    assert antes(deal(session)) == {0: 20, 2: 20}


def test_a_proposal_ends_when_a_hand_is_dealt() -> None:
    """The bet changes only between hands, so what was asked before is asked no more."""
    session = played(proposes(0)(table(100, 100)), 0)
    assert (session.bet, session.proposal) == (5, None)
    with pytest.raises(SessionRefusal) as refused:
        agrees(1)(session)
    assert refused.value.code == SessionCode.NO_PROPOSAL


@pytest.mark.parametrize(
    "step", [proposes(0), agrees(0), refuses(0)], ids=["propose", "agree", "refuse"]
)
def test_not_during_a_hand(step: Step) -> None:
    with pytest.raises(SessionRefusal) as refused:
        step(deal(table(100, 100)))
    assert refused.value.code == SessionCode.HAND_RUNNING


def test_not_while_a_pot_is_carried() -> None:
    """R8.3: each adds the same bet; once the pot is won the bet may change again."""
    session = played(table(100, 100))
    with pytest.raises(SessionRefusal) as refused:
        propose_bet(session, 0, 20)
    assert refused.value.code == SessionCode.POT_CARRIED
    assert agrees(1)(proposes(0)(played(session, 0))).bet == 20


def test_a_void_hand_leaves_the_carried_pot_and_so_the_bet() -> None:
    """R8.2, R8.8."""
    session = void_hand(deal(played(table(100, 100))))
    with pytest.raises(SessionRefusal) as refused:
        propose_bet(session, 0, 20)
    assert refused.value.code == SessionCode.POT_CARRIED
    assert proposes(0)(void_hand(deal(table(100, 100)))).proposal is not None


def test_with_return_no_pot_stands_in_the_way() -> None:
    """R8.3 `return`."""
    assert agrees(1)(proposes(0)(played(table(100, 100, no_winner="return")))).bet == 20


def test_a_changed_bet_leaves_the_stakes() -> None:
    """R9.1: each side game has its own stake."""
    session = with_games(table(100, 100), {0: "oro", 1: "oro"})
    session = agrees(1)(proposes(0)(session))
    assert running(deal(session)).deal.side["oro"].stake == 1
