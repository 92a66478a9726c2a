"""Automatic wins by their words (R5.1-R5.4): who may declare what, and who wins with it."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.automatic_wins import strength, wins_of
from engine.rules.house_rules import Rules, rules_from_json
from tests.rules.building import dealt, ended, refused
from tests.rules.words import mask
from tests.strategies import AUTOMATIC_WINS, VALUES, cards_of_deck, examples

HIGH = "23456789TJQKA"
RARITY = ("peladilla", "cuatro_cuerpos", "color")
PELADILLA = "As 3c 4d 7h 8s Td Js Qh Kd"
FORTY = {"deck": 40, "cut": False}


def meets(rules: Rules, win: str, hand: frozenset[str]) -> bool:
    """R5.1-R5.3."""
    if win not in rules.automatic_wins:
        return False
    if win == "cuatro_cuerpos":
        return 4 in Counter(card[0] for card in hand).values()
    if win == "color":
        colours = "s", "h", "d", "c"
        groups = colours if rules.color_win == "same_suit" else ("sc", "hd")
        return any(all(card[1] in group for card in hand) for group in groups)
    return not any(spoils_peladilla(rules, *pair) for pair in combinations(hand, 2))


def spoils_peladilla(rules: Rules, one: str, other: str) -> bool:
    """A pair, or neighbours of a suit; K and A are such with `ace_high_runs` alone."""
    line = "A23456789TJQK" if rules.deck == 52 else "A234567JQK"
    steps = {abs(line.index(one[0]) - line.index(other[0]))}
    neighbours = {1, len(line) - 1} if rules.ace_high_runs else {1}
    return one[0] == other[0] or (one[1] == other[1] and bool(steps & neighbours))


def better(win: str, hand: frozenset[str]) -> tuple[int, list[int]]:
    """R5.4: the rarer kind, then ace high: the four, or one card after another."""
    ranks = [HIGH.index(card[0]) for card in hand]
    if win == "cuatro_cuerpos":
        ranks = [rank for rank, count in Counter(ranks).items() if count == 4]
    return RARITY.index(win), sorted(ranks, reverse=True)


@st.composite
def rules_and_hands(draw: st.DrawFn) -> tuple[Rules, list[frozenset[str]]]:
    """Two hands of the same cards, likely to be something: bare ranks, fours, one colour."""
    names = ("deck", "hand_size", "color_win", "ace_high_runs")
    changed = {name: draw(st.sampled_from(VALUES[name])) for name in names}
    wins = draw(st.lists(st.sampled_from(AUTOMATIC_WINS), unique=True))
    rules = rules_from_json(
        {"preset": "desmoche", "automatic_wins": wins, **changed, "seats": [2, 3]}
    )
    kinds = st.sampled_from(("ranks", "four", "colour", "any"))
    seed = draw(st.integers(0, 2**32))
    return rules, [likely_hand(rules, draw(kinds), Random(seed + n)) for n in range(2)]


def likely_hand(rules: Rules, kind: str, chance: Random) -> frozenset[str]:
    deck, size = cards_of_deck(rules.deck), rules.hand_size
    if kind == "ranks":
        ranks = chance.sample(sorted({card[0] for card in deck}), size)
        return frozenset(rank + chance.choice("shdc") for rank in ranks)
    if kind == "four":
        four = [chance.choice(deck)[0] + suit for suit in "shdc"]
        rest = [card for card in deck if card not in four]
        return frozenset([*four, *chance.sample(rest, size - 4)])
    if kind == "colour":
        colour = chance.choice(("sc", "hd"))
        deck = [card for card in deck if card[1] in colour]
    return frozenset(chance.sample(deck, size))


@examples(400)
@given(rules_and_hands())
def test_what_a_hand_may_declare(given_hands: tuple[Rules, list[frozenset[str]]]) -> None:
    """R4.4, R5.1-R5.3: as it was dealt or as it is, and only what is played."""
    rules, hands = given_hands
    for some in (hands[:1], hands):
        wanted = {win for win in AUTOMATIC_WINS if any(meets(rules, win, hand) for hand in some)}
        assert set(wins_of(rules, tuple(map(mask, some)))) == wanted


@examples(400)
@given(rules_and_hands())
def test_which_of_two_is_better(given_hands: tuple[Rules, list[frozenset[str]]]) -> None:
    """R5.4: by kind and then by rank; suits part nobody."""
    _, (one, other) = given_hands
    every = rules_from_json({"preset": "desmoche"})
    for win in AUTOMATIC_WINS:
        for against in AUTOMATIC_WINS:
            if meets(every, win, one) and meets(every, against, other):
                mine, theirs = strength(win, mask(one)), strength(against, mask(other))
                wanted = better(win, one), better(against, other)
                assert (mine > theirs, mine == theirs) == (
                    wanted[0] > wanted[1],
                    wanted[0] == wanted[1],
                )


@pytest.mark.parametrize(
    ("hand", "rules"),
    [
        ("2s 3c 4d 7h As Td Js Qh Kd", {}),
        (PELADILLA.replace("3c", "3d"), {}),
        (PELADILLA.replace("7h", "7s"), {}),
        (PELADILLA.replace("Kd", "Ks"), {"ace_high_runs": True}),
        ("As 3s 5h 7h Jh Qs Kd 2c 4d", FORTY),
    ],
    ids=["A and 2", "3 and 4", "7 and 8", "K and A", "7 and J"],
)
def test_neighbours_of_a_suit_spoil_a_peladilla(hand: str, rules: dict[str, Any]) -> None:
    """R5.1, R3.1, R6.1."""
    file = dealt("desmoche", hand, "", **{"cut": False, **rules})
    assert refused(file, "0 declare peladilla") == "not_eligible"


def test_king_and_ace_of_a_suit_are_no_neighbours_without_ace_high_runs() -> None:
    """R5.1."""
    file = dealt("desmoche", PELADILLA.replace("Kd", "Ks").replace("Js", "Jc"), "2h", cut=False)
    assert ended(file, "0 declare peladilla\n1 give 2h")["winner"] == 0


def test_aces_are_above_kings() -> None:
    """R5.4."""
    file = dealt("desmoche", "Ks Kh Kc Kd", "As Ah Ac Ad", cut=False)
    assert ended(file, "0 declare cuatro_cuerpos\n1 declare cuatro_cuerpos")["winner"] == 1
