"""What may be asked of the histories; shapes are checked here, field by field."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.rules.deal import MOST_CHIPS
from engine.rules.house_rules import PRESETS
from engine.table.shuffle import MOST_HAND

PAGE = 50  # hands in one answer
PLAYER = r"^[^/\s\x00-\x1f\x7f]{1,64}$"  # no control characters: Postgres stores no NUL
MOST_WORDS = 24  # characters of a name, and so of what is looked for in one
CURSOR = r"^\d{1,16}-t[0-9a-f]{20}-\d{1,10}$"
_PRESET = rf"^({'|'.join(PRESETS)})$"

Time = Annotated[int, Field(ge=0, le=MOST_CHIPS, description="microseconds since 1970")]
Table = Annotated[str, Field(pattern=r"^t[0-9a-f]{20}$", description="a table's id")]
HandNumber = Annotated[int, Field(ge=1, le=MOST_HAND)]


class HandsAsked(BaseModel):
    """Which hands: all that I was dealt into, or fewer."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: Table | None = None
    other: Annotated[
        str | None, Field(pattern=PLAYER, description="the id of another who was dealt in")
    ] = None
    named: Annotated[
        str | None,
        Field(
            min_length=1, max_length=MOST_WORDS, description="part of another's name in the hand"
        ),
    ] = None
    preset: Annotated[
        str | None, Field(pattern=_PRESET, description="the game that was played")
    ] = None
    since: Time | None = None
    until: Time | None = None
    won: Annotated[
        bool | None,
        Field(
            description="by me, or not by me; this, `named` and `preset` are looked for in hands"
            " one by one, so such a page may be short, and still have a `next`"
        ),
    ] = None
    after: Annotated[str | None, Field(pattern=CURSOR, description="`next` of the page before")] = (
        None
    )

    @model_validator(mode="after")
    def _in_order(self) -> "HandsAsked":
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise ValueError("since must be before until")
        return self
