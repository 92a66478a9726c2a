"""A table's chain, recomputed from what is stored and held against the stored values.

Enters: entries in order, each with the rows it moved. Leaves: the head, recomputed; where the
chain breaks first, and what seems to have been done there. Nothing after a break can be held
against the chain, so a table has at most one.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.db.chain import Head, after_entry, after_row, beginning
from app.ledger.findings import Finding, Kind
from app.ledger.sentences import Said, Wrong


def chained(row: Any) -> Any:
    """What a row adds to its chain; see `reading` for the order of its columns."""
    return row[1:10]


class _Broken(NamedTuple):
    """Where the chain broke: the last head that held, and what was said of the next entry."""

    before: Head
    finding: Finding


class ChainCheck:
    """One chain. `broken` is its first break, if there is one."""

    def __init__(self, table: str) -> None:
        self.head = beginning(table)
        self._table = table
        self._broken: _Broken | None = None
        self.first_at: int | None = None  # when the first entry that has a head was made
        self.last_at = 0
        self._last_without: int | None = None

    @property
    def broken(self) -> Finding | None:
        """What is wrong with the chain."""
        if self._broken:
            return self._broken.finding
        if self.first_at is not None and self._last_without is not None:
            said = Wrong.HASH_MISSING.of()
            return Finding(Kind.UNCHAINED, said, self._table, self._last_without)
        return None

    def holds(self, entry: Any, body: bytes) -> bool:
        """Take the next entry if it moved nothing and is what its head says: most are, and do.

        Else nothing has changed, and `entry` says what is wrong.
        """
        seq, count, value = self.head
        if entry[1] != seq + 1 or self._broken:
            return False
        after = after_entry(value, (*entry[:5], count), body)
        if after != entry[6] or count != entry[5]:
            return False
        self.head = Head(seq + 1, count, after)
        self._has_head(entry[3])
        return True

    def entry(self, entry: Any, rows: Sequence[Any], body: bytes) -> None:
        """The next entry with its rows."""
        before = self.head
        if entry.seq != before.seq + 1 and not self._broken:
            said = Wrong.ENTRY_GONE.of(next=entry.seq)
            self._break(before, Finding(Kind.MISSING, said, self._table, before.seq + 1))
        self.head, links_hold = _after(before, entry, rows, body)
        self.last_at = entry.at
        if entry.head is None and entry.rows is None and all(row.link is None for row in rows):
            self._last_without = self._last_without or entry.seq
            return
        self._has_head(entry.at)
        if entry.head == self.head.value and entry.rows == self.head.rows and links_hold:
            return
        if self._broken is None:
            self._break(before, self._diagnosis(before, entry, rows))
        else:
            self._look_back(entry, rows, body)

    def _has_head(self, at: int) -> None:
        self._last_without = None
        if self.first_at is None:
            self.first_at = at

    def _break(self, before: Head, finding: Finding) -> None:
        self._broken = _Broken(before, finding)

    def _diagnosis(self, before: Head, entry: Any, rows: Sequence[Any]) -> Finding:
        moved = None if entry.rows is None else entry.rows - before.rows
        found = _bad_row(before.value, rows, moved)
        if found is None and entry.head is None:
            return Finding(Kind.UNCHAINED, Wrong.HASH_GONE.of(), self._table, entry.seq)
        if found is None:
            return Finding(Kind.ALTERED, Wrong.ENTRY_ALTERED.of(), self._table, entry.seq)
        kind, row, said = found
        return Finding(kind, said, self._table, entry.seq, row)

    def _look_back(self, entry: Any, rows: Sequence[Any], body: bytes) -> None:
        """Whether this is the entry that stood where the chain broke."""
        assert self._broken is not None
        before = self._broken.before
        there = before.seq + 1
        moved = [(*row[:2], there, *row[3:]) for row in rows]
        if _after(before, (entry[0], there, *entry[2:]), moved, body)[0].value == entry.head:
            said = Wrong.ENTRY_MOVED.of(entry=there, stands=entry.seq)
            self._break(before, Finding(Kind.OUT_OF_ORDER, said, self._table, there))


def _after(before: Head, entry: Any, rows: Sequence[Any], body: bytes) -> tuple[Head, bool]:
    """The head after an entry, and whether each row has the link that it should have."""
    value, hold = before.value, True
    for row in rows:
        value = after_row(value, row[1:10])
        hold = hold and row[10] == value
    count = before.rows + len(rows)
    return Head(entry[1], count, after_entry(value, (*entry[:5], count), body)), hold


def _bad_row(
    value: bytes, rows: Sequence[Any], moved: int | None
) -> tuple[Kind, int | None, Said] | None:
    """The first of these rows that is not what its link says: what was done, its id, in words.

    `value` is the chain before them, `moved` how many there should be, if that is known.
    """
    for at, row in enumerate(rows):
        after = after_row(value, chained(row))
        if row.link != after:
            return _named(value, rows, at, moved)
        value = after
    if moved is None or len(rows) == moved:
        return None
    if len(rows) < moved:
        return Kind.MISSING, None, Wrong.ROWS_GONE.of(gone=moved - len(rows), moved=moved)
    row = rows[moved]
    return Kind.INSERTED, row.id, Wrong.ROW_PUT_IN.of(row=row.id, key=row.key)


def _named(
    value: bytes, rows: Sequence[Any], at: int, moved: int | None
) -> tuple[Kind, int | None, Said]:
    row, later = rows[at], rows[at + 1 :]
    if moved is not None and len(rows) < moved:
        return Kind.MISSING, row.id, Wrong.ROW_GONE_BEFORE.of(row=row.id, key=row.key)
    first = next((one for one in later if one.link == after_row(value, chained(one))), None)
    if moved is not None and len(rows) > moved and (first is not None or at >= moved):
        return Kind.INSERTED, row.id, Wrong.ROW_PUT_IN.of(row=row.id, key=row.key)
    if first is not None:
        said = Wrong.ROW_MOVED.of(row=row.id, key=row.key, other=first.id, other_key=first.key)
        return Kind.OUT_OF_ORDER, row.id, said
    return Kind.ALTERED, row.id, Wrong.ROW_ALTERED.of(row=row.id, key=row.key)
