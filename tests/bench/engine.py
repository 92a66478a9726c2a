"""This engine at random play, and the times its bot takes to decide."""

from random import Random
from time import process_time
from typing import Any

from engine.bots.policy import POLICIES, Policy
from engine.rules.actions import Action
from engine.rules.cards import cards_in
from engine.rules.deal import Carry, Deal, SideGame
from engine.rules.house_rules import PRESETS, Rules
from engine.rules.state import State
from engine.simulation import NAMES, play_hand
from tests.bench.contest import Contestant


def contestants(seed: int) -> list[Contestant]:
    """Each preset with all its seats and side games, played by the policy `random`."""
    return [_contestant(rules, Random(seed)) for rules in PRESETS.values()]


def bot_times(hands: int, seed: int) -> dict[str, Any]:
    """How long `bot` thinks in hands of four bots, its look at the view included, in ms."""
    times: list[float] = []

    def timed(policy: Policy) -> Policy:
        def decide(state: State, seat: int, chance: Random) -> Action:
            began = process_time()
            action = policy(state, seat, chance)
            times.append(process_time() - began)
            return action

        return decide

    chance = Random(seed)
    rules = PRESETS["desmoche"]
    for _ in range(hands):
        play_hand(shuffled_deal(rules, chance), (timed(POLICIES["bot"]),) * rules.seats[1], chance)
    return times_in_ms(times)


def times_in_ms(seconds: list[float]) -> dict[str, Any]:
    """How many decisions there were, and how long they took: the median, the worst ones."""
    times = sorted(seconds)
    at = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999}
    found = {name: times[int(share * (len(times) - 1))] for name, share in at.items()}
    found |= {"mean": sum(times) / len(times), "max": times[-1]}
    in_ms = {f"{name}_ms": round(1000 * time, 3) for name, time in found.items()}
    return {"decisions": len(times), **in_ms}


def _contestant(rules: Rules, chance: Random) -> Contestant:
    policies = (POLICIES["random"],) * rules.seats[1]
    return Contestant(
        f"{rules.preset}, {rules.seats[1]} seats",
        lambda: shuffled_deal(rules, chance),
        lambda deal: len(play_hand(deal, policies, chance).actions),
    )


def shuffled_deal(rules: Rules, chance: Random) -> Deal:
    """A full table's hand: a shuffled deck, any dealer, all side games."""
    seats = rules.seats[1]
    everyone = tuple(range(seats))
    deck = cards_in(rules.melds.deck_mask)
    deck.sort(key=lambda _: chance.random())
    return Deal(
        rules=rules,
        names=NAMES[:seats],
        stacks=(1000,) * seats,
        bet=5,
        antes=(5,) * seats,
        carry=Carry(),
        side={game: SideGame(1, everyone) for game in rules.side_games},
        dealer=int(chance.random() * seats),
        deck=tuple(deck),
    )
