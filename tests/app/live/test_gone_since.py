"""Since when somebody's browser is not there: told to all, as well as this server knows it."""

from typing import Any, Final

import pytest

from app.identity import Who
from app.live.room import Room
from app.live.viewer import Viewer
from engine.table.clock import SECOND
from engine.table.commands import Sit, Stand
from engine.table.pace import lively
from tests.table.world import Driver

OPENED: Final = 1000 * SECOND


async def nowhere(_: Any) -> None:
    """What is sent there arrives at nobody."""


class Evening:
    """A room whose people come and go by the second; `ana` sits at 0, `beto` at 1."""

    def __init__(self) -> None:
        self.table = Driver(lively(), people=2)
        self.room = Room(self.table.live, 1, OPENED)
        self.viewers: dict[str, Viewer] = {}
        self.seq = 1

    def come(self, player: str, _: int) -> None:
        self.viewers[player] = viewer = Viewer(Who(player, player, "player"), nowhere)
        self.room.attach(viewer)

    def go(self, player: str, at: int) -> None:
        self.room.detach(self.viewers[player], OPENED + at * SECOND)

    def elsewhere(self, player: str, at: int) -> None:
        self.room.elsewhere(frozenset(player.split()), OPENED + at * SECOND)

    def sit(self, player: str, at: int) -> None:
        self._show(Sit(player, player, 100, 2), at)

    def stand(self, player: str, at: int) -> None:
        self._show(Stand(player), at)

    def _show(self, command: Sit | Stand, at: int) -> None:
        self.table.do(command)
        self.seq += 1
        self.room.show(self.table.live, self.seq, (), OPENED + at * SECOND)

    def told(self) -> list[int | None]:
        """As somebody who looks on is told, in seconds after the room was opened."""
        view = self.room.view(Viewer(Who("zoe", "zoe", "player"), nowhere))
        pairs = zip(view.present, view.gone_since, strict=True)
        seats = self.table.live.sittings
        for (present, since), sitting in zip(pairs, seats, strict=True):
            assert present == (sitting is not None and since is None)
        return [since and (since - OPENED) // SECOND for since in view.gone_since[:3]]


# What happens, each as who, what and when; then since when each of three places is gone.
CASES: Final = {
    "nobody came since the server started": ([], [0, 0, None]),
    "who came is there": ([("ana", "come", 3)], [None, 0, None]),
    "who went is gone since then": ([("ana", "come", 3), ("ana", "go", 7)], [7, 0, None]),
    "who came back is there": (
        [("ana", "come", 3), ("ana", "go", 7), ("ana", "come", 9)],
        [None, 0, None],
    ),
    "who went twice is gone since the second time": (
        [("ana", "come", 3), ("ana", "go", 7), ("ana", "come", 9), ("ana", "go", 11)],
        [11, 0, None],
    ),
    "who is at another worker is there": ([("beto", "elsewhere", 4)], [0, None, None]),
    "who was at another worker is gone since that is known": (
        [("beto", "elsewhere", 4), ("", "elsewhere", 6)],
        [0, 6, None],
    ),
    "who sits down before their browser is there, since they sat down": (
        [("carla", "sit", 40)],
        [0, 0, 40],
    ),
    "who watched, went and sat down from afar, since they sat down": (
        [("carla", "come", 2), ("carla", "go", 5), ("carla", "sit", 40)],
        [0, 0, 40],
    ),
    "who sits down while looking is there": (
        [("carla", "come", 2), ("carla", "sit", 40)],
        [0, 0, None],
    ),
    "who sits down again, since then": (
        [("carla", "sit", 40), ("carla", "stand", 50), ("carla", "sit", 90)],
        [0, 0, 90],
    ),
    "others who sit down change nothing": (
        [("ana", "come", 1), ("ana", "go", 2), ("carla", "come", 3), ("carla", "sit", 40)],
        [2, 0, None],
    ),
}


@pytest.mark.parametrize("case", CASES)
async def test_since_when_a_place_is_left_alone(case: str) -> None:
    happens, expected = CASES[case]
    evening = Evening()
    for player, what, at in happens:
        getattr(evening, what)(player, at)
    assert evening.told() == expected
