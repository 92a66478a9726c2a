"""The hash chain of each table: every ledger row and every entry, one after the other.

Enters: what a row or an entry holds. Leaves: the chain's next value. A table's chain begins
with its name; a row adds what moved, an entry all that it says, its body as the very bytes
that are stored. So whoever knows one value knows that nothing before it was altered, left out,
put in or moved. Chips that move at no table (the bank's grants) form a chain for each wallet.
Never here: where values are kept; that is `entries` and `transfers`.
"""

from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

from msgspec import json

FORMAT = "desmoche-ledger/1"


class Head(NamedTuple):
    """How far a table's chain has come: entries and ledger rows in it, and its last value."""

    seq: int
    rows: int
    value: bytes


Heads: TypeAlias = dict[str, Head]
"""Heads by the id of their table."""


def beginning(name: str) -> Head:
    """The head of a chain in which nothing is yet; `name` is a table's id or a wallet's."""
    return Head(0, 0, sha256(f"{FORMAT} {name}".encode()).digest())


def after_row(value: bytes, row: tuple[Any, ...]) -> bytes:
    """The value after a row: table, seq, debit, credit, amount, reason, hand, key, at.

    Each as the database holds it, the whole as compact JSON in UTF-8.
    """
    return sha256(value + json.encode(row)).digest()


def after_entry(value: bytes, entry: tuple[Any, ...], body: bytes) -> bytes:
    """The value after an entry: table, seq, epoch, at, opens_hand, rows so far; and its body."""
    return sha256(value + json.encode(entry) + body).digest()
