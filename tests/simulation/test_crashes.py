"""The process dies at every entry of the journal; what is stored, and nothing else, goes on.

Before the entry is stored, or right after, when nobody has seen it yet. With the windows
kept elsewhere no answer is lost; without them they open again in full, and pages answer anew.
"""

import asyncio
from random import Random

import pytest

from engine.table.commands import RestartClock
from engine.table.entries import command_in
from engine.table.journal import Entry
from tests.simulation.house import House
from tests.simulation.laws import SEALER, check_house
from tests.simulation.loop import run
from tests.simulation.people import Habits
from tests.simulation.worlds import Plan, set_table

CALM = Habits(thinks=1.0, drops=0.0, meddles=0.0, leaves=0.001)


class Reaper:
    """Says at which commits the process dies: every one after, every other one before."""

    def __init__(self, stored: bool) -> None:
        self.called = asyncio.Event()
        self._stored = stored
        self._tried = 0

    def __call__(self, entry: Entry, stored: bool) -> bool:
        if stored is not self._stored or isinstance(command_in(entry, SEALER), RestartClock):
            return False
        self._tried += 1
        if not stored and self._tried % 2:
            return False
        self.called.set()
        return True

    async def reap(self, house: House) -> None:
        while True:
            await self.called.wait()
            self.called.clear()
            await house.crash()
            await house.sweep()


async def die_at_every_entry(plan: Plan, stored: bool, keeps_windows: bool) -> House:
    house = House(plan.seed)
    house.keeps_windows = keeps_windows
    reaper = Reaper(stored)
    tasks = await set_table(house, plan, "t0", Random(plan.seed))
    house.journal.watcher = reaper
    tasks.append(asyncio.ensure_future(reaper.reap(house)))
    async with asyncio.timeout(3 * 3600):
        while house.hands_over("t0") < plan.hands and not house.closed("t0"):
            await asyncio.sleep(1)
            if not house.down:
                await house.sweep()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    house.journal.watcher = lambda _entry, _stored: False
    await house.registry.stop_all()
    return house


@pytest.mark.parametrize("keeps_windows", [True, False], ids=["windows", "no_windows"])
@pytest.mark.parametrize("stored", [True, False], ids=["after", "before"])
@pytest.mark.parametrize("seed", range(3))
def test_death_at_every_entry(seed: int, stored: bool, keeps_windows: bool) -> None:
    plan = Plan(seed, hands=1, habits=CALM)
    house = run(seed, die_at_every_entry(plan, stored, keeps_windows))
    assert not house.faults
    assert check_house(house) > 20
    assert house.crashes > 10
