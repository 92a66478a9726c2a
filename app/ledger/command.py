"""`desmoche verify ledger`: a database's URL and what was asked in, an answer as JSON out."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.db.chain import Head
from app.db.engine import Database, open_database
from app.ledger.findings import Finding, Kind
from app.ledger.heads import BadHeads, heads_from, root_of, text_of
from app.ledger.moment import NoSuchEntry, balances_at
from app.ledger.sentences import Wrong
from app.ledger.verify import verify_ledger

MOST_DIGITS = 15  # of a seq: more entries than a database holds


class CannotAudit(Exception):
    """What was asked for can't be done; the message says why."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of the command.

    `expect` is a root that was printed once; `heads` the file that was saved with it, needed if
    chips have moved since. `save`: where to write today's heads. `at`: TABLE/SEQ.
    """

    expect: str | None = None
    heads: Path | None = None
    save: Path | None = None
    at: str | None = None


async def audit(url: str, asked: Asked) -> dict[str, Any]:
    """The answer. Raises `CannotAudit`, `CannotOpen`, `JournalAway`."""
    kept = _kept(asked)
    database = open_database(url, answer_seconds=None, only_reading=True)
    try:
        if asked.at is not None:
            return await _at(database, asked.at)
        return await _whole(database, asked, kept)
    finally:
        await database.close()


async def _whole(database: Database, asked: Asked, kept: dict[str, Head]) -> dict[str, Any]:
    verdict = await verify_ledger(database, kept, processes=os.cpu_count() or 1)
    answer = verdict.as_json()
    if asked.expect is not None and asked.heads is None and verdict.root != asked.expect:
        differs = Finding(Kind.NOT_EXPECTED, Wrong.ROOT_DIFFERS.of(root=asked.expect))
        answer["ok"] = False
        answer["wrong"].append(differs.as_json())
        answer["wrong_count"] += 1
    if asked.save is not None:
        try:
            asked.save.write_text(text_of(verdict.heads), "utf-8")
        except OSError as error:
            raise CannotAudit(f"{asked.save} can't be written: {error.strerror}") from None
    return answer


async def _at(database: Database, at: str) -> dict[str, Any]:
    table, slash, seq = at.partition("/")
    if not (table and slash and seq.isdecimal() and seq.isascii()):
        raise CannotAudit(f"--at takes TABLE/SEQ, such as t{'0' * 20}/57, and {at} is none")
    if len(seq) > MOST_DIGITS:
        raise CannotAudit(f"no table has come to {seq[:MOST_DIGITS]}… entries")
    try:
        return await balances_at(database, table, int(seq))
    except NoSuchEntry as why:
        raise CannotAudit(str(why)) from None


def _kept(asked: Asked) -> dict[str, Head]:
    """The heads that must lie on today's chains; they must be those of the expected root."""
    if asked.heads is None:
        return {}
    try:
        text = asked.heads.read_text("utf-8")
        heads = heads_from(text)
    except OSError as error:
        raise CannotAudit(f"{asked.heads} can't be read: {error.strerror}") from None
    except (BadHeads, UnicodeDecodeError) as error:
        raise CannotAudit(f"{asked.heads} holds no heads: {error}") from None
    if asked.expect is not None and root_of(text) != asked.expect:
        raise CannotAudit(f"{asked.heads} is not the file of this root; it was changed")
    return heads
