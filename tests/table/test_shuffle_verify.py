"""`verify` accepts what was dealt fairly, and names what was tampered with."""

from collections.abc import Callable

import pytest

from engine.table.fairness_check import verify
from engine.table.fairness_record import record_json
from engine.table.shuffle import pledge_of
from tests.table.fair_hands import VECTORS, Json, fair_hand, fair_records

ENTROPIES = [b"one", b"", b"three"]


def failed(answer: Json) -> set[str]:
    """The names of the checks that don't hold; `ok` must agree with them."""
    names = {check["check"] for check in answer["checks"] if not check["ok"]}
    assert answer["ok"] == (not names)
    return names


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["table"] for vector in VECTORS])
def test_vectors_are_verified(vector: Json) -> None:
    assert failed(verify(vector)) == set()


@pytest.mark.parametrize(
    ("preset", "seats"),
    [("desmoche", 2), ("desmoche", 4), ("conquian", 2), ("conquian_three", 3)],
)
def test_a_fair_hand_is_verified(preset: str, seats: int) -> None:
    answer = verify(fair_hand(preset, seats))
    assert failed(answer) == set()
    assert [check["check"] for check in answer["checks"]] == [
        "pledges", "seed", "first_dealer", "deck",
        "file_seats", "file_deck", "file_dealer", "file_result",
    ]  # fmt: skip


def test_each_check_has_a_plain_sentence() -> None:
    for check in verify(fair_hand())["checks"]:
        assert check["says"][0].isalnum()
        assert check["says"].endswith(".")


def seat_1(hand: Json, **changed: str | None) -> None:
    hand["fairness"]["seats"][1].update(changed)


def swap_cards(*parts: Json) -> None:
    """Each deck is turned over: wherever it is cut, other cards are dealt."""
    for part in parts:
        part["deck"] = " ".join(reversed(part["deck"].split()))


def give_another_card(hand: Json) -> None:
    """One seat gives, in the exchange before play, what another seat gave."""
    mine, other, *_ = (action for action in hand["file"]["actions"] if action["do"] == "give")
    mine["card"] = other["card"]


TAMPERED: dict[str, tuple[Callable[[Json], object], set[str]]] = {
    "seed": (lambda h: h["fairness"].update(seed="00" * 32), {"seed", "deck"}),
    "commitment": (lambda h: h["fairness"].update(commitment="00" * 32), {"seed"}),
    "table": (lambda h: h["fairness"].update(table="other"), {"deck"}),
    "hand": (lambda h: h["fairness"].update(hand=2), {"deck"}),
    "entropy": (lambda h: seat_1(h, entropy="00"), {"pledges", "deck"}),
    "entropy left out": (lambda h: seat_1(h, entropy=None), {"deck"}),
    "entropy never pledged": (lambda h: seat_1(h, pledge=None), {"pledges"}),
    "entropy and pledge": (
        lambda h: seat_1(h, entropy="00", pledge=pledge_of(b"\0").hex()),
        {"deck"},
    ),
    "order of seats": (lambda h: h["fairness"]["seats"].reverse(), {"deck"}),
    "deck": (lambda h: swap_cards(h["fairness"]), {"deck", "file_deck"}),
    "deck of the file": (lambda h: swap_cards(h["file"]), {"file_deck", "file_result"}),
    "both decks": (lambda h: swap_cards(h["fairness"], h["file"]), {"deck", "file_result"}),
    "dealer unsaid": (lambda h: h["fairness"].pop("first_dealer"), {"first_dealer"}),
    "dealer of the file": (lambda h: h["file"].update(dealer=2), {"file_dealer", "file_result"}),
    "card": (give_another_card, {"file_result"}),
    "cut": (lambda h: h["file"]["actions"][0].update(at=17), {"file_result"}),
    "action left out": (lambda h: h["file"]["actions"].pop(), {"file_result"}),
    "result": (lambda h: h["file"]["result"].update(pot=1), {"file_result"}),
    "result left out": (lambda h: h["file"].pop("result"), {"file_result"}),
}


