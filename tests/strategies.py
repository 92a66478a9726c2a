"""Hypothesis strategies: any rules (R2), any deal (R3, R8, R9), any way to play it.

A way to play is a string of bytes, the dice. `tests.rules.playing` spends them action by
action; a byte 0 always means the plainest choice, so that a failure shrinks to a short
and ordinary hand.
"""

import os
from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.rules.deal import Deal
from engine.rules.hand_file import FORMAT, hand_file_from_json
from tests.rules.playing import Hand

RANKS = "A23456789TJQK"
PRESETS = ("desmoche", "conquien", "conquian", "conquian_mexican", "conquian_three")
AUTOMATIC_WINS = ("peladilla", "cuatro_cuerpos", "color")
SIDE_GAMES = (
    "oro",
    "corazon",
    "flor",
    "corazon_negro",
    "par_rojo",
    "par_negro",
    "dos_par_rojo",
    "dos_par_negro",
    "tres_cuerpos",
    "escalera",
)
# R2, written down a second time: house rule → every value it may have.
VALUES: dict[str, tuple[Any, ...]] = {
    "deck": (52, 40),
    "hand_size": (8, 9, 10),
    "max_run": tuple(range(3, 11)),
    "cut": (False, True),
    "cambio": (False, True),
    "color_win": ("same_color", "same_suit"),
    "second_draw": (False, True),
    "ace_high_runs": (False, True),
    "lay_on_turn": ("no", "extend", "any"),
    "rearrange": ("desmoche", "free"),
    "forcing": ("automatic", "by_opponent", "off"),
    "force_back": (False, True),
    "drawn_card": ("private", "open"),
    "discard_pile": ("top", "open"),
    "retiring": ("no", "proved", "free"),
    "meld_order": ("ignore", "refuse", "vote", "disqualify"),
    "escalera_a23_high": (False, True),
    "no_winner": ("carry", "return"),
    "match_carry": (False, True),
    "next_dealer": ("rotate", "winner_starts"),
}
FREE_IN_DESMOCHE: dict[str, st.SearchStrategy[Any]] = {
    "automatic_wins": st.lists(st.sampled_from(AUTOMATIC_WINS), unique=True),
    "play_everything": st.booleans(),
    "side_games": st.lists(st.sampled_from(SIDE_GAMES), unique=True),
}


def examples(count: int) -> settings:
    """How often a law is tried; a failure prints how to see it again.

    A failing hand is shown as a hand file to replay, so it is not made smaller first: that
    can take five minutes. `SHRINK=1 ./dev test tests/rules` does, and `EXAMPLES=20` tries
    everything twenty times as often.
    """
    phases = [Phase.explicit, Phase.reuse, Phase.generate]
    if "SHRINK" in os.environ:
        phases.append(Phase.shrink)
    often = count * int(os.environ.get("EXAMPLES", "1"))
    return settings(max_examples=often, phases=phases, print_blob=True)


@st.composite
def rules_json(draw: st.DrawFn) -> dict[str, Any]:
    """Any preset with any overrides that R2 allows, for the number of seats under `seats`."""
    preset = draw(st.sampled_from(PRESETS))
    free: dict[str, st.SearchStrategy[Any]] = {
        name: st.sampled_from(values) for name, values in VALUES.items()
    }
    if preset == "desmoche":
        free |= FREE_IN_DESMOCHE
    if preset == "conquien":
        free["side_games"] = st.sampled_from(([], ["oro"]))
    rules = draw(st.fixed_dictionaries({"preset": st.just(preset)}, optional=free))
    fewest = draw(st.integers(2, 4))
    return {**rules, "seats": [fewest, draw(st.integers(fewest, 4))]}


def cards_of_deck(size: int) -> list[str]:
    """R3.1."""
    ranks = RANKS if size == 52 else "A234567JQK"
    return [rank + suit for suit in "shdc" for rank in ranks]


def stacked_deck(size: int, seats: int, hand_size: int, seed: int, swaps: int) -> str:
    """A deck that deals neighbouring cards to one hand, so that there is something to meld.

    The fewer cards are swapped about, the more each hand is a block of suits or ranks.
    """
    chance = Random(seed)
    cards, start = cards_of_deck(size), chance.randrange(size)
    match chance.randrange(3):
        case 0:  # neighbouring cards of a suit
            cards = cards[start:] + cards[:start]
        case 1:  # neighbouring ranks
            cards.sort(key=lambda card: RANKS.index(card[0]))
            cards = cards[start:] + cards[:start]
        case _:  # the same ranks to everyone, of different suits
            cards = same_ranks(cards, seats, hand_size, start)
    for _ in range(swaps):
        one, other = chance.randrange(size), chance.randrange(size)
        cards[one], cards[other] = cards[other], cards[one]
    dealt, rest = cards[: seats * hand_size], cards[seats * hand_size :]
    chance.shuffle(rest)
    hands = [dealt[seat * hand_size : (seat + 1) * hand_size] for seat in range(seats)]
    return " ".join([card for round_ in zip(*hands, strict=True) for card in round_] + rest)


