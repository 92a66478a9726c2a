"""What can be asked of a live table: a closed set of records.

A command holds everything its step needs, chance included, so that the journal, which
stores commands, replays to the same table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.rules.actions import Action
from engine.table.pace import Pace


@dataclass(frozen=True, slots=True)
class Sit:
    """Someone takes a place with chips of a wallet; a bot with chips of the bank."""

    player: str
    name: str
    stack: int
    place: int
    bot: bool = False


@dataclass(frozen=True, slots=True)
class BringBots:
    """Bots take places, all of them or none."""

    bots: tuple[Sit, ...]


@dataclass(frozen=True, slots=True)
class Rehearse:
    """A hand that is over is played on from after some of its actions; a practice table begins so.

    `file` and `record` are as JSON; the player takes that seat, bots the others.
    """

    player: str
    seat: int
    file: Mapping[str, Any]
    record: Mapping[str, Any]
    actions: int


@dataclass(frozen=True, slots=True)
class Stand:
    """Someone gives up a place; in the middle of a hand it leaves that hand (R10.1)."""

    player: str


@dataclass(frozen=True, slots=True)
class TopUp:
    """Chips from a wallet to a stack."""

    player: str
    chips: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Side games from the next hand on, and whether to be dealt in."""

    player: str
    games: frozenset[str] | None = None
    sits_out: bool | None = None


@dataclass(frozen=True, slots=True)
class ProposeBet:
    """R8.2."""

    player: str
    bet: int


@dataclass(frozen=True, slots=True)
class AnswerBet:
    """R8.2."""

    player: str
    agree: bool


@dataclass(frozen=True, slots=True)
class Pledge:
    """What a browser promises to add to the next deck, or None; `ready` ends the pause for it."""

    player: str
    pledge: bytes | None = None
    ready: bool = False


@dataclass(frozen=True, slots=True)
class AddEntropy:
    """What a browser had pledged, once all pledges are announced."""

    player: str
    entropy: bytes


@dataclass(frozen=True, slots=True)
class Act:
    """An action of the rules; its seat is that of the player's place.

    `asked` is the question that it answers (`Live.asked_seq`), where the sender says so:
    an answer that was long on its way is then never taken for one to a later question.
    """

    player: str
    action: Action
    asked: int | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """Standing orders for the rest of this hand, looked at when a window closes.

    `quiet`: nobody else is to notice that one was given (`Live.quiet`). False in older entries,
    which were shown to all, so that what they led to stays as it was.
    """

    player: str
    pass_rest: bool
    take_goal: bool
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class ComeBack:
    """An away player is there again."""

    player: str


@dataclass(frozen=True, slots=True)
class PutOnDefaults:
    """Without a clock: someone gone for a minute is played for by the table.

    `gone_for` is how long the place has been disconnected (microseconds). Who is connected
    is known outside only, and a replay must come to the same: so the command carries it, as
    it carries time and chance, and the journal shows on what ground it was done.
    """

    player: str
    place: int
    gone_for: int


@dataclass(frozen=True, slots=True)
class Suspend:
    """An operator's: the table acts for a player at once, and deals them into no hand after this.

    Until they do something here again, which they can once they may sign in.
    """

    player: str


@dataclass(frozen=True, slots=True)
class AskPause:
    """A player wants no next hand for now, or wants one again; a pause needs all of them."""

    player: str
    pause: bool


@dataclass(frozen=True, slots=True)
class Kick:
    """The host frees a place; takes effect after the hand."""

    player: str
    place: int


@dataclass(frozen=True, slots=True)
class SetPace:
    """The host changes the clocks; takes effect after the hand."""

    player: str
    pace: Pace


@dataclass(frozen=True, slots=True)
class SetRules:
    """The host changes house rules, `overrides` being all that differ from the preset's.

    Preset and seats stay. Takes effect after the hand.
    """

    player: str
    overrides: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SetWatchable:
    """The host lets others watch, or no more."""

    player: str
    watchable: bool


@dataclass(frozen=True, slots=True)
class TakeHost:
    """The owner takes the host's role back."""

    player: str


@dataclass(frozen=True, slots=True)
class CloseTable:
    """The table closes and everyone is paid (R8.7): by its host, when the hand is over.

    An operator (`player` None) closes it at once; the running hand is void.
    """

    player: str | None


@dataclass(frozen=True, slots=True)
class SetFrozen:
    """An operator freezes the table, or thaws it: a frozen one deals no hand after this one."""

    frozen: bool


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The table's own clock: the deadline has passed, or a window has all its answers.

    `answers` are what a window held.
    """

    answers: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class RestartClock:
    """The table was away, with its process or its storage: the open clock starts anew in full."""


@dataclass(frozen=True, slots=True)
class Void:
    """R8.8: the hand can't go on; `why` is told to all."""

    why: str


Command: TypeAlias = (
    Sit
    | BringBots
    | Rehearse
    | Stand
    | TopUp
    | Choose
    | ProposeBet
    | AnswerBet
    | Pledge
    | AddEntropy
    | Act
    | Order
    | ComeBack
    | PutOnDefaults
    | Suspend
    | AskPause
    | Kick
    | SetPace
    | SetRules
    | SetWatchable
    | TakeHost
    | CloseTable
    | SetFrozen
    | TimeUp
    | RestartClock
    | Void
)
