"""The open claim window of a table, as its task uses it.

Enters: answers of seats. Leaves: that they are kept, or refused; all of them when the
window closes. Nobody but the seat itself is told anything before that.
"""

from engine.rules.actions import Action, Claim, Force, Pass
from engine.rules.legality import check
from engine.rules.state import SEATS_IN
from engine.table.commands import Act, TimeUp
from engine.table.entries import Request
from engine.table.live import Live
from engine.table.ports import Ports
from engine.table.session import SessionCode, SessionRefusal
from engine.table.steps import require_seat
from engine.table.windows import WindowId, WindowsAway


class SealedOffer:
    """Whatever offer of one table is open."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._open: WindowId | None = None
        self.given: dict[int, Action] = {}

    def takes(self, live: Live, command: Act) -> bool:
        """Whether this is an answer to be sealed."""
        return live.window_open and isinstance(command.action, Claim | Pass | Force)

    async def open(self, live: Live, seq: int) -> None:
        """Open the table's window, if it has one now, with the answers that it may hold."""
        window = WindowId(live.id, live.asked_seq)
        if self._open not in (None, window):
            await self._forget()
        if not live.window_open or live.deadline is None or live.hand is None:
            return
        await self._ports.windows.open(window, SEATS_IN[live.hand.waiting], live.deadline)
        if self._open is None and live.shown(seq) != live.asked_seq:  # revived while it was open
            self.given = dict(await self._ports.windows.given(window))
            for seat, action in self.given.items():
                self._ports.audience.answered(live, seq, seat, action)
        self._open = window

    async def keep(self, live: Live, seq: int, command: Act, request: Request | None) -> None:
        """Check a seat's answer and keep it; it may be changed until the close."""
        require_seat(live, command)
        seat, action = command.action.seat, command.action
        assert live.hand is not None and seat is not None
        check(live.hand, action)
        if self._open is None:  # it could not be opened; the table waits to try again
            raise WindowsAway
        name = request.id if request else ""
        if not await self._ports.windows.answer(self._open, seat, action, name):
            raise SessionRefusal(SessionCode.TOO_LATE, "the offer has closed")
        self.given[seat] = action
        self._ports.audience.answered(live, seq, seat, action)

    def complete(self, live: Live) -> bool:
        """Whether all who are there have answered; standing orders don't shorten a window."""
        assert live.hand is not None
        return all(
            seat in self.given or live.sitting(live.place_at(seat)).away
            for seat in SEATS_IN[live.hand.waiting]
        )

    async def close(self, live: Live) -> tuple[TimeUp, list[Request]]:
        """The step that closes the window, and the requests it answers."""
        if not live.window_open or self._open is None:
            return TimeUp(), []
        sealed = await self._ports.windows.close(self._open)
        requests = [Request(live.players[seat], request) for seat, request in sealed.requests]
        return TimeUp(sealed.answers), requests

    async def _forget(self) -> None:
        """The answers are in the journal."""
        window, self._open, self.given = self._open, None, {}
        if window:
            await self._ports.windows.forget(window)
