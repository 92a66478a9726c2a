"""The chains of wallets: what the bank gave, recomputed and held against the stored links.

Enters: rows that no table moved, wallet by wallet, in order. Leaves: heads, and what is wrong.
Code from before there were chains left links empty; the next link covers such rows. After the
last link of a wallet nothing covers a row without one: anybody can have put it in.
"""

from collections.abc import Iterator
from typing import Any

from app.db.chain import Head, after_row, beginning
from app.ledger.chain_check import chained
from app.ledger.findings import Finding, Kind
from app.ledger.sentences import Wrong
from app.ledger.verdict import Unchained, Verdict


class GrantsCheck:
    """All chains of wallets; the heads of a verdict are filled in."""

    def __init__(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self._heads = verdict.heads
        self._linked: set[str] = set()
        self._uncovered: dict[str, Any] = {}
        self._last: dict[str, Any] = {}

    def row(self, row: Any) -> Iterator[Finding]:
        """The next row, and the head after it."""
        name = row.credit
        before = self._heads.get(name) or beginning(name)
        value = after_row(before.value, chained(row))
        self._heads[name] = Head(before.seq + 1, before.rows + 1, value)
        if row.link is None:
            self._uncovered.setdefault(name, row)
            self._last[name] = row
            return
        self._linked.add(name)
        self._verdict.has_hash(row.at)
        self._uncovered.pop(name, None)
        if row.link != value:
            said = Wrong.GRANT_ALTERED.of(row=row.id, key=row.key)
            yield Finding(Kind.ALTERED, said, row=row.id)
            self._heads[name] = self._heads[name]._replace(value=row.link)  # so it is said once

    def ends(self) -> Iterator[Finding]:
        """After the last row: those that no link covers, of wallets that have any."""
        for name, row in sorted(self._uncovered.items()):
            if name in self._linked:
                said = Wrong.ROW_WITHOUT_HASH.of(row=row.id, key=row.key)
                yield Finding(Kind.UNCHAINED, said, row=row.id)
            else:
                last = self._last[name]
                self._verdict.without.append(Unchained(last.at, name, row=last.id))
