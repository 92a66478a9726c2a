"""What a policy is, and the policies by name.

A policy decides for a seat that is being asked, by a source of chance that a seed
reproduces. One that thinks is written from a `View`, so it cannot know more than its seat
may; `by_view` makes a policy of it.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from engine.bots.bot import bot
from engine.bots.greedy import greedy
from engine.bots.random_policy import random_policy
from engine.rules.actions import Action
from engine.rules.state import State
from engine.rules.views import View, view

Policy: TypeAlias = Callable[[State, int, Random], Action]


def by_view(decide: Callable[[View, Random], Action]) -> Policy:
    """A policy that is shown its seat's view and nothing else."""
    return lambda state, seat, chance: decide(view(state, seat), chance)


POLICIES: Mapping[str, Policy] = {
    "random": random_policy,
    "greedy": by_view(greedy),
    "bot": by_view(bot),
}
