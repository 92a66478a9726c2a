"""What can be asked of a live table: a closed set of records.

A command holds everything its step needs, chance included, so that the journal, which
stores commands, replays to the same table.
"""

from dataclasses import dataclass
from typing import TypeAlias

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
class AddEntropy:
    """A browser's share in the next deck."""

    player: str
    entropy: bytes


@dataclass(frozen=True, slots=True)
class Act:
    """An action of the rules; its seat is that of the player's place."""

    player: str
    action: Action


@dataclass(frozen=True, slots=True)
class Order:
    """Standing orders for the rest of this hand, looked at when a window closes."""

    player: str
    pass_rest: bool
    take_goal: bool


@dataclass(frozen=True, slots=True)
class ComeBack:
    """An away player is there again."""

    player: str


@dataclass(frozen=True, slots=True)
class PutOnDefaults:
    """Without a clock: someone gone for a minute is played for by the table."""

    player: str
    place: int


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
    """The host, or an operator (`player` None), closes the table: everyone is paid (R8.7)."""

    player: str | None


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
    | Stand
    | TopUp
    | Choose
    | ProposeBet
    | AnswerBet
    | AddEntropy
    | Act
    | Order
    | ComeBack
    | PutOnDefaults
    | Kick
    | SetPace
    | SetWatchable
    | TakeHost
    | CloseTable
    | TimeUp
    | RestartClock
    | Void
)
