"""All tables of a reading, one after the other: their entries, the rows those moved, their hands.

Enters: a reading; heads that somebody kept. Leaves: findings, heads and counts in a verdict, and
the books of all accounts that these tables moved. Rows and hands that belong to no entry are
told, too.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import DecodeError

from app.db.chain import Head
from app.db.entries import Owner
from app.ledger.bodies import HandRecord, body_of
from app.ledger.books import Books
from app.ledger.findings import Finding, Kind
from app.ledger.reading import Reading
from app.ledger.sentences import Wrong
from app.ledger.table_check import TableCheck
from app.ledger.verdict import Unchained, Verdict

NOBODYS = Owner(0, 0)
"""A table of which there are entries and no row."""


class TablesCheck:
    """One run over the tables of a reading; `verdict` and `books` are filled in."""

    def __init__(
        self, reading: Reading, kept: Mapping[str, Head], books: Books, verdict: Verdict
    ) -> None:
        self._reading = reading
        self._kept = kept
        self._books = books
        self._verdict = verdict
        self._counted: dict[str, Owner] = {}
        self._there: set[str] = set()

    async def run(self) -> None:
        """All of them."""
        self._counted = await self._reading.counted()
        self._there = await self._reading.with_entries()
        check: TableCheck | None = None
        async for page in self._reading.entries:
            for entry in page:
                if check is None or check.table != entry[0]:
                    await self._end(check)
                    check = self._check(entry[0])
                await self._entry(check, entry)
        await self._end(check)
        for table, owner in sorted(self._counted.items()):
            if owner.seq and table not in self._verdict.heads:
                said = Wrong.ENTRIES_ALL_GONE.of(counted=owner.seq)
                self._find(Finding(Kind.CUT_OFF, said, table, 1))
        self._orphans(await self._reading.rows.take(lambda _: True))
        self._needless(await self._reading.hands.take(lambda _: True))
        self._listed(await self._reading.seats.take(lambda _: True))
        self._unknown(await self._reading.listed.take(lambda _: True))

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

    async def _entry(self, check: TableCheck, entry: Any) -> None:
        """Most entries move nothing and say nothing about chips: for them this must be quick."""
        table, seq, text = entry[0], entry[1], entry[7].encode()
        row = self._reading.rows.ready
        quiet = row is not None and row[2] > seq and row[1] == table
        moved = [] if quiet else await self._moved(table, seq)
        check.chained(entry, moved, text)
        if check.kept_seq == seq:
            self.compare(table, check.chain.head)
        self._verdict.entries += 1
        try:
            body = body_of(text)
            if moved or body:
                self._verdict.rows += len(moved)
                record = body.hand_record if body else None
                over = record is not None and record.over
                kept = await self._kept_hand(table, seq, record) if record and over else None
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
        return await rows.take(lambda row: row[2] == seq and row[1] == table)

    async def _kept_hand(self, table: str, seq: int, record: HandRecord) -> Any:
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
        self._verdict.hands += len(found)
        await self._seats(table, seq, record, found[0].ended_at if found else None)
        return found[0] if found else None

    async def _seats(self, table: str, seq: int, record: HandRecord, ended_at: int | None) -> None:
        """Who finds this hand in a list is who was dealt into it."""
        seats, number = self._reading.seats, record.hand
        self._listed(
            await seats.take(
                lambda one: (
                    one.table_id not in self._there or (one.table_id == table and one.hand < number)
                )
            )
        )
        found = await seats.take(lambda one: one.table_id == table and one.hand == number)
        wanted = [(seat, player, ended_at) for seat, player in enumerate(record.players)]
        if ended_at is not None and [tuple(one[2:]) for one in found] != wanted:
            said = Wrong.HAND_LISTED_OTHERWISE.of(hand=number)
            self._find(Finding(Kind.HAND, said, table, seq))

    def _listed(self, seats: Sequence[Any]) -> None:
        for one in seats:
            said = Wrong.HAND_LISTED_NOT_PLAYED.of(hand=one.hand, player=one.player_id)
            self._find(Finding(Kind.INSERTED, said, one.table_id))

    async def _end(self, check: TableCheck | None) -> None:
        if check is None:
            return
        table = check.table
        self._verdict.tables += 1
        self._verdict.heads[table] = check.chain.head
        check.ends(self._counted.get(table, NOBODYS))
        self._verdict.borrowed += check.borrowed
        chain = check.chain
        if chain.first_at is None:
            self._verdict.without.append(Unchained(chain.last_at, table, table, chain.head.seq))
        else:
            self._verdict.has_hash(chain.first_at)
        self._orphans(await self._reading.rows.take(lambda row: row.table_id == table))
        self._needless(await self._reading.hands.take(lambda kept: kept.table_id == table))
        self._listed(await self._reading.seats.take(lambda one: one.table_id == table))
        there = self._there
        self._unknown(await self._reading.listed.take(lambda row: row.table_id not in there))
        for row in await self._reading.listed.take(lambda row: row.table_id == table):
            check.listed(row)

    def _unknown(self, rows: Sequence[Any]) -> None:
        for row in rows:
            self._find(Finding(Kind.INSERTED, Wrong.TABLE_UNKNOWN.of(), row.table_id))

    def _orphans(self, rows: Sequence[Any]) -> None:
        for row in rows:
            said = Wrong.ROW_WITHOUT_ENTRY.of(row=row.id, key=row.key)
            self._find(Finding(Kind.INSERTED, said, row.table_id, row.seq, row.id))

    def _needless(self, kept: Sequence[Any]) -> None:
        for hand in kept:
            said = Wrong.HAND_PUT_IN.of(hand=hand.hand)
            self._find(Finding(Kind.INSERTED, said, hand.table_id))

    def _check(self, table: str) -> TableCheck:
        kept = self._kept.get(table)
        findings = self._verdict.findings
        return TableCheck(table, self._books, findings, kept.seq if kept else None)

    def compare(self, name: str, head: Head) -> None:
        """A chain has come to where its head was kept."""
        if self._kept[name] != head:
            said = Wrong.CHAIN_DIFFERS.of(chain=name, at=head.seq)
            self._find(Finding(Kind.NOT_EXPECTED, said, name, head.seq))

    def _find(self, finding: Finding) -> None:
        self._verdict.findings.add(finding)
