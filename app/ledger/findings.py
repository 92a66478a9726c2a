"""What is wrong with a ledger, each thing named so that somebody can look it up."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from app.ledger.sentences import Said

MOST_TOLD = 100  # findings that are kept; the first says most, and the rest are counted


class Kind(StrEnum):
    """What befell a row, an entry, a balance or a hand."""

    ALTERED = "altered"
    MISSING = "missing"
    INSERTED = "inserted"
    OUT_OF_ORDER = "out_of_order"
    CUT_OFF = "cut_off"
    UNCHAINED = "unchained"
    BALANCE = "balance"
    POT = "pot"
    HAND = "hand"
    UNREADABLE = "unreadable"
    NOT_EXPECTED = "not_expected"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. `entry` is the table's seq, `row` the id of a ledger row."""

    kind: Kind
    said: Said
    table: str | None = None
    entry: int | None = None
    row: int | None = None

    def as_json(self) -> dict[str, Any]:
        """What is not known is left out."""
        named = {"table": self.table, "entry": self.entry, "row": self.row}
        there = {name: value for name, value in named.items() if value is not None}
        said = self.said
        told = {"code": said.code, "values": said.values, "says": said.says}
        return {"kind": self.kind.value, **there, **told}


class Findings:
    """All that is wrong, in the order in which it was found; all but the first are only told."""

    def __init__(self, first: list[Finding] | None = None, count: int = 0) -> None:
        self.first = first or []
        self.count = count

    def add(self, finding: Finding) -> None:
        """One more."""
        self.count += 1
        if len(self.first) < MOST_TOLD:
            self.first.append(finding)
