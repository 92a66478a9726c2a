"""What a table's journal says of the table itself, held against its row in the lobby.

Enters: bodies of its entries, in order; the row, if there is one. Leaves: what differs.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from app.ledger.bodies import Body
from app.ledger.sentences import Said, Wrong
from engine.table.clock import SECOND
from engine.table.money import Transfer

if TYPE_CHECKING:
    from msgspec import Raw

FREEZING = 60 * SECOND
"""How much later than the entry a row may say that a table was frozen: code from before the
database wrote it by itself did so in another transaction, by the clock of that moment."""


class TableSaid:
    """As far as its entries have been read. `rehearsed` is the record of the hand that is played
    on at a table of practice."""

    def __init__(self) -> None:
        self.owner = ""
        self.rehearsed: Raw | None = None
        self.frozen_at: int | None = None
        self._moved = False
        self._held = 0

    def entry(self, body: Body, at: int) -> None:
        """The next entry that says anything."""
        if body.before and not self.owner:
            self.owner = body.before.owner
        command = body.command
        if command is None:
            return
        if command.kind == "Rehearse":
            self.rehearsed = command.record
        elif command.kind == "SetFrozen":
            self.frozen_at = (self.frozen_at or at) if command.frozen else None

    def transfer(self, transfer: Transfer) -> None:
        """A row that it moved."""
        into, out = transfer.credit.table is not None, transfer.debit.table is not None
        self._held += transfer.amount * (into - out)
        self._moved = True

    def differences(self, row: Any) -> Iterator[Said]:
        """Between the journal and the row, once all entries have been read."""
        if self.owner and row.owner != self.owner:
            yield Wrong.HOST_DIFFERS.of(stored=row.owner, said=self.owner)
        # A table that was to be one of practice and never began is marked, and holds nothing.
        if row.practice != (self.rehearsed is not None) and (self._moved or not row.practice):
            yield (Wrong.PRACTICE_NOT_SAID if row.practice else Wrong.PRACTICE_HIDDEN).of()
        if row.closed_at is not None and self._held:
            yield Wrong.CLOSED_WITH_CHIPS.of(chips=self._held)
        if not _same_time(row.frozen_at, self.frozen_at):
            yield Wrong.FROZEN_DIFFERS.of(stored_at=row.frozen_at, said_at=self.frozen_at)


def _same_time(stored: int | None, said: int | None) -> bool:
    if stored is None or said is None:
        return stored is said
    return said <= stored <= said + FREEZING
