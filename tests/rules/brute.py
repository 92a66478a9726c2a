"""Melds and layouts once more, from the words of R6 alone and with no thought of speed.

Nothing here calls the engine: cards are text, melds are sets of text, and every set of
disjoint melds is tried. `layouts` is what `engine.rules.layouts` must agree with.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Protocol, TypeAlias

Meld: TypeAlias = frozenset[str]
Layout: TypeAlias = frozenset[Meld]


class HouseRules(Protocol):
    """What R6 asks of the rules."""

    @property
    def deck(self) -> int: ...
    @property
    def max_run(self) -> int: ...
    @property
    def ace_high_runs(self) -> bool: ...
    @property
    def rearrange(self) -> str: ...
    @property
    def lay_on_turn(self) -> str: ...
    @property
    def forcing(self) -> str: ...


def is_set(cards: Meld) -> bool:
    """R6.1: 3 or 4 cards of one rank."""
    return len(cards) in (3, 4) and len({card[0] for card in cards}) == 1


def is_run(rules: HouseRules, cards: Meld) -> bool:
    """R6.1: 3 to `max_run` cards of one suit, adjacent in rank."""
    if not 3 <= len(cards) <= rules.max_run or len({card[1] for card in cards}) > 1:
        return False
    ranks = "A23456789TJQK" if rules.deck == 52 else "A234567JQK"
    held = {card[0] for card in cards}
    lines = [ranks, ranks[1:] + "A"] if rules.ace_high_runs else [ranks]
    return any(
        set(line[first : first + len(held)]) == held
        for line in lines
        for first in range(len(line) - len(held) + 1)
    )


def is_meld(rules: HouseRules, cards: Meld) -> bool:
    """R6.1."""
    return is_set(cards) or is_run(rules, cards)


def melds_of(rules: HouseRules, cards: Iterable[str]) -> list[Meld]:
    """Every meld among these cards: all subsets of one rank or one suit are tried."""
    pool = sorted(cards)
    groups = [[card for card in pool if mark in card] for mark in "A23456789TJQKshdc"]
    subsets = (
        frozenset(subset)
        for group in groups
        for size in range(3, len(group) + 1)
        for subset in combinations(group, size)
    )
    return [subset for subset in subsets if is_meld(rules, subset)]


def disjoint(melds: list[Meld]) -> Iterator[Layout]:
    """Every set of melds that share no card (R6.2)."""
    if not melds:
        yield frozenset()
        return
    first, rest = melds[0], melds[1:]
    yield from disjoint(rest)
    for others in disjoint([meld for meld in rest if not meld & first]):
        yield others | {first}


def layouts(
    rules: HouseRules, play: str, old: Layout, used: str | None, hand: frozenset[str]
) -> set[Layout]:
    """Every layout that a lay, use, claim or place may name (R6.3-R6.6, R7.2, R7.10)."""
    before: frozenset[str] = frozenset().union(*old)
    must = before | {used} if used else before
    pool = must if play == "place" else must | hand
    return {
        new
        for new in disjoint(melds_of(rules, pool))
        if must <= frozenset().union(*new) and _allowed(rules, play, old, used, new)
    }


def _allowed(rules: HouseRules, play: str, old: Layout, used: str | None, new: Layout) -> bool:
    before: frozenset[str] = frozenset().union(*old)
    if rules.rearrange == "desmoche" and not all(
        any(is_meld(rules, meld & other) for other in new) for meld in old
    ):
        return False  # R6.5
    if play == "lay":
        if frozenset().union(*new) == before:
            return False  # R7.2: a lay adds a card
        if rules.lay_on_turn == "extend" and not (old and all(meld & before for meld in new)):
            return False  # R7.2
        return rules.lay_on_turn != "no"
    if play == "place" and rules.forcing == "automatic":
        return any(new == old - {meld} | {meld | {used}} for meld in old)  # R7.10
    return True


def growth(rules: HouseRules, old: Layout, cards: Iterable[str]) -> set[str]:
    """R7.11: those of the cards that could be added to one meld, all else unmoved."""
    return {card for card in cards for meld in old if is_meld(rules, meld | {card})} - set().union(
        *old
    )
