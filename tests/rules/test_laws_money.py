"""Chips: none is made or lost, nobody goes below zero, and R8 and R9 are kept to the chip."""

from typing import NamedTuple

from hypothesis import given

from engine.rules.actions import Announce
from engine.rules.result_json import result_to_json
from engine.rules.settlement import Result
from engine.rules.state import SEATS_IN, State
from engine.rules.views import view
from tests.conformance.comparing import differences
from tests.rules.money_model import End, rank_of, settled
from tests.rules.playing import Hand
from tests.rules.words import cards_in, layout_of
from tests.strategies import examples, hands


class Ended(NamedTuple):
    """A hand that is over, as the engine has it and as the model needs it."""

    state: State
    result: Result
    end: End


def end_of(hand: Hand) -> Ended | None:
    """The last state of a hand, and what its settlement depends on; None if unfinished."""
    bare: set[int] = set()
    announced: dict[int, tuple[str, ...]] = {}
    state = None
    for step in hand.steps():
        state = step.after
        if isinstance(step.action, Announce):
            announced[step.action.seat] = step.action.games
        gone = set(SEATS_IN[state.out]) - set(SEATS_IN[step.before.out])
        bare |= {seat for seat in gone if not step.before.layouts[seat]}
    if state is None or state.result is None:
        return None
    out = frozenset(SEATS_IN[state.out])
    bare |= {s for s in range(hand.deal.seats) if s not in out and not state.layouts[s]}
    winner = state.result.winner
    end = End(
        winner=winner,
        how=state.result.how,
        layout=frozenset() if winner is None else layout_of(state, winner),
        bare=frozenset(bare),
        out=out,
        dealt=tuple(map(cards_in, state.dealt)),
        announced=tuple(announced.get(seat) for seat in range(hand.deal.seats)),
    )
    return Ended(state, state.result, end)


def unlike_the_book(hand: Hand, ended: Ended) -> list[str]:
    expect = {"result": settled(hand.deal, ended.end)}
    return differences(expect, {"result": result_to_json(ended.result)})


@examples(120)
@given(hands())
def test_the_settlement_is_that_of_the_book(hand: Hand) -> None:
    """R5.6, R8.3, R8.5, R8.6, R9.2, R9.3: chip by chip as an independent model has it."""
    if ended := end_of(hand):
        assert unlike_the_book(hand, ended) == []


@examples(60)
@given(hands(preset="desmoche", cut=False, side_games=("escalera",)))
def test_equal_runs_share_a_pot(hand: Hand) -> None:
    """R9.3: the same where ties are common."""
    if ended := end_of(hand):
        assert unlike_the_book(hand, ended) == []


@examples(60)
@given(hands(preset="desmoche", play_everything=True))
def test_bonuses_are_paid_as_far_as_stacks_go(hand: Hand) -> None:
    """R8.5, R8.6: the same where everything is played, and nobody pays what he has not."""
    if ended := end_of(hand):
        _, result, end = ended
        assert (
            differences({"result": settled(hand.deal, end)}, {"result": result_to_json(result)})
            == []
        )
        owed = sum(bonus.amount for bonus in result.bonuses)
        assert 0 <= sum(result.unpaid) <= owed


@examples(80)
@given(hands())
def test_chips_are_conserved(hand: Hand) -> None:
    """Section 12: stacks and carry after are stacks and carry before."""
    if ended := end_of(hand):
        result = ended.result
        before = sum(hand.deal.stacks) + hand.deal.carry.pot + sum(hand.deal.carry.side.values())
        after = sum(result.stacks) + result.carry.pot + sum(result.carry.side.values())
        assert before == after
        assert min(result.stacks) >= 0
        assert (result.carry.pot == 0) == (result.carry.count == 0)
        assert all(chips > 0 for chips in result.carry.side.values())


@examples(80)
@given(hands(preset="desmoche"))
def test_the_cards_that_won_side_games_are_shown(hand: Hand) -> None:
    """R11.4, R9.1: cards as dealt, as good as the whole hand, of the winners alone."""
    if ended := end_of(hand):
        state, result, end = ended
        shown = view(state, None).shown
        assert {game: set(held) for game, held in shown.items()} == {
            game: set(pot.winners) for game, pot in result.side.items()
        }
        for game, held in shown.items():
            for seat, cards in held.items():
                assert cards_in(cards) <= end.dealt[seat]
                best = rank_of(hand.deal.rules, game, end.dealt[seat])
                assert rank_of(hand.deal.rules, game, cards_in(cards)) == best
