"""Nobody sees what they may not: views that cannot tell one hand from another (R11.2).

At every step of a hand, for every seat and a spectator, everything hidden is changed
(`tests.rules.hiding`), and the view must stay the same to the byte, options included.
The same is asked of views with a leak planted in them, and there it must fail.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.actions import Announce, Claim, Declare, Force, Give
from engine.rules.options import options
from engine.rules.state import SEATS_IN, Phase, State
from engine.rules.views import view, view_json
from tests.rules.hiding import otherwise
from tests.rules.places import all_cards
from tests.rules.playing import Hand
from tests.strategies import examples, hands, sample_of_hands

Look = Callable[[State, int | None], Any]


def honest(state: State, viewer: int | None) -> Any:
    return view_json(view(state, viewer))


def tells_apart(look: Look, state: State, other: State, viewer: int | None) -> bool:
    return json.dumps(look(state, viewer)) != json.dumps(look(other, viewer))


def viewers(state: State) -> list[int | None]:
    return [None, *range(state.deal.seats)]


@examples(40)
@given(hands(), st.integers(0, 2**32))
def test_a_view_tells_nothing_that_is_hidden(hand: Hand, seed: int) -> None:
    """R11.2, R11.3, R7.7, R10.4: at every step, for every seat and a spectator."""
    chance = Random(seed)
    for state in hand.states():
        for viewer in viewers(state):
            other = otherwise(state, viewer, chance)
            assert sorted(all_cards(other)) == sorted(all_cards(state))
            assert not tells_apart(honest, state, other, viewer), viewer


def claims(state: State, viewer: int | None) -> int:
    return sum(isinstance(said, Claim) for said in state.answers)


def forces(state: State, viewer: int | None) -> list[int]:
    return [said.target for said in state.answers if isinstance(said, Force)]


def could_claim(state: State, viewer: int | None) -> bool:
    others = [seat for seat in SEATS_IN[state.waiting] if seat != viewer]
    return state.phase is Phase.OFFER and any(options(state, seat).layouts for seat in others)


def declared(state: State, viewer: int | None) -> int:
    return sum(isinstance(said, Declare) for said in state.answers)


def given_card(state: State, viewer: int | None) -> list[int]:
    return [said.card for said in state.answers if isinstance(said, Give)][-1:]


def announced_early(state: State, viewer: int | None) -> Any:
    return [said.games for said in state.answers if isinstance(said, Announce)]


def votes(state: State, viewer: int | None) -> int:
    return state.trial.votes.count(False) if state.trial else 0


def lowest_cards(state: State, viewer: int | None) -> list[int]:
    return [hand & -hand for hand in state.hands]


def next_card(state: State, viewer: int | None) -> tuple[int, ...]:
    return state.pile[state.gone :][:1]


def last_card(state: State, viewer: int | None) -> int:
    return state.pile[-1]


def drawn_card(state: State, viewer: int | None) -> int | None:
    return state.drawn


def retired_layouts(state: State, viewer: int | None) -> Any:
    return [state.layouts[seat] for seat in SEATS_IN[state.retired]]


def card_beneath(state: State, viewer: int | None) -> tuple[int, ...]:
    return state.discards[-2:-1]


def removed_cards(state: State, viewer: int | None) -> Any:
    return state.removed


def as_dealt(state: State, viewer: int | None) -> Any:
    return state.dealt[-1]


def count_of_suit(state: State, viewer: int | None) -> int:
    """A number says something too: how many spades the others hold."""
    return sum((hand & 0x1FFF).bit_count() for hand in state.hands)


LEAKS: tuple[Look, ...] = (
    claims,
    forces,
    could_claim,
    declared,
    given_card,
    announced_early,
    votes,
    lowest_cards,
    next_card,
    last_card,
    drawn_card,
    retired_layouts,
    card_beneath,
    removed_cards,
    as_dealt,
    count_of_suit,
)
# The house rules under which there is most to give away.
SECRETIVE = {
    "preset": "desmoche",
    "cambio": True,
    "forcing": "by_opponent",
    "drawn_card": "private",
    "discard_pile": "top",
    "retiring": "free",
    "meld_order": "vote",
}


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
@pytest.mark.parametrize("watcher", ["seat", "spectator"])
def test_a_planted_leak_is_found(leak: Look, watcher: str) -> None:
    """The law can fail: one secret more in a view, and some hand gives it away."""

    def leaky(state: State, viewer: int | None) -> Any:
        return {**honest(state, viewer), "leak": leak(state, viewer)}

    chance = Random(1)
    assert any(
        tells_apart(leaky, state, otherwise(state, viewer, chance), viewer)
        for hand in sample_of_hands(60, **SECRETIVE)
        for state in hand.states()
        for viewer in ([None] if watcher == "spectator" else range(state.deal.seats))
    )


@pytest.mark.parametrize("part", ["hands", "answers", "drawn", "layouts", "discards", "removed"])
def test_everything_hidden_is_indeed_changed(part: str) -> None:
    """R11.2: the law looks at each kind of secret, not at copies of the same hand."""
    chance = Random(2)
    assert any(
        getattr(state, part) != getattr(otherwise(state, None, chance), part)
        for hand in sample_of_hands(60, **SECRETIVE)
        for state in hand.states()
    )
