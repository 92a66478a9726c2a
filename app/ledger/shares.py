"""A large ledger is recomputed by several processes, each over tables of its own.

Enters: a database, a snapshot of it that another transaction holds. Leaves: what each process
found, which `verify` puts together. Only on Postgres, where transactions can share one snapshot.
A process whose parent is gone ends at once: it sees its standard input end.
"""

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.chain import Head
from app.db.engine import open_database
from app.db.entries import Owner
from app.db.faults import translated
from app.ledger.books import Books
from app.ledger.deals_check import Borrowed
from app.ledger.findings import Finding, Findings
from app.ledger.reading import Reading, Span
from app.ledger.tables_check import TablesCheck
from app.ledger.verdict import Unchained, Verdict
from engine.table.journal import JournalAway

LEAST_ENTRIES = 50_000  # of a share: a process takes a second to start, and these take three
MOST_SHARES = 8  # connections that a check may take from the server's workers


class Share(msgspec.Struct):
    """What a process is to look at."""

    snapshot: str
    span: Span
    kept: Mapping[str, Head]


class Found(msgspec.Struct):
    """What it found there."""

    findings: list[Finding]
    count: int
    heads: dict[str, Head]
    counts: tuple[int, int, int, int]
    chained_since: int | None
    without: list[Unchained]
    borrowed: list[Borrowed]
    chips: dict[str, int]
    last: dict[str, int]

    def verdict(self) -> Verdict:
        """The same as a verdict."""
        findings = Findings(self.findings, self.count)
        told = (self.chained_since, self.without, self.borrowed)
        return Verdict(findings, self.heads, *self.counts, *told)


def spans(counted: Mapping[str, Owner], most: int) -> list[Span]:
    """Parts of about as many entries each; `counted` in the database's order of tables."""
    whole = sum(owner.seq for owner in counted.values())
    number = max(1, min(most, MOST_SHARES, whole // LEAST_ENTRIES))
    ends: list[str | None] = []
    so_far = 0
    for table, owner in counted.items():
        so_far += owner.seq
        if len(ends) < number - 1 and so_far * number >= whole * (len(ends) + 1):
            ends.append(table)
    ends.append(None)
    return [Span(after, until) for after, until in zip([None, *ends], ends, strict=False)]


async def in_shares(
    connection: AsyncConnection, parts: Sequence[Span], kept: Mapping[str, Head]
) -> list[Found]:
    """What each process found, in order of the parts; all see what this transaction sees.

    Raises `JournalAway` if one of them could not read.
    """
    await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
    snapshot = await connection.scalar(text("SELECT pg_export_snapshot()"))
    url = connection.engine.url.render_as_string(hide_password=False)
    shares = [Share(snapshot, span, kept) for span in parts]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_elsewhere(share, url)) for share in shares]
    found = []
    for task in tasks:
        one = task.result()
        if isinstance(one, JournalAway):
            raise one
        found.append(one)
    return found


async def _elsewhere(share: Share, url: str) -> Found | JournalAway:
    """What a process found, or why it could not; its own words stand on standard error."""
    try:
        ended, out = await _run(share, url)
        if ended:
            return JournalAway(f"a process of the check ended before its time, with {ended}")
        return msgspec.json.decode(out, type=Found)
    except (OSError, msgspec.DecodeError) as error:
        return JournalAway(f"a process of the check could not do it: {error}")


async def _run(share: Share, url: str) -> tuple[int, bytes]:
    """With which status a process ended, and what it wrote. Raises `OSError`."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "app.ledger.shares"),
        env={**os.environ, "DATABASE_URL": url},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(msgspec.json.encode(share) + b"\n")
        out = await process.stdout.read()
        return await process.wait(), out
    finally:
        if process.returncode is None:
            process.stdin.close()
            await process.wait()


async def _look(share: Share, url: str) -> Found:
    """The work of such a process."""
    books, verdict = Books(), Verdict()
    database = open_database(url, answer_seconds=None, only_reading=True)
    with translated():
        async with database.reading() as connection:
            await connection.execute(text(f"SET TRANSACTION SNAPSHOT '{share.snapshot}'"))
            reading = Reading(connection, share.span)
            await TablesCheck(reading, share.kept, books, verdict).run()
    await database.close()
    counts = (verdict.tables, verdict.entries, verdict.rows, verdict.hands)
    return Found(
        verdict.findings.first,
        verdict.findings.count,
        verdict.heads,
        counts,
        verdict.chained_since,
        verdict.without,
        verdict.borrowed,
        dict(books.chips),
        books.last,
    )


async def _main(url: str) -> None:
    orders = asyncio.StreamReader(limit=2**30)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    share = msgspec.json.decode(await orders.readline(), type=Share)
    work = asyncio.ensure_future(_look(share, url))
    alone = asyncio.ensure_future(orders.read())
    await asyncio.wait([work, alone], return_when=asyncio.FIRST_COMPLETED)
    if not work.done():
        os._exit(1)
    sys.stdout.buffer.write(msgspec.json.encode(work.result()))
    sys.stdout.flush()
    alone.cancel()


if __name__ == "__main__":
    import gc

    gc.disable()  # as the command does
    asyncio.run(_main(os.environ["DATABASE_URL"]))
