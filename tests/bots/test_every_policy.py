"""Every policy, under any rules: what it does is legal, and it knows only what it sees.

`random` reads the state itself; the two that think are shown a view.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots.policy import POLICIES
from engine.rules.actions import Leave
from engine.rules.house_rules import PRESETS
from engine.rules.legality import check
from engine.rules.options import options
from engine.rules.state import SEATS_IN, State
from engine.simulation import Plan, simulate
from tests.rules.hiding import otherwise
from tests.rules.playing import Hand
from tests.strategies import examples, hands, sample_of_hands

NAMES = list(POLICIES)
TABLES = [
    (preset, seats)
    for preset, rules in PRESETS.items()
    for seats in range(rules.seats[0], rules.seats[1] + 1)
]


@pytest.mark.parametrize("name", NAMES)
@examples(25)
@given(hands(), st.integers(0, 2**32))
def test_whatever_has_been_played_it_goes_on_legally(name: str, hand: Hand, seed: int) -> None:
    """In positions that it would not have come to by itself as well."""
    chance = Random(seed)
    for state in hand.states():
        for seat in SEATS_IN[state.waiting]:
            check(state, POLICIES[name](state, seat, chance))  # raises a Refusal if it may not


@pytest.mark.parametrize("name", NAMES)
@examples(25)
@given(hands(), st.integers(0, 2**32))
def test_what_it_may_not_see_changes_nothing(name: str, hand: Hand, seed: int) -> None:
    """R11.2: it decides the same in every hand that its seat cannot tell from this one."""
    chance = Random(seed)
    for state in hand.states():
        for seat in SEATS_IN[state.waiting]:
            other = otherwise(state, seat, chance)
            decisions = [POLICIES[name](one, seat, Random(seed)) for one in (state, other)]
            assert decisions[0] == decisions[1]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_it_plays_hands_to_their_end(name: str, preset: str, seats: int) -> None:
    """At every preset's every table; `simulate` gives up on a hand that goes in circles."""
    plan = Plan(PRESETS[preset], (POLICIES[name],) * seats, hands=10, seed=1)
    assert sum(1 for _ in simulate(plan)) == 10


@pytest.mark.parametrize("name", ["greedy", "bot"])
@examples(25)
@given(hands())
def test_one_that_thinks_never_leaves(name: str, hand: Hand) -> None:
    for state in hand.states():
        for seat in SEATS_IN[state.waiting]:
            assert not isinstance(POLICIES[name](state, seat, Random(0)), Leave)


def test_random_leaves_nothing_out() -> None:
    """Every kind of action that is open comes, given time; what is not open never does."""
    for state in some_states():
        seat = SEATS_IN[state.waiting][0]
        found, chance = options(state, seat), Random(1)
        kinds = {type(POLICIES["random"](state, seat, chance)).__name__ for _ in range(20_000)}
        wanted = {word.capitalize() for word in found.acts} | {"Leave"}
        wanted |= {found.play.value.capitalize()} if found.layouts and found.play else set()
        wanted |= {"Declare"} if found.wins else set()
        wanted |= {"Force"} if found.targets else set()
        assert wanted == kinds


def some_states() -> list[State]:
    """A few positions with several kinds of action to choose from."""
    found: dict[frozenset[str], State] = {}
    for hand in sample_of_hands(60, preset="desmoche", forcing="by_opponent"):
        for state in hand.states():
            for seat in SEATS_IN[state.waiting][:1]:
                open_ones = options(state, seat)
                if open_ones.layouts or open_ones.targets:
                    kinds = {*open_ones.acts, str(open_ones.play), str(bool(open_ones.targets))}
                    found.setdefault(frozenset(kinds), state)
    assert len(found) > 3
    return list(found.values())
