"""What workers say to each other: a closed set of words, each of which may be said again.

Enters: a word about a table. Leaves: an `Envelope` that a courier brings, and the word again at
the other end. Losing one costs a moment, and getting one twice nothing: who follows a table says
each second what it knows, and whatever was asked is asked again by the same request id. Never
here: anything readable of a running hand. Commands and outcomes travel sealed and in steps of
one length, and entries as they lie in the journal, where the same holds.

There are no views among them (docs/cluster.md): a worker writes those of its own sockets.
"""

from typing import Any, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import Struct, json, msgpack

from app.cluster.ports import Envelope
from engine.table.answering import Outcome
from engine.table.codec import SECRET_BYTES, command_from_json, command_to_json
from engine.table.commands import Command
from engine.table.entries import Request
from engine.table.journal import Entry
from engine.table.ports import Sealer

UNNEEDED = frozenset({"before", "answered", "rests", "hand_record"})
"""Of an entry's body: for whoever rebuilds a table from its journal. Nobody rebuilds one from
what a courier brings, and they are nine tenths of the largest entries."""
OUTSIDE = 0  # as the number of an entry: sealed for no entry, since those count from 1


class Word(Struct, frozen=True, array_like=True):
    """Something said about a table."""


class Watching(Struct, frozen=True, array_like=True):
    """What a follower knows of a table; which players are connected through it, and when each
    opened the table (microseconds)."""

    seq: int
    paused: str | None
    players: dict[str, int]
    elsewhere: list[str]


class Follow(Word, frozen=True):
    """To an owner: tables of its that are followed here. What is not said again for a while is
    followed no more."""

    tables: dict[str, Watching]


class Standing(Word, frozen=True):
    """To a follower whose knowledge of a table differs: its last entry that was shown, why it is
    paused, and who is connected through other workers."""

    seq: int
    paused: str | None
    elsewhere: list[str]


class Stored(Word, frozen=True):
    """To followers: an entry that is in the journal, and shown by now."""

    seq: int
    epoch: int
    at: int
    opens_hand: bool
    body: bytes


class Ask(Word, frozen=True):
    """To an owner: a command, and who asks by which request id (sealed)."""

    id: int
    sealed: str


class Told(Word, frozen=True):
    """To whoever sent the `Ask` with this id: what came of it (sealed)."""

    id: int
    sealed: str


class Kept(Word, frozen=True):
    """To an owner: an answer to the offer that entry `asked` put is kept with the windows."""

    asked: int


class Arrived(Word, frozen=True):
    """A player has opened the table anew at that time: older connections are to close."""

    player: str
    at: int


class Reacted(Word, frozen=True):
    """Somebody at this place said one of the five words."""

    place: int
    word: str


class Moved(Word, frozen=True):
    """The table does not live here, or no more: take it over if nobody has it."""


class Left(Word, frozen=True):
    """Its owner can't store any more and left it to you: have it if nobody has."""


AnyWord: TypeAlias = (
    Follow | Standing | Stored | Ask | Told | Kept | Arrived | Reacted | Moved | Left
)
_READ = {kind.__name__: msgpack.Decoder(kind).decode for kind in get_args(AnyWord)}
_write = msgpack.Encoder().encode
Content = TypeVar("Content")


class Unreadable(Exception):
    """Another version's word, or no word at all."""


def packed(sender: str, table: str, word: AnyWord) -> Envelope:
    """A word on its way."""
    return Envelope(sender, type(word).__name__, table, _write(word))


def unpacked(envelope: Envelope) -> AnyWord:
    """The word in an envelope. Raises `Unreadable`."""
    read = _READ.get(envelope.kind)
    if read is None:
        raise Unreadable(envelope.kind)
    try:
        word: AnyWord = read(envelope.body)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"{envelope.kind}: {error}") from None
    return word


# --- entries --------------------------------------------------------------------------


def stored(entry: Entry) -> Stored:
    """An entry without what only a new owner needs."""
    body = {key: value for key, value in entry.body.items() if key not in UNNEEDED}
    return Stored(entry.seq, entry.epoch, entry.at, entry.opens_hand, json.encode(body))


def entry_in(table: str, word: Stored) -> Entry:
    """The entry that `stored` was given, as far as a replay needs it."""
    body: dict[str, Any] = json.decode(word.body)
    return Entry(table, word.seq, word.epoch, word.at, body, (), word.opens_hand)


# --- what is sealed -------------------------------------------------------------------


class Asked(Struct, frozen=True, array_like=True):
    """The content of an `Ask`."""

    command: dict[str, Any]
    player: str | None
    request: str


def seal_ask(
    sealer: Sealer, table: str, number: int, command: Command, request: Request | None
) -> Ask:
    """A command for the owner of a table."""
    player, name = (request.player, request.id) if request else (None, "")
    return Ask(number, _seal(sealer, table, Asked(command_to_json(command), player, name)))


def open_ask(sealer: Sealer, table: str, word: Ask) -> tuple[Command, Request | None]:
    """What was asked. Raises `ValueError` if it was not sealed for this table."""
    asked = _unseal(sealer, table, word.sealed, Asked)
    request = None if asked.player is None else Request(asked.player, asked.request)
    return command_from_json(asked.command), request


def seal_outcome(sealer: Sealer, table: str, number: int, outcome: Outcome) -> Told:
    """What came of an `Ask`; a refusal can name cards."""
    return Told(number, _seal(sealer, table, outcome))


def open_outcome(sealer: Sealer, table: str, word: Told) -> Outcome:
    """What came of it. Raises `ValueError`, as above."""
    return _unseal(sealer, table, word.sealed, Outcome)


def _seal(sealer: Sealer, table: str, content: object) -> str:
    text = json.encode(content)
    return sealer.seal_step(table, OUTSIDE, text + b" " * (-len(text) % SECRET_BYTES))


def _unseal(sealer: Sealer, table: str, sealed: str, kind: type[Content]) -> Content:
    return json.decode(sealer.unseal_step(table, OUTSIDE, sealed), type=kind)
