"""Whole worlds: people, bots, networks and storage as they are, and the laws hold."""

import pytest

from engine.table.entries import Diverged
from tests.simulation.laws import check_house
from tests.simulation.loop import run
from tests.simulation.worlds import Plan, acts, live_through


@pytest.mark.parametrize("seed", range(6))
def test_a_quiet_world(seed: int) -> None:
    house = run(seed, live_through(Plan(seed)))
    assert not house.faults
    assert check_house(house) > 50
    assert acts(house) > 10


@pytest.mark.parametrize("seed", range(6))
def test_a_world_of_troubles(seed: int) -> None:
    house = run(seed, live_through(Plan(seed, troubles=0.03, crashes=0.3)))
    assert not [fault for fault in house.faults if isinstance(fault, Diverged | AssertionError)]
    check_house(house)
