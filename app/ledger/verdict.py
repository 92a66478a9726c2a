"""What came of a verification, or of a part of one."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.db.chain import Head
from app.ledger.deals_check import Borrowed
from app.ledger.findings import Finding, Findings, Kind
from app.ledger.heads import root_of, text_of
from app.ledger.sentences import Wrong
from app.people_schema import OPERATORS
from engine.table.clock import SECOND

UPGRADE = 24 * 3600 * SECOND
"""How long workers of the version before chains may have gone on beside the first with them."""


class Unchained(NamedTuple):
    """What came last in a chain that holds no hash at all: when it was made, and where it is."""

    at: int
    chain: str
    table: str | None = None
    entry: int | None = None
    row: int | None = None


@dataclass(slots=True)
class Verdict:
    """What came of it. `heads` are recomputed; `root` is one hash over all of them.

    `chained_since` is the time of the first entry or grant that has a hash; `without` are the
    chains that have none; `borrowed` are hands of practice, for `deals_check.unlike`.
    """

    findings: Findings = field(default_factory=Findings)
    heads: dict[str, Head] = field(default_factory=dict)
    tables: int = 0
    entries: int = 0
    rows: int = 0
    hands: int = 0
    chained_since: int | None = None
    without: list[Unchained] = field(default_factory=list)
    borrowed: list[Borrowed] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether all that was recomputed equals what is stored."""
        return not self.findings.count

    @property
    def root(self) -> str:
        """One hash over the heads of all chains."""
        return root_of(text_of(self.heads))

    def as_json(self) -> dict[str, Any]:
        """For whoever asked; the first of `wrong` is the one to look at."""
        counts = {name: getattr(self, name) for name in ("tables", "entries", "rows", "hands")}
        wrong = [finding.as_json() for finding in self.findings.first]
        return {
            "ok": self.ok,
            "root": self.root,
            **counts,
            "wrong_count": self.findings.count,
            "wrong": wrong,
        }

    def add(self, other: "Verdict") -> None:
        """That of another part, which comes after this one; no chain is in both."""
        self.findings.count += other.findings.count - len(other.findings.first)
        for finding in other.findings.first:
            self.findings.add(finding)
        self.heads.update(other.heads)
        self.tables += other.tables
        self.entries += other.entries
        self.rows += other.rows
        self.hands += other.hands
        self.without += other.without
        self.borrowed += other.borrowed
        if other.chained_since is not None:
            self.has_hash(other.chained_since)

    def has_hash(self, at: int) -> None:
        """Something made at this time has one."""
        self.chained_since = at if self.chained_since is None else min(at, self.chained_since)

    def tell_unchained(self) -> None:
        """Code without chains was still writing for a while beside the first that had them, but
        not for long: what is younger and has no hash had one. Once all parts are together."""
        for last in self.without:
            if self.chained_since is not None and last.at > self.chained_since + UPGRADE:
                is_log = last.chain == OPERATORS
                said = (
                    Wrong.LOG_WITHOUT_HASHES.of()
                    if is_log
                    else Wrong.CHAIN_WITHOUT_HASHES.of(chain=last.chain)
                )
                where = (last.table, last.entry, last.row)
                self.findings.add(Finding(Kind.UNCHAINED, said, *where))
