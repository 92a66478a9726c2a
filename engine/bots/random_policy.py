"""The policy `random`: any legal action, none of them left out.

Leaving and retiring are rare, since a hand in which they are as likely as drawing ends
before anything has happened.
"""

from random import Random

from engine.rules.actions import (
    Action,
    Announce,
    Cut,
    Declare,
    Force,
    Give,
    Leave,
    Pay,
    Vote,
)
from engine.rules.cards import cards_in
from engine.rules.layouts import named_layout
from engine.rules.options import MAKERS, PLAIN, Options, options
from engine.rules.state import SEATS_IN, State

# One decision in so many leaves, where retiring is offered one in so many retires.
LEAVES, RETIRES = 2000, 8


def random_policy(state: State, seat: int, chance: Random) -> Action:
    """Choose among the kinds of action that are open, then within the kind."""
    found = options(state, seat)
    if chance.random() * LEAVES < 1:
        return Leave(seat)
    if found.only:
        return PLAIN[found.only][seat]
    if found.pay:
        return Pay(seat, _card(found.pay, chance))
    return _among_kinds(state, seat, found, chance)


def _among_kinds(state: State, seat: int, found: Options, chance: Random) -> Action:
    acts, layouts = found.acts, found.layouts
    choices: list[Action] = [_plain(acts, seat, chance)] if acts else []
    if layouts and found.play:
        layout = layouts[_below(chance, len(layouts))]
        choices.append(MAKERS[found.play](seat, named_layout(state.deal.rules, layout)))
    if found.targets:
        targets = SEATS_IN[found.targets]
        choices.append(Force(seat, targets[_below(chance, len(targets))]))
    if found.wins:
        choices += [Declare(seat, win) for win in found.wins]
    if found.give:
        choices.append(Give(seat, _card(found.give, chance)))
    if found.cut_to is not None:
        choices.append(Cut(seat, _below(chance, found.cut_to + 1)))
    if found.games is not None:
        told = tuple([game for game in found.games if chance.random() < 0.5])
        choices.append(Announce(seat, told))
    return choices[_below(chance, len(choices))]


def _plain(acts: tuple[str, ...], seat: int, chance: Random) -> Action:
    if acts == ("vote",):
        return Vote(seat, chance.random() < 0.5)
    if len(acts) > 1 and chance.random() * RETIRES >= 1:
        return PLAIN["draw"][seat]
    return PLAIN[acts[-1]][seat]


def _card(cards: int, chance: Random) -> int:
    held = cards_in(cards)
    return held[_below(chance, len(held))]


def _below(chance: Random, bound: int) -> int:
    """A whole number below the bound; three times as fast as `randrange`."""
    return int(chance.random() * bound)
