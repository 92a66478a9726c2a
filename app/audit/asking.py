"""What auditors and operators ask for; checked here, field by field."""

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from engine.rules.deal import MOST_CHIPS
from engine.table.money import Reason
from engine.table.shuffle import MOST_HAND

PAGE = 100  # rows in one answer
MOST_WHY = 300  # code points of a reason: a sentence or two
MOST_GRANT = 1_000_000  # chips of one correction; a bigger one is several, each with its reason
_JOINERS = "\u200c\u200d"  # of emoji, and within words of some languages
_ID = r"[^/\s\x00-\x1f\x7f]{1,64}"  # no control characters: Postgres stores no NUL
ACCOUNT = rf"^(bank|wallet/{_ID}|(stack|pot|carried)/{_ID}/{_ID})$"


def reason_from(text: str) -> str:
    """A reason in one line, as it is written down. Raises `ValueError` with a sentence."""
    reason = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in reason):
        raise ValueError("a reason needs some words")
    if len(reason) > MOST_WHY:
        raise ValueError(f"a reason has at most {MOST_WHY} characters, this one has {len(reason)}")
    if any(unicodedata.category(one)[0] == "C" and one not in _JOINERS for one in reason):
        raise ValueError("a reason holds visible characters only, none that steer the text")
    return reason


Number = Annotated[int, Field(ge=0, le=MOST_CHIPS)]
TableId = Annotated[str, Field(pattern=r"^t[0-9a-f]{20}$", description="a table's id")]
Player = Annotated[str, Field(pattern=rf"^{_ID}$", description="a player's id")]
Why = Annotated[
    str,
    AfterValidator(reason_from),
    Field(description="for the log, and for whoever asks later"),
]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RowsAsked(_Asked):
    """Which rows of the ledger: all, or fewer."""

    table: TableId | None = None
    hand: Annotated[int | None, Field(ge=1, le=MOST_HAND)] = None
    account: Annotated[str | None, Field(pattern=ACCOUNT)] = None
    player: Player | None = None
    reason: Reason | None = None
    since: Annotated[Number | None, Field(description="microseconds since 1970")] = None
    until: Number | None = None
    least: Annotated[Number | None, Field(description="chips")] = None
    most: Number | None = None
    before: Annotated[Number | None, Field(description="`next` of the page before")] = None

    @model_validator(mode="after")
    def _sense(self) -> "RowsAsked":
        if self.hand is not None and self.table is None:
            raise ValueError("a hand is one of a table: say which")
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise ValueError("since must be before until")
        if self.least is not None and self.most is not None and self.least > self.most:
            raise ValueError("least must not be more than most")
        return self


class Correction(_Asked):
    """Chips that were missing, and why. The same `request` twice is done once."""

    chips: Annotated[int, Field(ge=1, le=MOST_GRANT, strict=True)]
    why: Why
    request: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class Reasoned(_Asked):
    """Something that is done for a reason."""

    why: Why
