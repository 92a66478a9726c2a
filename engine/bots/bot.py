from random import Random

from engine.bots.greedy import greedy
from engine.rules.actions import Action
from engine.rules.views import View


def bot(seen: View, chance: Random) -> Action:
    return greedy(seen, chance)
