"""Every frame between browser and server, in and out; docs/protocol.md tells the story.

Enters: JSON text of a browser, or an `Out…`. Leaves: an `In…`, or JSON text. `In` is to
the server, `Out` is to the browser. What has another shape is `Malformed`; an unknown key
is refused, so that a misspelt one is found. Never here: what a frame leads to.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

MOST_BYTES = 16 * 1024
"""Of one frame in: the largest, a layout of ten cards, takes 300; the rest is for growth."""

MOST_BYTES_READ = 4 * MOST_BYTES
"""Of one frame by the transport, which cuts off without a word; between the two it is told."""

# An id that the page makes for what it asks, so that asking again is harmless.
RequestId = Annotated[str, Meta(min_length=1, max_length=40)]
TableId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
Place = Annotated[int, Meta(ge=0, le=3)]
Chips = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # what every JSON reader holds exactly
MOST_BET = 1_000_000
"""Chips; a newcomer has a thousand, and no pot of four can near what a table may hold."""
Seq = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Hex32 = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){1,32}\Z")]
Pledge = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]  # a SHA-256
Game = Annotated[str, Meta(max_length=20)]
Games = Annotated[tuple[Game, ...], Meta(max_length=10)]  # there are ten side games
Draft = dict[str, Any]  # an action as section 12 writes it; the engine reads it


Reaction = Literal["dame", "sal", "apurate", "jaja", "bien"]
"""Words that everybody may say to everybody: the page has a sentence for each."""
REACTIONS: Mapping[str, Reaction] = {word: word for word in get_args(Reaction)}


class Malformed(Exception):
    """A text that is no frame; the message says what it should be."""


def _word(name: str) -> str:
    """InTopUp → top_up."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name.removeprefix("In").removeprefix("Out")).lower()


class In(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=_word):
    """From a browser."""


class Out(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=_word):
    """To a browser."""


class Asking(In, frozen=True):
    """Whatever is answered by an `OutAnswer` with the same id."""

    id: RequestId


# --- in -------------------------------------------------------------------------------


class InHello(In, frozen=True):
    """Show me this table; I have its news up to `seen` (0: none). Also how one reconnects."""

    table: TableId
    seen: Seq = 0


class InPing(In, frozen=True):
    """Are you there, and what time is it?"""


class InAct(Asking, frozen=True):
    """An action of the rules by my own seat; `asked`: an answer to that question only."""

    action: Draft
    asked: Seq | None = None


class InCheck(Asking, frozen=True):
    """Would this action be taken? Nothing changes."""

    action: Draft


class InOrder(Asking, frozen=True):
    """Standing orders for the rest of this hand."""

    pass_rest: bool
    take_goal: bool


class InChoose(Asking, frozen=True):
    """Side games from the next hand on, and whether to be dealt in."""

    games: Games | None = None
    sits_out: bool | None = None


class InStand(Asking, frozen=True):
    """Give up my place; in the middle of a hand I leave that hand."""


class InTopUp(Asking, frozen=True):
    """Chips from my wallet to my stack."""

    chips: Chips


class InPropose(Asking, frozen=True):
    """Another bet, from the next hand on, if all agree."""

    bet: Chips


class InAnswerBet(Asking, frozen=True):
    """Agree to the proposed bet, or end the proposal."""

    agree: bool


class InPledge(Asking, frozen=True):
    """What my browser promises to add to the next deck; `ready`: let the hand begin."""

    pledge: Pledge | None = None
    ready: bool = False


class InEntropy(Asking, frozen=True):
    """What my browser had pledged, once the hand is announced."""

    entropy: Hex32


class InComeBack(Asking, frozen=True):
    """I am there again; stop playing for me."""


class InPutOnDefaults(Asking, frozen=True):
    """At a table without a clock: play for someone who has been gone for a minute."""

    place: Place


class InAskPause(Asking, frozen=True):
    """No next hand for now, or one again; the table pauses if all want it."""

    pause: bool


class InReact(Asking, frozen=True):
    """Say one of a few things to the table; nobody can write anything of their own."""

    word: Reaction


class InKick(Asking, frozen=True):
    """Host: free a place after the hand."""

    place: Place


class InSetPace(Asking, frozen=True):
    """Host: other clocks, from the next hand on."""

    pace: Annotated[str, Meta(max_length=20)]
    window: int | None = None


