"""Fairness records that others wrote: JSON in, a `Record` out, or a `Refusal` in words.

Shapes and sizes only; whether what a record says is true is for `fairness_check`.
"""

import re
from typing import Any

from engine.rules.cards import CARDS, full_deck, mask_of
from engine.rules.hand_file import bad_file
from engine.rules.house_rules import FEWEST_SEATS, MOST_SEATS
from engine.table.fairness_record import Record
from engine.table.shuffle import DECK_SIZES, FORMAT, MOST_ENTROPY, MOST_HAND, TABLE_ID, Mix

HASH = re.compile(r"[0-9a-f]{64}")
ENTROPY = re.compile(rf"([0-9a-f]{{2}}){{1,{MOST_ENTROPY}}}")


def record_from_json(value: Any) -> Record:
    """Read a record; `null` counts as absent, unknown keys as nothing. Raises `Refusal`."""
    if not isinstance(value, dict):
        raise bad_file("a fairness record is a JSON object")
    if value.get("format") != FORMAT:
        raise bad_file(f'the format of a fairness record must be "{FORMAT}"')
    pledges, entropies = _seats(value.get("seats"))
    mix = Mix(_table(value), _hand(value), _deck_size(value), entropies)
    seed, deck = value.get("seed"), value.get("deck")
    if (seed is None) != (deck is None):
        raise bad_file("seed and deck are shown together, or neither")
    return Record(
        mix,
        _hash(value.get("commitment"), "commitment"),
        pledges,
        _first_dealer(value, len(entropies)),
        None if seed is None else _hash(seed, "seed"),
        None if deck is None else _deck(deck, mix.deck_size),
    )


def _table(value: dict[str, Any]) -> str:
    table = value.get("table")
    if not isinstance(table, str) or not TABLE_ID.fullmatch(table):
        raise bad_file("table must be 1 to 64 of the characters A-Z a-z 0-9 _ -")
    return table


def _hand(value: dict[str, Any]) -> int:
    hand = value.get("hand")
    if type(hand) is not int or not 1 <= hand <= MOST_HAND:
        raise bad_file(f"hand must be a whole number, 1 to {MOST_HAND}")
    return hand


def _deck_size(value: dict[str, Any]) -> int:
    size = value.get("deck_size")
    if type(size) is not int or size not in DECK_SIZES:
        raise bad_file("deck_size must be 40 or 52")
    return size


def _first_dealer(value: dict[str, Any], seats: int) -> int | None:
    dealer = value.get("first_dealer")
    if dealer is not None and (type(dealer) is not int or not 0 <= dealer < seats):
        raise bad_file(f"first_dealer must be a seat, 0 to {seats - 1}")
    return dealer


def _seats(value: Any) -> tuple[tuple[bytes | None, ...], tuple[bytes, ...]]:
    """The pledges and the entropies of the seats."""
    if not isinstance(value, list) or not FEWEST_SEATS <= len(value) <= MOST_SEATS:
        raise bad_file(f"seats must be a list of {FEWEST_SEATS} to {MOST_SEATS} objects")
    if not all(isinstance(seat, dict) for seat in value):
        raise bad_file("each of seats must be an object with pledge and entropy")
    pledges = tuple(
        None if seat.get("pledge") is None else _hash(seat["pledge"], "a pledge") for seat in value
    )
    return pledges, tuple(_entropy(seat.get("entropy")) for seat in value)


def _entropy(value: Any) -> bytes:
    if value is None:
        return b""
    if not isinstance(value, str) or not ENTROPY.fullmatch(value):
        raise bad_file(f"an entropy must be 1 to {MOST_ENTROPY} bytes in lower case hex, or null")
    return bytes.fromhex(value)


def _hash(value: Any, what: str) -> bytes:
    if not isinstance(value, str) or not HASH.fullmatch(value):
        raise bad_file(f"{what} must be 32 bytes in lower case hex")
    return bytes.fromhex(value)


def _deck(value: Any, size: int) -> tuple[int, ...]:
    words = value.split() if isinstance(value, str) else []
    deck = tuple(CARDS[word] for word in words if word in CARDS)
    if len(words) != size or len(deck) != size or mask_of(deck) != full_deck(size):
        raise bad_file(f"deck must be text that names each of the {size} cards once, top first")
    return deck
