"""What a worker's rooms do for the rest of the cluster: a port that `app.live` keeps."""

from collections.abc import Mapping
from typing import Protocol

from engine.table.audience import Audience
from engine.table.live import Live
from engine.table.reached import Reached


class Sockets(Audience, Protocol):
    """The rooms of one worker; a table without one takes all of this in silence."""

    def skip(self, live: Live, seq: int) -> None:
        """What is shown next does not go on from what was shown last: this table does."""
        ...

    def is_watched(self, table: str) -> bool:
        """Whether anybody here looks at a table."""
        ...

    def players(self, table: str) -> Mapping[str, int]:
        """Which of its players look at it through this worker, and when each opened it."""
        ...

    def gone(self, table: str) -> Mapping[str, int]:
        """Since when those of its players who are connected nowhere have been gone."""
        ...

    def elsewhere(self, table: str, players: frozenset[str], gone: Mapping[str, int]) -> None:
        """Which of its players are connected through other workers now, and since when others
        have been gone as the table's owner knows it; nothing where that is this worker."""
        ...

    def replace(self, table: str, player: str, at: int) -> None:
        """Close this player's connection if it opened the table before then: another is newer."""
        ...

    def say(self, table: str, place: int, word: str) -> None:
        """Tell all here that somebody said something."""
        ...

    def ended(self, table: Reached) -> None:
        """It is not within reach of this worker any more: let everybody go."""
        ...


class Others(Protocol):
    """What rooms tell other workers and ask of them, by the name of a table wherever it lives."""

    def connected(self, table: str) -> frozenset[str]:
        """Which of its players are connected through other workers."""
        ...

    def gone(self, table: str) -> Mapping[str, int]:
        """Since when others have been gone, as its owner has told; nothing where that is here."""
        ...

    def came_or_went(self, table: str) -> None:
        """Other players of it look at it here than before."""
        ...

    def arrived(self, table: str, player: str, at: int) -> None:
        """A player has opened it here, anew, at that time."""
        ...

    def reacted(self, table: str, place: int, word: str) -> None:
        """Somebody here said something."""
        ...


class NoOthers:
    """There is one worker."""

    def connected(self, table: str) -> frozenset[str]:
        """See `Others`."""
        del table
        return frozenset()

    def gone(self, table: str) -> Mapping[str, int]:
        """See `Others`."""
        del table
        return {}

    def came_or_went(self, table: str) -> None:
        """See `Others`."""

    def arrived(self, table: str, player: str, at: int) -> None:
        """See `Others`."""

    def reacted(self, table: str, place: int, word: str) -> None:
        """See `Others`."""
