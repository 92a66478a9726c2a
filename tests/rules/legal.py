"""Every action that a seat may make now, one by one: what `options` says, written out.

Enters: a state and a seat. Leaves: actions, layouts up to the named limit `layouts.MAX_LAYOUTS`.
"""

from itertools import combinations

from engine.rules.actions import Action, Announce, Cut, Declare, Force, Leave, Vote
from engine.rules.cards import cards_in
from engine.rules.layouts import named_layout
from engine.rules.options import GIVES, MAKERS, PAYS, PLAIN, options
from engine.rules.state import SEATS_IN, State


def legal_actions(state: State, seat: int) -> list[Action]:
    """Every action this seat may make now, leaving last; layouts in the server's order."""
    found = options(state, seat)
    rules = state.deal.rules
    actions: list[Action] = []
    if found.cut_to is not None:
        actions += [Cut(seat, at) for at in range(found.cut_to + 1)]
    if found.games is not None:
        actions += [
            Announce(seat, games)
            for size in range(len(found.games) + 1)
            for games in combinations(found.games, size)
        ]
    actions += [Declare(seat, win) for win in found.wins]
    actions += [GIVES[seat][card] for card in cards_in(found.give)]
    actions += [PAYS[seat][card] for card in cards_in(found.pay)]
    if found.play:
        make = MAKERS[found.play]
        actions += [make(seat, named_layout(rules, layout)) for layout in found.layouts]
    for act in found.acts:
        actions += [Vote(seat, True), Vote(seat, False)] if act == "vote" else [PLAIN[act][seat]]
    actions += [Force(seat, target) for target in SEATS_IN[found.targets]]
    if found.may_leave:
        actions.append(Leave(seat))
    return actions
