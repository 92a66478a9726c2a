"""What auditors and operators ask for; checked here, field by field."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from app.names import sentence_from
from app.shapes import ID, AskedFor, Body, HandCursor, HandNumber, Number, PlayerId, TableId, Time
from engine.table.clock import SECOND
from engine.table.money import Reason

PAGE = 100  # rows in one answer
MOST_BUCKETS = 400  # steps of a chart: a year by days, a fortnight by hours
STEPS = {"hour": 3600 * SECOND, "day": 86_400 * SECOND}
MOST_GRANT = 1_000_000  # chips of one correction; a bigger one is several, each with its reason
ACCOUNT = rf"^(bank|wallet/{ID}|(stack|pot|carried)/{ID}/{ID})$"

Account = Annotated[str, Field(pattern=ACCOUNT, description="an account of the ledger")]
Pot = Annotated[
    str, Field(pattern=r"^[a-z_]{1,32}$", description="main or a side game, of a table")
]
Why = Annotated[
    str,
    AfterValidator(sentence_from),
    Field(description="for the log, and for whoever asks later"),
]
Words = Annotated[
    str,
    AfterValidator(lambda text: sentence_from(text, "what is looked for")),
    Field(max_length=100, description="an id, or how a name begins"),
]


class RowsAsked(AskedFor):
    """Which rows of the ledger: all, or fewer."""

    table: TableId | None = None
    hand: HandNumber | None = None
    account: Account | None = None
    pot: Pot | None = None
    player: PlayerId | None = None
    reason: Reason | None = None
    since: Time | None = None
    until: Time | None = None
    least: Annotated[Number | None, Field(description="chips")] = None
    most: Number | None = None
    before: Annotated[Number | None, Field(description="`next` of the page before")] = None

    @model_validator(mode="after")
    def _sense(self) -> "RowsAsked":
        _require_table(self.table, self.hand)
        if self.pot is not None and self.table is None:
            raise ValueError("a pot is one of a table: say which")
        _require_order(self.since, self.until)
        if self.least is not None and self.most is not None and self.least > self.most:
            raise ValueError("least must not be more than most")
        return self


class Correction(Body):
    """Chips that were missing, and why. The same `request` twice is done once."""

    chips: Annotated[int, Field(ge=1, le=MOST_GRANT)]
    why: Why
    request: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class Reasoned(Body):
    """Something that is done for a reason."""

    why: Why


class HandsAsked(AskedFor):
    """Which finished hands: all, or fewer."""

    table: TableId | None = None
    hand: HandNumber | None = None
    player: PlayerId | None = None
    since: Time | None = None
    until: Time | None = None
    after: HandCursor | None = None

    @model_validator(mode="after")
    def _sense(self) -> "HandsAsked":
        _require_table(self.table, self.hand)
        _require_order(self.since, self.until)
        return self


class PeopleAsked(AskedFor):
    """Which accounts: all, or those whose id or name begins so."""

    search: Words | None = None
    suspended: bool = False
    after: PlayerId | None = None


class TablesAsked(AskedFor):
    """Which tables: open ones, frozen ones, closed ones, or all; by id, code, or name."""

    search: Words | None = None
    state: Literal["open", "frozen", "closed"] | None = None
    after: TableId | None = None


class PotsAsked(AskedFor):
    """Which pots: all, or fewer; of tables by id, code, or how their name begins."""

    search: Words | None = None
    pot: Pot | None = None
    state: Literal["open", "carried", "bad"] | None = None
    account: Account | None = None
    after: Annotated[Account | None, Field(description="`next` of the page before")] = None


class ReportsAsked(AskedFor):
    """Which reports."""

    state: Literal["new", "seen", "decided"] | None = None
    before: Number | None = None


class ReportNoted(Body):
    """What an operator made of a report."""

    state: Literal["seen", "decided"]
    why: Why


class ChartAsked(AskedFor):
    """Between which times, in which steps."""

    since: Time
    until: Time
    step: Literal["hour", "day"] = "day"

    @model_validator(mode="after")
    def _sense(self) -> "ChartAsked":
        _require_order(self.since, self.until)
        if (self.until - self.since) // STEPS[self.step] >= MOST_BUCKETS:
            raise ValueError(f"a chart has {MOST_BUCKETS} steps at most: ask for a shorter time")
        return self


def _require_table(table: str | None, hand: int | None) -> None:
    if hand is not None and table is None:
        raise ValueError("a hand is one of a table: say which")


def _require_order(since: int | None, until: int | None) -> None:
    if since is not None and until is not None and since >= until:
        raise ValueError("since must be before until")
