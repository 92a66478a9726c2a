"""What came of a verification, or of a part of one."""

from dataclasses import dataclass, field
from typing import Any

from app.db.chain import Head
from app.ledger.findings import Findings
from app.ledger.heads import root_of, text_of


@dataclass(slots=True)
class Verdict:
    """What came of it. `heads` are recomputed; `root` is one hash over all of them."""

    findings: Findings = field(default_factory=Findings)
    heads: dict[str, Head] = field(default_factory=dict)
    tables: int = 0
    entries: int = 0
    rows: int = 0
    hands: int = 0

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
