"""Hands as they are kept for the histories, held against the journal's record of them."""

from typing import Any

from msgspec import DecodeError, Raw, json

from app.ledger.bodies import NOTHING, HandRecord
from app.ledger.sentences import Said, Wrong


def difference(record: HandRecord, kept: Any, at: int) -> Said | None:
    """How the kept hand differs from the record of the entry that ended it, if it does.

    `kept` is a row of `hands` whose JSON columns are text, or None; `at` is the entry's time.
    """
    if kept is None:
        return Wrong.HAND_NOT_KEPT.of(hand=record.hand)
    if (kept.status, kept.started_at, kept.ended_at) != (record.status, at, at):
        return Wrong.HAND_ENDED_OTHERWISE.of(hand=record.hand)
    file = record.read()
    wanted = {
        "players": json.encode(record.players),
        "file": record.file,
        "fairness": record.fairness,
        "result": file.result if file else NOTHING,
    }
    for name, value in wanted.items():
        if not _same(getattr(kept, name), value):
            return Wrong.HAND_KEPT_OTHERWISE.of(hand=record.hand, part=name)
    return None


def _same(kept: str | None, said: bytes | Raw) -> bool:
    """Whether two JSON values are equal: to the letter, as they are stored, or read."""
    text, there = bytes(said), b"null" if kept is None else kept.encode()
    if text == there:
        return True
    try:
        return bool(json.decode(text) == json.decode(there))
    except DecodeError:
        return False
