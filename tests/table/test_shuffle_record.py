"""The record goes from announced to dealt to revealed and never says too much."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.table.fairness_file import record_from_json
from engine.table.fairness_record import announced, dealt, record_json, revealed
from engine.table.shuffle import deck_of, first_dealer, pledge_of
from tests.table.fair_hands import SEED, VECTORS, Json, fair_records

ENTROPIES = [b"one", b"", b"three"]


def test_announced_shows_pledges_and_nothing_else() -> None:
    record = fair_records("desmoche", ENTROPIES)[0]
    assert record.mix.entropies == (b"", b"", b"")
    assert record.pledges == (pledge_of(b"one"), None, pledge_of(b"three"))
    assert (record.first_dealer, record.seed, record.deck) == (None, None, None)


def test_dealt_shows_entropies_and_dealer_but_no_secret() -> None:
    record = fair_records("desmoche", ENTROPIES)[1]
    assert record.mix.entropies == tuple(ENTROPIES)
    assert record.first_dealer == first_dealer(SEED, record.mix)
    assert (record.seed, record.deck) == (None, None)


@pytest.mark.parametrize("step", [0, 1])
def test_nothing_written_before_the_end_holds_the_seed_or_the_deck(step: int) -> None:
    written = record_json(fair_records("desmoche", ENTROPIES)[step])
    assert SEED.hex() not in json.dumps(written)
    assert not {"seed", "deck"} & set(written)


def test_revealed_shows_seed_and_deck() -> None:
    record = fair_records("desmoche", ENTROPIES)[2]
    assert record.seed == SEED
    assert record.deck == deck_of(SEED, record.mix)


@pytest.mark.parametrize(
    ("sent", "used"),
    [
        ([b"one", b"", b"three"], (b"one", b"", b"three")),
        ([b"other", b"", b"three"], (b"", b"", b"three")),
        ([b"one", b"unpledged", b"three"], (b"one", b"", b"three")),
        ([b"three", b"", b"one"], (b"", b"", b"")),
        ([b"", b"", b""], (b"", b"", b"")),
    ],
    ids=["as pledged", "another", "not pledged", "exchanged", "none"],
)
def test_an_entropy_that_was_not_pledged_counts_as_none(
    sent: list[bytes], used: tuple[bytes, ...]
) -> None:
    record = dealt(fair_records("desmoche", ENTROPIES)[0], SEED, sent, draw_dealer=False)
    assert record.mix.entropies == used
    assert record.first_dealer is None


def test_another_seed_than_the_committed_one_is_a_fault_of_the_program() -> None:
    first, second, _ = fair_records("desmoche", ENTROPIES)
    with pytest.raises(AssertionError):
        dealt(first, bytes(32), ENTROPIES, draw_dealer=False)
    with pytest.raises(AssertionError):
        revealed(second, bytes(32))


def test_one_pledge_for_each_seat() -> None:
    record = fair_records("desmoche", ENTROPIES)[0]
    with pytest.raises(AssertionError):
        replace(record, pledges=record.pledges[:2])


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["table"] for vector in VECTORS])
def test_vectors_are_written_as_they_were_read(vector: Json) -> None:
    assert record_json(record_from_json(vector)) == vector


@given(st.lists(st.binary(max_size=32), min_size=2, max_size=4), st.integers(0, 2), st.booleans())
def test_what_is_written_is_read_back(entropies: list[bytes], step: int, draw: bool) -> None:
    pledges = [pledge_of(entropy) if entropy else None for entropy in entropies]
    record = announced(SEED, "casa", 3, 40, pledges)
    if step:
        record = dealt(record, SEED, entropies, draw_dealer=draw)
    if step > 1:
        record = revealed(record, SEED)
    assert record_from_json(json.loads(json.dumps(record_json(record)))) == record
