"""Nothing that goes into a deal can be exchanged for something else unnoticed."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.table.shuffle import (
    MOST_ENTROPY,
    MOST_HAND,
    TABLE_ID,
    Mix,
    commitment_to,
    deck_of,
    encoding,
    pledge_of,
)

SEEDS = st.binary(min_size=32, max_size=32)
MIXES = st.builds(
    Mix,
    table=st.from_regex(TABLE_ID, fullmatch=True),
    hand=st.integers(1, MOST_HAND),
    deck_size=st.sampled_from([40, 52]),
    entropies=st.lists(st.binary(max_size=MOST_ENTROPY), min_size=2, max_size=4).map(tuple),
)
LABELS = st.sampled_from(["deck", "dealer"])


def flipped(content: bytes, bit: int) -> bytes:
    """The content with one of its bits, counted round and round, turned over."""
    number = int.from_bytes(content, "big") ^ 1 << bit % (8 * len(content))
    return number.to_bytes(len(content), "big")


def with_bit_flipped(mix: Mix, part: str, bit: int) -> Mix:
    """The mix with one bit of its table, hand or entropies turned over, if that is a mix."""
    if part == "table":
        table = flipped(mix.table.encode("ascii"), bit).decode("latin-1")
        assume(TABLE_ID.fullmatch(table))
        return replace(mix, table=table)
    if part == "hand":
        hand = mix.hand ^ 1 << bit % 53
        assume(hand >= 1)
        return replace(mix, hand=hand)
    seat = bit % len(mix.entropies)
    assume(mix.entropies[seat])
    changed = list(mix.entropies)
    changed[seat] = flipped(changed[seat], bit)
    return replace(mix, entropies=tuple(changed))


@given(SEEDS, MIXES, st.integers(0, 255))
def test_one_bit_of_the_seed_changes_deck_and_commitment(seed: bytes, mix: Mix, bit: int) -> None:
    other = flipped(seed, bit)
    assert deck_of(other, mix) != deck_of(seed, mix)
    assert commitment_to(other) != commitment_to(seed)


@pytest.mark.parametrize("part", ["table", "hand", "entropies"])
@given(seed=SEEDS, mix=MIXES, bit=st.integers(0, 511))
def test_one_bit_of_the_mix_changes_the_deck(part: str, seed: bytes, mix: Mix, bit: int) -> None:
    assert deck_of(seed, with_bit_flipped(mix, part, bit)) != deck_of(seed, mix)


@given(SEEDS, MIXES)
def test_a_deck_is_computed_and_not_drawn(seed: bytes, mix: Mix) -> None:
    assert deck_of(bytes(bytearray(seed)), replace(mix)) == deck_of(seed, mix)


@given(LABELS, MIXES, LABELS, MIXES)
def test_two_encodings_are_equal_only_if_all_is(one: str, mix: Mix, two: str, other: Mix) -> None:
    same = (one, mix) == (two, other)
    assert (encoding(one, mix) == encoding(two, other)) == same


@given(MIXES, st.data())
def test_moving_bytes_from_seat_to_seat_changes_the_encoding(mix: Mix, data: st.DataObject) -> None:
    """The same bytes in the same order, parted otherwise: what naive joining can't tell apart."""
    joined = b"".join(mix.entropies)
    places = st.integers(0, len(joined))
    seats = len(mix.entropies)
    cuts = data.draw(st.lists(places, min_size=seats - 1, max_size=seats - 1))
    parted = tuple(joined[a:b] for a, b in pairwise([0, *sorted(cuts), len(joined)]))
    assume(parted != mix.entropies)
    assume(all(len(entropy) <= MOST_ENTROPY for entropy in parted))
    assert encoding("deck", mix) != encoding("deck", replace(mix, entropies=parted))


NEAR_MISSES = [
    Mix("casa", 1, 52, (b"a", b"b")),
    Mix("casa", 1, 52, (b"ab", b"")),
    Mix("casa", 1, 52, (b"", b"ab")),
    Mix("casa", 1, 52, (b"a", b"b", b"")),
    Mix("casa", 1, 52, (b"b", b"a")),
    Mix("casa", 1, 52, (b"a", b"b\0")),
    Mix("casa", 1, 52, (b"a\1b", b"")),
    Mix("casa", 1, 40, (b"a", b"b")),
    Mix("casa", 49, 52, (b"a", b"b")),
    Mix("casa", 256, 52, (b"a", b"b")),
    Mix("casa1", 1, 52, (b"a", b"b")),
]


@pytest.mark.parametrize(("one", "other"), [*combinations(NEAR_MISSES, 2)])
def test_near_misses_differ(one: Mix, other: Mix) -> None:
    assert encoding("deck", one) != encoding("deck", other)
    assert deck_of(bytes(32), one) != deck_of(bytes(32), other)


@given(SEEDS)
def test_a_commitment_is_no_pledge(seed: bytes) -> None:
    assert commitment_to(seed) != pledge_of(seed)
