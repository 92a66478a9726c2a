"""What may be asked of the histories; shapes are checked here, field by field."""

from typing import Annotated

from pydantic import Field, model_validator

from app.names import MOST_CHARACTERS
from app.shapes import AskedFor, HandCursor, PlayerId, TableId, Time
from engine.rules.house_rules import PRESETS

PAGE = 50  # hands in one answer
_PRESET = rf"^({'|'.join(PRESETS)})$"


class HandsAsked(AskedFor):
    """Which hands: all that I was dealt into, or fewer."""

    table: TableId | None = None
    other: Annotated[PlayerId | None, Field(description="the id of another who was dealt in")] = (
        None
    )
    named: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=MOST_CHARACTERS,
            description="part of another's name in the hand",
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
    after: HandCursor | None = None

    @model_validator(mode="after")
    def _in_order(self) -> "HandsAsked":
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise ValueError("since must be before until")
        return self
