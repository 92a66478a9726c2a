"""Several engines playing by turns in one process, so that noise falls on all alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

ROUND = 0.25  # seconds one contestant plays before the next one's turn


@dataclass
class Contestant:
    """An engine that plays random hands: `deal` makes one, `play` returns its decisions."""

    name: str
    deal: Callable[[], Any]
    play: Callable[[Any], int]
    hands: int = 0
    decisions: int = 0
    dealing: float = 0.0
    playing: float = 0.0

    def play_for(self, seconds: float) -> None:
        until = self.dealing + self.playing + seconds
        while self.dealing + self.playing < until:
            began = perf_counter()
            hand = self.deal()
            dealt = perf_counter()
            decisions = self.play(hand)
            ended = perf_counter()
            self.hands += 1
            self.decisions += decisions
            self.dealing += dealt - began
            self.playing += ended - dealt

    def figures(self) -> dict[str, Any]:
        """Decisions a second over whole hands, and with the deal off the clock."""
        return {
            "name": self.name,
            "hands": self.hands,
            "decisions": self.decisions,
            "hands_per_second": round(self.hands / (self.dealing + self.playing), 1),
            "decisions_per_second": round(self.decisions / (self.dealing + self.playing)),
            "decisions_per_second_without_deal": round(self.decisions / self.playing),
        }


def contest(contestants: Sequence[Contestant], seconds: float) -> None:
    """Let each play for so many seconds, in rounds; a first hand warms each up, uncounted."""
    for contestant in contestants:
        contestant.play(contestant.deal())
    for _ in range(max(1, round(seconds / ROUND))):
        for contestant in contestants:
            contestant.play_for(ROUND)
