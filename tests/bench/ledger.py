"""How long it takes to recompute a ledger: rows as tables leave them, on Postgres.

One table is played by the real engine, its hands by the random policy, everybody in every side
game; the others are its copies under other names, chained anew. They are put in by COPY with the
triggers off, since only reading is measured.
"""

import asyncio
import gc
import json
import os
import resource
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

from app.db.chain import beginning
from app.db.engine import Database, open_database
from app.db.entries import HAND_RECORD, chain_on
from app.db.ledger import Ledger
from app.db.migrate import migrate
from app.db.transfers import account_id
from app.ledger.verify import verify_ledger
from engine.bots.policy import POLICIES
from engine.rules.house_rules import rules_from_json
from engine.rules.state import SEATS_IN
from engine.table.commands import Choose, TopUp
from engine.table.journal import Entry
from engine.table.money import Account, AccountKind
from engine.table.pace import steady
from tests.bench.ledger_pages import page_times
from tests.services import own_postgres
from tests.table.tables import NAMES
from tests.table.world import Driver

HANDS = 40
FIRST = f"t{0:020x}"
ENTRIES = ("table_id", "seq", "epoch", "at", "opens_hand", "body", "rows", "head")
ROWS = ("table_id", "seq", "debit", "credit", "amount", "reason", "hand", "key", "at", "link")
ACCOUNTS = ("id", "kind", "owner", "table_id", "balance", "last_transfer")
KEPT = ("table_id", "hand", "status", "started_at", "ended_at", "players", "file", "result")
WALLETS = 10**12  # chips that each player has at first


def figures(rows: int) -> dict[str, Any]:
    """Seconds, processor seconds and memory of one verification of at least so many rows."""
    with own_postgres() as server:
        return asyncio.run(_measure(server.create("bench"), rows))


async def _measure(url: str, rows: int) -> dict[str, Any]:
    database = open_database(url, answer_seconds=None)
    await migrate(database)
    await _fill(database, rows)
    pages = await page_times(database, FIRST, _player(NAMES[0], FIRST))
    processes = os.cpu_count() or 1
    gc.disable()  # as the command does
    before, spent = perf_counter(), _processor_seconds()
    verdict = await verify_ledger(database, processes=processes)
    took, cpu = perf_counter() - before, _processor_seconds() - spent
    await database.close()
    assert verdict.ok, verdict.findings.first
    return {
        "rows": verdict.rows,
        "entries": verdict.entries,
        "hands": verdict.hands,
        "tables": verdict.tables,
        "seconds": round(took, 1),
        "processes": processes,
        "cpu_seconds_without_postgres": round(cpu, 1),
        "load": [round(one, 1) for one in os.getloadavg()],
        "peak_memory_mb_of_one": max(_used(who).ru_maxrss for who in PROCESSES) // 1024,
        "pages": pages,
    }


PROCESSES = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


def _used(who: int) -> resource.struct_rusage:
    return resource.getrusage(who)


def _processor_seconds() -> float:
    """Of this process and those that it has waited for."""
    return sum(used.ru_utime + used.ru_stime for used in map(_used, PROCESSES))


