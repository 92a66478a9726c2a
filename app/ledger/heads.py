"""The heads of all chains as one text, and its root: to be kept somewhere else.

Enters: heads, or such a text. Leaves: the other; one hash over all. Whoever has kept a text, or
only its root, notices a chain that was recomputed from some row on, which nothing within the
database could show. The text is sorted lines `name entries rows head`, so any program for
SHA-256 finds the same root.
"""

from collections.abc import Mapping
from hashlib import sha256

from app.db.chain import Head


class BadHeads(ValueError):
    """What was given is no text of heads; the message says why."""


def text_of(heads: Mapping[str, Head]) -> str:
    """One line for each chain."""
    return "".join(
        f"{name} {head.seq} {head.rows} {head.value.hex()}\n"
        for name, head in sorted(heads.items())
    )


def root_of(text: str) -> str:
    """64 hex digits that stand for a text of heads."""
    return sha256(text.encode()).hexdigest()


def heads_from(text: str) -> dict[str, Head]:
    """The heads of a text. Raises `BadHeads`."""
    heads = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            name, seq, rows, value = line.split(" ")
            heads[name] = Head(int(seq), int(rows), bytes.fromhex(value))
        except ValueError:
            raise BadHeads(f"line {number} is not: name entries rows head") from None
    return heads
