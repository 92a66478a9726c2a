"""A sealed seed opens with its key for its hand, bit for bit, and else not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.table.sealing import SealBroken, SealingKey, deal_context, open_sealed, seal
from tests.table.fair_hands import SEED, essay_blocks

KEY = SealingKey("k1", bytes(range(32, 64)))
CONTEXT = deal_context("casa", 7)
BOX = seal(KEY, SEED, CONTEXT)
PREFIX, KEY_ID, CONTENT = BOX.split(":")


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_what_was_sealed_is_opened(secret: bytes, seed: bytes) -> None:
    key = SealingKey("k", secret)
    assert open_sealed([KEY, key], seal(key, seed, CONTEXT), CONTEXT) == seed


def test_the_vector_of_the_essay() -> None:
    assert seal(KEY, SEED, deal_context("ana-table", 1)) == essay_blocks("")[-1].strip()


def test_a_box_does_not_show_its_seed() -> None:
    assert SEED.hex()[:8] not in BOX


def test_each_flipped_bit_is_refused() -> None:
    for bit in range(512):
        changed = f"{int(CONTENT, 16) ^ 1 << bit:0128x}"
        with pytest.raises(SealBroken, match="was changed"):
            open_sealed([KEY], f"{PREFIX}:{KEY_ID}:{changed}", CONTEXT)


def test_the_wrong_key_is_refused() -> None:
    with pytest.raises(SealBroken, match="was changed"):
        open_sealed([SealingKey("k1", bytes(32))], BOX, CONTEXT)


def test_a_key_that_is_not_here_is_named() -> None:
    with pytest.raises(SealBroken, match="'k1'"):
        open_sealed([SealingKey("k2", KEY.secret)], BOX, CONTEXT)


def test_the_same_secret_by_another_name_is_another_key() -> None:
    renamed = SealingKey("k2", KEY.secret)
    with pytest.raises(SealBroken, match="was changed"):
        open_sealed([renamed], BOX.replace(":k1:", ":k2:"), CONTEXT)


@pytest.mark.parametrize(
    ("table", "hand"), [("casa", 8), ("casa2", 7), ("cas", 7), ("casa", 7 << 8)]
)
def test_another_hand_is_refused(table: str, hand: int) -> None:
    with pytest.raises(SealBroken, match="another hand"):
        open_sealed([KEY], BOX, deal_context(table, hand))


@pytest.mark.parametrize(
    "box",
    ["", "k1", CONTENT, BOX[:-1], BOX + "0", BOX + "\n", BOX.upper(), BOX.replace("/1:", "/2:")],
    ids=["empty", "key", "content", "short", "long", "line", "upper case", "newer"],
)
def test_what_is_no_box_is_refused(box: str) -> None:
    with pytest.raises(SealBroken, match="not a sealed seed"):
        open_sealed([KEY], box, CONTEXT)


def test_one_hand_sealed_twice_shares_no_pad() -> None:
    """Boxes exclusive-or'ed must not give the seeds exclusive-or'ed (docs/fairness.md)."""
    other = bytes(32)
    boxes = [seal(KEY, seed, CONTEXT).split(":")[2][64:] for seed in (SEED, other)]
    between = bytes(a ^ b for a, b in zip(*map(bytes.fromhex, boxes), strict=True))
    assert between != SEED


@pytest.mark.parametrize(("name", "size"), [("", 32), ("a:b", 32), ("k", 31), ("k", 33)])
def test_a_key_of_a_wrong_shape_is_a_fault_of_the_program(name: str, size: int) -> None:
    with pytest.raises(AssertionError):
        SealingKey(name, bytes(size))


def test_only_a_seed_is_sealed() -> None:
    with pytest.raises(AssertionError):
        seal(KEY, bytes(33), CONTEXT)


def test_a_key_printed_shows_no_secret() -> None:
    assert repr(KEY) == "SealingKey(id='k1')"
