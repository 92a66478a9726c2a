"""Of which hand the record of a deal is: the hand's own, but at a table of practice.

Enters: a hand's record, and what its table's journal said. Leaves: what is wrong. A hand
of practice is dealt by the record of the hand that it goes on from (docs/histories.md), which is
looked up once all tables have been read: `Borrowed`.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from msgspec import DecodeError, Raw, json
from sqlalchemy import Text, cast, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import hands
from app.ledger.bodies import HandRecord
from app.ledger.findings import Finding, Kind
from app.ledger.sentences import Said, Wrong


class Borrowed(NamedTuple):
    """A hand of practice, by the entry that ended it; whose record it has, and a mark of that."""

    table: str
    entry: int
    of_table: str
    of_hand: int
    mark: str


def wrong_deal(record: HandRecord, table: str, rehearsed: Raw | None) -> Said | None:
    """What is wrong with whose the record is, if anything is. Raises `DecodeError`.

    `rehearsed` is the record with which the table of practice began.
    """
    proof = record.proof
    if proof is None:
        return Wrong.DEAL_WITHOUT_RECORD.of(hand=record.hand)
    if rehearsed is not None:
        same = mark_of(record.fairness) == mark_of(rehearsed)
        return None if same else Wrong.DEAL_NOT_PLAYED_ON.of(hand=record.hand)
    if (proof.table, proof.hand) == (table, record.hand):
        return None
    return Wrong.DEAL_OF_ANOTHER.of(hand=record.hand, of_hand=proof.hand, of_table=proof.table)


def borrowed_by(record: HandRecord, table: str, entry: int) -> Borrowed:
    """Where the record of a hand of practice must be found too. Raises `DecodeError`."""
    proof = record.proof
    assert proof is not None
    return Borrowed(table, entry, proof.table, proof.hand, mark_of(record.fairness))


async def unlike(connection: AsyncConnection, borrowed: Iterable[Borrowed]) -> list[Finding]:
    """Hands of practice that the hand they go on from doesn't know."""
    found = []
    for one in borrowed:
        query = select(cast(hands.c.fairness, Text)).where(
            hands.c.table_id == one.of_table, hands.c.hand == one.of_hand
        )
        if not _is(await connection.scalar(query), one.mark):
            said = Wrong.DEAL_UNKNOWN.of(of_hand=one.of_hand, of_table=one.of_table)
            found.append(Finding(Kind.HAND, said, one.table, one.entry))
    return found


def mark_of(record: Raw | str) -> str:
    """A hash over a record, however its JSON is written. Raises `DecodeError`."""
    text = record.encode() if isinstance(record, str) else bytes(record)
    return sha256(json.encode(json.decode(text), order="sorted")).hexdigest()


def _is(kept: str | None, mark: str) -> bool:
    try:
        return kept is not None and mark_of(kept) == mark
    except DecodeError:
        return False
