"""Hands as they are kept for the histories, held against the journal's record of them."""

from typing import Any

from msgspec import DecodeError, Raw, json

from app.ledger.bodies import NOTHING, HandRecord


def difference(record: HandRecord, kept: Any, at: int) -> str:
    """How the kept hand differs from the record of the entry that ended it; empty if it doesn't.

    `kept` is a row of `hands` whose JSON columns are text, or None; `at` is the entry's time.
    """
    if kept is None:
        return "is not kept for the histories"
    if (kept.status, kept.started_at, kept.ended_at) != (record.status, at, at):
        return "is kept as another end than the journal's"
    file = record.read()
    wanted = {
        "players": json.encode(record.players),
        "file": record.file,
        "fairness": record.fairness,
        "result": file.result if file else NOTHING,
    }
    for name, value in wanted.items():
        if not _same(getattr(kept, name), value):
            return f"is kept with another {name} than the journal's"
    return ""


def _same(kept: str | None, said: bytes | Raw) -> bool:
    """Whether two JSON values are equal: to the letter, as they are stored, or read."""
    text, there = bytes(said), b"null" if kept is None else kept.encode()
    if text == there:
        return True
    try:
        return bool(json.decode(text) == json.decode(there))
    except DecodeError:
        return False
