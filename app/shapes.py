"""Shapes of what is asked for in many places: ids, numbers, and where a list of hands goes on.

Enters: a field of a query, a path or a body. Leaves: it checked, or the framework's refusal.
"""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import ColumnElement, and_, or_

from engine.rules.deal import MOST_CHIPS
from engine.table.shuffle import MOST_HAND

ID = r"[^/\s\x00-\x1f\x7f]{1,64}"
"""Of a player. No control characters: Postgres stores no NUL."""
_TABLE = r"t[0-9a-f]{20}"
_PLACE = rf"^[0-9]{{1,16}}-{_TABLE}-[0-9]{{1,10}}$"

Number = Annotated[int, Field(ge=0, le=MOST_CHIPS)]
Time = Annotated[Number, Field(description="microseconds since 1970")]
HandNumber = Annotated[int, Field(ge=1, le=MOST_HAND)]
PlayerId = Annotated[str, Field(pattern=rf"^{ID}$", description="a player's id")]
TableId = Annotated[str, Field(pattern=rf"^{_TABLE}$", description="a table's id")]
HandCursor = Annotated[
    str,
    Field(pattern=_PLACE, description="`next` of the page before"),
]


class AskedFor(BaseModel):
    """What is asked for in an address, where all is text: "1" is a number and "true" a truth."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Body(BaseModel):
    """What is sent as JSON: a number is a number, no truth and no text. Unknown fields are refused,
    so that a misspelt one is not silently without effect."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def beyond(hands: Any, after: str) -> ColumnElement[bool]:
    """Hands that come after this one in the list: older, or of the same moment.

    `hands` are columns: `ended_at`, `table_id`, `hand`.
    """
    at, table, hand = after.split("-")
    before = or_(hands.table_id < table, and_(hands.table_id == table, hands.hand < int(hand)))
    return or_(hands.ended_at < int(at), and_(hands.ended_at == int(at), before))
