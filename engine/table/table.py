"""A live table: one task, one bounded mailbox, one writer.

Enters: commands, from players, bots and the table's own clock, all through the mailbox.
Leaves: journal entries, then views; an answer to whoever asked. Each message runs to its
end before the next. Commit, adopt, show: nobody sees what a crash could take back.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from engine.rules.actions import Claim, Force, Pass
from engine.rules.legality import check
from engine.rules.refusals import Refusal
from engine.table.bot_seats import bot_actions
from engine.table.clock import SECOND
from engine.table.commands import Act, Command, RestartClock, Sit, TimeUp, TopUp, Void
from engine.table.entries import Diverged, Request, entry_of, replay
from engine.table.journal import Fenced, JournalAway, JournalError, Refused
from engine.table.live import Live
from engine.table.ports import Ports
from engine.table.session import SessionCode, SessionRefusal
from engine.table.steps import step
from engine.table.windows import WindowId

MAILBOX = 256  # messages waiting at one table; four seats at their rate limit fill a tenth
REMEMBERED = 64  # request ids of which a repetition is known, over all seats
RETRY = SECOND  # how often a paused table tries its storage again
SEED_BYTES = 32


class Outcome(NamedTuple):
    """The answer to a command: `code` is None if it was taken."""

    code: str | None
    message: str
    seq: int


Reply = Callable[[Outcome], None]


class Message(NamedTuple):
    """A command on its way to the table; `request` makes a repetition harmless."""

    command: Command
    request: Request | None = None
    reply: Reply | None = None


class MailboxFull(Exception):
    """Too many messages wait at this table; try again in a moment."""


class Table:
    """One table that lives in this process, from `run` until it closes or is stopped."""

    def __init__(
        self, live: Live, seq: int, epoch: int, ports: Ports, answered: Iterable[Request] = ()
    ) -> None:
        self.live = live
        self.seq = seq
        self._epoch = epoch
        self._ports = ports
        self._mailbox: asyncio.Queue[Message | None] = asyncio.Queue(MAILBOX)
        self._answers: OrderedDict[Request, Outcome] = OrderedDict()
        for request in answered:
            self._remember(request, Outcome(None, "", seq))
        self._cancel_timers: list[Callable[[], None]] = []
        self._failed_at: int | None = None
        self._paused_at: int | None = None
        self._stopping = False

    def post(self, message: Message) -> None:
        """Put a message into the mailbox. Raises `MailboxFull`."""
        try:
            self._mailbox.put_nowait(message)
        except asyncio.QueueFull:
            raise MailboxFull from None

    def stop(self) -> None:
        """Let the task end after the messages that wait already."""
        self._stopping = True
        with suppress(asyncio.QueueFull):  # then it is busy, and looks when it is done
            self._mailbox.put_nowait(None)

    async def run(self) -> None:
        """Handle messages until the table closes, is stopped, or belongs to someone else."""
        try:
            await self._ask()
            if self.seq:
                await self._handle(Message(RestartClock()))
            while not self.live.closed:
                message = await self._mailbox.get()
                if message is None:
                    return
                await self._handle(message)
                if self._stopping and self._mailbox.empty():
                    return
        except Fenced:
            self._ports.audience.pause(self.live.id, "moved")
        finally:
            self._drop_timers()

    async def _handle(self, message: Message) -> None:
        known = self._answers.get(message.request) if message.request else None
        if known:
            _reply(message, known)
            return
        try:
            outcome = await self._take(message)
        except (Refusal, SessionRefusal) as refusal:
            outcome = Outcome(refusal.code.value, refusal.message, self.seq)
        except JournalAway:
            self._pause()
            outcome = Outcome("table_paused", "the table waits for its storage", self.seq)
        except Fenced:
            _reply(message, Outcome("table_moved", "ask again in a moment", self.seq))
            raise
        except (AssertionError, JournalError, Diverged) as fault:
            outcome = await self._outcome_of(fault, message.command)
        if message.request and outcome.code is None:
            self._remember(message.request, outcome)
        _reply(message, outcome)

    async def _take(self, message: Message) -> Outcome:
        command = message.command
        if isinstance(command, Act) and self._is_sealed(command):
            return await self._keep_answer(command)
        if isinstance(command, TimeUp):
            if not self._is_due():
                return Outcome(None, "", self.seq)
            command = await self._with_answers(command)
        await self._commit(command, message.request)
        return Outcome(None, "", self.seq)

    async def _commit(self, command: Command, request: Request | None) -> None:
        """Compute, store, adopt, show: in this order."""
        ports, before = self._ports, self.live
        seed = ports.chance(SEED_BYTES)
        work = step(before, command, ports.clock.now(), self.seq + 1, seed)
        entry = entry_of(before, command, work, self._epoch, request, ports.sealer)
        await ports.journal.commit(entry)
        self._resume()
        self.live, self.seq = work.live, work.seq
        if before.window_open and work.live.asked_seq != before.asked_seq:
            await ports.windows.forget(WindowId(before.id, before.asked_seq))
        await self._ask()
        ports.audience.show(self.live, self.seq, work.events)

    async def _ask(self) -> None:
        """Open the window of an offer, set the deadline, let the bots think."""
        self._drop_timers()
        live, clock = self.live, self._ports.clock
        if live.window_open and live.deadline is not None and live.hand is not None:
            seats = [seat for seat in range(live.hand.deal.seats) if live.hand.waiting >> seat & 1]
            await self._ports.windows.open(self._window(), seats, live.deadline)
        if live.deadline is not None:
            self._cancel_timers.append(clock.call_at(live.deadline, self._time_up))
        for due, think in bot_actions(live):
            self._cancel_timers.append(clock.call_at(due, partial(self._bot_acts, think)))

    def _time_up(self) -> None:
        self._post_own(TimeUp())

    def _try_again(self) -> None:
        self._post_own(RestartClock())

    def _bot_acts(self, think: Callable[[Live], Act | None]) -> None:
        act = think(self.live)
        if act:
            self._post_own(act)

    def _post_own(self, command: Command) -> None:
        """The table's own messages are few; where even they find no room, a moment later."""
        try:
            self.post(Message(command))
        except MailboxFull:
            again = self._ports.clock.now() + SECOND // 10
            self._ports.clock.call_at(again, lambda: self._post_own(command))

    # --- windows ----------------------------------------------------------------------

    def _window(self) -> WindowId:
        return WindowId(self.live.id, self.live.asked_seq)

    def _is_sealed(self, command: Act) -> bool:
        return self.live.window_open and isinstance(command.action, Claim | Pass | Force)

    async def _keep_answer(self, command: Act) -> Outcome:
        """A sealed answer: checked, kept, told to nobody; it may be changed until the close."""
        live, action = self.live, command.action
        place = live.place_of(command.player)
        seat = None if place is None else live.seat_at(place)
        if place is None or seat is None or action.seat != seat:
            raise SessionRefusal(SessionCode.NOT_SEATED, "that is not your seat in this hand")
        assert live.hand is not None
        check(live.hand, action)
        if not await self._ports.windows.answer(self._window(), seat, action):
            raise SessionRefusal(SessionCode.TOO_LATE, "the offer has closed")
        self._ports.audience.answered(live, self.seq, seat)
        if live.pace.early and await self._all_answered():
            await self._commit(await self._with_answers(TimeUp()), None)
        return Outcome(None, "", self.seq)

    async def _all_answered(self) -> bool:
        live = self.live
        assert live.hand is not None
        answered = await self._ports.windows.answered(self._window())
        return all(
            seat in answered or live.sitting(live.place_at(seat)).away
            for seat in range(live.hand.deal.seats)
            if live.hand.waiting >> seat & 1
        )

    async def _with_answers(self, command: TimeUp) -> TimeUp:
        if not self.live.window_open:
            return command
        return replace(command, answers=await self._ports.windows.close(self._window()))

    # --- what goes wrong --------------------------------------------------------------

    def _is_due(self) -> bool:
        deadline = self.live.deadline
        return deadline is not None and self._ports.clock.now() >= deadline

    def _pause(self) -> None:
        """Storage is away: clocks stop, everyone is told, and it is tried again."""
        clock = self._ports.clock
        if self._paused_at is None:
            self._paused_at = clock.now()
            self._ports.audience.pause(self.live.id, "storage")
        self._drop_timers()
        self._cancel_timers.append(clock.call_at(clock.now() + RETRY, self._try_again))

    def _resume(self) -> None:
        if self._paused_at is not None:
            self._paused_at = None
            self._ports.audience.pause(self.live.id, None)

    async def _outcome_of(self, fault: Exception, command: Command) -> Outcome:
        """Only the ledger knows a wallet: chips that aren't in it are no fault of the program."""
        if isinstance(fault, Refused) and isinstance(command, Sit | TopUp):
            says = "your wallet does not hold so many chips"
            return Outcome(SessionCode.BAD_CHIPS.value, says, self.seq)
        await self._recover(fault)
        return Outcome("table_failed", "the table was set back; try again", self.seq)

    async def _recover(self, fault: Exception) -> None:
        """A fault of the program: replay; at the second one at the same seq void the hand."""
        again = self._failed_at == self.seq
        self._failed_at = self.seq
        try:
            entries = await self._ports.journal.read(self.live.id)
            live, _ = replay(entries, self._ports.sealer)
            self.live, self.seq = live, entries[-1].seq
        except (AssertionError, Diverged):
            again = True
        if again and self.live.session.running:
            await self._commit(Void(f"the program failed: {type(fault).__name__}"), None)
        else:
            await self._ask()

    def _remember(self, request: Request, outcome: Outcome) -> None:
        self._answers[request] = outcome
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)

    def _drop_timers(self) -> None:
        for cancel in self._cancel_timers:
            cancel()
        self._cancel_timers.clear()


def _reply(message: Message, outcome: Outcome) -> None:
    if message.reply:
        message.reply(outcome)
