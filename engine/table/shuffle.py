"""The fair deal: a committed seed and what the seats add to it → the deck, the first dealer.

Enters: a secret seed and a `Mix`, all that is public about a deal. Leaves: commitments,
pledges, the deck before the cut, the seat that deals first. The same input gives the same
deck everywhere and for ever; docs/fairness.md has the reasons, every byte, and vectors.
Never here: JSON, storage, who may know the seed and when.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest
from itertools import count
from re import compile as pattern

from engine.rules.cards import PACK, cards_in, full_deck
from engine.rules.house_rules import FEWEST_SEATS, MOST_SEATS

FORMAT = "desmoche-deal/1"
"""The version of everything here; it stands in every record and in every hashed byte string."""

SEED_BYTES = 32
MOST_ENTROPY = 32
MOST_HAND = 2**53 - 1
DECK_SIZES = (40, PACK)
TABLE_ID = pattern(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class Mix:
    """What the deck is made of beside the seed, all of it public once the hand is dealt.

    `hand` is the table's number of the hand, from 1; `entropies` has up to 32 bytes for
    each seat dealt in, in seat order, none for a seat that added nothing.
    """

    table: str
    hand: int
    deck_size: int
    entropies: tuple[bytes, ...]

    def __post_init__(self) -> None:
        """Outside these bounds the encoding means nothing; callers check what others send."""
        assert TABLE_ID.fullmatch(self.table), self.table
        assert 1 <= self.hand <= MOST_HAND, self.hand
        assert self.deck_size in DECK_SIZES, self.deck_size
        assert FEWEST_SEATS <= len(self.entropies) <= MOST_SEATS, len(self.entropies)
        assert all(len(entropy) <= MOST_ENTROPY for entropy in self.entropies)


def commitment_to(seed: bytes) -> bytes:
    """What the server publishes of its seed before any seat adds anything."""
    assert len(seed) == SEED_BYTES
    return _hashed("seed", seed)


def pledge_of(entropy: bytes) -> bytes:
    """What a seat publishes of its entropy before any entropy is shown."""
    return _hashed("entropy", entropy)


def deck_of(seed: bytes, mix: Mix) -> tuple[int, ...]:
    """The deck as it is dealt, top first, before the cut (R3.1, R3.4)."""
    fresh = cards_in(full_deck(mix.deck_size))
    return tuple(shuffled(fresh, stream(seed, "deck", mix)))


def first_dealer(seed: bytes, mix: Mix) -> int:
    """R3.3: the seat, among those dealt in, that deals a table's first hand."""
    return below(stream(seed, "dealer", mix), len(mix.entropies))


def shuffled(cards: Sequence[int], chance: Iterator[int]) -> list[int]:
    """The cards in an order where each is as likely as any other (Fisher and Yates)."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        chosen = below(chance, last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


def below(chance: Iterator[int], bound: int) -> int:
    """A whole number from 0 to bound - 1 (bound up to 256), each from equally many bytes.

    Bytes above the last full multiple of `bound` would favour small numbers: they are
    thrown away and the next one is taken.
    """
    assert 1 <= bound <= 256, bound
    fair = 256 - 256 % bound
    return next(byte for byte in chance if byte < fair) % bound


def stream(seed: bytes, label: str, mix: Mix) -> Iterator[int]:
    """Endless bytes: HMAC-SHA256 under the seed over the encoding and a counter."""
    assert len(seed) == SEED_BYTES
    message = encoding(label, mix)
    for block in count():
        yield from digest(seed, message + block.to_bytes(4, "big"), "sha256")


def encoding(label: str, mix: Mix) -> bytes:
    """The one byte string of a label and a mix: two that differ in anything differ here."""
    return b"".join(
        (
            _head(label),
            framed(mix.table.encode("ascii")),
            mix.hand.to_bytes(8, "big"),
            bytes((mix.deck_size, len(mix.entropies))),
            *map(framed, mix.entropies),
        )
    )


def framed(part: bytes) -> bytes:
    """A part after its length in one byte, so that no two rows of parts run together."""
    return bytes((len(part),)) + part


def _head(label: str) -> bytes:
    return framed(FORMAT.encode("ascii")) + framed(label.encode("ascii"))


def _hashed(label: str, content: bytes) -> bytes:
    return sha256(_head(label) + content).digest()
