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

# The share of decisions that leave, and of those that may retire and do.
LEAVES, RETIRES = 1 / 2000, 1 / 8


def random_policy(state: State, seat: int, chance: Random) -> Action:
    """Choose among the kinds of action that are open, then within the kind."""
    found = options(state, seat)
    if chance.random() < LEAVES:
        return Leave(seat)
    only = found.only
    if only:
        return PLAIN[only][seat]
    if found.pay:
        return Pay(seat, _card(found.pay, chance))
    return _among_kinds(state, seat, found, chance)


def _among_kinds(state: State, seat: int, found: Options, chance: Random) -> Action:
    _, acts, wins, play, layouts, _, give, forcible, cut_to, games, _ = found
    choices: list[Action] = [_plain(acts, seat, chance)] if acts else []
    if layouts and play:
        layout = layouts[_below(chance, len(layouts))]
        choices.append(MAKERS[play](seat, named_layout(state.deal.rules, layout)))
    if forcible:
        targets = SEATS_IN[forcible]
        choices.append(Force(seat, targets[_below(chance, len(targets))]))
    if wins:
        choices += [Declare(seat, win) for win in wins]
    if give:
        choices.append(Give(seat, _card(give, chance)))
    if cut_to is not None:
        choices.append(Cut(seat, _below(chance, cut_to + 1)))
    if games is not None:
        told = tuple([game for game in games if chance.random() < 0.5])
        choices.append(Announce(seat, told))
    return choices[_below(chance, len(choices))] if len(choices) > 1 else choices[0]


def _plain(acts: tuple[str, ...], seat: int, chance: Random) -> Action:
    if acts == ("vote",):
        return Vote(seat, chance.random() < 0.5)
    if len(acts) > 1 and chance.random() >= RETIRES:
        return PLAIN["draw"][seat]
    return PLAIN[acts[-1]][seat]


def _card(cards: int, chance: Random) -> int:
    held = cards_in(cards)
    return held[_below(chance, len(held))]


def _below(chance: Random, bound: int) -> int:
    """A whole number below the bound; three times as fast as `randrange`."""
    return int(chance.random() * bound)
