"""What a journal entry says that is stored elsewhere too, read out of its body: chips above all.

Enters: a body's text. Leaves: small records, or `ValueError` (msgspec's) where it is none.
"""

from collections.abc import Mapping

import msgspec
from msgspec import Raw, Struct, json

NOTHING = Raw(b"null")


class Player(Struct):
    """Somebody at a place."""

    id: str
    stack: int


class CarriedPots(Struct):
    """R8.3: each pot with its coins: hand, player, place, amount and, since some time, bet."""

    pots: Mapping[str, list[list[int | str]]]


class AtRest(Struct):
    """What of a session is chips."""

    places: list[Player | None]
    carried: CarriedPots


class Snapshot(Struct):
    """A table between two hands."""

    session: AtRest
    owner: str = ""


class Carry(Struct):
    """Pots that stay for the next hand."""

    pot: int = 0
    count: int = 0
    side: Mapping[str, int] = {}


class Result(Struct):
    """How a hand ended, in chips."""

    stacks: list[int]
    carry: Carry


class HandFile(Struct):
    """What of a hand file is chips."""

    stacks: list[int]
    result: Raw = NOTHING

    @property
    def ended(self) -> Result | None:
        """The result; None of a hand that has none (R8.8)."""
        return json.decode(self.result, type=Result | None)


class Proof(Struct):
    """Of which hand a fairness record is."""

    table: str
    hand: int


class HandRecord(Struct):
    """A hand that is over, with its file and proof as the text that is stored."""

    hand: int
    status: str
    players: list[str]
    file: Raw = NOTHING
    fairness: Raw = NOTHING

    @property
    def over(self) -> bool:
        """Whether it will never change."""
        return self.status != "running"

    def read(self) -> HandFile | None:
        """What its file says about chips. Raises `DecodeError`."""
        return json.decode(self.file, type=HandFile | None)

    @property
    def proof(self) -> Proof | None:
        """Of which hand its fairness record is. Raises `DecodeError`."""
        return json.decode(self.fairness, type=Proof | None)


class Command(Struct):
    """What was asked of the table, as far as it is known elsewhere: `record` of a hand that is
    played on, `frozen` of a table at which no hand is dealt."""

    kind: str
    record: Raw = NOTHING
    frozen: bool = False


class Body(Struct):
    """What an entry says that is stored elsewhere too."""

    command: Command | None = None
    before: Snapshot | None = None
    rests: Snapshot | None = None
    hand_record: HandRecord | None = None


_decode = msgspec.json.Decoder(Body).decode
_TELLING = (
    *(b'"before":', b'"hand_record":', b'"rests":'),
    *(b'"kind":"SetFrozen"', b'"kind":"Rehearse"'),
)


def body_of(text: bytes) -> Body | None:
    """What a body says beyond the rows; None for nothing, as most say."""
    for mark in _TELLING:
        if mark in text:
            return _decode(text)
    return None