async def _fill(database: Database, rows: int) -> None:
    played = _played()
    each = sum(len(entry.transfers) for entry in played)
    names = [f"t{number:020x}" for number in range(-(-rows // each))]
    people = sorted({_player(name, table) for name in NAMES for table in names})
    for player in people:
        await Ledger(database).grant(player, WALLETS, f"grant/{player}", 1)
    chips: dict[str, int] = defaultdict(int)
    last: dict[str, int] = {}
    count = len(people)
    async with database.writer.connect() as connection:
        raw = await connection.get_raw_connection()
        driver: Any = raw.driver_connection
        await driver.execute("SET session_replication_role = replica")
        await driver.copy_records_to_table(
            "players", records=[(one, one, "player", 1) for one in people]
        )
        for table in names:
            entries, moved, kept = _copied(played, table)
            await driver.execute("INSERT INTO tables VALUES ($1, 1, $2)", table, len(entries))
            await driver.copy_records_to_table("entries", records=entries, columns=ENTRIES)
            await driver.copy_records_to_table("transfers", records=moved, columns=ROWS)
            await driver.copy_records_to_table("hands", records=kept, columns=(*KEPT, "fairness"))
            await driver.copy_records_to_table("lobby_tables", records=[_listed(table)])
            for row in moved:
                count += 1
                for name, amount in ((row[2], -row[4]), (row[3], row[4])):
                    chips[name] += amount
                    last[name] = count
        await _accounts(driver, chips, last)
        await driver.execute("VACUUM ANALYZE")  # as the server does by itself


async def _accounts(driver: Any, chips: dict[str, int], last: dict[str, int]) -> None:
    await driver.execute("DELETE FROM accounts WHERE kind = 'wallet'")
    records = []
    for name, held in chips.items():
        kind, _, rest = name.partition("/")
        table, _, owner = rest.rpartition("/")
        balance = held + (WALLETS if kind == AccountKind.WALLET else 0)
        records.append((name, kind, owner, table or None, balance, last[name]))
    await driver.copy_records_to_table("accounts", records=records, columns=ACCOUNTS)


def _played() -> list[Entry]:
    """A table that was played for a while, its first player topped up when need be."""
    table = Driver(steady(), 4, "template", **_rules())
    chance = Random(1)
    for name in NAMES:
        table.do(TopUp(name, 10_000))
        table.do(Choose(name, frozenset(table.live.session.games)))
    for _ in range(HANDS):
        table.deal()
        while table.live.playing:
            seat = chance.choice(SEATS_IN[table.hand.waiting])
            table.act(POLICIES["random"](table.hand, seat, chance))
    return table.entries


def _rules() -> dict[str, Any]:
    """All of `desmoche`; what a table for tests leaves out is put back."""
    return {
        "cut": True,
        "cambio": True,
        "automatic_wins": ["peladilla", "cuatro_cuerpos", "color"],
        "retiring": "proved",
        "side_games": _all_games(),
    }


def _all_games() -> list[str]:
    return sorted(rules_from_json({"preset": "desmoche"}).side_games)


def _copied(played: list[Entry], table: str) -> tuple[list[Any], list[Any], list[Any]]:
    """Rows of `entries`, `transfers` and `hands` of a copy."""
    head, entries, moved, kept = beginning(table), [], list[Any](), []
    for entry, text in _texts(played):
        body = text.replace("template", table)
        for name in NAMES:
            body = body.replace(f'"{name}"', f'"{_player(name, table)}"')
        copy = entry._replace(
            table=table,
            transfers=tuple(
                one._replace(
                    debit=_renamed(one.debit, table),
                    credit=_renamed(one.credit, table),
                    key=one.key.replace("template", table),
                )
                for one in entry.transfers
            ),
        )
        links, head = chain_on(head, copy, body)
        entries.append(
            (table, entry.seq, 1, entry.at, entry.opens_hand, body, head.rows, head.value)
        )
        moved += [
            (
                *(table, entry.seq, account_id(one.debit), account_id(one.credit), one.amount),
                *(one.reason.value, one.hand, one.key, entry.at, link.link),
            )
            for one, link in ((link.transfer, link) for link in links)
        ]
        record = json.loads(body).get(HAND_RECORD) if HAND_RECORD in entry.body else None
        if record:
            texts = [_compact(record[name]) for name in ("players", "file")]
            result = _compact(record["file"]["result"])
            times = (entry.at, entry.at)
            fairness = _compact(record["fairness"])
            kept.append((table, record["hand"], record["status"], *times, *texts, result, fairness))
    return entries, moved, kept


_TEXTS: list[tuple[Entry, str]] = []


def _texts(played: list[Entry]) -> Iterator[tuple[Entry, str]]:
    if not _TEXTS:
        _TEXTS.extend((entry, _compact(entry.body)) for entry in played)
    return iter(_TEXTS)


def _renamed(account: Account, table: str) -> Account:
    if account.kind in (AccountKind.WALLET, AccountKind.STACK):
        account = account._replace(owner=_player(account.owner, table))
    return account if account.table is None else account._replace(table=table)


def _player(name: str, table: str) -> str:
    """Who sits there: the same people at sixteen tables, one after the other."""
    return f"{name}-{table[:-1]}"


def _listed(table: str) -> tuple[Any, ...]:
    """A row of the lobby: public, made by its first player, still open."""
    owner = _player(NAMES[0], table)
    made = 1_700_000_000_000_000
    return (table, table, table, True, False, owner, "desmoche", 4, 5, 50, 500, made, made, None)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
