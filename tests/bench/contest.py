"""Several engines playing by turns in one process, so that noise falls on all alike.

They take turns hand by hand. Of each two rates are told: over all its time, and that of
its median hand, which a machine that is busy with other things disturbs far less.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any

WARM_UP = 20  # hands each plays uncounted, for imports and caches


@dataclass
class Contestant:
    """An engine that plays random hands: `deal` makes one, `play` returns its decisions."""

    name: str
    deal: Callable[[], Any]
    play: Callable[[Any], int]
    decisions: list[int] = field(default_factory=list)
    dealing: list[float] = field(default_factory=list)
    playing: list[float] = field(default_factory=list)

    def play_hand(self) -> float:
        """One hand, the deal included; returns the seconds it took."""
        began = perf_counter()
        hand = self.deal()
        dealt = perf_counter()
        decisions = self.play(hand)
        ended = perf_counter()
        self.decisions.append(decisions)
        self.dealing.append(dealt - began)
        self.playing.append(ended - dealt)
        return ended - began

    def figures(self) -> dict[str, Any]:
        """Decisions a second over whole hands, and with the deal off the clock."""
        whole = [a + b for a, b in zip(self.dealing, self.playing, strict=True)]
        return {
            "name": self.name,
            "hands": len(whole),
            "decisions": sum(self.decisions),
            "hands_per_second": round(len(whole) / sum(whole), 1),
            "decisions_per_second": round(sum(self.decisions) / sum(whole)),
            "median_hand": self._median(whole),
            "median_hand_without_deal": self._median(self.playing),
        }

    def _median(self, seconds: Sequence[float]) -> int:
        return round(median(n / s for n, s in zip(self.decisions, seconds, strict=True)))


def contest(contestants: Sequence[Contestant], seconds: float) -> None:
    """Let each play for about so many seconds, in turns of a hand."""
    for contestant in contestants:
        for _ in range(WARM_UP):
            contestant.play(contestant.deal())
    left = dict.fromkeys(range(len(contestants)), seconds)
    while left:
        for number in list(left):
            left[number] -= contestants[number].play_hand()
            if left[number] <= 0:
                del left[number]
