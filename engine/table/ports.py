"""Everything a live table needs of the world, in one record."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.table.audience import Audience
from engine.table.clock import Clock
from engine.table.journal import Journal
from engine.table.windows import Windows


class Sealer(Protocol):
    """Keeps what is hidden of a running hand unreadable in the journal."""

    def seal(self, table: str, hand: int, seed: bytes) -> str:
        """The seed, sealed for this table and hand."""
        ...

    def unseal(self, table: str, hand: int, sealed: str) -> bytes:
        """The seed that was sealed. Raises `ValueError` if it was not sealed for this."""
        ...

    def seal_step(self, table: str, seq: int, content: bytes) -> str:
        """What was done in an entry, sealed for that entry; the same again is the same text."""
        ...

    def unseal_step(self, table: str, seq: int, sealed: str) -> bytes:
        """What was sealed. Raises `ValueError` if it was not sealed for this entry."""
        ...


def _tell_nobody(table: str, seq: int, fault: Exception) -> None:
    del table, seq, fault


@dataclass(frozen=True, slots=True)
class Ports:
    """The world as a table sees it. `chance(n)` returns n bytes nobody can guess.

    `report` is told of every fault of the program: table, last good entry, exception. It
    may log where the fault arose, never values: they can be cards of a running hand.
    """

    clock: Clock
    journal: Journal
    windows: Windows
    audience: Audience
    sealer: Sealer
    chance: Callable[[int], bytes]
    report: Callable[[str, int, Exception], None] = _tell_nobody
