"""Several engines playing by turns in one process, so that noise falls on all alike.

They take turns, and what counts is processor time, so that a machine that is busy with other
things disturbs the ratios less. A turn is long beside the time in which a processor's caches
fill with an engine's code and tables: each is measured at its own steady pace.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

WARM_UP = 20  # hands each plays uncounted, for imports and caches
TURN = 0.1  # seconds


@dataclass
class Contestant:
    """An engine that plays random hands: `deal` makes one, `play` returns its decisions."""

    name: str
    deal: Callable[[], Any]
    play: Callable[[Any], int]
    decisions: list[int] = field(default_factory=list)
    dealing: list[float] = field(default_factory=list)
    playing: list[float] = field(default_factory=list)

    def play_turn(self) -> float:
        """Hands for about `TURN` seconds; returns the processor time they took."""
        spent = 0.0
        while spent < TURN:
            spent += self.play_hand()
        return spent

    def play_hand(self) -> float:
        """One hand, the deal included; returns the seconds of processor time it took."""
        began = process_time()
        hand = self.deal()
        dealt = process_time()
        decisions = self.play(hand)
        ended = process_time()
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
            "decisions_per_second_without_deal": round(sum(self.decisions) / sum(self.playing)),
        }


def contest(contestants: Sequence[Contestant], seconds: float) -> None:
    """Let each play for about so many seconds, in turns of a hand."""
    for contestant in contestants:
        for _ in range(WARM_UP):
            contestant.play(contestant.deal())
    left = dict.fromkeys(range(len(contestants)), seconds)
    while left:
        for number in list(left):
            left[number] -= contestants[number].play_turn()
            if left[number] <= 0:
                del left[number]
