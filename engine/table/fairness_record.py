"""The fairness record of a hand: what was promised, what was added, what came of it.

Enters: a seed, pledges, entropies as the table gets to know them. Leaves: a `Record`,
public at each of its three steps, and as JSON. Never here: reading what others wrote
(`fairness_file`), judging it (`fairness_check`).

    announced  commitment and pledges fixed, no entropy known        → shown to every seat
    dealt      entropies in, the deck is fixed; the seed stays secret → shown to every seat
    revealed   the hand is over: seed and deck                        → seats dealt in, auditors
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.rules.cards import texts
from engine.table.shuffle import FORMAT, Mix, commitment_to, deck_of, first_dealer, pledge_of


@dataclass(frozen=True, slots=True)
class Record:
    """One hand's record. `pledges` has one for each seat, None for a seat that made none.

    `first_dealer` is the seat drawn to deal, in a hand where it was drawn (R3.3). `seed`
    and `deck` are None until the record is `revealed`, so no other can give them away.
    """

    mix: Mix
    commitment: bytes
    pledges: tuple[bytes | None, ...]
    first_dealer: int | None = None
    seed: bytes | None = None
    deck: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        """One pledge, or None, for each seat."""
        assert len(self.pledges) == len(self.mix.entropies)


def announced(
    seed: bytes, table: str, hand: int, deck_size: int, pledges: Sequence[bytes | None]
) -> Record:
    """The record before any entropy is known: every seat must see it before it shows its own."""
    mix = Mix(table, hand, deck_size, (b"",) * len(pledges))
    return Record(mix, commitment_to(seed), tuple(pledges))


def dealt(record: Record, seed: bytes, entropies: Sequence[bytes], *, draw_dealer: bool) -> Record:
    """The record once the entropies are in; one that breaks its pledge counts as none.

    `draw_dealer` for a hand whose dealer is drawn. The deck is now `deck_of(seed, record.mix)`.
    """
    assert commitment_to(seed) == record.commitment
    kept = tuple(
        entropy if keeps_pledge(entropy, pledge) else b""
        for entropy, pledge in zip(entropies, record.pledges, strict=True)
    )
    mix = replace(record.mix, entropies=kept)
    dealer = first_dealer(seed, mix) if draw_dealer else None
    return replace(record, mix=mix, first_dealer=dealer)


def revealed(record: Record, seed: bytes) -> Record:
    """The record of a hand that is over, with its seed and deck."""
    assert commitment_to(seed) == record.commitment
    return replace(record, seed=seed, deck=deck_of(seed, record.mix))


def keeps_pledge(entropy: bytes, pledge: bytes | None) -> bool:
    """Whether an entropy is the one that was pledged; no entropy keeps any pledge."""
    return not entropy or pledge_of(entropy) == pledge


def record_json(record: Record) -> dict[str, Any]:
    """A record as JSON; `fairness_file` reads it back to the same record."""
    written: dict[str, Any] = {
        "format": FORMAT,
        "table": record.mix.table,
        "hand": record.mix.hand,
        "deck_size": record.mix.deck_size,
        "commitment": record.commitment.hex(),
        "seats": [
            {"pledge": pledge.hex() if pledge else None, "entropy": entropy.hex() or None}
            for pledge, entropy in zip(record.pledges, record.mix.entropies, strict=True)
        ],
    }
    if record.first_dealer is not None:
        written["first_dealer"] = record.first_dealer
    if record.seed is not None and record.deck is not None:
        written["seed"] = record.seed.hex()
        written["deck"] = " ".join(texts(record.deck))
    return written
