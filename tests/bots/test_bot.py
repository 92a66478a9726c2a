"""The policy `bot` at its decisions, one by one, and over a match."""

from random import Random
from typing import Any

import pytest

from engine.bots.bot import bot
from engine.bots.greedy import greedy
from engine.bots.policy import POLICIES
from engine.rules.actions import Action, Claim, Declare, Force, Pay, Retire, Use
from engine.rules.cards import CARDS, TEXT
from engine.rules.hand_file import hand_file_from_json
from engine.rules.house_rules import PRESETS
from engine.rules.play import advance, start
from engine.rules.state import SEATS_IN, State
from engine.rules.views import view
from tests.bench.bots import score
from tests.rules.building import TO_PLAY, dealt, with_actions


def state_after(file: dict[str, Any], script: str) -> State:
    """The position that a hand has come to."""
    hand = hand_file_from_json(with_actions(file, script))
    state, _ = start(hand.deal)
    for action in hand.actions:
        advance(state, action)
    return state


def decision(state: State, decide: Any = bot) -> Action:
    """What the first seat that is asked does."""
    seen = view(state, SEATS_IN[state.waiting][0])
    action: Action = decide(seen, Random(1))
    return action


def melds_of(action: Action) -> set[str]:
    assert isinstance(action, Use | Claim)
    return {" ".join(TEXT[card] for card in meld) for meld in action.melds}


@pytest.mark.parametrize(
    ("hand", "win"),
    [
        ("As 3c 4d 7h 8s Td Js Qh Kd", "peladilla"),
        ("As Ah Ad Ac 2s 3h 9d Tc Kc", "cuatro_cuerpos"),
        ("As 2s 3s 9c Tc Qc Jc 4s Kc", "color"),
        ("As Ac 2s 3s 9c Tc Qc Jc Kc", "color"),
    ],
)
@pytest.mark.parametrize("decide", [bot, greedy])
def test_an_automatic_win_is_declared(hand: str, win: str, decide: Any) -> None:
    """R4.3, R5."""
    state = state_after(dealt("desmoche", hand, "", cut=False), "")
    assert decision(state, decide) == Declare(0, win)


def test_what_completes_the_goal_is_used() -> None:
    """R7.4: whatever else could be done with the card."""
    file = dealt("desmoche", "2s 3s 4s 5s 6s 7s Kh Kd Kc", "", coming="8s", **TO_PLAY)
    action = decision(state_after(file, "0 draw"))
    assert melds_of(action) == {"2s 3s 4s 5s 6s 7s 8s", "Kh Kc Kd"}


def test_a_card_that_would_win_for_another_is_not_paid() -> None:
    """R7.9: seat 1 has nine cards down, and 2s or 8s would be its tenth."""
    file = dealt(
        "desmoche",
        "Js Jh 8s 2s 5d 9h 4c 6c Kd",
        "3s 4s 5s 6s 7s Ts Th Td Qh",
        coming="Tc Jd",
        **TO_PLAY,
    )
    script = """
        0 draw
        0 discard
        1 claim 3s 4s 5s 6s 7s / Ts Th Tc Td
        1 pay Qh
        0 pass
        0 draw
        0 use Js Jh Jd
    """
    paid = decision(state_after(file, script))
    assert isinstance(paid, Pay)
    assert TEXT[paid.card] not in ("2s", "8s")


@pytest.mark.parametrize(
    ("hand", "retires"),
    [
        pytest.param("As 3c 4d 7h 8s Td Js Qh Kd", True, id="no two cards that go together"),
        pytest.param("As 3c 4d 7h 8s Td Js Qh 9s", True, id="one run alone can't be ten cards"),
        pytest.param("8s 9s Ts 8h 9h Th Kd Kc 2d", False, id="two runs and a pair"),
    ],
)
def test_it_retires_when_nothing_can_win_any_more(hand: str, retires: bool) -> None:
    """R7.11: without a meld retiring is always proved."""
    state = state_after(dealt("desmoche", hand, "", "", **TO_PLAY, max_run=5), "")
    assert isinstance(decision(state), Retire) is retires
    assert not isinstance(decision(state, greedy), Retire)


def test_greedy_lays_the_most_and_pays_the_least_useful() -> None:
    """9s with three spades, the kings along with them; then the 2 that nothing goes with."""
    file = dealt("desmoche", "7s 8s Ts Kh Kd Kc 4h 5h 2d", "", coming="9s", **TO_PLAY)
    state = state_after(file, "0 draw")
    action = decision(state, greedy)
    assert melds_of(action) == {"7s 8s 9s Ts", "Kh Kc Kd"}
    advance(state, action)
    assert decision(state, greedy) == Pay(0, CARDS["2d"])


@pytest.mark.parametrize("decide", [bot, greedy])
def test_a_card_is_forced_on_a_seat_with_few_hand_cards(decide: Any) -> None:
    """R7.9 `by_opponent`: seat 1 has two left, and would have to pay one of them."""
    file = dealt(
        "desmoche",
        "2s 5d 9h 4c 6c Kd Jd",
        "3h 4h 5h 6h 7h Ts Th 2c Qs",
        coming="Tc 8h",
        **TO_PLAY,
        forcing="by_opponent",
    )
    script = """
        0 draw
        0 discard
        1 claim 3h 4h 5h 6h 7h / Ts Th Tc
        1 pay 2c
        0 pass
        0 draw
        0 discard
        1 pass
    """
    assert decision(state_after(file, script), decide) == Force(0, 1)


def test_a_match_is_won_above_par() -> None:
    """Par is a quarter. `./dev bench bots --hands 2000` measures the share."""
    found = score(POLICIES["bot"], POLICIES["greedy"], PRESETS["desmoche"], hands=150, seed=1)
    assert found.won + found.lost > 100
    assert found.share > 0.28
    again = score(POLICIES["bot"], POLICIES["greedy"], PRESETS["desmoche"], hands=30, seed=1)
    assert again == score(POLICIES["bot"], POLICIES["greedy"], PRESETS["desmoche"], 30, 1)
