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
from engine.rules.events import quick
from engine.rules.house_rules import Rules
from engine.rules.layouts import PLAY_OF, TO_LAY, TO_PLACE, TO_USE, Play, Setting, require_layout
from engine.rules.phases.opening import hands_that_count
from engine.rules.refusals import Code, Refusal
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
    SEATS_IN,
    USE,
    Phase,
    State,
)


def check(state: State, action: Action) -> None:
    """Raise `Refusal` unless the action may be made now."""
    phases, own = RULES[type(action)]
    if state.phase not in phases or action.seat not in SEATS_IN[state.waiting]:
        require_turn(state, action)
    if own:
        own(state, action)


# --- predicates that the options share ------------------------------------------------


def may_lay(rules: Rules) -> bool:
    """R7.2: whether the house rules know laying before the draw."""
    return rules.lay_on_turn != "no"


def unproved(state: State, seat: int) -> int:
    """R7.11: what keeps this seat from retiring, 0 if nothing does.

    With `proved` the cards (a mask) that would fit its melds and that it has not seen;
    where nobody retires, every card.
    """
    rules, layout = state.deal.rules, state.layouts[seat]
    if rules.retiring == "no":
        return rules.melds.deck_mask
    if rules.retiring == "free" or not layout:
        return 0
    return state.grows[seat] & ~(state.hands[seat] | state.seen)


def force_targets(state: State, seat: int) -> int:
    """R7.9: the seats (a mask) on which this one may force the card on offer."""
    if state.deal.rules.forcing != "by_opponent":
        return 0
    return state.forcible & state.active & ~(1 << seat)


def setting_of(state: State, seat: int, play: Play) -> Setting:
    """What a play of this seat starts from."""
    rules, old, hand = state.deal.rules, state.layouts[seat], state.hands[seat]
    if play is TO_LAY:
        return quick(Setting, (rules, play, old, 0, hand))
    card = state.drawn if play is TO_USE else state.offered
    assert card is not None
    return quick(Setting, (rules, play, old, BIT[card], 0 if play is TO_PLACE else hand))


# --- the checks in their order --------------------------------------------------------


def require_turn(state: State, action: Action) -> None:
    """The phase is not one for this action, or its seat is not asked: say which, if either."""
    if state.phase is OVER:
        raise Refusal(Code.HAND_OVER, "the hand is over; the next one has its own actions")
    _require_range(state, action)
    kind, phase, seat = type(action), state.phase, action.seat
    if phase not in RULES[kind][0] or (kind is Lay and not may_lay(state.deal.rules)):
        raise _wrong_phase(state, action)
    if seat is None:
        return
    if kind is Leave:
        if not state.present >> seat & 1:
            raise Refusal(Code.NOT_ASKED, f"seat {seat} is out of this hand already")
        return
    asked = " and ".join(str(other) for other in SEATS_IN[state.waiting])
    raise Refusal(Code.NOT_ASKED, f"seat {seat} is not being asked; seat {asked} is")


def _require_range(state: State, action: Action) -> None:
    seats, seat = state.deal.seats, action.seat
    if seat is not None and not 0 <= seat < seats:
        raise Refusal(Code.OUT_OF_RANGE, f"seats here are 0 to {seats - 1}")
    if type(action) is Cut and not 0 <= action.at <= state.deal.rules.deck:
        raise Refusal(Code.OUT_OF_RANGE, f"cut at 0 to {state.deal.rules.deck}")
    if type(action) is Force and not 0 <= action.target < seats:
        raise Refusal(Code.OUT_OF_RANGE, f"the target must be a seat, 0 to {seats - 1}")


def _wrong_phase(state: State, action: Action) -> Refusal:
    word = type(action).__name__.lower()
    return Refusal(Code.WRONG_PHASE, f"{word} is not possible in the phase {state.phase}")


def _announce(state: State, action: Announce) -> None:
    mine = state.deal.games[action.seat]
    for game in action.games:
        if game not in mine:
            raise Refusal(Code.NOT_IN_GAME, f"seat {action.seat} is not in {game[:40]!r}")
    held = holdings(state.deal.rules, state.dealt[action.seat])
    for game in action.games:
        if game not in held:
            raise Refusal(Code.NO_HOLDING, f"the hand as dealt holds nothing for {game}")


def _held(state: State, action: Give | Pay) -> None:
    hand = state.hands[action.seat]
    if not hand & BIT[action.card]:
        held = " ".join(TEXT[card] for card in cards_in(hand))
        raise Refusal(
            Code.CARD_NOT_HELD,
            f"{TEXT[action.card]} is not in the hand, which is {held}",
            [TEXT[action.card]],
        )


def _declare(state: State, action: Declare) -> None:
    """R5.5: a declaration that does not hold is refused, and costs nothing."""
    if action.win not in wins_of(state.deal.rules, hands_that_count(state, action.seat)):
        raise Refusal(
            Code.NOT_ELIGIBLE, f"the hand is no {action.win[:40]!r}, or that is not played here"
        )


def _lay(state: State, action: Lay) -> None:
    if not may_lay(state.deal.rules):
        raise _wrong_phase(state, action)
    _layout(state, action)


def _claim(state: State, action: Claim) -> None:
    if action.seat == state.discarder:
        raise Refusal(Code.NOT_ASKED, "you may force your own discard on others, not claim it")
    _layout(state, action)


def _layout(state: State, action: Laying) -> None:
    require_layout(setting_of(state, action.seat, PLAY_OF[type(action)]), action.melds)


def _retire(state: State, action: Retire) -> None:
    missing = unproved(state, action.seat)
    if missing and state.deal.rules.retiring == "no":
        raise Refusal(Code.CANNOT_RETIRE, "nobody retires at this table")
    if missing:
        cards = " ".join(mask_texts(missing))
        raise Refusal(
            Code.CANNOT_RETIRE,
            f"{cards} would fit your melds and may still come",
            mask_texts(missing),
        )


def _force(state: State, action: Force) -> None:
    _require_range(state, action)
    if not force_targets(state, action.seat) >> action.target & 1:
        raise Refusal(
            Code.CANNOT_FORCE,
            f"the card cannot be forced on seat {action.target}: it must fit that seat's "
            "melds without hand cards, and forcing must be played here",
        )


_ALL_BUT_OVER = tuple(phase for phase in Phase if phase is not OVER)
RULES: Mapping[type[Action], tuple[tuple[Phase, ...], Callable[[State, Any], None] | None]] = {
    Cut: ((CUT,), _require_range),
    Announce: ((ANNOUNCE,), _announce),
    Give: ((CAMBIO,), _held),
    Declare: ((CAMBIO, DECLARE), _declare),
    Ready: ((DECLARE,), None),
    Lay: ((DRAW,), _lay),
    Draw: ((DRAW,), None),
    Retire: ((DRAW,), _retire),
    Use: ((USE,), _layout),
    Discard: ((USE,), None),
    Pay: ((PAY,), _held),
    Claim: ((OFFER,), _claim),
    Pass: ((OFFER,), None),
    Force: ((OFFER,), _force),
    Place: ((PLACE,), _layout),
    Vote: ((JUDGE,), None),
    Leave: (_ALL_BUT_OVER, None),
    Close: ((OFFER,), None),
}
"""Action → the phases in which it can be made, and its own check if it has one.

Tuples, not sets: `in` then compares by identity.
"""
