"""What the table does for a seat whose time is up (docs/architecture.md, Time).

Enters: a hand and a seat that is being asked. Leaves: an ordinary action of the rules.
Nothing here depends on what that seat may not see.
"""

from collections.abc import Callable, Mapping
from random import Random

from engine.bots.bot import bot
from engine.rules.actions import (
    Action,
    Announce,
    Claim,
    Cut,
    Declare,
    Discard,
    Draw,
    Pass,
    Place,
    Ready,
    Vote,
)
from engine.rules.layouts import cards_of, named_layout
from engine.rules.options import options
from engine.rules.state import (
    ANNOUNCE,
    CUT,
    DECLARE,
    DRAW,
    JUDGE,
    OFFER,
    PLACE,
    USE,
    Phase,
    State,
)
from engine.rules.views import view


def default_action(state: State, seat: int) -> Action:
    """The action that the table makes for a seat in the present phase."""
    choose = _DEFAULTS.get(state.phase)
    if choose is None:  # cambio and pay: what the bot would give, an automatic win included
        return bot(view(state, seat), Random(0))
    return choose(state, seat)


def ordered_answer(state: State, seat: int, take_goal: bool) -> Action:
    """A standing order's answer to an offer: a claim that reaches the goal, else a pass."""
    if take_goal:
        rules = state.deal.rules
        for layout in options(state, seat).layouts:
            if cards_of(layout).bit_count() == rules.goal:
                return Claim(seat, named_layout(rules, layout))
    return Pass(seat)


def _declare(state: State, seat: int) -> Action:
    wins = options(state, seat).wins
    return Declare(seat, wins[-1]) if wins else Ready(seat)


def _place_first(state: State, seat: int) -> Action:
    return Place(seat, named_layout(state.deal.rules, options(state, seat).layouts[0]))


_DEFAULTS: Mapping[Phase, Callable[[State, int], Action]] = {
    CUT: lambda _, seat: Cut(seat, 0),
    ANNOUNCE: lambda state, seat: Announce(seat, options(state, seat).games or ()),
    DECLARE: _declare,
    DRAW: lambda _, seat: Draw(seat),
    USE: lambda _, seat: Discard(seat),
    OFFER: lambda _, seat: Pass(seat),
    PLACE: _place_first,
    JUDGE: lambda _, seat: Vote(seat, True),
}
