"""What a frame asks of a table, as the table's own command.

Enters: a frame and who sent it. Leaves: a command, or `Unaskable` with a code and a
sentence. Whether the command is taken is for the table.
"""

from collections.abc import Callable, Mapping
from typing import Any

from app.identity import Who
from app.protocol import (
    MOST_BET,
    Asking,
    Draft,
    InAct,
    InAnswerBet,
    InAskPause,
    InChoose,
    InCloseTable,
    InComeBack,
    InEntropy,
    InKick,
    InOrder,
    InPledge,
    InPropose,
    InPutOnDefaults,
    InSetPace,
    InSetRules,
    InSetWatchable,
    InStand,
    InTakeHost,
    InTopUp,
)
from engine.rules.action_json import WrongShape, action_from_json
from engine.rules.actions import Action
from engine.rules.legality import check
from engine.table.commands import (
    Act,
    AddEntropy,
    AnswerBet,
    AskPause,
    Choose,
    CloseTable,
    ComeBack,
    Command,
    Kick,
    Order,
    Pledge,
    ProposeBet,
    PutOnDefaults,
    SetPace,
    SetRules,
    SetWatchable,
    Stand,
    TakeHost,
    TopUp,
)
from engine.table.live import Live
from engine.table.pace import pace_named
from engine.table.steps import require_seat


class Unaskable(Exception):
    """A frame that comes to no command; `code` and `message` are the answer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def command_of(frame: Asking, who: Who, gone_for: Callable[[int], int]) -> Command:
    """The command of a frame. `gone_for` tells how long a place is disconnected."""
    if isinstance(frame, InPutOnDefaults):
        return PutOnDefaults(who.id, frame.place, gone_for(frame.place))
    return _COMMANDS[type(frame)](frame, who.id)


def action_of(draft: Draft) -> Action:
    """The action that a draft names."""
    try:
        return action_from_json(draft)
    except WrongShape as wrong:
        raise Unaskable("bad_action", str(wrong)) from None


def check_draft(draft: Draft, who: Who, live: Live) -> None:
    """Raise what the table would answer to this action now; it changes nothing."""
    act = Act(who.id, action_of(draft))
    require_seat(live, act)
    assert live.hand is not None
    check(live.hand, act.action)


def _set_pace(frame: InSetPace, player: str) -> SetPace:
    try:
        return SetPace(player, pace_named(frame.pace, frame.window))
    except ValueError as error:
        raise Unaskable("bad_pace", str(error)) from None


def _propose(frame: InPropose, player: str) -> ProposeBet:
    """No other bets than a table can be made with."""
    if not 1 <= frame.bet <= MOST_BET:
        raise Unaskable("bad_chips", f"a bet is 1 to {MOST_BET} chips")
    return ProposeBet(player, frame.bet)


def _choose(frame: InChoose, player: str) -> Choose:
    games = None if frame.games is None else frozenset(frame.games)
    return Choose(player, games, frame.sits_out)


_COMMANDS: Mapping[type[Asking], Callable[[Any, str], Command]] = {
    InAct: lambda frame, player: Act(player, action_of(frame.action), frame.asked),
    InOrder: lambda frame, player: Order(player, frame.pass_rest, frame.take_goal, quiet=True),
    InChoose: _choose,
    InStand: lambda _, player: Stand(player),
    InTopUp: lambda frame, player: TopUp(player, frame.chips),
    InPropose: _propose,
    InAnswerBet: lambda frame, player: AnswerBet(player, frame.agree),
    InPledge: lambda frame, player: Pledge(
        player, None if frame.pledge is None else bytes.fromhex(frame.pledge), frame.ready
    ),
    InEntropy: lambda frame, player: AddEntropy(player, bytes.fromhex(frame.entropy)),
    InComeBack: lambda _, player: ComeBack(player),
    InAskPause: lambda frame, player: AskPause(player, frame.pause),
    InKick: lambda frame, player: Kick(player, frame.place),
    InSetPace: _set_pace,
    InSetRules: lambda frame, player: SetRules(player, frame.rules),
    InSetWatchable: lambda frame, player: SetWatchable(player, frame.watchable),
    InTakeHost: lambda _, player: TakeHost(player),
    InCloseTable: lambda _, player: CloseTable(player),
}
