"""Gin rummy in RLCard and in OpenSpiel, played at random, as a measure for this engine.

Fair to both. A decision is any action a player takes, whether or not there was a choice: a forced
one, and the two steps in which RLCard's players score their hands, count in full; cards drawn by
chance do not count. Both run through Python, since that is how a server would use them, with no
observation or encoding that a random player would ignore. OpenSpiel runs twice, since much of its
time goes into chance: once as the example in its documentation drives it, sampling from
`chance_outcomes()`, and once by the cheapest way there is, a random legal action.
"""

import random
from importlib import import_module
from types import ModuleType
from typing import Any

from tests.bench.contest import Contestant

MISSING = "{} is not installed: ./dev bench engine --peers installs it."


def rlcard(seed: int) -> list[Contestant] | str:
    """RLCard by its bare game, some three times as fast as by its environment."""
    module = _imported("rlcard")
    if module is None:
        return MISSING.format("RLCard")
    rng = random.Random(seed)
    game = module.make("gin-rummy", config={"seed": seed}).game

    def play(_: object) -> int:
        decisions = 0
        while not game.is_over():
            game.step(rng.choice(game.judge.get_legal_actions()))
            decisions += 1
        return decisions

    return [Contestant("RLCard gin rummy", game.init_game, play)]


def open_spiel(seed: int) -> list[Contestant] | str:
    """OpenSpiel's C++ game through its Python binding."""
    pyspiel, numpy = _imported("pyspiel"), _imported("numpy")
    if pyspiel is None or numpy is None:
        return MISSING.format("OpenSpiel")
    game, terminal = pyspiel.load_game("gin_rummy"), int(pyspiel.PlayerId.TERMINAL)
    rng, numbers = random.Random(seed), numpy.random.RandomState(seed)

    def sample(state: Any) -> int:
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        return int(numbers.choice(actions, p=chances))

    def any_legal(state: Any) -> int:
        return int(rng.choice(state.legal_actions()))

    def contestant(name: str, chance: Any) -> Contestant:
        def deal() -> Any:
            state = game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(chance(state))
            return state

        def play(state: Any) -> int:
            decisions, player = 0, state.current_player()
            while player != terminal:
                decisions += player >= 0  # chance is a negative player
                state.apply_action(any_legal(state) if player >= 0 else chance(state))
                player = state.current_player()
            return decisions

        return Contestant(name, deal, play)

    return [
        contestant("OpenSpiel gin rummy", sample),
        contestant("OpenSpiel gin rummy, chance by any legal action", any_legal),
    ]


def _imported(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None
