"""Numbers that must come out: melds of a deck, ways to play from a deal, most layouts.

Melds are counted by formula and by trying all cards. Ways to play (perft) were pinned
when the layouts offered had been shown to be all there are (`test_laws_layouts`); a
mismatch names the first actions with their counts, so that two versions can be compared.
"""

from math import comb
from typing import Any

import pytest

from engine.rules.action_json import action_to_json
from engine.rules.actions import Action, Leave
from engine.rules.cards import texts
from engine.rules.hand_file import FORMAT, hand_file_from_json
from engine.rules.house_rules import rules_from_json
from engine.rules.layouts import MAX_LAYOUTS, Play, Setting, layouts_for
from engine.rules.melds import meld_table
from engine.rules.play import apply, start
from engine.rules.state import SEATS_IN, State
from tests.rules import brute
from tests.rules.legal import legal_actions
from tests.rules.words import cards_in as texts_in
from tests.rules.words import mask
from tests.strategies import cards_of_deck

# --- melds ----------------------------------------------------------------------------


def runs_of_a_suit(ranks: int, max_run: int, ace_high: bool) -> int:
    """R6.1: a run of n begins at any of ranks - n + 1 places; an ace above adds one more.

    A run of all the ranks there are is A low, so there the ace adds none.
    """
    lengths = range(3, min(max_run, ranks) + 1)
    return sum(ranks - n + 1 + (ace_high and n < ranks) for n in lengths)


@pytest.mark.parametrize("ace_high", [False, True])
@pytest.mark.parametrize("max_run", range(3, 14))
@pytest.mark.parametrize("deck", [52, 40])
def test_number_of_melds(deck: int, max_run: int, ace_high: bool) -> None:
    """R6.1: sets of three and four for each rank, runs for each suit; 13 is for R9.2."""
    table, ranks = meld_table(deck, max_run, ace_high), deck // 4
    runs = 4 * runs_of_a_suit(ranks, max_run, ace_high)
    assert len(table.runs) == runs
    assert len(table.order) == runs + ranks * (comb(4, 3) + comb(4, 4))


def test_number_of_melds_by_hand() -> None:
    """52 cards, runs to five: 4 x (11 + 10 + 9) runs and 13 x 5 sets."""
    assert len(meld_table(52, 5, False).order) == 120 + 65


@pytest.mark.parametrize("ace_high", [False, True])
@pytest.mark.parametrize("max_run", [3, 5, 8, 10])
@pytest.mark.parametrize("deck", [52, 40])
def test_melds_are_those_of_the_book(deck: int, max_run: int, ace_high: bool) -> None:
    """R6.1: every subset of one suit or one rank is tried."""
    shape = {"deck": deck, "max_run": max_run, "ace_high_runs": ace_high}
    rules = rules_from_json({"preset": "desmoche", **shape})
    by_the_book = set(brute.melds_of(rules, cards_of_deck(deck)))
    assert set(map(texts_in, rules.melds.order)) == by_the_book
    assert {texts_in(run) for run in rules.melds.runs} == {
        meld for meld in by_the_book if not brute.is_set(meld)
    }


