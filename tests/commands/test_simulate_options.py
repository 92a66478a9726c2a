"""What the options of `simulate` do (section 12): rules, seats, policies, seeds, `--quiet`."""

import json
from typing import Any

import pytest

from tests.commands.running import PRESETS, printed, simulated

DESMOCHE = ("--preset", "desmoche")
# House rule → the text after `--set RULE=` and the value it means; each differs from the preset.
SETTINGS: list[tuple[str, str, Any]] = [
    ("seats", "2,3", [2, 3]),
    ("seats", "3,3", [3, 3]),
    ("deck", "40", 40),
    ("hand_size", "8", 8),
    ("hand_size", "10", 10),
    ("max_run", "3", 3),
    ("cut", "false", False),
    ("cambio", "no", False),
    ("automatic_wins", "peladilla", ["peladilla"]),
    ("automatic_wins", "color,peladilla", ["peladilla", "color"]),
    ("automatic_wins", "", []),
    ("color_win", "same_suit", "same_suit"),
    ("second_draw", "false", False),
    ("ace_high_runs", "true", True),
    ("lay_on_turn", "any", "any"),
    ("lay_on_turn", "no", "no"),
    ("rearrange", "free", "free"),
    ("forcing", "by_opponent", "by_opponent"),
    ("forcing", "off", "off"),
    ("force_back", "false", False),
    ("drawn_card", "open", "open"),
    ("discard_pile", "open", "open"),
    ("retiring", "free", "free"),
    ("retiring", "no", "no"),
    ("meld_order", "vote", "vote"),
    ("meld_order", "disqualify", "disqualify"),
    ("play_everything", "yes", True),
    ("side_games", "oro,flor", ["oro", "flor"]),
    ("side_games", "escalera", ["escalera"]),
    ("side_games", "", []),
    ("escalera_a23_high", "false", False),
    ("no_winner", "return", "return"),
    ("match_carry", "false", False),
    ("next_dealer", "winner_starts", "winner_starts"),
]


@pytest.mark.parametrize(("rule", "text", "value"), SETTINGS)
def test_set(rule: str, text: str, value: Any) -> None:
    """R2: the value as JSON has it stands in every hand file, and the hands are played."""
    files = simulated(*DESMOCHE, "--seats", "3", "--hands", "2", "--set", f"{rule}={text}")
    assert [file["rules"] for file in files] == [{"preset": "desmoche", rule: value}] * 2


def test_set_more_than_one() -> None:
    """R2: as many overrides as one likes; the last word on one rule counts."""
    (file,) = simulated(
        *DESMOCHE, "--set", "cut=no", "--set", "deck=40", "--set", "hand_size=8", "--set", "cut=yes"
    )
    assert file["rules"] == {"preset": "desmoche", "deck": 40, "hand_size": 8}
    assert len(file["deck"].split()) == 40


def test_set_what_the_preset_says_already() -> None:
    """R2: no override at all."""
    assert printed(*DESMOCHE, "--set", "deck=52", "--set", "seats=2,4") == printed(*DESMOCHE)


@pytest.mark.parametrize(
    ("text", "games"), [("side_games=oro,flor", {"oro", "flor"}), ("side_games=", set())]
)
def test_side_games_that_are_played(text: str, games: set[str]) -> None:
    """R9: those of the list and no other."""
    files = simulated(*DESMOCHE, "--hands", "12", "--set", text)
    assert {game for file in files for game in file["side"]} == games
    assert {game for file in files for game in file["carry"]["side"]} <= games


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (("--seats", "2"), 2),
        (("--seats", "3", "--set", "seats=2,3"), 3),
        (("--seats", "2", "--set", "seats=2,3"), 2),
        (("--set", "seats=2,3"), 3),
        (("--set", "seats=2,2"), 2),
        ((), 4),
    ],
    ids=["2", "3 of 2-3", "2 of 2-3", "most of 2-3", "most of 2", "most"],
)
def test_seats(options: tuple[str, ...], seats: int) -> None:
    """R2 `seats`: as many as asked for, else as many as the rules allow."""
    (file,) = simulated(*DESMOCHE, *options)
    assert len(file["seats"]) == seats


def test_bet_and_stack() -> None:
    """Section 12: `--bet`, default 5; `--stack`, default 1000."""
    (plain,) = simulated(*DESMOCHE)
    assert (plain["bet"], plain["stacks"]) == (5, [1000] * 4)
    (other,) = simulated(*DESMOCHE, "--bet", "7", "--stack", "7")
    assert (other["bet"], other["stacks"], other["side"]) == (7, [7] * 4, {})


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("policy", ["random", "greedy", "bot"])
def test_one_policy_for_all(preset: str, policy: str) -> None:
    """Section 12: one word is the same as that word for each seat."""
    arguments = ("--preset", preset, "--hands", "2", "--policy")
    files = simulated(*arguments, policy)
    assert len(files) == 2
    words = ",".join([policy] * len(files[0]["seats"]))
    assert printed(*arguments, words) == printed(*arguments, policy)


def test_policies_are_by_seat() -> None:
    """Section 12: which seat plays how makes a difference, and so does the policy."""
    words = ("random,greedy", "greedy,random", "greedy", "random")
    said = [printed(*DESMOCHE, "--seats", "2", "--hands", "3", "--policy", w) for w in words]
    assert len(set(said)) == 4


def test_random_is_the_policy_if_none_is_named() -> None:
    assert printed(*DESMOCHE) == printed(*DESMOCHE, "--policy", "random")


@pytest.mark.parametrize("preset", PRESETS)
def test_seeds_differ(preset: str) -> None:
    """Section 12: the deal, and not only the play, comes from the seed."""
    decks = {
        simulated("--preset", preset, "--seed", str(seed))[0]["deck"]
        for seed in (0, 1, 2, 3, 2**53 - 1)
    }
    assert len(decks) == 5


def test_decks_differ_from_hand_to_hand() -> None:
    """R3.1: each hand has every card once, in an order of its own."""
    decks = [file["deck"].split() for file in simulated(*DESMOCHE, "--hands", "12")]
    assert len({tuple(deck) for deck in decks}) == 12
    assert {len(set(deck)) for deck in decks} == {52}


def test_the_first_dealer_is_drawn() -> None:
    """R3.3: over forty seeds every seat has the first deal."""
    seeds = map(str, range(40))
    assert {simulated(*DESMOCHE, "--seed", seed)[0]["dealer"] for seed in seeds} == {0, 1, 2, 3}


@pytest.mark.parametrize("hands", [0, 1, 3])
def test_fewer_hands_are_the_first_of_more(hands: int) -> None:
    """Section 12: one line a hand, none for none."""
    more = printed(*DESMOCHE, "--hands", "5", "--seed", "4").splitlines()
    assert printed(*DESMOCHE, "--hands", str(hands), "--seed", "4").splitlines() == more[:hands]


@pytest.mark.parametrize("hands", [0, 1, 12])
def test_quiet(hands: int) -> None:
    """Section 12: a closing line and nothing else, about the hands that would be printed."""
    arguments = (*DESMOCHE, "--hands", str(hands), "--seed", "6")
    (line,) = printed(*arguments, "--quiet").splitlines()
    said = json.loads(line)
    assert said.keys() == {"hands", "actions", "hands_per_second", "actions_per_second"}
    assert said["hands"] == hands
    assert said["actions"] == sum(len(file["actions"]) for file in simulated(*arguments))
    assert (said["hands_per_second"] > 0) == (said["actions_per_second"] > 0) == (hands > 0)
