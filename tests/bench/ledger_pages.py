"""How long the pages of auditors and the lobby take over a ledger, and that none reads it whole.

Enters: a database on Postgres, filled. Leaves: milliseconds, the median of some; the plans of all
statements that were sent are asked for, and one that walks through a large table is named.
"""

import re
from collections.abc import Awaitable, Callable
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import event

from app.audit.asking import PotsAsked, RowsAsked
from app.audit.pots import open_pots
from app.audit.rows import some_rows
from app.db.engine import Database
from app.lobby.lobby import LIST_READ
from app.lobby.store import books_of, newest_public, rows_with_stack
from engine.table.money import Reason

TIMES = 15
WALKS = re.compile(r"Seq Scan on (?:transfers|entries|accounts|hands)\b")

Page = Callable[[], Awaitable[Any]]


def pages(database: Database, table: str, player: str) -> dict[str, Page]:
    """What is asked for when a page is opened. `table` and `player` are old ones: the worst."""

    def rows(**asked: Any) -> Page:
        return lambda: some_rows(database, RowsAsked(**asked))

    async def lobby() -> None:
        async with database.reading() as connection:
            listed = await newest_public(connection, LIST_READ)
            await books_of(connection, [row.id for row in listed])

    async def mine() -> None:
        async with database.reading() as connection:
            listed = await rows_with_stack(connection, player)
            await books_of(connection, [row.id for row in listed])

    return {
        "pots": lambda: open_pots(database, PotsAsked()),
        "newest_rows": rows(),
        "rows_of_a_wallet": rows(account=f"wallet/{player}"),
        "rows_of_a_stack": rows(account=f"stack/{table}/{player}"),
        "rows_of_a_player": rows(player=player),
        "grants_to_a_player": rows(player=player, reason=Reason.GRANT),
        "rows_of_a_table": rows(table=table),
        "rows_of_a_hand": rows(table=table, hand=2),
        "open_tables": lobby,
        "own_tables": mine,
    }


async def page_times(database: Database, table: str, player: str) -> dict[str, Any]:
    """For each page its median in milliseconds; under `walks` what reads a whole table."""
    found: dict[str, Any] = {}
    walks: dict[str, list[str]] = {}
    for name, page in pages(database, table, player).items():
        sent = await _sent(database, page)
        found[name] = round(1000 * median([await _timed(page) for _ in range(TIMES)]), 1)
        if plans := [plan for one in sent if (plan := await _walk(database, *one))]:
            walks[name] = plans
    return {"milliseconds": found, "walks": walks}


async def _timed(page: Page) -> float:
    began = perf_counter()
    await page()
    return perf_counter() - began


async def _sent(database: Database, page: Page) -> set[tuple[str, tuple[Any, ...]]]:
    """The statements of a page, with what was given to them."""
    sent: set[tuple[str, tuple[Any, ...]]] = set()

    def note(_c: Any, _cursor: Any, statement: str, given: tuple[Any, ...], *_: Any) -> None:
        sent.add((statement, given))

    engine = database.writer.sync_engine  # the same as the reader's, on Postgres
    event.listen(engine, "before_cursor_execute", note)
    await page()
    event.remove(engine, "before_cursor_execute", note)
    return sent


async def _walk(database: Database, statement: str, given: tuple[Any, ...]) -> str:
    """The line of the plan that walks through a large table, if there is one."""
    async with database.reading() as connection:
        raw = await connection.get_raw_connection()
        driver: Any = raw.driver_connection
        plan = "\n".join(row[0] for row in await driver.fetch(f"EXPLAIN {statement}", *given))
    walk = WALKS.search(plan)
    return walk.group() if walk else ""
