"""The deck is what docs/fairness.md says, every order as likely as any other (R3.1, R3.3)."""

from collections import Counter
from collections.abc import Hashable
from itertools import islice, permutations

import pytest

from engine.rules.cards import cards_in, full_deck, texts
from engine.table.fairness_file import record_from_json
from engine.table.shuffle import (
    Mix,
    below,
    commitment_to,
    deck_of,
    encoding,
    first_dealer,
    pledge_of,
    shuffled,
    stream,
)
from tests.table.fair_hands import SEED, VECTORS, Json, essay_blocks

# The value that chi-square passes once in a thousand fair runs, by degrees of freedom.
ONCE_IN_A_THOUSAND = {3: 16.27, 23: 49.73, 51: 87.97}


def mix_of(hand: int = 1, seats: int = 2, deck_size: int = 52) -> Mix:
    return Mix("casa", hand, deck_size, (b"",) * seats)


def chi_square(counts: Counter[Hashable], kinds: int) -> float:
    """How far counts are from all `kinds` being equally many."""
    expected = counts.total() / kinds
    missing = (kinds - len(counts)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in counts.values())


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["table"] for vector in VECTORS])
def test_vectors_of_the_essay(vector: Json) -> None:
    record = record_from_json(vector)
    assert record.seed is not None
    assert commitment_to(record.seed).hex() == vector["commitment"]
    assert " ".join(texts(deck_of(record.seed, record.mix))) == vector["deck"]
    for seat in vector["seats"]:
        if seat["entropy"]:
            assert pledge_of(bytes.fromhex(seat["entropy"])).hex() == seat["pledge"]
    if "first_dealer" in vector:
        assert first_dealer(record.seed, record.mix) == vector["first_dealer"]


def test_vectors_cover_both_decks_and_every_way_to_add_nothing() -> None:
    assert {vector["deck_size"] for vector in VECTORS} == {40, 52}
    assert {vector.get("first_dealer") for vector in VECTORS} == {None, 0, 1}
    seats = [seat for vector in VECTORS for seat in vector["seats"]]
    assert {(bool(seat["pledge"]), bool(seat["entropy"])) for seat in seats} == {
        (True, True),
        (True, False),
        (False, False),
    }


def test_bytes_of_the_essay() -> None:
    record = record_from_json(VECTORS[0])
    encoded, block = (text.strip() for text in essay_blocks("")[1:3])
    assert record.seed is not None
    assert encoding("deck", record.mix).hex() == encoded
    assert bytes(islice(stream(record.seed, "deck", record.mix), 32)).hex() == block


@pytest.mark.parametrize("deck_size", [40, 52])
def test_a_deck_holds_each_of_its_cards_once(deck_size: int) -> None:
    deck = deck_of(SEED, mix_of(deck_size=deck_size))
    assert sorted(deck) == cards_in(full_deck(deck_size))


def test_a_stream_goes_on_past_its_first_block_without_repeating() -> None:
    taken = bytes(islice(stream(SEED, "deck", mix_of()), 32 * 300))
    assert len({taken[at : at + 32] for at in range(0, len(taken), 32)}) == 300


def test_the_first_dealer_is_drawn_apart_from_the_deck() -> None:
    deck, dealer = (bytes(islice(stream(SEED, x, mix_of()), 32)) for x in ("deck", "dealer"))
    assert deck != dealer


def test_every_order_of_four_cards_is_equally_likely() -> None:
    orders = Counter[Hashable](
        tuple(shuffled(range(4), stream(SEED, "deck", mix_of(hand)))) for hand in range(1, 12_001)
    )
    assert set(orders) == set(permutations(range(4)))
    assert chi_square(orders, 24) < ONCE_IN_A_THOUSAND[23]


def test_every_card_is_equally_likely_on_top_and_at_the_bottom() -> None:
    decks = [deck_of(SEED, mix_of(hand)) for hand in range(1, 5_201)]
    for place in (0, -1):
        assert chi_square(Counter(deck[place] for deck in decks), 52) < ONCE_IN_A_THOUSAND[51]


def test_every_seat_is_equally_likely_to_deal_first() -> None:
    dealers = Counter[Hashable](
        first_dealer(SEED, mix_of(hand, seats=4)) for hand in range(1, 8_001)
    )
    assert chi_square(dealers, 4) < ONCE_IN_A_THOUSAND[3]


def numbers_of_all_bytes(bound: int) -> Counter[int]:
    """How often each number is drawn when each of the 256 bytes comes once."""
    numbers: Counter[int] = Counter()
    for byte in range(256):
        chance = iter((byte, 0))
        number = below(chance, bound)
        if list(chance):  # the 0 is still there, so this byte was not rejected
            numbers[number] += 1
    return numbers


def test_each_number_comes_from_equally_many_bytes() -> None:
    """All bytes tried, for all bounds, so this is no estimate: `below` has no bias whatever."""
    for bound in range(1, 257):
        assert numbers_of_all_bytes(bound) == dict.fromkeys(range(bound), 256 // bound)


@pytest.mark.parametrize(
    ("chance", "bound", "drawn"),
    [
        ([0], 52, 0),
        ([51], 52, 51),
        ([52], 52, 0),
        ([207], 52, 51),
        ([208, 7], 52, 7),
        ([255, 255, 208, 3], 52, 3),
        ([255, 254], 3, 2),
        ([255], 128, 127),
        ([255], 256, 255),
    ],
)
def test_bytes_at_the_edges(chance: list[int], bound: int, drawn: int) -> None:
    left = iter(chance)
    assert below(left, bound) == drawn
    assert list(left) == []


@pytest.mark.parametrize(
    ("chance", "order"),
    [([0, 0, 0], [1, 2, 3, 0]), ([3, 2, 1], [0, 1, 2, 3]), ([255, 255, 1, 0], [2, 0, 1, 3])],
    ids=["lowest", "highest", "rejected"],
)
def test_extreme_chance_gives_the_order_that_the_recipe_says(
    chance: list[int], order: list[int]
) -> None:
    """A byte of 255 is fair among four places and stands for the last; among three it is not."""
    assert shuffled(range(4), iter(chance)) == order


@pytest.mark.parametrize(
    "mix",
    [
        ("", 1, 52, (b"", b"")),
        ("two words", 1, 52, (b"", b"")),
        ("a" * 65, 1, 52, (b"", b"")),
        ("casa\n", 1, 52, (b"", b"")),
        ("casa", 0, 52, (b"", b"")),
        ("casa", 2**53, 52, (b"", b"")),
        ("casa", 1, 51, (b"", b"")),
        ("casa", 1, 52, (b"",)),
        ("casa", 1, 52, (b"",) * 5),
        ("casa", 1, 52, (b"", b"x" * 33)),
    ],
)
def test_a_mix_out_of_bounds_is_a_fault_of_the_program(
    mix: tuple[str, int, int, tuple[bytes, ...]],
) -> None:
    with pytest.raises(AssertionError):
        Mix(*mix)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(AssertionError):
        commitment_to(bytes(size))
    with pytest.raises(AssertionError):
        deck_of(bytes(size), mix_of())
