"""How many may be connected, where the system lets a process open few files."""

import asyncio
import subprocess
import sys

import pytest

from app.doorkeeper import SPARE_FILES, Doorkeeper
from tests.simulation.loop import run

ASK = """
import resource
from app.doorkeeper import open_files
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
print(open_files({wanted}), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "allowed"),
    [(100, 200, 150, 150), (100, 200, 200, 200), (100, 200, 300, 200), (150, 200, 100, 150)],
)
def test_a_process_gets_the_files_it_wants_as_far_as_it_may(
    soft: int, hard: int, wanted: int, allowed: int
) -> None:
    """It never has fewer than before, and one line tells an operator of too few."""
    asked = ASK.format(soft=soft, hard=hard, wanted=wanted)
    said = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True)
    *lines, figures = said.stdout.splitlines()
    assert figures.split() == [str(allowed), str(allowed), str(hard)]
    assert len(lines) == (wanted > hard)


async def test_players_sockets_take_nobody_elses_room() -> None:
    sockets = 0
    keeper = Doorkeeper(2, lambda: sockets, files=10_000)
    assert [keeper.has_room(connected) for connected in (1, 2, 3)] == [True, True, False]
    sockets = 5
    assert [keeper.has_room(connected) for connected in (7, 8)] == [True, False]


async def test_the_database_keeps_its_files() -> None:
    keeper = Doorkeeper(1000, lambda: 500, SPARE_FILES + 10)
    assert [keeper.has_room(connected) for connected in (10, 11)] == [True, False]


class Slow:
    """A connection that is overdue at once; a faulty one can't be asked."""

    def __init__(self, faulty: bool = False) -> None:
        self.faulty = faulty
        self.open = True

    def overdue(self, _now: float) -> bool:
        if self.faulty:
            raise RuntimeError("a fault")
        return self.open

    def cut_off(self) -> None:
        self.open = False


def test_a_fault_at_one_connection_does_not_end_the_watch() -> None:
    async def test() -> None:
        connections = [Slow(faulty=True), Slow()]
        watch = asyncio.create_task(Doorkeeper(9, lambda: 0, files=10_000).watch(connections))
        for _ in range(2):
            connections[1].open = True
            await asyncio.sleep(2)
            assert not connections[1].open
        watch.cancel()

    run(1, test())
