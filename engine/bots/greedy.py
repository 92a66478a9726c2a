"""The policy `greedy`: lays the most it can, pays the least useful card.

It takes every card it can use, never retires, forces whenever it may, and forgives.
"""

from random import Random

from engine.bots.hand_sense import least_useful
from engine.rules.actions import Action, Announce, Cut, Declare, Force, Give, Pay, Vote
from engine.rules.layouts import Layout, cards_of, named_layout
from engine.rules.options import MAKERS, PLAIN
from engine.rules.state import SEATS_IN
from engine.rules.views import View


def greedy(seen: View, chance: Random) -> Action:
    """Take what is there."""
    seat, found = seen.seat, seen.options
    assert seat is not None
    if found.wins:
        return Declare(seat, found.wins[-1])
    if found.layouts and found.play:
        best = max(found.layouts, key=_size)
        return MAKERS[found.play](seat, named_layout(seen.rules, best))
    if found.targets:
        return Force(seat, SEATS_IN[found.targets][0])
    if found.pay or found.give:
        among = found.pay or found.give
        card = least_useful(seen.rules, among, seen.hand)
        return Pay(seat, card) if found.pay else Give(seat, card)
    if found.cut_to is not None:
        return Cut(seat, int(chance.random() * (found.cut_to + 1)))
    if found.games is not None:
        return Announce(seat, found.games)
    if found.acts == ("vote",):
        return Vote(seat, True)
    return PLAIN[found.acts[0]][seat]


def _size(layout: Layout) -> int:
    return cards_of(layout).bit_count()
