"""What a seat may do now: everything that `legality.check` accepts, and nothing else.

Enters: a state and a seat. Leaves: `Options`, or a list of actions. Layouts come up to
the named limit `layouts.MAX_LAYOUTS`.
"""

from itertools import combinations
from typing import NamedTuple

from engine.rules.actions import (
    Action,
    Announce,
    Claim,
    Cut,
    Declare,
    Discard,
    Draw,
    Force,
    Give,
    Lay,
    Leave,
    Pass,
    Pay,
    Place,
    Ready,
    Retire,
    Use,
    Vote,
)
from engine.rules.automatic_wins import wins_of
from engine.rules.cards import cards_in
from engine.rules.layouts import Layout, Play, cards_of, layouts_for, named_layout
from engine.rules.legality import (
    force_targets,
    games_of,
    may_lay,
    retiring_fault,
    setting_of,
)
from engine.rules.phases.opening import hands_that_count
from engine.rules.side_games import holdings
from engine.rules.state import SEATS_IN, Phase, State


class Options(NamedTuple):
    """What one seat may do now. Leaving is open to every seat that is not out.

    `give` and `pay` are cards (masks), `play` what the `layouts` are for,
    `targets` the seats a card may be forced on (a mask), `acts` the plain actions:
    ready, draw, retire, discard, pass, vote.
    """

    may_leave: bool = False
    acts: tuple[str, ...] = ()
    cut_to: int | None = None
    games: tuple[str, ...] | None = None
    wins: tuple[str, ...] = ()
    give: int = 0
    pay: int = 0
    play: Play | None = None
    layouts: tuple[Layout, ...] = ()
    targets: int = 0


NOTHING = Options()
_LEAVE_ONLY = Options(may_leave=True)
_PASS_ONLY = Options(may_leave=True, acts=("pass",))


def options(state: State, seat: int) -> Options:
    """Everything this seat may do now."""
    if not state.waiting >> seat & 1:
        over = state.phase is Phase.OVER or state.out >> seat & 1
        return NOTHING if over else _LEAVE_ONLY
    match state.phase:
        case Phase.OFFER:
            return _in_offer(state, seat)
        case Phase.DRAW:
            return _in_draw(state, seat)
        case Phase.USE:
            layouts = _layouts(state, seat, Play.USE)
            return Options(True, ("discard",), play=Play.USE, layouts=layouts)
        case Phase.PAY:
            return Options(True, pay=state.hands[seat])
        case Phase.PLACE:
            return Options(True, play=Play.PLACE, layouts=_layouts(state, seat, Play.PLACE))
        case Phase.JUDGE:
            return Options(True, ("vote",))
        case _:
            return _before_play(state, seat)


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
    actions += [Give(seat, card) for card in cards_in(found.give)]
    actions += [Pay(seat, card) for card in cards_in(found.pay)]
    if found.play:
        make = MAKERS[found.play]
        actions += [make(seat, named_layout(rules, layout)) for layout in found.layouts]
    for act in found.acts:
        actions += [Vote(seat, True), Vote(seat, False)] if act == "vote" else [PLAIN[act](seat)]
    actions += [Force(seat, target) for target in SEATS_IN[found.targets]]
    if found.may_leave:
        actions.append(Leave(seat))
    return actions


MAKERS: dict[Play, type[Lay | Use | Claim | Place]] = {
    Play.LAY: Lay,
    Play.USE: Use,
    Play.CLAIM: Claim,
    Play.PLACE: Place,
}
PLAIN: dict[str, type[Ready | Draw | Retire | Discard | Pass]] = {
    "ready": Ready,
    "draw": Draw,
    "retire": Retire,
    "discard": Discard,
    "pass": Pass,
}


def _before_play(state: State, seat: int) -> Options:
    rules = state.deal.rules
    match state.phase:
        case Phase.CUT:
            return Options(True, cut_to=rules.deck)
        case Phase.ANNOUNCE:
            games = holdings(rules, games_of(state, seat), state.dealt[seat])
            return Options(True, games=games)
        case Phase.CAMBIO:
            wins = wins_of(rules, hands_that_count(state, seat))
            return Options(True, wins=wins, give=state.hands[seat])
        case _:
            assert state.phase is Phase.DECLARE
            return Options(True, ("ready",), wins=wins_of(rules, hands_that_count(state, seat)))


def _in_draw(state: State, seat: int) -> Options:
    acts = ("draw",) if retiring_fault(state, seat) else ("draw", "retire")
    rules = state.deal.rules
    if not may_lay(rules) or not (state.layouts[seat] or rules.lay_on_turn == "any"):
        return Options(True, acts)
    return Options(True, acts, play=Play.LAY, layouts=_layouts(state, seat, Play.LAY))


def _in_offer(state: State, seat: int) -> Options:
    targets = force_targets(state, seat)
    if seat == state.discarder:
        return Options(True, ("pass",), targets=targets)
    layouts = _layouts(state, seat, Play.CLAIM)
    if not layouts and not targets:
        return _PASS_ONLY
    return Options(True, ("pass",), play=Play.CLAIM, layouts=layouts, targets=targets)


def _layouts(state: State, seat: int, play: Play) -> tuple[Layout, ...]:
    rules = state.deal.rules
    card = state.drawn if play is Play.USE else state.offered
    if card is not None:
        cards = cards_of(state.layouts[seat])
        if play is not Play.PLACE:
            cards |= state.hands[seat]
        if not rules.melds.could_use(cards, card):
            return ()
    return layouts_for(setting_of(state, seat, play))
