"""May this action be made now? Legality is said here, once.

Enters: a state and an action. Leaves: nothing, or a `Refusal` with the first code that
fits, in the order of section 12. `apply` asks it before it changes anything, `options`
builds on the same predicates, and so does the answer to a browser that only asks.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.rules.actions import (
    Action,
    Announce,
    Claim,
    Close,
    Cut,
    Declare,
    Discard,
    Draw,
    Force,
    Give,
    Lay,
    Laying,
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
from engine.rules.cards import BIT, TEXT, cards_in, mask_texts
from engine.rules.house_rules import Rules
from engine.rules.layouts import Play, Setting, require_layout
from engine.rules.phases.opening import hands_that_count
from engine.rules.refusals import Code, Refusal
from engine.rules.side_games import holding
from engine.rules.state import SEATS_IN, Phase, State

_PHASES: Mapping[type[Action], frozenset[Phase]] = {
    Cut: frozenset({Phase.CUT}),
    Announce: frozenset({Phase.ANNOUNCE}),
    Give: frozenset({Phase.CAMBIO}),
    Declare: frozenset({Phase.CAMBIO, Phase.DECLARE}),
    Ready: frozenset({Phase.DECLARE}),
    Lay: frozenset({Phase.DRAW}),
    Draw: frozenset({Phase.DRAW}),
    Retire: frozenset({Phase.DRAW}),
    Use: frozenset({Phase.USE}),
    Discard: frozenset({Phase.USE}),
    Pay: frozenset({Phase.PAY}),
    Claim: frozenset({Phase.OFFER}),
    Pass: frozenset({Phase.OFFER}),
    Force: frozenset({Phase.OFFER}),
    Place: frozenset({Phase.PLACE}),
    Vote: frozenset({Phase.JUDGE}),
    Leave: frozenset(Phase) - {Phase.OVER},
    Close: frozenset({Phase.OFFER}),
}


def check(state: State, action: Action) -> None:
    """Raise `Refusal` unless the action may be made now."""
    if state.phase is Phase.OVER:
        raise Refusal(Code.HAND_OVER, "the hand is over; the next one has its own actions")
    kind = type(action)
    _require_range(state, action)
    if state.phase not in _PHASES[kind] or (kind is Lay and not may_lay(state.deal.rules)):
        raise Refusal(
            Code.WRONG_PHASE,
            f"{kind.__name__.lower()} is not possible in the phase {state.phase}",
        )
    _require_asked(state, action)
    own = _OWN.get(kind)
    if own:
        own(state, action)


# --- predicates that the options share ------------------------------------------------


def may_lay(rules: Rules) -> bool:
    """R7.2: whether the house rules know laying before the draw."""
    return rules.lay_on_turn != "no"


def retiring_fault(state: State, seat: int) -> str | None:
    """R7.11: why this seat may not retire now, in words, or None if it may."""
    rules = state.deal.rules
    if rules.retiring == "no":
        return "nobody retires at this table"
    if rules.retiring == "free":
        return None
    known = state.hands[seat] | state.seen
    missing = 0
    for meld in state.layouts[seat]:
        missing |= rules.melds.grows[meld] & ~known
    if not missing:
        return None
    return f"{' '.join(mask_texts(missing))} would fit your melds and may still come"


def force_targets(state: State, seat: int) -> int:
    """R7.9: the seats (a mask) on which this one may force the card on offer."""
    if state.deal.rules.forcing != "by_opponent":
        return 0
    return state.forcible & state.active & ~(1 << seat)


def games_of(state: State, seat: int) -> list[str]:
    """R9.1: the side games this seat is in."""
    return [game for game, side in state.deal.side.items() if seat in side.seats]


def setting_of(state: State, seat: int, play: Play) -> Setting:
    """What a play of this seat starts from."""
    card = {Play.LAY: None, Play.USE: state.drawn}.get(play, state.offered)
    return Setting(
        state.deal.rules,
        play,
        state.layouts[seat],
        0 if card is None else BIT[card],
        0 if play is Play.PLACE else state.hands[seat],
    )


# --- the checks in their order --------------------------------------------------------


def _require_range(state: State, action: Action) -> None:
    seats = state.deal.seats
    if action.seat is not None and not 0 <= action.seat < seats:
        raise Refusal(Code.OUT_OF_RANGE, f"seats here are 0 to {seats - 1}")
    if type(action) is Cut and not 0 <= action.at <= state.deal.rules.deck:
        raise Refusal(Code.OUT_OF_RANGE, f"cut at 0 to {state.deal.rules.deck}")
    if type(action) is Force and not 0 <= action.target < seats:
        raise Refusal(Code.OUT_OF_RANGE, f"the target must be a seat, 0 to {seats - 1}")


def _require_asked(state: State, action: Action) -> None:
    seat = action.seat
    if seat is None:
        return
    if type(action) is Leave:
        if state.out >> seat & 1:
            raise Refusal(Code.NOT_ASKED, f"seat {seat} is out of this hand already")
    elif not state.waiting >> seat & 1 or (type(action) is Claim and seat == state.discarder):
        asked = " and ".join(str(other) for other in SEATS_IN[state.waiting])
        if seat == state.discarder and state.waiting >> seat & 1:
            raise Refusal(Code.NOT_ASKED, "you may force your own discard on others, not claim it")
        raise Refusal(Code.NOT_ASKED, f"seat {seat} is not being asked; seat {asked} is")


def _announce(state: State, action: Announce) -> None:
    mine = games_of(state, action.seat)
    for game in action.games:
        if game not in mine:
            raise Refusal(Code.NOT_IN_GAME, f"seat {action.seat} is not in {game[:40]!r}")
    for game in action.games:
        if holding(state.deal.rules, game, state.dealt[action.seat]) is None:
            raise Refusal(Code.NO_HOLDING, f"the hand as dealt holds nothing for {game}")


def _held(state: State, action: Give | Pay) -> None:
    hand = state.hands[action.seat]
    if not hand & BIT[action.card]:
        held = " ".join(TEXT[card] for card in cards_in(hand))
        raise Refusal(
            Code.CARD_NOT_HELD, f"{TEXT[action.card]} is not in the hand, which is {held}"
        )


def _declare(state: State, action: Declare) -> None:
    if action.win not in wins_of(state.deal.rules, hands_that_count(state, action.seat)):
        raise Refusal(
            Code.NOT_ELIGIBLE, f"the hand is no {action.win[:40]!r}, or that is not played here"
        )


def _layout(state: State, action: Laying) -> None:
    play = Play(type(action).__name__.lower())
    require_layout(setting_of(state, action.seat, play), action.melds)


def _retire(state: State, action: Retire) -> None:
    fault = retiring_fault(state, action.seat)
    if fault:
        raise Refusal(Code.CANNOT_RETIRE, fault)


def _force(state: State, action: Force) -> None:
    if not force_targets(state, action.seat) >> action.target & 1:
        raise Refusal(
            Code.CANNOT_FORCE,
            f"the card cannot be forced on seat {action.target}: it must fit that seat's "
            "melds without hand cards, and forcing must be played here",
        )


_OWN: Mapping[type[Action], Callable[[State, Any], None]] = {
    Announce: _announce,
    Give: _held,
    Pay: _held,
    Declare: _declare,
    Lay: _layout,
    Use: _layout,
    Claim: _layout,
    Place: _layout,
    Retire: _retire,
    Force: _force,
}
