"""How many may be connected, where the system lets a process open few files."""

import subprocess
import sys

import pytest

from app.doorkeeper import SPARE_FILES, Doorkeeper

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
