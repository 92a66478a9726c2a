"""What operators did: the chain of their log, and corrections with a line each, lines with a grant.

Enters: the lines in order; the grants that corrections made. Leaves: the head, and what is wrong.
What holds after them, such as a role, is for `powers_check`.
As of a wallet's grants, lines from before there were chains have no link; the next link covers
them, and after the last link nothing covers a line without one.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

from app.db.chain import Head, after_row, beginning
from app.ledger.findings import Finding, Kind
from app.ledger.sentences import Wrong
from app.ledger.verdict import Unchained, Verdict
from app.people_schema import OPERATORS

CORRECTION = "grant/correction/"
"""How the keys of such grants begin; what follows is the operator and the request."""

_Deed: TypeAlias = tuple[int, str, str, str]
"""A grant in the words of the log: when, by whom, what, to whom."""


class DeedsCheck:
    """The log, held against itself and against the grants it speaks of."""

    def __init__(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self._granted = Counter[_Deed]()
        self._head = beginning(OPERATORS)
        self._any_link = False
        self._uncovered: Any = None

    def grant(self, row: Any) -> None:
        """A row of the ledger; only corrections are of interest."""
        if row.key.startswith(CORRECTION):
            operator = row.key.removeprefix(CORRECTION).rpartition("/")[0]
            player = row.credit.removeprefix("wallet/")
            self._granted[row.at, operator, f"grant {row.amount}", player] += 1

    def line(self, line: Any) -> Iterator[Finding]:
        """The next line, after all grants."""
        _, at, operator, action, subject, why, link = line
        seq, _, value = self._head
        value = after_row(value, (at, operator, action, subject, why))
        self._head = Head(seq + 1, seq + 1, value)
        self._verdict.heads[OPERATORS] = self._head
        if link is None:
            self._uncovered = self._uncovered or line
        else:
            self._any_link, self._uncovered = True, None
            self._verdict.has_hash(at)
            if link != value:
                yield Finding(Kind.ALTERED, Wrong.LINE_ALTERED.of(line=line.id))
                self._head = Head(seq + 1, seq + 1, link)  # so that it is said once
        if action.startswith("grant "):
            self._granted[at, operator, action, subject] -= 1
            if self._granted[at, operator, action, subject] < 0:
                yield Finding(Kind.INSERTED, Wrong.LINE_WITHOUT_GRANT.of(line=line.id))

    def ends(self) -> Iterator[Finding]:
        """After the last line."""
        if self._uncovered is not None and self._any_link:
            yield Finding(Kind.UNCHAINED, Wrong.LINE_WITHOUT_HASH.of(line=self._uncovered.id))
        elif self._uncovered is not None:
            self._verdict.without.append(Unchained(self._uncovered.at, OPERATORS))
        for (at, operator, action, subject), count in self._granted.items():
            if count > 0:
                said = Wrong.GRANT_WITHOUT_LINE.of(
                    operator=operator, action=action, player=subject, granted_at=at
                )
                yield Finding(Kind.MISSING, said)
