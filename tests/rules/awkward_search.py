"""Looks for the hands with the most layouts: `python -m tests.rules.awkward_search`.

A hill climb that begins anywhere, swaps up to three cards for others, and at first takes
worse hands too. It is seeded, so it finds the same every time; what it found is pinned in
`test_counts`. Most can be done by a seat with nothing on the table: old melds must stay
covered, hand cards need not. So the search asks for two numbers of a hand alone:

* lay: every way to lay some of ten cards (R7.2 `any`), ten being the largest hand;
* use: every way to lay some of eleven cards, one of them, the used one, among them.
"""

import sys
from collections.abc import Callable, Iterator
from math import exp
from random import Random

from engine.rules.cards import cards_in, mask_of, texts
from engine.rules.house_rules import Rules, rules_from_json

LAY, USE = 10, 11
SEEDS, STEPS = 12, 3000
SHAPES = (
    {"deck": 52, "max_run": 10},
    {"deck": 52, "max_run": 10, "ace_high_runs": True},
    {"deck": 40, "max_run": 10},
    {"deck": 40, "max_run": 10, "ace_high_runs": True},
    {"deck": 52, "max_run": 3},
    {"deck": 52, "max_run": 5},
)


def ways(melds: list[int]) -> int:
    """How many sets of disjoint melds there are, the empty one included."""
    count = 1
    for place, meld in enumerate(melds):
        count += ways([other for other in melds[place + 1 :] if not other & meld])
    return count


def ways_to_lay(rules: Rules, cards: list[int]) -> int:
    return ways(rules.melds.within(mask_of(cards))) - 1


def ways_to_use(rules: Rules, cards: list[int]) -> int:
    """With whichever of the cards there is most to do."""
    melds = rules.melds.within(mask_of(cards))
    everything = ways(melds)
    return max(
        everything - ways([meld for meld in melds if not meld >> used & 1]) for used in cards
    )


Score = Callable[[Rules, list[int]], int]


def climb(rules: Rules, size: int, score: Score, seed: int) -> tuple[int, list[int]]:
    """The best hand met on one way up."""
    chance = Random(seed)
    deck = cards_in(rules.melds.deck_mask)
    hand = chance.sample(deck, size)
    height = score(rules, hand)
    best = height, hand
    for step in range(STEPS):
        other = neighbour(hand, deck, chance)
        reached = score(rules, other)
        patience = max(0.05, 0.05 * height * (1 - step / STEPS))
        if reached >= height or chance.random() < exp((reached - height) / patience):
            hand, height = other, reached
            best = max(best, (height, hand))
    return best


def neighbour(hand: list[int], deck: list[int], chance: Random) -> list[int]:
    other = hand[:]
    for _ in range(chance.choice((1, 1, 2, 3))):
        other[chance.randrange(len(other))] = chance.choice(
            [card for card in deck if card not in other]
        )
    return other


def findings() -> Iterator[str]:
    for shape in SHAPES:
        rules = rules_from_json({"preset": "desmoche", **shape})
        for size, score in ((LAY, ways_to_lay), (USE, ways_to_use)):
            most, hand = max(climb(rules, size, score, seed) for seed in range(SEEDS))
            yield f"{most:4} {score.__name__}: {' '.join(texts(sorted(hand)))} with {shape}\n"


if __name__ == "__main__":
    sys.stdout.writelines(findings())
