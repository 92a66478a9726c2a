"""The fair deal at a live table, as docs/fairness.md promises: its order, and who can't bend it."""

import pytest

from engine.table.clock import SECOND
from engine.table.commands import (
    AddEntropy,
    Choose,
    CloseTable,
    Pledge,
    ProposeBet,
    Sit,
    Stand,
    TopUp,
    Void,
)
from engine.table.fairness_check import verify
from engine.table.pace import ENTROPY_WAIT, FIRST_HAND
from engine.table.showing import private_json, public_json
from engine.table.shuffle import commitment_to, pledge_of
from tests.table.world import Driver

RESTING, ANNOUNCED, PLAYING = (
    (False, False, False, False),
    (True, False, False, False),
    (False, True, False, False),
)
ONE, TWO = b"\1" * 32, b"\2" * 32


def pledged(people: int = 3) -> Driver:
    """A table at which ana and beto have pledged."""
    table = Driver(people=people)
    table.do(Pledge("ana", pledge_of(ONE)))
    table.do(Pledge("beto", pledge_of(TWO)))
    return table


def test_the_commitment_is_shown_before_anybody_pledges() -> None:
    table = Driver(people=1)
    fair = table.live.fairness
    assert fair is not None
    assert public_json(table.live, 1)["commitment"] == commitment_to(fair.seed).hex()
    assert table.entries[0].body["seed"]


def test_without_pledges_the_hand_is_dealt_at_once() -> None:
    table = Driver()
    work = table.time_up()
    assert table.live.playing
    assert work.opens_hand
    assert (
        public_json(table.live, 9)["fairness"]["seats"] == [{"pledge": None, "entropy": None}] * 3
    )


def test_pledges_are_shown_together_and_entropies_only_when_dealt() -> None:
    table = pledged()
    assert pledge_of(ONE).hex() not in str(public_json(table.live, 1))
    assert private_json(table.live, 0)["pledge"] == pledge_of(ONE).hex()
    table.time_up()
    seats = public_json(table.live, 1)["fairness"]["seats"]
    assert [seat["pledge"] for seat in seats] == [pledge_of(ONE).hex(), pledge_of(TWO).hex(), None]
    table.do(AddEntropy("ana", ONE))
    assert table.state == ANNOUNCED
    assert ONE.hex() not in str(public_json(table.live, 1))
    assert private_json(table.live, 0)["added_entropy"]
    table.do(AddEntropy("beto", TWO))
    assert table.state == PLAYING
    seats = public_json(table.live, 1)["fairness"]["seats"]
    assert [seat["entropy"] for seat in seats] == [ONE.hex(), TWO.hex(), None]


def test_who_is_not_dealt_in_keeps_nobody_waiting_by_what_they_show() -> None:
    table = pledged()
    three = b"\3" * 32
    table.do(Pledge("carla", pledge_of(three)))
    table.do(Choose("carla", sits_out=True))
    table.time_up()
    table.do(AddEntropy("carla", three))
    table.do(AddEntropy("ana", ONE))
    assert table.state == ANNOUNCED
    table.do(AddEntropy("beto", TWO))
    assert table.state == PLAYING
    assert three.hex() not in str(public_json(table.live, 1))
    assert table.replayed() == table.live


def test_who_keeps_an_entropy_back_stands_in_the_record() -> None:
    table = pledged()
    table.time_up()
    table.do(AddEntropy("beto", TWO))
    assert table.live.deadline == table.live.asked_at + ENTROPY_WAIT
    table.time_up()
    seats = public_json(table.live, 1)["fairness"]["seats"]
    assert seats[0] == {"pledge": pledge_of(ONE).hex(), "entropy": None}


def test_a_newcomer_is_dealt_in_within_ten_seconds() -> None:
    table = pledged()
    began = table.now
    table.deal()
    assert table.now - began <= FIRST_HAND + ENTROPY_WAIT < 10 * SECOND


def test_when_all_are_ready_nobody_waits() -> None:
    table = Driver(people=2)
    table.do(Sit("bot-2", "Lola", 100, 2, bot=True))
    table.do(Pledge("ana", pledge_of(ONE), ready=True))
    assert table.state == RESTING
    table.do(Pledge("beto", None, ready=True))
    assert table.state == ANNOUNCED
    assert len(table.record.pledges) == 3


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Pledge("nobody", ONE), "not_seated"),
        (Pledge("ana", b"short"), "bad_pledge"),
        (AddEntropy("ana", ONE), "too_late"),
    ],
)
def test_refused_at_rest(command: Pledge | AddEntropy, code: str) -> None:
    assert pledged().refused(command) == code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Pledge("ana", ONE), "hand_running"),
        (AddEntropy("ana", TWO), "bad_entropy"),
        (AddEntropy("ana", b""), "bad_entropy"),
        (AddEntropy("carla", ONE), "bad_entropy"),
        (AddEntropy("nobody", ONE), "not_seated"),
        (TopUp("ana", 5), "hand_running"),
        (ProposeBet("ana", 6), "hand_running"),
    ],
)
def test_refused_once_announced(command: Pledge | AddEntropy, code: str) -> None:
    table = pledged()
    table.time_up()
    assert table.refused(command) == code


def test_once_announced_the_seats_are_fixed() -> None:
    """Who leaves is dealt in, and the table acts; who comes waits for the next hand."""
    table = pledged()
    table.time_up()
    table.do(Stand("beto"))
    table.do(Choose("carla", None, sits_out=True))
    table.do(Sit("dora", "dora", 100, 3))
    table.do(AddEntropy("ana", ONE))
    table.time_up()
    assert table.live.players == ("ana", "beto", "carla")
    assert table.sitting(1).away
    assert table.sitting(1).leaving
    table.retire_all()
    assert table.live.place_of("beto") is None
    assert table.live == table.replayed()


@pytest.mark.parametrize("void", [False, True])
def test_a_hand_that_is_over_shows_its_seed_to_those_dealt_in(void: bool) -> None:
    table = pledged()
    table.deal()
    seed = table.live.fairness and table.live.fairness.seed
    table.do(Sit("dora", "dora", 100, 3))
    if void:
        table.do(Void("a test"))
    else:
        table.retire_all()
    record = private_json(table.live, 0)["revealed"]
    assert seed
    assert record["seed"] == seed.hex()
    assert verify(record)["ok"]
    assert table.entries[-1].body["hand_record"]["fairness"] == record
    assert private_json(table.live, 3)["revealed"] is None
    assert private_json(table.live, None).get("revealed") is None
    assert public_json(table.live, 1)["void"] == ("a test" if void else "")
    assert seed.hex() not in str(public_json(table.live, 1))


def test_nothing_is_broken_off_quietly() -> None:
    """An announced hand that an operator closes is dealt, void, and shown: it had a number."""
    table = pledged()
    table.time_up()
    table.do(CloseTable(None))
    record = table.entries[-1].body["hand_record"]
    assert (record["hand"], record["status"]) == (1, "void")
    assert verify(record["fairness"])["ok"]
    assert table.live.closed


def test_the_first_dealer_is_drawn_until_a_hand_was_played() -> None:
    table = pledged()
    table.deal()
    table.do(Void("a test"))
    table.deal()
    assert table.record.first_dealer == table.hand.deal.dealer
    table.retire_all()
    table.deal()
    assert table.record.first_dealer is None