def same_ranks(cards: list[str], seats: int, hand_size: int, start: int) -> list[str]:
    """First the hands, each the same part of another suit, then what is left."""
    ranks = len(cards) // 4
    suits = [cards[place : place + ranks] for place in range(0, len(cards), ranks)]
    suits = [suit[start % ranks :] + suit[: start % ranks] for suit in suits]
    dealt = [card for suit in suits[:seats] for card in suit[:hand_size]]
    return dealt + [card for card in cards if card not in dealt]


@st.composite
def _side(draw: st.DrawFn, games: tuple[str, ...], seats: int) -> dict[str, Any]:
    """R9.1: some of the games played, each with two seats or more."""
    if not games:
        return {}
    players = st.lists(st.integers(0, seats - 1), min_size=2, max_size=seats, unique=True)
    terms = st.fixed_dictionaries({"stake": st.integers(1, 9), "seats": players})
    least = draw(st.sampled_from((0, 1, 1)))
    return draw(st.dictionaries(st.sampled_from(games), terms, min_size=least, max_size=4))


@st.composite
def _carry(draw: st.DrawFn) -> dict[str, Any]:
    """R8.3, R9.3: now and then a pot is carried."""
    side = draw(st.dictionaries(st.sampled_from(SIDE_GAMES), st.integers(0, 30), max_size=2))
    if draw(st.booleans()):
        return {"side": side}
    return {"pot": draw(st.integers(1, 99)), "count": draw(st.integers(1, 4)), "side": side}


@st.composite
def _chips(draw: st.DrawFn, rules: dict[str, Any], seats: int) -> dict[str, Any]:
    """R8.1, R8.4: antes and stakes that stacks, down to empty ones, can bear."""
    all_games = {"desmoche": SIDE_GAMES, "conquien": ("oro",)}.get(rules["preset"], ())
    games = tuple(rules.get("side_games", all_games))
    bet, carry, side = draw(st.integers(1, 20)), draw(_carry()), draw(_side(games, seats))
    antes = [bet] * seats
    if rules.get("match_carry", True) and carry.get("count"):
        matching = bet * (carry["count"] + 1)
        antes = [draw(st.sampled_from((bet, matching))) for _ in range(seats)]
    spare = st.one_of(st.integers(0, 3 * bet), st.sampled_from((0, 1000, 10**12)))
    stakes = [sum(t["stake"] for t in side.values() if seat in t["seats"]) for seat in range(seats)]
    stacks = [ante + stake + draw(spare) for ante, stake in zip(antes, stakes, strict=True)]
    return {"bet": bet, "carry": carry, "side": side, "antes": antes, "stacks": stacks}


@st.composite
def deals(draw: st.DrawFn, /, **fixed: Any) -> Deal:
    """Any deal of any rules; house rules in `fixed` are as they say, lists written as tuples."""
    lists = {name: list(value) for name, value in fixed.items() if isinstance(value, tuple)}
    rules = {**draw(rules_json()), **fixed, **lists}
    seats = draw(st.integers(*rules["seats"]))
    standard = {"desmoche": (52, 9), "conquien": (52, 9), "conquian": (40, 10)}
    size, hand = standard.get(rules["preset"], (40, 9 if "mexican" in rules["preset"] else 8))
    size, hand = rules.get("deck", size), rules.get("hand_size", hand)
    if seats * hand >= size:  # R3.2
        hand = rules["hand_size"] = 9
    swaps = draw(st.sampled_from((15, 0, 1, 3, 8, 20, 25, 30)))
    file = {
        "format": FORMAT,
        "rules": rules,
        "seats": ["ana", "beto", "carla", "dora"][:seats],
        "dealer": draw(st.integers(0, seats - 1)),
        "deck": stacked_deck(size, seats, hand, draw(st.integers(0, 2**32)), swaps),
        "actions": [],
        **draw(_chips(rules, seats)),
    }
    return hand_file_from_json(file).deal


@st.composite
def hands(draw: st.DrawFn, /, most: int = 700, **fixed: Any) -> Hand:
    """A deal and the dice to play it: most hands are played to their end."""
    throws = st.binary(min_size=most // 2, max_size=most)
    return Hand(draw(deals(**fixed)), draw(throws))


@lru_cache
def sample_of_hands(count: int, **fixed: Any) -> tuple[Hand, ...]:
    """Hands that are the same every time, for what is counted over many."""
    found: list[Hand] = []

    @settings(max_examples=count, derandomize=True, database=None, phases=[Phase.generate])
    @given(hands(**fixed))
    def collect(hand: Hand) -> None:
        found.append(hand)

    collect()
    return tuple(found)
