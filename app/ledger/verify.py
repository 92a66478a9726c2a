"""The whole ledger, recomputed and compared.

Enters: a database, and heads that somebody kept. Leaves: a `Verdict`. Nothing is written. All of
it is one snapshot, so a running server doesn't disturb it, nor it a server.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import DecodeError

from app.db.chain import Head
from app.db.engine import Database
from app.db.faults import translated
from app.ledger.bodies import HandRecord, body_of
from app.ledger.books import Books
from app.ledger.findings import Finding, Findings, Kind
from app.ledger.grants_check import GrantsCheck
from app.ledger.heads import root_of, text_of
from app.ledger.reading import Reading
from app.ledger.table_check import TableCheck
from engine.table.receipts import BadRow


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


async def verify_ledger(database: Database, kept: Mapping[str, Head] | None = None) -> Verdict:
    """Recompute everything. `kept` are heads that must lie on today's chains.

    Raises `JournalAway` if the database can't be read.
    """
    with translated():
        async with database.reading() as connection:
            return await Verification(Reading(connection), kept or {}).run()


class Verification:
    """One run over one snapshot."""

    def __init__(self, reading: Reading, kept: Mapping[str, Head]) -> None:
        self._reading = reading
        self._kept = kept
        self._books = Books()
        self._counted: dict[str, int] = {}
        self._there: set[str] = set()
        self.verdict = Verdict()

    async def run(self) -> Verdict:
        """Grants first: who plays has chips."""
        self._counted = await self._reading.counted()
        self._there = await self._reading.with_entries()
        await self._grants()
        await self._tables()
        await self._accounts()
        return self.verdict

    async def until(self, table: str, seq: int) -> TableCheck | None:
        """One table up to one of its entries; None if it has not come so far."""
        self._there = {table}
        check = self._check(table)
        async for page in self._reading.entries:
            for entry in page:
                await self._entry(check, entry)
                if entry.seq == seq:
                    check.tell_break()
                    return check
        return None

    def balances(self, table: str) -> dict[str, int]:
        """The accounts of a table that hold chips, as far as it was read."""
        return self._books.of_table(table)

    # --- what the bank gave -----------------------------------------------------------

    async def _grants(self) -> None:
        check = GrantsCheck(self.verdict.heads)
        async for page in self._reading.grants():
            for row in page:
                self._grant(check, row)
        for finding in check.ends():
            self._find(finding)

    def _grant(self, check: GrantsCheck, row: Any) -> None:
        for finding in check.row(row):
            self._find(finding)
        try:
            self._books.feed(row)
        except BadRow as bad_one:
            self._find(Finding(Kind.INSERTED, f"row {row.id} ({row.key}): {bad_one}", row=row.id))
        name, head = row.credit, self.verdict.heads[row.credit]
        if name in self._kept and self._kept[name].seq == head.seq:
            self._compare(name, head)
        self.verdict.rows += 1

    # --- what tables did --------------------------------------------------------------

    async def _tables(self) -> None:
        check: TableCheck | None = None
        async for page in self._reading.entries:
            for entry in page:
                if check is None or check.table != entry.table_id:
                    await self._end(check)
                    check = self._check(entry.table_id)
                await self._entry(check, entry)
        await self._end(check)
        for table, seq in sorted(self._counted.items()):
            if seq and table not in self.verdict.heads:
                says = f"the table has counted {seq} entries, and none is there"
                self._find(Finding(Kind.CUT_OFF, says, table, 1))
        self._orphans(await self._reading.rows.take(lambda _: True))
        self._needless(await self._reading.hands.take(lambda _: True))

    async def _entry(self, check: TableCheck, entry: Any) -> None:
        """Most entries move nothing and say nothing about chips: for them this must be quick."""
        table, seq = entry[0], entry[1]
        text = entry.body.encode()
        row = self._reading.rows.ready
        quiet = row is not None and row[1] == table and row[2] > seq
        moved = [] if quiet else await self._moved(table, seq)
        check.chained(entry, moved, text)
        if check.kept_seq == seq:
            self._compare(table, check.chain.head)
        self.verdict.entries += 1
        try:
            body = body_of(text)
            if moved or body:
                self.verdict.rows += len(moved)
                record = body.hand_record if body else None
                kept = await self._kept_hand(table, record) if record and record.over else None
                check.entry(entry, moved, body, kept)
        except DecodeError as error:
            check.unreadable(error)

    async def _moved(self, table: str, seq: int) -> list[Any]:
        """The rows of an entry; whatever stands before them belongs to none."""
        rows, there = self._reading.rows, self._there
        row = await rows.peek()
        if row is None or (row.table_id == table and row.seq > seq):
            return []
        if row.table_id != table or row.seq < seq:
            early = await rows.take(
                lambda row: row.table_id not in there or (row.table_id == table and row.seq < seq)
            )
            self._orphans(early)
        return await rows.take(lambda row: row.seq == seq and row.table_id == table)

    async def _kept_hand(self, table: str, record: HandRecord) -> Any:
        hands, number = self._reading.hands, record.hand
        self._needless(
            await hands.take(
                lambda kept: (
                    kept.table_id not in self._there
                    or (kept.table_id == table and kept.hand < number)
                )
            )
        )
        found = await hands.take(lambda kept: kept.table_id == table and kept.hand == number)
        self.verdict.hands += len(found)
        return found[0] if found else None

    async def _end(self, check: TableCheck | None) -> None:
        if check is None:
            return
        table = check.table
        self.verdict.tables += 1
        self.verdict.heads[table] = check.chain.head
        check.ends(self._counted.get(table, 0))
        self._orphans(await self._reading.rows.take(lambda row: row.table_id == table))
        self._needless(await self._reading.hands.take(lambda kept: kept.table_id == table))

    def _orphans(self, rows: Sequence[Any]) -> None:
        for row in rows:
            says = f"row {row.id} ({row.key}) names an entry that is not there"
            self._find(Finding(Kind.INSERTED, says, row.table_id, row.seq, row.id))

    def _needless(self, kept: Sequence[Any]) -> None:
        for hand in kept:
            says = f"hand {hand.hand} is kept, and no entry ended it"
            self._find(Finding(Kind.INSERTED, says, hand.table_id))

    # --- at the end -------------------------------------------------------------------

    async def _accounts(self) -> None:
        async for page in self._reading.accounts():
            for stored in page:
                for finding in self._books.check(stored):
                    self._find(finding)
        for finding in self._books.left_over():
            self._find(finding)
        for name, kept in sorted(self._kept.items()):
            head = self.verdict.heads.get(name)
            if head is None or head.seq < kept.seq:
                says = (
                    f"the chain {name} had come to {kept.seq}, and is at {head.seq if head else 0}"
                )
                self._find(Finding(Kind.NOT_EXPECTED, says, name))

    def _check(self, table: str) -> TableCheck:
        kept = self._kept.get(table)
        return TableCheck(table, self._books, self.verdict.findings, kept.seq if kept else None)

    def _compare(self, name: str, head: Head) -> None:
        """A chain has come to where its head was kept."""
        if self._kept[name] != head:
            says = f"the chain {name} is another at {head.seq} than the one that was kept"
            self._find(Finding(Kind.NOT_EXPECTED, says, name, head.seq))

    def _find(self, finding: Finding) -> None:
        self.verdict.findings.add(finding)
