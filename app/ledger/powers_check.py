"""What the operators' log says that holds now: roles, suspensions, what became of reports.

Enters: the lines in order; then roles, suspensions and reports as they are stored. Leaves: what
differs. No such thing was ever done without its line, in one transaction.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from app.ledger.findings import Finding, Kind
from app.ledger.sentences import Wrong

NOBODY = "player"  # the role of whoever was never given another

_Suspended: TypeAlias = tuple[int, str, str]
"""Since when, by whom, why."""


class _Noted(NamedTuple):
    """What an operator made of a report."""

    state: str = "new"
    operator: str | None = None
    note: str | None = None
    noted_at: int | None = None


class PowersCheck:
    """The log, read for what holds after its last line."""

    def __init__(self) -> None:
        self._roles: dict[str, str] = {}
        self._suspended: dict[str, _Suspended] = {}
        self._noted: dict[int, _Noted] = {}

    def line(self, line: Any) -> None:
        """The next line."""
        _, at, operator, action, subject, why, _ = line
        match action.split(" "):
            case ["make" | "role", role]:
                self._roles[subject] = role
            case ["suspend"]:
                self._suspended[subject] = (at, operator, why)
            case ["lift", "suspension"]:
                self._suspended.pop(subject, None)
            case ["report", number, state] if number.isdecimal():
                self._noted[int(number)] = _Noted(state, operator, why, at)

    def roles(self, stored: Iterable[Any]) -> Iterator[Finding]:
        """Of everyone who has a role, and of everyone whom the log gives one."""
        there = {row.id: row.role for row in stored if row.role != NOBODY}
        for player in sorted(there.keys() | self._roles.keys()):
            has, given = there.get(player, NOBODY), self._roles.get(player, NOBODY)
            if has != given:
                said = Wrong.ROLE_DIFFERS.of(player=player, stored_role=has, said_role=given)
                yield Finding(Kind.ALTERED, said)

    def suspensions(self, stored: Iterable[Any]) -> Iterator[Finding]:
        """All of them."""
        there = {row.player_id: (row.at, row.operator, row.why) for row in stored}
        for player in sorted(there.keys() | self._suspended.keys()):
            if there.get(player) != self._suspended.get(player):
                yield Finding(Kind.ALTERED, Wrong.SUSPENSION_DIFFERS.of(player=player))

    def reports(self, stored: Iterable[Any]) -> Iterator[Finding]:
        """All of them, and those that the log tells of."""
        left = dict(self._noted)
        for row in stored:
            said = left.pop(row.id, _Noted())
            if said != (row.state, row.operator, row.note, row.noted_at):
                yield Finding(Kind.ALTERED, Wrong.REPORT_DIFFERS.of(report=row.id))
        for number in sorted(left):
            yield Finding(Kind.MISSING, Wrong.REPORT_GONE.of(report=number))
