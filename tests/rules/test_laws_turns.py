"""Whose turn it is, who may retire, who has won: R7.1, R7.8, R7.11-R7.13 told once more."""

from hypothesis import given

from engine.rules.actions import Discard, Draw, Leave, Pay, Retire
from engine.rules.cards import TEXT
from engine.rules.events import Died, Discarded, Drawn, Laid, WentOut
from engine.rules.state import SEATS_IN, Phase, State
from tests.rules import brute
from tests.rules.legal import legal_actions
from tests.rules.playing import Hand, Step
from tests.rules.words import hand_of, layout_of
from tests.strategies import cards_of_deck, examples, hands


def next_active(state: State, seat: int) -> int | None:
    """The next active seat to the right, the seat itself last."""
    seats = state.deal.seats
    ring = [(seat + step) % seats for step in range(1, seats + 1)]
    return next((other for other in ring if other in SEATS_IN[state.active]), None)


@examples(80)
@given(hands())
def test_the_turn_goes_on_from_the_discarder(hand: Hand) -> None:
    """R7.8, R7.12: past a dead card the turn goes to its discarder's right, or comes again."""
    first_drawn: int | None = None
    for step in hand.steps():
        if first_drawn is None:
            first_drawn = next((e.card for e in step.events if isinstance(e, Drawn)), None)
        for event in step.events:
            if isinstance(event, Died):
                again = hand.deal.rules.second_draw and event.card == first_drawn
                expect_turn(step.after, turn_after(step, again))


def turn_after(step: Step, again: bool) -> int | None:
    """The seat that is to draw now, if there is anything to draw."""
    discarder = step.before.discarder
    if discarder is None:  # the card was turned up just now, and nobody was asked
        assert isinstance(step.action, Discard | Pay | Leave)
        discarder = step.action.seat
    if again and discarder in SEATS_IN[step.after.active]:
        return discarder
    return next_active(step.after, discarder)


def expect_turn(state: State, seat: int | None) -> None:
    if seat is None or state.deck_count == 0:
        assert state.phase is Phase.OVER
        assert state.result
        assert state.result.how == "no_winner"
    else:
        assert (state.phase, state.turn) == (Phase.DRAW, seat)


@examples(60)
@given(hands())
def test_play_begins_on_the_dealers_right(hand: Hand) -> None:
    """R7.1, R7.8, R10.2: the first turn, and turns that are given up."""
    first = next((state for state in hand.states() if state.phase is Phase.DRAW), None)
    assert first is None or first.turn == next_active(first, hand.deal.dealer)
    for step in hand.steps():
        seat = step.action.seat
        if seat is not None and (isinstance(step.action, Retire) or left_its_turn(step)):
            expect_turn(step.after, next_active(step.after, seat))


def left_its_turn(step: Step) -> bool:
    """R10.2: a seat left before drawing or while owing, and did not end the hand by it."""
    before, action = step.before, step.action
    on_turn = before.phase in (Phase.DRAW, Phase.PAY) and before.turn == action.seat
    return isinstance(action, Leave) and on_turn and len(SEATS_IN[step.after.present]) > 1


@examples(60)
@given(hands())
def test_drawing_takes_the_top_card(hand: Hand) -> None:
    """R7.1: one card at a time, from the top, and only by drawing."""
    for step in hand.steps():
        before, after = step.before, step.after
        if isinstance(step.action, Draw):
            assert after.drawn == before.pile[before.gone]
            assert after.pile[after.gone :] == before.pile[before.gone + 1 :]
        elif before.phase is not Phase.CUT:
            assert after.pile[after.gone :] == before.pile[before.gone :]


@examples(80)
@given(hands())
def test_who_may_retire(hand: Hand) -> None:
    """R7.2, R7.11: on its turn, before drawing, and as the house rule has it."""
    seen: set[str] = set()
    for step in hand.steps():
        seen |= turned_up(step)
        for seat in range(hand.deal.seats):
            may = Retire(seat) in legal_actions(step.after, seat)
            assert may == (on_turn(step.after, seat) and proved(step.after, seat, seen))


def on_turn(state: State, seat: int) -> bool:
    return state.phase is Phase.DRAW and state.turn == seat


def turned_up(step: Step) -> set[str]:
    """The cards that this action laid or discarded face up."""
    cards = {TEXT[event.card] for event in step.events if isinstance(event, Discarded)}
    for event in step.events:
        if isinstance(event, Laid):
            cards |= {TEXT[c] for meld in event.layout for c in range(52) if meld >> c & 1}
    return cards


def proved(state: State, seat: int, seen: set[str]) -> bool:
    rules = state.deal.rules
    if rules.retiring != "proved":
        return rules.retiring == "free"
    missing = brute.growth(rules, layout_of(state, seat), cards_of_deck(rules.deck))
    return missing <= hand_of(state, seat) | seen


@examples(80)
@given(hands())
def test_how_a_hand_ends(hand: Hand) -> None:
    """R7.4, R7.12, R7.13: the goal, a walkover, or nobody; never while play could go on."""
    for step in hand.steps():
        state = step.after
        here = SEATS_IN[state.present]
        goal = [s for s in here if sum(map(len, layout_of(state, s))) == hand.deal.rules.goal]
        if state.result is None:
            assert len(here) > 1
            assert not goal
        elif state.result.how == "goal":
            assert (goal, state.hands[goal[0]]) == ([state.result.winner], 0)
        elif state.result.how == "walkover":
            assert here == (state.result.winner,)
            assert any(isinstance(event, WentOut) for event in step.events)
        elif state.result.how == "no_winner":
            assert state.deck_count == 0 or not state.active
        else:
            assert step.before.phase in (Phase.CAMBIO, Phase.DECLARE)
