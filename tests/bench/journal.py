"""Entries a second that many tables commit at once, and what each costs, on real disks."""

import asyncio
import tempfile
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter, process_time
from typing import Any, NamedTuple

from app.db.engine import Database, open_database
from app.db.journal import DatabaseJournal
from app.db.ledger import Ledger
from app.db.migrate import migrate
from engine.table.journal import Entry
from engine.table.money import Account, AccountKind, Reason, Transfer
from tests.app.db.watching import Commit, at_each_commit
from tests.services import own_postgres

STACK = 1_000_000
WITH_TRANSFERS = 4  # one entry in so many moves chips, twice

BODY = {
    "do": "pay",
    "seat": 2,
    "card": "8s",
    "deadline": 1_700_000_000_000_000,
    "melds": [["3s", "4s", "5s", "6s"], ["8d", "8h", "8c"]],
    "asked": [0, 1, 3],
    "request": "0123456789abcdef0123456789abcdef",
}


@dataclass
class Run:
    """What the tables saw: how long each commit took, and how many transactions there were."""

    latencies: list[float] = field(default_factory=list)
    commits: int = 0

    def figures(self, name: str, seconds: float, cpu: float) -> dict[str, Any]:
        """CPU is that of this process: with Postgres, the client's share."""
        times, entries = sorted(self.latencies), len(self.latencies)
        return {
            "name": name,
            "entries": entries,
            "entries_per_second": round(entries / seconds),
            "entries_per_transaction": round(entries / self.commits, 1),
            "cpu_ms_per_entry": round(1000 * cpu / entries, 4),
            "latency_ms_median": round(1000 * times[entries // 2], 2),
            "latency_ms_99": round(1000 * times[entries * 99 // 100], 2),
        }


def figures(tables: int, seconds: float) -> list[dict[str, Any]]:
    """SQLite with `synchronous=FULL`, then Postgres with fsync."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.sqlite3"
        on_sqlite = asyncio.run(_measure("sqlite", url, tables, seconds))
    with own_postgres(fsync=True) as server:
        url = server.create("bench")
        on_postgres = asyncio.run(_measure("postgres", url, tables, seconds))
    return [on_sqlite, on_postgres]


async def _measure(name: str, url: str, tables: int, seconds: float) -> dict[str, Any]:
    database = open_database(url)
    await migrate(database)
    run = Run()
    async with DatabaseJournal(database) as journal:
        seats = [await _sit(database, journal, number) for number in range(tables)]
        _count_commits(database, run)
        began, cpu = perf_counter(), process_time()
        until = began + seconds
        await asyncio.gather(*(_play(journal, seat, until, run) for seat in seats))
        took, spent = perf_counter() - began, process_time() - cpu
    await database.close()
    return run.figures(name, took, spent)


class Seat(NamedTuple):
    """A table with one player, who bought in with its first entry."""

    table: str
    epoch: int
    stack: Account
    pot: Account


async def _sit(database: Database, journal: DatabaseJournal, number: int) -> Seat:
    table, player = f"t{number}", f"p{number}"
    stack = Account(AccountKind.STACK, player, table)
    await Ledger(database).grant(player, STACK, f"grant-{number}", 0)
    epoch = await journal.take_over(table)
    wallet = Account(AccountKind.WALLET, player)
    buy_in = Transfer(wallet, stack, STACK, Reason.BUY_IN, f"{table}-in")
    await journal.commit(Entry(table, 1, epoch, 1, BODY, (buy_in,), opens_hand=True))
    return Seat(table, epoch, stack, Account(AccountKind.POT, "main", table))


async def _play(journal: DatabaseJournal, seat: Seat, until: float, run: Run) -> None:
    table, epoch, stack, pot = seat
    for seq in count(2):
        began = perf_counter()
        if began > until:
            break
        moved: tuple[Transfer, ...] = ()
        if seq % WITH_TRANSFERS == 0:
            moved = (
                Transfer(stack, pot, 5, Reason.ANTE, f"{table}-{seq}-a", seq),
                Transfer(pot, stack, 5, Reason.AWARD, f"{table}-{seq}-b", seq),
            )
        await journal.commit(Entry(table, seq, epoch, seq, BODY, moved))
        run.latencies.append(perf_counter() - began)


def _count_commits(database: Database, run: Run) -> None:
    def committed(_: Commit) -> None:
        run.commits += 1

    at_each_commit(database, committed, setattr)
