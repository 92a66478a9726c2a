"""Measurements, run by hand: `./dev bench engine`. Ratios on one machine count, not absolutes."""

from typing import NamedTuple


class Figure(NamedTuple):
    """What one engine did: decisions taken, in this many seconds of play."""

    name: str
    decisions: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds
