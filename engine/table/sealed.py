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
from engine.table.windows import Verdict, WindowId, WindowsAway


def is_answer(live: Live, command: Act) -> bool:
    """Whether this is an answer to be sealed."""
    return live.window_open and isinstance(command.action, Claim | Pass | Force)


def require_answer(live: Live, command: Act) -> int:
    """The seat whose answer this is. Raises `Refusal` or `SessionRefusal` if it may not be."""
    require_seat(live, command)
    seat = command.action.seat
    assert live.hand is not None and seat is not None
    check(live.hand, command.action)
    return seat


class SealedOffer:
    """Whatever offer of one table is open."""

    def __init__(self, ports: Ports, epoch: int) -> None:
        self._ports = ports
        self._epoch = epoch
        self._open: WindowId | None = None
        self._closed = False  # though its entry may not be stored yet
        self.missing = False  # the table's window could not be reached
        self.given: dict[int, Action] = {}

    async def open(self, live: Live, seq: int) -> None:
        """Open the table's window, if it has one now, with the answers that it may hold."""
        window = WindowId(live.id, live.asked_seq)
        if self._open not in (None, window):
            await self._forget()
        missed, self.missing = self.missing, False
        if not live.window_open or live.deadline is None or live.hand is None:
            return
        seats = SEATS_IN[live.hand.waiting]
        self.missing = True
        await self._ports.windows.open(window, seats, live.deadline, self._epoch)
        # It was open before: for an earlier owner, or though we did not hear that it is.
        if self._open is None and (missed or live.shown(seq) != live.asked_seq):
            await self._learn(window, live, seq)
        self._open, self._closed, self.missing = window, False, False

    async def recount(self, live: Live, seq: int) -> None:
        """Learn of answers that were kept without this table, and tell their seats."""
        if self._open is not None and live.window_open:
            await self._learn(self._open, live, seq)

    async def _learn(self, window: WindowId, live: Live, seq: int) -> None:
        for seat, action in (await self._ports.windows.given(window)).items():
            if self.given.get(seat) != action:
                self.given[seat] = action
                self._ports.audience.answered(live, seq, seat, action)

    async def keep(self, live: Live, seq: int, command: Act, request: Request | None) -> None:
        """Check a seat's answer and keep it; it may be changed until the close."""
        seat, action = require_answer(live, command), command.action
        if self._open is None:  # it could not be opened; the table waits to try again
            raise WindowsAway
        name = request.id if request else ""
        verdict = await self._kept(live, seat, action, name)
        if verdict is Verdict.LATE:
            raise SessionRefusal(SessionCode.TOO_LATE, "the offer has closed")
        if verdict is Verdict.KNOWN:  # the seat may have another answer since
            await self._learn(self._open, live, seq)
            return
        self.given[seat] = action
        self._ports.audience.answered(live, seq, seat, action)

    async def _kept(self, live: Live, seat: int, action: Action, request: str) -> Verdict:
        """What becomes of it. A window that is gone before its time, and was not closed,
        was lost where it is kept: it is opened again, with the answers known here."""
        assert self._open is not None and live.hand is not None and live.deadline is not None
        windows = self._ports.windows
        verdict = await windows.answer(self._open, seat, action, request)
        too_late = self._closed or self._ports.clock.now() >= live.deadline
        if verdict is not Verdict.LATE or too_late:
            return verdict
        await windows.open(self._open, SEATS_IN[live.hand.waiting], live.deadline, self._epoch)
        for earlier, answer in self.given.items():
            await windows.answer(self._open, earlier, answer, "")
        return await windows.answer(self._open, seat, action, request)

    def complete(self, live: Live) -> bool:
        """Whether all who are there have answered; standing orders don't shorten a window."""
        if self._open is None or live.hand is None or not live.window_open:
            return False
        return all(
            seat in self.given or live.sitting(live.place_at(seat)).away
            for seat in SEATS_IN[live.hand.waiting]
        )

    async def close(self, live: Live) -> tuple[TimeUp, list[Request]]:
        """The step that closes the window, and the requests it answers.

        What was kept by this table counts also if the window was lost where it is kept.
        """
        if not live.window_open or self._open is None:
            return TimeUp(), []
        self._closed = self.missing = True
        sealed = await self._ports.windows.close(self._open, self._epoch)
        self.missing = False
        answers = self.given | {answer.seat: answer for answer in sealed.answers}
        requests = [Request(live.players[seat], request) for seat, request in sealed.requests]
        return TimeUp(tuple(answers.values())), requests

    async def _forget(self) -> None:
        """The answers are in the journal."""
        window, self._open, self.given = self._open, None, {}
        if window:
            await self._ports.windows.forget(window, self._epoch)
