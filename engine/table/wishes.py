"""What people can ask for without end, and no hand goes on by it: there is an end to it.

Enters: a table, a command, how many entries there are since the last one that opens a hand. Leaves:
whether it is too much. Whoever revives a table plays all of them again, and a journal keeps them.
"""

from engine.table.commands import (
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

MOST_ENTRIES = 5_000
"""To play so many again takes half a second; a hand has 2,000 at most (`engine.simulation`)."""
_WISHES = (
    *(AnswerBet, AskPause, Choose, ComeBack, Kick, Order, Pledge, ProposeBet, PutOnDefaults),
    *(SetPace, SetRules, SetWatchable, TakeHost, TopUp),
)


def is_too_much(live: Live, command: Command, entries: int) -> bool:
    """Whether this must wait for another hand. Play, leaving and closing never do."""
    return entries >= MOST_ENTRIES and (isinstance(command, _WISHES) or _is_repeated(live, command))


def _is_repeated(live: Live, command: Command) -> bool:
    """Leaving and closing are done once; in the middle of a hand they could be asked again."""
    if isinstance(command, Stand):
        place = live.place_of(command.player)
        return place is not None and live.sitting(place).leaving
    return isinstance(command, CloseTable) and command.player is not None and live.coming.close
