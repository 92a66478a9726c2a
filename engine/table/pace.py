"""Paces: how long a table waits for whom (docs/architecture.md, Time).

Enters: what a host chose. Leaves: a `Pace` with every duration in microseconds. Never
here: what time it is.
"""

from dataclasses import dataclass

from engine.table.clock import SECOND

WINDOWS = (3, 5, 8, 12, 20)
"""The lengths of a claim window, in seconds, that a host may choose."""

BETWEEN_HANDS = 12 * SECOND
ALONE = 120 * SECOND
"""The pause of one person among bots: nobody else waits, so the result may be read to its end."""
LONGEST_REST = 3 * BETWEEN_HANDS
"""However often a host changes the rules, a hand that enough are ready for begins by then."""
FIRST_HAND = 3 * SECOND
"""The wait before the first hand, or when a table wakes: nobody has anything to settle."""
GATHERING = 60 * SECOND
"""The same where friends gather and places are free; it ends when all are taken, or all ready."""
ENTROPY_WAIT = 2 * SECOND
"""How long a deal waits for the entropies that were pledged; browsers send them by themselves."""
CLOSES_AFTER = 30 * 24 * 60 * 60 * SECOND
"""So long a table may sleep; then it closes, and everyone gets back what is theirs (R8.7)."""
DISCONNECTED = 60 * SECOND
"""Without a clock: how long a seat must be gone before any player may put it on defaults."""
MISSES_TO_AWAY = 2
"""So many times in a row that the table had to act make a seat away."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A table's clocks. None where nobody is hurried.

    `window` is the claim window, the same for every seat after every discard. `early`:
    a window closes when all have answered, which can give players away. `turn` is the
    time for one's own turn, `bank` the reserve of a seat for a hand, used when the turn's
    time is over. `phase` is the time in which all answer before play, and vote.
    """

    name: str
    window: int | None
    turn: int | None
    phase: int | None
    bank: int
    early: bool


def steady(window: int = 5) -> Pace:
    """Windows of one length for all, which tell nothing."""
    assert window in WINDOWS
    return Pace("steady", window * SECOND, 20 * SECOND, 30 * SECOND, 60 * SECOND, early=False)


def lively(window: int = 8) -> Pace:
    """Windows close when all have answered; for two seats, or one person among bots."""
    assert window in WINDOWS
    return Pace("lively", window * SECOND, 20 * SECOND, 30 * SECOND, 60 * SECOND, early=True)


UNTIMED = Pace("untimed", None, None, None, 0, early=True)
"""For friends."""


def usual_pace(seats: int) -> str:
    """The name of the pace of a table that seats so many, unless its host names another.

    Of two, whoever does not discard is the one who answers: to wait on hides little.
    """
    return "lively" if seats == 2 else "steady"


def pace_named(name: str, window: int | None) -> Pace:
    """The pace a host chose. Raises `ValueError` with a sentence if there is none such."""
    if window is not None and window not in WINDOWS:
        raise ValueError(f"a window lasts {', '.join(map(str, WINDOWS))} seconds")
    match name:
        case "steady":
            return steady(window or 5)
        case "lively":
            return lively(window or 8)
        case "untimed":
            if window is not None:
                raise ValueError("a table without clocks has no windows; leave out its seconds")
            return UNTIMED
    raise ValueError("a pace is steady, lively or untimed")