class InSetRules(Asking, frozen=True):
    """Host: other house rules, from the next hand on; all that differ from the preset's."""

    rules: dict[str, Any]


class InSetWatchable(Asking, frozen=True):
    """Host: let others watch, or no more."""

    watchable: bool


class InTakeHost(Asking, frozen=True):
    """Who made the table takes the host's role back."""


class InCloseTable(Asking, frozen=True):
    """Host: after the hand everyone is paid and the table is gone."""


# --- out ------------------------------------------------------------------------------


class OutWelcome(Out, frozen=True):
    """First of all; `time` in microseconds, to reckon deadlines by.

    `build` names the pages that this server serves; a page of another build loads itself anew.
    """

    time: int
    name: str
    build: str


class News(Struct, frozen=True):
    """What happened in entry `seq`, as this viewer may know it."""

    seq: int
    events: list[msgspec.Raw]


class OutView(Out, frozen=True):
    """A table, whole. It replaces every earlier one.

    `public` is the same for all, `mine` for this viewer alone. `present` tells of each
    place whether its player's browser is there, `gone_since` since when it is not (microseconds;
    None where it is, or nobody sits). `news` happened after `since`: what is older than that
    has been forgotten.
    """

    table: str
    seq: int
    public: msgspec.Raw
    present: list[bool]
    gone_since: list[int | None]
    mine: msgspec.Raw
    since: int
    news: list[News]


class OutAnswer(Out, frozen=True):
    """To what was asked with this id: taken (`code` null) as of `seq`, or refused and why.

    To a `check`, `cards` are those that the message speaks of and `needs` those that would
    put it right, so that a page can say it in its own language.
    """

    id: str
    code: str | None
    message: str
    seq: int
    cards: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


class OutAnswered(Out, frozen=True):
    """My answer to the offer of entry `asked_seq` is kept, sealed, until the window closes.

    `answer` is the action that stands, as in `mine.answer` of a view.
    """

    asked_seq: int
    answer: msgspec.Raw


class OutReacted(Out, frozen=True):
    """Somebody at the table said one of the few things. It is kept nowhere."""

    place: int
    word: Reaction


class OutPaused(Out, frozen=True):
    """The table waits, and why; its clocks stand still."""

    why: str


class OutResumed(Out, frozen=True):
    """The table goes on."""


class OutRefused(Out, frozen=True):
    """A frame that this server does not take; it hangs up after this."""

    code: str
    message: str


class OutReplaced(Out, frozen=True):
    """The same player looks at this table in a newer tab; this one is done."""


class OutClosed(Out, frozen=True):
    """Nothing more comes of this table here; `reason` says whether to come again."""

    reason: str


class OutPong(Out, frozen=True):
    """`time` in microseconds."""

    time: int


AnyIn: TypeAlias = (
    InHello
    | InPing
    | InAct
    | InCheck
    | InOrder
    | InChoose
    | InStand
    | InTopUp
    | InPropose
    | InAnswerBet
    | InPledge
    | InEntropy
    | InComeBack
    | InPutOnDefaults
    | InAskPause
    | InReact
    | InKick
    | InSetPace
    | InSetRules
    | InSetWatchable
    | InTakeHost
    | InCloseTable
)
AnyOut: TypeAlias = (
    OutWelcome
    | OutView
    | OutAnswer
    | OutAnswered
    | OutReacted
    | OutPaused
    | OutResumed
    | OutRefused
    | OutReplaced
    | OutClosed
    | OutPong
)

_read = msgspec.json.Decoder(AnyIn).decode
_write = msgspec.json.Encoder().encode


def frame_in(text: str) -> AnyIn:
    """Read a frame of a browser. Raises `Malformed`."""
    try:
        return _read(text)
    except RecursionError:  # msgspec lets it through: brackets nested thousands deep
        raise Malformed("this is nested too deep") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise Malformed(str(error)[:200]) from None


def text_of(frame: AnyOut) -> str:
    """Write a frame for a browser."""
    return _write(frame).decode()


def bytes_of(frame: AnyOut) -> bytes:
    """The same as the bytes that a socket carries."""
    return _write(frame)


def part_of(value: object) -> bytes:
    """A part of a frame, to be joined with others."""
    return _write(value)


def raw(value: object) -> msgspec.Raw:
    """A part of a frame, written once for many."""
    return msgspec.Raw(_write(value))
