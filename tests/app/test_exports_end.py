"""Exports that don't come to their end: nothing is left of them, in the log, on the disk, in the
pool."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from app.audit.asking import RowsAsked
from app.audit.rows import COLUMNS, all_rows
from app.db.engine import Database, open_database
from app.scratch import PREFIX, SETTLED, scratch
from app.tabular import Cell, csv_file, xlsx_file
from tests.app.ledger.stored import keep, some_tables

PLAIN = """
import asyncio, json, resource, sys
from app.history.telling import FORMS
from app.tabular import Form, text_file

async def rows():
    for number in range(1_000):
        yield [number, f"text {number}" * 20]

async def send(message):
    sys.stdout.write(message.get("body", b"").decode())

async def receive():
    await asyncio.sleep(60)

async def run():
    form = Form(FORMS["jsonl"].media_type, lambda row: json.dumps(row) + "\\n")
    answer = await text_file("hands.jsonl", form, rows())
    await answer({"type": "http"}, receive, send)

resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
asyncio.run(run())
"""
SCRIPT = """
import asyncio, os, resource, sys
from app.problems import Problem
from app.tabular import xlsx_file

async def rows():
    for number in range(int(sys.argv[2])):
        yield [number, f"text {number}" * 20]
    if sys.argv[3] == "wait":
        print("there", flush=True)
        await asyncio.sleep(60)

async def run():
    try:
        await xlsx_file("a.xlsx", ("one", "two"), rows())
    except Problem as problem:
        print(problem.status, problem.code)

most = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
asyncio.run(run())
"""


def exporting(folder: Path, most: int, rows: int, then: str = "end") -> subprocess.Popen[str]:
    """A process that makes a workbook where no file may have more than `most` bytes."""
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(most), str(rows), then],
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(
    ("most", "rows"),
    [(20_000, 1_000), (100, 1)],
    ids=["in the rows", "when it is put together"],
)
def test_a_workbook_that_finds_no_room_is_refused(tmp_path: Path, most: int, rows: int) -> None:
    told, said = exporting(tmp_path, most, rows).communicate(timeout=50)
    assert (told, said) == ("503 storage_away\n", "")
    assert list(tmp_path.iterdir()) == []


def test_hand_files_need_no_room(tmp_path: Path) -> None:
    """Lines go out as they are made, where not a byte can be written to a file."""
    made = subprocess.run(
        [sys.executable, "-c", PLAIN],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stderr) == (0, "")
    assert [json.loads(line)[0] for line in made.stdout.splitlines()] == list(range(1_000))
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_leaves_goes_with_the_next_export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = exporting(tmp_path, 1 << 30, 100, "wait")
    assert process.stdout is not None
    assert process.stdout.readline() == "there\n"
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith(PREFIX)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    long_ago = time.time() - 2 * SETTLED
    os.utime(folder, (long_ago, long_ago))
    with scratch() as mine:  # it lives, however long it takes
        assert set(tmp_path.iterdir()) == {folder, mine}
    process.kill()
    process.communicate(timeout=50)
    assert list(tmp_path.iterdir()) == [folder]
    with scratch() as mine:
        assert list(tmp_path.iterdir()) == [mine]
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_just_being_made_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between its making and its lock it can't be told from one that was left."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    young = tmp_path / f"{PREFIX}young"
    young.mkdir()
    with scratch():
        assert young.is_dir()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
async def test_who_hangs_up_in_the_middle_leaves_nothing(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """After the first piece: the rest isn't read, and every connection is back."""
    monkeypatch.setattr("app.audit.rows.PAGE", 1)
    monkeypatch.setattr("app.tabular.CHUNK", 100)
    (folder := tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    database = open_database(sqlite_url)
    await keep(database, some_tables())
    lent: list[int] = []
    out, back = (lambda *_: lent.append(1)), (lambda *_: lent.append(-1))
    event.listen(Pool, "checkout", out)
    event.listen(Pool, "checkin", back)
    try:
        read, pieces = await _hung_up(database, kind)
    finally:
        event.remove(Pool, "checkout", out)
        event.remove(Pool, "checkin", back)
        await database.close()
    assert (sum(lent), pieces) == (0, 1)
    assert kind == "xlsx" or read <= 10, "all was read for nobody"
    assert list(folder.iterdir()) == []


async def _hung_up(database: Database, kind: str) -> tuple[int, int]:
    """How many rows were read and how many pieces sent, until a client was seen to be gone."""
    gone = asyncio.Event()
    read = pieces = 0

    async def rows() -> AsyncIterator[list[Cell]]:
        nonlocal read
        async for row in all_rows(database, RowsAsked()):
            read += 1
            yield row

    async def receive() -> dict[str, Any]:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        nonlocal pieces
        if message["type"] == "http.response.body":
            pieces += 1
            gone.set()
            await asyncio.Event().wait()  # as to a socket that nobody reads

    make = {"csv": csv_file, "xlsx": xlsx_file}[kind]
    answer: Any = await make(f"rows.{kind}", COLUMNS, rows())
    await answer({"type": "http"}, receive, send)
    return read, pieces
