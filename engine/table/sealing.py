"""A hand's seed as it lies in the journal until the hand is over: unreadable, unchangeable.

Enters: the server's key, a seed, the deal that it is for. Leaves: a short text, or the
seed again, or `SealBroken`. Never here: where keys come from.

The construction is SIV (Rogaway and Shrimpton, 2006) on HMAC-SHA256 with two keys derived
from the server's: `tag = HMAC(tag key, context ‖ seed)`, `box = tag ‖ seed ⊕ HMAC(pad key,
tag)`. The tag authenticates seed and context and is the nonce of the pad as well, so two
seeds never share a pad, not even when one context is sealed twice (a table restored from
a backup plays a hand number again), and no further random number is needed. One HMAC
gives 32 bytes, so one block of pad covers the seed, and nothing longer is ever sealed.
docs/fairness.md says why this and no library.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hmac import compare_digest, digest

from engine.table.shuffle import SEED_BYTES, framed

FORMAT = "desmoche-seal/1"
KEY_BYTES = 32
KEY_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
BOX = re.compile(rf"{FORMAT}:({KEY_ID.pattern}):([0-9a-f]{{{2 * (KEY_BYTES + SEED_BYTES)}}})")


class SealBroken(Exception):
    """A box that can't be opened: another key, another deal, or it was changed."""


@dataclass(frozen=True, slots=True)
class SealingKey:
    """The server's key. A new secret is a new id; the old one stays until its boxes are open."""

    id: str
    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        """Short of 32 bytes it would be no key."""
        assert KEY_ID.fullmatch(self.id), self.id
        assert len(self.secret) == KEY_BYTES


def deal_context(table: str, hand: int) -> bytes:
    """What a box is bound to: it opens for this hand of this table only."""
    return framed(table.encode("ascii")) + hand.to_bytes(8, "big")


def seal(key: SealingKey, seed: bytes, context: bytes) -> str:
    """The seed in its box, as text for a journal entry."""
    assert len(seed) == SEED_BYTES
    tag = digest(_derived(key, "tag"), context + seed, "sha256")
    return f"{FORMAT}:{key.id}:{(tag + _padded(key, tag, seed)).hex()}"


def open_sealed(keys: Iterable[SealingKey], box: str, context: bytes) -> bytes:
    """The seed of a box; raises `SealBroken` unless key, context and every bit are right."""
    parts = BOX.fullmatch(box)
    if not parts:
        raise SealBroken("this is not a sealed seed")
    key = next((key for key in keys if key.id == parts[1]), None)
    if key is None:
        raise SealBroken(f"sealed with the key {parts[1]!r}, which is not here")
    content = bytes.fromhex(parts[2])
    tag = content[:KEY_BYTES]
    seed = _padded(key, tag, content[KEY_BYTES:])
    if not compare_digest(tag, digest(_derived(key, "tag"), context + seed, "sha256")):
        raise SealBroken("the sealed seed was changed, or belongs to another hand or key")
    return seed


def _padded(key: SealingKey, tag: bytes, content: bytes) -> bytes:
    """Content exclusive-or pad; doing it twice undoes it."""
    pad = digest(_derived(key, "pad"), tag, "sha256")
    return bytes(a ^ b for a, b in zip(content, pad, strict=True))


def _derived(key: SealingKey, purpose: str) -> bytes:
    """A key of its own for each purpose and key id."""
    parts = (FORMAT, purpose, key.id)
    return digest(key.secret, b"".join(framed(part.encode("ascii")) for part in parts), "sha256")
