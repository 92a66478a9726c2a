"""What a frame asks of a table, as the table's own command.

Enters: a frame and who sent it. Leaves: a command, or `Unaskable` with a code and a
sentence. Whether the command is taken is for the table.
"""

from collections.abc import Callable, Mapping
from typing import Any

from app.identity import Who
from app.protocol import (
    Asking,
    Draft,
    InAct,
    InAnswerBet,
    InChoose,
    InCloseTable,
    InComeBack,
    InEntropy,
    InKick,
    InOrder,
    InPropose,
    InPutOnDefaults,
    InSetPace,
    InSetWatchable,
    InStand,
    InTakeHost,
    InTopUp,
)
from engine.rules.action_json import WrongShape, action_from_json
from engine.rules.actions import Action
from engine.rules.legality import check
from engine.rules.refusals import Code, Refusal
from engine.table.clock import SECOND
from engine.table.commands import (
    Act,
    AddEntropy,
    AnswerBet,
    Choose,
    CloseTable,
    ComeBack,
    Command,
    Kick,
    Order,
    ProposeBet,
    PutOnDefaults,
    SetPace,
    SetWatchable,
    Stand,
    TakeHost,
    TopUp,
)
from engine.table.live import Live
from engine.table.pace import DISCONNECTED, pace_named


class Unaskable(Exception):
    """A frame that comes to no command; `code` and `message` are the answer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def command_of(frame: Asking, who: Who, live: Live, gone_for: Callable[[int], int]) -> Command:
    """The command of a frame. `gone_for` tells how long a place is disconnected."""
    if isinstance(frame, InPutOnDefaults):
        return _put_on_defaults(frame.place, who, live, gone_for)
    return _COMMANDS[type(frame)](frame, who.id)


def action_of(draft: Draft) -> Action:
    """The action that a draft names."""
    try:
        return action_from_json(draft)
    except WrongShape as wrong:
        raise Unaskable("bad_action", str(wrong)) from None


def check_draft(draft: Draft, who: Who, live: Live) -> None:
    """Raise what the table would answer to this action now; it changes nothing.

    The checks before `legality.check` are those of `steps`, in its order.
    """
    action = action_of(draft)
    place = live.place_of(who.id)
    if place is None:
        raise Unaskable("not_seated", "take a place at the table first")
    if not live.playing or live.hand is None:
        raise Refusal(Code.HAND_OVER, "no hand is being played")
    if action.seat is None or action.seat != live.seat_at(place):
        raise Refusal(Code.NOT_ASKED, "that is not your seat in this hand")
    check(live.hand, action)


def _put_on_defaults(
    place: int, who: Who, live: Live, gone_for: Callable[[int], int]
) -> PutOnDefaults:
    if live.pace.turn is not None:
        raise Unaskable("has_clock", "the clock of this table plays for whoever is gone")
    if place >= len(live.sittings):
        raise Unaskable("no_such_place", f"nobody sits at place {place}")
    if gone_for(place) < DISCONNECTED:
        seconds = DISCONNECTED // SECOND
        raise Unaskable("still_there", f"wait until they have been gone for {seconds} seconds")
    return PutOnDefaults(who.id, place)


def _set_pace(frame: InSetPace, player: str) -> SetPace:
    try:
        return SetPace(player, pace_named(frame.pace, frame.window))
    except ValueError as error:
        raise Unaskable("bad_pace", str(error)) from None


def _choose(frame: InChoose, player: str) -> Choose:
    games = None if frame.games is None else frozenset(frame.games)
    return Choose(player, games, frame.sits_out)


_COMMANDS: Mapping[type[Asking], Callable[[Any, str], Command]] = {
    InAct: lambda frame, player: Act(player, action_of(frame.action)),
    InOrder: lambda frame, player: Order(player, frame.pass_rest, frame.take_goal),
    InChoose: _choose,
    InStand: lambda _, player: Stand(player),
    InTopUp: lambda frame, player: TopUp(player, frame.chips),
    InPropose: lambda frame, player: ProposeBet(player, frame.bet),
    InAnswerBet: lambda frame, player: AnswerBet(player, frame.agree),
    InEntropy: lambda frame, player: AddEntropy(player, bytes.fromhex(frame.entropy)),
    InComeBack: lambda _, player: ComeBack(player),
    InKick: lambda frame, player: Kick(player, frame.place),
    InSetPace: _set_pace,
    InSetWatchable: lambda frame, player: SetWatchable(player, frame.watchable),
    InTakeHost: lambda _, player: TakeHost(player),
    InCloseTable: lambda _, player: CloseTable(player),
}
