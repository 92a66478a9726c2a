"""The policy `random`: any legal action, none of them left out.

Leaving and retiring are rare, since a hand in which they are as likely as drawing ends
before anything has happened.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from engine.rules.actions import Action, Announce, Cut, Declare, Force, Leave, Vote
from engine.rules.cards import cards_in
from engine.rules.layouts import named_layout
from engine.rules.options import GIVES, MAKERS, PAYS, PLAIN, Options, options
from engine.rules.state import (
    ANNOUNCE,
    CAMBIO,
    CUT,
    DECLARE,
    DRAW,
    JUDGE,
    OFFER,
    PAY,
    PLACE,
    SEATS_IN,
    USE,
    Phase,
    State,
)

# The share of decisions that leave, and of those that may retire and do.
LEAVES, RETIRES = 1 / 2000, 1 / 8


def random_policy(state: State, seat: int, chance: Random) -> Action:
    """Choose among the kinds of action that are open, then within the kind."""
    found = options(state, seat)
    if chance.random() < LEAVES:
        return Leave(seat)
    only = found.only
    return only[seat] if only else _IN[state.phase](state, seat, found, chance)


_Choice: TypeAlias = Callable[[State, int, Options, Random], Action]
"""A choice among what is open to a seat; a number below n is `int(chance.random() * n)`,
which is three times as fast as `randrange`."""


def _cut(_: State, seat: int, found: Options, chance: Random) -> Action:
    assert found.cut_to is not None
    return Cut(seat, int(chance.random() * (found.cut_to + 1)))


def _announce(_: State, seat: int, found: Options, chance: Random) -> Action:
    return Announce(seat, tuple([game for game in found.games or () if chance.random() < 0.5]))


def _declare_or_not(_: State, seat: int, found: Options, chance: Random) -> Action:
    wins = found.wins
    if wins:
        pick = int(chance.random() * (len(wins) + 1))
        if pick < len(wins):
            return Declare(seat, wins[pick])
    return GIVES[seat][_card(found.give, chance)] if found.give else PLAIN["ready"][seat]


def _play(state: State, seat: int, found: Options, chance: Random) -> Action:
    kinds: list[_Choice] = []
    if found.layouts:
        kinds.append(_lay_out)
    if found.targets:
        kinds.append(_force)
    if found.acts:
        kinds.append(_plain)
    kind = kinds[int(chance.random() * len(kinds))] if len(kinds) > 1 else kinds[0]
    return kind(state, seat, found, chance)


def _lay_out(state: State, seat: int, found: Options, chance: Random) -> Action:
    layouts = found.layouts
    layout = layouts[int(chance.random() * len(layouts))]
    assert found.play is not None
    return MAKERS[found.play](seat, named_layout(state.deal.rules, layout))


def _force(_: State, seat: int, found: Options, chance: Random) -> Action:
    targets = SEATS_IN[found.targets]
    return Force(seat, targets[int(chance.random() * len(targets))])


def _plain(_: State, seat: int, found: Options, chance: Random) -> Action:
    acts = found.acts
    if len(acts) > 1 and chance.random() >= RETIRES:
        return PLAIN["draw"][seat]
    return PLAIN[acts[-1]][seat]


def _pay(_: State, seat: int, found: Options, chance: Random) -> Action:
    return PAYS[seat][_card(found.pay, chance)]


def _vote(_: State, seat: int, _found: Options, chance: Random) -> Action:
    return Vote(seat, chance.random() < 0.5)


def _card(cards: int, chance: Random) -> int:
    held = cards_in(cards)
    return held[int(chance.random() * len(held))]


_IN: Mapping[Phase, _Choice] = {
    CUT: _cut,
    ANNOUNCE: _announce,
    CAMBIO: _declare_or_not,
    DECLARE: _declare_or_not,
    DRAW: _play,
    USE: _play,
    PAY: _pay,
    OFFER: _play,
    PLACE: _play,
    JUDGE: _vote,
}
