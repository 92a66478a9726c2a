"""What a seat may do now: everything that `legality.check` accepts, and nothing else.

Enters: a state and a seat. Leaves: `Options`. Layouts come up to the named
limit `layouts.MAX_LAYOUTS`.
"""

from collections.abc import Callable
from typing import NamedTuple

from engine.rules.actions import (
    Action,
    Discard,
    Draw,
    Give,
    Laying,
    Pass,
    Pay,
    Ready,
    Retire,
)
from engine.rules.automatic_wins import wins_of
from engine.rules.cards import PACK
from engine.rules.events import quick
from engine.rules.house_rules import MOST_SEATS
from engine.rules.layouts import (
    PLAY_OF,
    TO_CLAIM,
    TO_LAY,
    TO_PLACE,
    TO_USE,
    Layout,
    Play,
    layouts_for,
)
from engine.rules.legality import (
    force_targets,
    setting_of,
    unproved,
)
from engine.rules.phases.opening import hands_that_count
from engine.rules.side_games import holdings
from engine.rules.state import (
    ANNOUNCE,
    CAMBIO,
    CUT,
    DECLARE,
    DRAW,
    JUDGE,
    OFFER,
    OVER,
    PAY,
    PLACE,
    USE,
    Phase,
    State,
)

PLAIN: dict[str, tuple[Action, ...]] = {
    kind.__name__.lower(): tuple(kind(seat) for seat in range(MOST_SEATS))
    for kind in (Ready, Draw, Retire, Discard, Pass)
}
"""The actions that hold nothing but a seat, by word and seat."""
GIVES = tuple(tuple(Give(seat, card) for card in range(PACK)) for seat in range(MOST_SEATS))
PAYS = tuple(tuple(Pay(seat, card) for card in range(PACK)) for seat in range(MOST_SEATS))
"""Those that hold a seat and a card, by both."""


class Options(NamedTuple):
    """What one seat may do now. Leaving is open to every seat that is not out.

    `give` and `pay` are cards (masks), `play` what the `layouts` are for,
    `targets` the seats a card may be forced on (a mask), `acts` the plain actions:
    ready, draw, retire, discard, pass. `only` is the one thing to do where, but for
    leaving, there is no choice at all: that action for each seat.
    """

    may_leave: bool = False
    acts: tuple[str, ...] = ()
    wins: tuple[str, ...] = ()
    play: Play | None = None
    layouts: tuple[Layout, ...] = ()
    pay: int = 0
    give: int = 0
    targets: int = 0
    cut_to: int | None = None
    games: tuple[str, ...] | None = None
    only: tuple[Action, ...] | None = None


NOTHING = Options()
_LEAVE_ONLY = Options(may_leave=True)
# The commonest answers, made once.
_PASS_ONLY = Options(True, ("pass",), only=PLAIN["pass"])
_DISCARD_ONLY = Options(True, ("discard",), only=PLAIN["discard"])
_READY_ONLY = Options(True, ("ready",), only=PLAIN["ready"])
_VOTE_ONLY = Options(True, ("vote",))
_DRAW = Options(True, ("draw",), only=PLAIN["draw"])
_DRAW_OR_RETIRE = Options(True, ("draw", "retire"))


def options(state: State, seat: int) -> Options:
    """Everything this seat may do now."""
    if not state.waiting >> seat & 1:
        still_in = state.phase is not OVER and state.present >> seat & 1
        return _LEAVE_ONLY if still_in else NOTHING
    return _IN[state.phase](state, seat)


MAKERS: dict[Play, type[Laying]] = {play: kind for kind, play in PLAY_OF.items()}


# The commonest answers that differ each time: a record by its fields costs half.
def _to_lay_out(
    acts: tuple[str, ...], play: Play | None, layouts: tuple[Layout, ...], targets: int = 0
) -> Options:
    return quick(Options, (True, acts, (), play, layouts, 0, 0, targets, None, None, None))


def _to_part_with(pay: int, give: int, wins: tuple[str, ...] = ()) -> Options:
    return quick(Options, (True, (), wins, None, (), pay, give, 0, None, None, None))


def _to_cut(state: State, _: int) -> Options:
    return Options(True, cut_to=state.deal.rules.deck)


def _to_announce(state: State, seat: int) -> Options:
    held = holdings(state.deal.rules, state.dealt[seat])
    games = [game for game in state.deal.games[seat] if game in held]
    return Options(True, games=tuple(games))


def _in_cambio(state: State, seat: int) -> Options:
    wins = wins_of(state.deal.rules, hands_that_count(state, seat))
    return _to_part_with(0, state.hands[seat], wins)


def _to_declare(state: State, seat: int) -> Options:
    wins = wins_of(state.deal.rules, hands_that_count(state, seat))
    return Options(True, ("ready",), wins) if wins else _READY_ONLY


def _to_draw(state: State, seat: int) -> Options:
    plain = _DRAW if unproved(state, seat) else _DRAW_OR_RETIRE
    lay_on_turn = state.deal.rules.lay_on_turn
    if lay_on_turn == "no" or not (state.layouts[seat] or lay_on_turn == "any"):
        return plain
    layouts = layouts_for(setting_of(state, seat, TO_LAY))
    return _to_lay_out(plain.acts, TO_LAY, layouts) if layouts else plain


def _to_use(state: State, seat: int) -> Options:
    card = state.drawn
    assert card is not None
    if not state.reach[seat] >> card & 1:
        return _DISCARD_ONLY
    layouts = layouts_for(setting_of(state, seat, TO_USE))
    return _to_lay_out(("discard",), TO_USE, layouts) if layouts else _DISCARD_ONLY


def _to_pay(state: State, seat: int) -> Options:
    return _to_part_with(state.hands[seat], 0)


def _in_offer(state: State, seat: int) -> Options:
    card = state.offered
    assert card is not None
    can_use = state.reach[seat] >> card & 1 and seat != state.discarder
    if not (can_use or state.forcible):
        return _PASS_ONLY
    layouts = layouts_for(setting_of(state, seat, TO_CLAIM)) if can_use else ()
    targets = force_targets(state, seat) if state.forcible else 0
    if not (layouts or targets):
        return _PASS_ONLY
    return _to_lay_out(("pass",), TO_CLAIM if layouts else None, layouts, targets)


def _to_place(state: State, seat: int) -> Options:
    layouts = layouts_for(setting_of(state, seat, TO_PLACE))
    return _to_lay_out((), TO_PLACE, layouts)


def _to_judge(_state: State, _seat: int) -> Options:
    return _VOTE_ONLY


_IN: dict[Phase, Callable[[State, int], Options]] = {
    CUT: _to_cut,
    ANNOUNCE: _to_announce,
    CAMBIO: _in_cambio,
    DECLARE: _to_declare,
    DRAW: _to_draw,
    USE: _to_use,
    PAY: _to_pay,
    OFFER: _in_offer,
    PLACE: _to_place,
    JUDGE: _to_judge,
}
