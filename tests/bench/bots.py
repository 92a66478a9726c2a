"""How strong the policy `bot` is against `greedy` seats, and how long its decisions take.

The bot's seat goes round from hand to hand. What the figures say is the same for a seed on
every machine, the times aside; those are processor time. A decision during which Python's
garbage collector went through its oldest generation, which may be hundreds of thousands of
objects, is in the times and is told apart as well: `collector` says how many there were and
how long they took, `without_collector` is the times of all others.
"""

import gc
import math
from random import Random
from time import process_time
from typing import Any, NamedTuple

from engine.bots.policy import POLICIES, Policy
from engine.rules.actions import Action
from engine.rules.house_rules import PRESETS, Rules
from engine.rules.state import State
from engine.simulation import play_hand
from tests.bench.engine import shuffled_deal, times_in_ms


class Score(NamedTuple):
    """What one seat won of some hands."""

    hands: int
    won: int
    lost: int

    @property
    def share(self) -> float:
        """The share it won of the hands that had a winner."""
        return self.won / (self.won + self.lost)

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return math.sqrt(self.share * (1 - self.share) / (self.won + self.lost))


def score(policy: Policy, others: Policy, rules: Rules, hands: int, seed: int) -> Score:
    """Play so many hands at a full table, each with a deal of its own from the seed."""
    seats, won, lost = rules.seats[1], 0, 0
    for number in range(hands):
        chance, mine = Random(f"{seed}/{number}"), number % seats
        policies = [policy if seat == mine else others for seat in range(seats)]
        winner = play_hand(shuffled_deal(rules, chance), policies, chance).result.winner
        won += winner == mine
        lost += winner not in (mine, None)
    return Score(hands, won, lost)


def figures(hands: int, seed: int) -> dict[str, Any]:
    """`bot` against three `greedy` seats in desmoche."""
    times: list[float] = []
    collected: list[float] = []
    bot, passes = POLICIES["bot"], _full_collections

    def timed(state: State, seat: int, chance: Random) -> Action:
        before, began = passes(), process_time()
        action = bot(state, seat, chance)
        took = process_time() - began
        (times if passes() == before else collected).append(took)
        return action

    found = score(timed, POLICIES["greedy"], PRESETS["desmoche"], hands, seed)
    return {
        "hands": found.hands,
        "won": found.won,
        "without_winner": found.hands - found.won - found.lost,
        "share": round(found.share, 4),
        "standard_error": round(found.error, 4),
        **times_in_ms(times + collected),
        "collector": times_in_ms(collected) if collected else {"decisions": 0},
        "without_collector": times_in_ms(times),
    }


def _full_collections() -> int:
    """How often the garbage collector has gone through everything it keeps."""
    return int(gc.get_stats()[-1]["collections"])