@pytest.mark.parametrize(("tamper", "names"), TAMPERED.values(), ids=TAMPERED)
def test_tampering_is_named(tamper: Callable[[Json], object], names: set[str]) -> None:
    hand = fair_hand()
    tamper(hand)
    # The dealer comes from the same bytes as the deck: by chance it may still be the same seat.
    assert failed(verify(hand)) - {"first_dealer"} == names - {"first_dealer"}
    assert failed(verify(hand)) >= names


def test_another_first_dealer_is_named() -> None:
    hand = fair_hand()
    drawn = hand["fairness"]["first_dealer"]
    hand["fairness"]["first_dealer"] = (drawn + 1) % 3
    assert failed(verify(hand)) == {"first_dealer", "file_dealer"}


def test_a_file_of_another_hand_is_named() -> None:
    hand = fair_hand("desmoche", 3)
    hand["file"] = fair_hand("conquian", 2)["file"]
    assert failed(verify(hand)) >= {"file_seats", "file_deck"}


def test_a_running_hand_cannot_be_verified_yet() -> None:
    answer = verify(record_json(fair_records("desmoche", ENTROPIES)[1]))
    assert failed(answer) == {"seed"}
    assert "once the hand is over" in answer["checks"][-1]["says"]


def test_a_pledge_that_was_not_used_is_no_fault_but_is_named() -> None:
    (vector,) = (vector for vector in VECTORS if vector["table"] == "T")
    (pledges,) = (c for c in verify(vector)["checks"] if c["check"] == "pledges")
    assert pledges["ok"]
    assert pledges["says"] == (
        "2 of 4 seats added entropy, each the one it had pledged. Pledged but not used: seat 3."
    )


class TestSeen:
    """What a seat kept before the end is held against the record."""

    def kept(self, step: int) -> Json:
        """The record as it was shown at a step; when announced, with the seat's own entropy."""
        record = record_json(fair_records("desmoche", ENTROPIES)[step])
        record["seats"][0]["entropy"] = ENTROPIES[0].hex()
        return record

    def test_unchanged(self) -> None:
        answer = verify(self.kept(2), [self.kept(0), self.kept(1), self.kept(2)])
        assert failed(answer) == set()
        assert [check["check"] for check in answer["checks"]].count("seen") == 3

    @pytest.mark.parametrize(
        ("changed", "names"),
        [
            ({"commitment": "00" * 32}, "commitment"),
            ({"hand": 2}, "hand"),
            ({"table": "other"}, "table"),
            ({"deck_size": 40}, "deck_size"),
            ({"seats": [{}, {}, {}]}, "pledges"),
            ({"seats": [{}, {}]}, "pledges, entropies"),
        ],
    )
    def test_changed(self, changed: Json, names: str) -> None:
        answer = verify(self.kept(2), [{**self.kept(0), **changed}])
        assert failed(answer) == {"seen"}
        assert answer["checks"][-1]["says"] == f"Changed since the seat saw it: {names}."

    def test_the_dealer_may_not_change(self) -> None:
        seen = self.kept(1)
        seen["first_dealer"] = (seen["first_dealer"] + 1) % 3
        assert failed(verify(self.kept(2), [seen])) == {"seen"}

    def test_a_seat_whose_entropy_was_dropped_finds_out(self) -> None:
        pledges = [pledge_of(entropy) if entropy else None for entropy in ENTROPIES]
        record = record_json(fair_records("desmoche", [b"", b"", b"three"])[2])
        record["seats"][0]["pledge"] = pledges[0] and pledges[0].hex()
        assert failed(verify(record)) == set()
        answer = verify(record, [self.kept(0)])
        assert answer["checks"][-1]["says"] == "Changed since the seat saw it: entropies."

    def test_another_record_is_no_match(self) -> None:
        assert failed(verify(VECTORS[0], [VECTORS[1]])) == {"seen"}