@pytest.mark.parametrize("ace_high", [False, True])
@pytest.mark.parametrize("deck", [52, 40])
def test_the_order_of_a_run(deck: int, ace_high: bool) -> None:
    """R6.1, R6.7: upwards, the ace first but where it ends a run; all ranks are A low."""
    table = meld_table(deck, 10, ace_high)
    spades = cards_of_deck(deck)[: deck // 4]
    lines = [(spades, len(spades))]
    if ace_high:
        lines.append(([*spades[1:], spades[0]], len(spades) - 1))
    wanted = {
        tuple(line[first : first + size])
        for line, longest in lines
        for size in range(3, min(10, longest) + 1)
        for first in range(len(line) - size + 1)
    }
    runs = [tuple(texts(table.order[run])) for run in table.runs]
    assert sorted(run for run in runs if run[0] in spades) == sorted(wanted)


@pytest.mark.parametrize("ace_high", [False, True])
@pytest.mark.parametrize("deck", [52, 40])
def test_cards_that_a_meld_can_take(deck: int, ace_high: bool) -> None:
    """R7.9, R7.11: what may be added to each meld, all else unmoved."""
    rules = rules_from_json({"preset": "desmoche", "deck": deck, "ace_high_runs": ace_high})
    for meld, grows in rules.melds.grows.items():
        old = frozenset({texts_in(meld)})
        assert set(texts_in(grows)) == brute.growth(rules, old, cards_of_deck(deck))


# --- ways to play ---------------------------------------------------------------------

TWO, THREE, FOUR = ["ana", "beto"], ["ana", "beto", "carla"], ["ana", "beto", "carla", "dora"]
NO_OPENING = {"cut": False, "cambio": False, "automatic_wins": []}
DECK_OF_THREE = (
    "3s 4d 3d 4s 4h 3h 5s Qc 5d 6s Qd 6d 7s 7h 7d Kh 8h 8d 2h 9h 9d Ts Th Td Js Jh Jd 6h Qh 4c "
    "Ad 5h Ah Kd 7c 8s Ac 2d Kc 2s Tc 6c Jc 5c As Ks 3c 2c 8c 9s 9c Qs"
)
DECK_OF_FOUR = (
    "Kh 4h 4d 4c 5s 2d 5d 5c Ad Qs 6d 3s 7s 7h 9s 7c 8s 8h 8d 8c 9c 9h Qh 7d Ts Th 3d Tc Js Jh "
    "Jd Jc 6h 9d Qd Ks 6s 2h 4s Td 5h 2c Ah Kc 2s As Qc Ac 6c 3h Kd 3c"
)
CONQUIAN_OF_TEN = (
    "4c 7h 6h As 5h 7c Jh Jc 6s 5d 5c Jd 7d Js 6d Kd 6c 3d 2h Qd 4d Kh Qs Ad 4s 2s 3h 3c 2c Ks "
    "Qh 2d 7s 3s Kc 5s Ah 4h Ac Qc"
)
CONQUIAN_OF_NINE = (
    "Ad Kd 2d Ac 6d 2c 7s 3c 6c 3h 6h 5c 4s 5h Jd 7c Qd Jc 4c 7d 2h 6s Jh 5d Qs 4h Ks 5s 3s As "
    "Js Qc Qh 3d Ah Kc Kh 4d 2s 7h"
)
CONQUIAN_OF_EIGHT = (
    "4s 2h 2s 5s 3h As Ad Ac 2d 7s 5h 4h Js 6h 4d 7d Kh 5d Ks Jh 6d Ah Qh Jc 6s Qd 3d Kc 3s Qs "
    "6c 7c Kd 2c Qc 4c 7h 5c 3c Jd"
)


def beginning(rules: dict[str, Any], seats: list[str], deck: str) -> State:
    file = {
        "format": FORMAT,
        "rules": rules,
        "seats": seats,
        "stacks": [100] * len(seats),
        "bet": 5,
        "dealer": len(seats) - 1,
        "deck": deck,
        "actions": [],
    }
    return start(hand_file_from_json(file).deal)[0]


def ways_on(state: State) -> list[Action]:
    """Every action of everyone, but for leaving."""
    actions = [a for seat in SEATS_IN[state.waiting] for a in legal_actions(state, seat)]
    return [action for action in actions if not isinstance(action, Leave)]


def perft(state: State, depth: int) -> int:
    """How many sequences of so many actions begin here."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(ways_on(state))
    return sum(perft(apply(state, action)[0], depth - 1) for action in ways_on(state))


def divide(state: State, depth: int) -> str:
    """The same number for each first action."""
    return "\n".join(
        f"{perft(apply(state, action)[0], depth - 1):8} {action_to_json(action)}"
        for action in ways_on(state)
    )


@pytest.mark.parametrize(
    ("rules", "seats", "deck", "counts"),
    [
        pytest.param(
            {"preset": "desmoche", **NO_OPENING},
            THREE,
            DECK_OF_THREE,
            [2, 3, 15, 61, 712, 2717, 5691],
            id="desmoche",
        ),
        pytest.param(
            {"preset": "conquien", "cut": False, "cambio": False, "lay_on_turn": "any"},
            FOUR,
            DECK_OF_FOUR,
            [2, 12, 45, 136, 393, 1161, 5464, 19685],
            id="conquien",
        ),
        pytest.param(
            {"preset": "conquian"},
            TWO,
            CONQUIAN_OF_TEN,
            [1, 1, 4, 19, 61, 262, 522, 1251, 2672],
            id="conquian",
        ),
        pytest.param(
            {"preset": "conquian_mexican", "cambio": False},
            TWO,
            CONQUIAN_OF_NINE,
            [1, 1, 6, 32, 47, 119, 352, 1288, 2869],
            id="conquian_mexican",
        ),
        pytest.param(
            {"preset": "conquian_three", "cambio": False},
            THREE,
            CONQUIAN_OF_EIGHT,
            [1, 7, 34, 105, 202, 588, 1596, 2670, 6830],
            id="conquian_three",
        ),
        # Three seats each give one of nine, in any order; then each has but to be ready.
        pytest.param(
            {"preset": "desmoche", "cut": False, "automatic_wins": ["peladilla"]},
            THREE,
            DECK_OF_THREE,
            [3 * 9, 3 * 2 * 9**2, 3 * 2 * 9**3, 3 * 3 * 2 * 9**3],
            id="cambio and declare",
        ),
        # The cut may leave the deck as it is, at 0 and at its size.
        pytest.param({"preset": "conquian", "cut": True}, TWO, CONQUIAN_OF_TEN, [41, 41], id="cut"),
    ],
)
def test_ways_to_play(
    rules: dict[str, Any], seats: list[str], deck: str, counts: list[int]
) -> None:
    """R4-R7: the number of sequences of one, two, three ... actions."""
    state = beginning(rules, seats, deck)
    for depth, count in enumerate(counts, 1):
        found = perft(state, depth)
        assert found == count, f"{found} at depth {depth}, not {count}:\n{divide(state, depth)}"


def test_divide_names_the_ways() -> None:
    state = beginning({"preset": "desmoche", **NO_OPENING}, THREE, DECK_OF_THREE)
    lines = divide(state, 3).splitlines()
    assert lines[0] == "       7 {'seat': 0, 'do': 'draw'}"
    assert sum(int(line.split()[0]) for line in lines) == perft(state, 3)


# --- most layouts ---------------------------------------------------------------------

# The worst hands that `python -m tests.rules.awkward_search` has found: rows of a suit.
IN_A_ROW = ["3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc"]
TEN_HEARTS = ["Ah", "2h", "3h", "4h", "5h", "6h", "7h", "Jh", "Qh", "Kh"]
AWKWARD = [
    pytest.param({}, "lay", IN_A_ROW[:10], 113, id="ten to lay"),
    pytest.param({}, "use", IN_A_ROW, 162, id="eleven with one to use"),
    pytest.param(
        {"deck": 40, "ace_high_runs": True}, "lay", TEN_HEARTS, 161, id="ten in a ring to lay"
    ),
]


@pytest.mark.parametrize(("shape", "play", "cards", "count"), AWKWARD)
def test_the_most_layouts(shape: dict[str, Any], play: str, cards: list[str], count: int) -> None:
    """R11.1: the limit on options is far above what any hand can have."""
    rules = rules_from_json(
        {"preset": "desmoche", "rearrange": "free", "lay_on_turn": "any", **shape}
    )
    most = 0
    for used in cards if play == "use" else [None]:
        hand = frozenset(cards) - {used}
        setting = Setting(rules, Play(play), (), mask([used] if used else []), mask(hand))
        found = layouts_for(setting)
        assert len(found) == len(brute.layouts(rules, play, frozenset(), used, frozenset(hand)))
        most = max(most, len(found))
    assert most == count
    assert count * 5 < MAX_LAYOUTS
