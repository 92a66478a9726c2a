"""The whole ledger, recomputed and compared.

Enters: a database, and heads that somebody kept. Leaves: a `Verdict`. Nothing is written. All of
it is one snapshot, so a running server doesn't disturb it, nor it a server.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.chain import Head
from app.db.engine import Database
from app.db.faults import translated
from app.ledger.books import Books
from app.ledger.deals_check import unlike
from app.ledger.deeds_check import DeedsCheck
from app.ledger.findings import Finding, Kind
from app.ledger.grants_check import GrantsCheck
from app.ledger.powers_check import PowersCheck
from app.ledger.reading import Reading
from app.ledger.sentences import Wrong, row_bad
from app.ledger.shares import in_shares, spans
from app.ledger.tables_check import TablesCheck
from app.ledger.verdict import Verdict
from app.people_schema import OPERATORS
from engine.table.bad_rows import BadRow


async def verify_ledger(
    database: Database, kept: Mapping[str, Head] | None = None, processes: int = 1
) -> Verdict:
    """Recompute everything. `kept` are heads that must lie on today's chains.

    `processes`: among how many a large ledger is shared out, on Postgres. Raises `JournalAway`
    if the database can't be read.
    """
    most = 1 if database.on_sqlite else processes
    with translated():
        async with database.reading() as connection:
            return await Verification(connection, kept or {}).run(most)


class Verification:
    """One run over one snapshot."""

    def __init__(self, connection: AsyncConnection, kept: Mapping[str, Head]) -> None:
        self._connection = connection
        self._reading = Reading(connection)
        self._kept = kept
        self._books = Books()
        self.verdict = Verdict()
        self._log = DeedsCheck(self.verdict)
        self._powers = PowersCheck()
        self._tables = TablesCheck(self._reading, kept, self._books, self.verdict)

    async def run(self, processes: int) -> Verdict:
        """Grants first: who plays has chips."""
        await self._grants()
        parts = spans(await self._reading.counted(), processes)
        if len(parts) == 1:
            await self._tables.run()
        else:
            for found in await in_shares(self._connection, parts, self._kept):
                self.verdict.add(found.verdict())
                self._books.add(found.chips, found.last)
        for finding in await unlike(self._connection, self.verdict.borrowed):
            self._find(finding)
        await self._deeds()
        await self._holding()
        self.verdict.tell_unchained()
        await self._accounts()
        return self.verdict

    # --- what the bank gave -----------------------------------------------------------

    async def _grants(self) -> None:
        check = GrantsCheck(self.verdict)
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
        except BadRow as bad:
            self._find(Finding(Kind.INSERTED, row_bad(row, bad), row=row.id))
        self._log.grant(row)
        name, head = row.credit, self.verdict.heads[row.credit]
        if name in self._kept and self._kept[name].seq == head.seq:
            self._tables.compare(name, head)
        self.verdict.rows += 1

    async def _deeds(self) -> None:
        async for page in self._reading.deeds():
            for line in page:
                self._powers.line(line)
                for finding in self._log.line(line):
                    self._find(finding)
                head = self.verdict.heads[OPERATORS]
                if OPERATORS in self._kept and self._kept[OPERATORS].seq == head.seq:
                    self._tables.compare(OPERATORS, head)
        for finding in self._log.ends():
            self._find(finding)

    async def _holding(self) -> None:
        reading, powers = self._reading, self._powers
        for found in (
            powers.roles(await reading.roles()),
            powers.suspensions(await reading.suspensions()),
            powers.reports(await reading.reports()),
        ):
            for finding in found:
                self._find(finding)

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
                at = head.seq if head else 0
                said = Wrong.CHAIN_SHORTER.of(chain=name, kept=kept.seq, at=at)
                self._find(Finding(Kind.NOT_EXPECTED, said, name))

    def _find(self, finding: Finding) -> None:
        self.verdict.findings.add(finding)
