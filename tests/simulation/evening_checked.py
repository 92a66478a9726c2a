"""An evening on an SQLite file, checked; then one row altered by hand in the file, and found.

Enters: an evening, where its file may be. Leaves: what was played, what the check said before and
after, and how long each took.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from app.db.engine import Database, open_database
from app.db.migrate import migrate
from app.ledger.verdict import Verdict
from app.ledger.verify import verify_ledger
from tests.simulation.evenings import Evening, Played, play
from tests.simulation.patience import outside, runner


class Checked(NamedTuple):
    """What came of it; times in seconds. `row` is the one that was altered."""

    played: Played
    green: Verdict
    red: Verdict
    row: int
    playing: float
    checking: float


def checked(evening: Evening, file: Path) -> Checked:
    """The whole of it."""
    url = f"sqlite:///{file}"
    with runner() as time:
        began = perf_counter()
        played = time.run(_played(url, evening))
        between = perf_counter()
        green = time.run(_verdict(url))
        checking = perf_counter() - between
        row = alter_a_row(file)
        red = time.run(_verdict(url))
    return Checked(played, green, red, row, between - began, checking)


def alter_a_row(file: Path) -> int:
    """What somebody does who has the file: triggers off, one more chip in a row of the middle."""
    with closing(sqlite3.connect(file)) as connection, connection:
        guards = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in guards.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        antes = "SELECT id FROM transfers WHERE reason = 'ante' ORDER BY id"
        rows = [row for (row,) in connection.execute(antes)]
        row = int(rows[len(rows) // 2])
        connection.execute("UPDATE transfers SET amount = amount + 1 WHERE id = ?", (row,))
    return row


async def _played(url: str, evening: Evening) -> Played:
    database = open_database(url)
    await outside(migrate(database))
    played = await play(database, evening)
    await outside(database.close())
    return played


async def _verdict(url: str) -> Verdict:
    return await outside(_checked(open_database(url, only_reading=True)))


async def _checked(database: Database) -> Verdict:
    verdict = await verify_ledger(database)
    await database.close()
    return verdict


def as_json(checked: Checked) -> dict[str, Any]:
    """For people."""
    first = checked.red.findings.first[0]
    return {
        "played": vars(checked.played),
        "seconds": round(checked.playing, 1),
        "check": {**checked.green.as_json(), "seconds": round(checked.checking, 1)},
        "altered_row": checked.row,
        "check_after": {"ok": checked.red.ok, "first": first.as_json()},
    }
