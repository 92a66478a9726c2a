"""Gin rummy in RLCard and in OpenSpiel, played at random, as a measure for this engine.

Fair to both. A decision is any action a player takes, whether or not there was a choice: a forced
one, and the two steps in which RLCard's players score their hands, count in full. Cards drawn by
chance are not counted. Dealing is done off the clock, since OpenSpiel deals by one Python call a
card; all else a hand needs is on it: asking what is legal, choosing at random, applying, drawing.
Both run through Python, since that is how a server would use them, with the cheapest calls that
let a program play legally, and with no observation or encoding that a random player would ignore.
"""

import random
from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from typing import Any

from tests.bench import Figure

NEEDS = "is not installed: ./dev bench engine --peers installs it."


def rlcard(seconds: float, seed: int) -> Figure | str:
    """RLCard by its environment and by its bare game, each for half the time: the faster one.

    A sentence instead of a figure where RLCard is missing.
    """
    try:
        module = import_module("rlcard")
    except ModuleNotFoundError:
        return f"RLCard {NEEDS}"
    rng = random.Random(seed)
    env = module.make("gin-rummy", config={"seed": seed})
    game = env.game

    def play_env(dealt: tuple[dict[str, Any], int]) -> int:
        state, decisions = dealt[0], 0
        while not env.is_over():
            state, _ = env.step(rng.choice(state["raw_legal_actions"]))
            decisions += 1
        return decisions

    def play_game(_: object) -> int:
        decisions = 0
        while not game.is_over():
            game.step(rng.choice(game.judge.get_legal_actions()))
            decisions += 1
        return decisions

    by_env = _measure("RLCard gin rummy, env.step", env.reset, play_env, seconds / 2)
    by_game = _measure("RLCard gin rummy, game.step", game.init_game, play_game, seconds / 2)
    return max(by_env, by_game, key=lambda figure: figure.rate)


def open_spiel(seconds: float, seed: int) -> Figure | str:
    """OpenSpiel's C++ game through its Python binding.

    Every chance node of gin rummy deals one card evenly, so a random legal action is a fair
    sample, and cheaper than `chance_outcomes()`. A sentence where OpenSpiel is missing.
    """
    try:
        pyspiel = import_module("pyspiel")
    except ModuleNotFoundError:
        return f"OpenSpiel {NEEDS}"
    game, terminal = pyspiel.load_game("gin_rummy"), int(pyspiel.PlayerId.TERMINAL)
    rng = random.Random(seed)

    def deal() -> Any:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        return state

    def play(state: Any) -> int:
        decisions, player = 0, state.current_player()
        while player != terminal:
            decisions += player >= 0  # chance is a negative player
            state.apply_action(rng.choice(state.legal_actions()))
            player = state.current_player()
        return decisions

    return _measure("OpenSpiel gin rummy, Python", deal, play, seconds)


def _measure(
    name: str, deal: Callable[[], Any], play: Callable[[Any], int], seconds: float
) -> Figure:
    play(deal())  # the first hand pays for imports and caches
    decisions, spent = 0, 0.0
    while spent < seconds:
        hand = deal()
        start = perf_counter()
        decisions += play(hand)
        spent += perf_counter() - start
    return Figure(name, decisions, spent)
