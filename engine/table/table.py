"""A live table: one task, one bounded mailbox, one writer.

Enters: commands, from players, bots and the table's own clock, all through the mailbox.
Leaves: journal entries, then views; an answer to whoever asked. Each message runs to its
end before the next. Commit, adopt, show: nobody sees what a crash could take back.
"""

import asyncio
from collections.abc import Callable, Sequence

from engine.rules.refusals import Refusal
from engine.table.answering import Answered, Outcome
from engine.table.bot_seats import Think, bot_actions
from engine.table.clock import SECOND
from engine.table.commands import (
    Act,
    CloseTable,
    Command,
    Rehearse,
    RestartClock,
    Sit,
    TimeUp,
    TopUp,
    Void,
)
from engine.table.entries import Asked, Request, entry_of
from engine.table.journal import Entry, Fenced, JournalAway, Refused
from engine.table.live import Live
from engine.table.mailbox import Mailbox, MailboxFull, Message, Recount
from engine.table.ports import Ports
from engine.table.rescue import ReadBack, read_back, void_entry
from engine.table.sealed import SealedOffer, is_answer
from engine.table.session import SessionRefusal
from engine.table.shuffle import SEED_BYTES
from engine.table.steps import step
from engine.table.windows import WindowsAway
from engine.table.wishes import is_too_much
from engine.table.work import Work

__all__ = ["MailboxFull", "Message", "Outcome", "Table"]

RETRY = SECOND  # how often a paused table tries its storage again
SLOW = SECOND  # a commit that takes longer is a pause too: less than the shortest window
FAULT = "fault"  # why a table is paused whose program fails
FAULT_RETRY = 60 * SECOND  # when one whose program fails is tried again; twice as long each time
FAULT_RETRY_MOST = 16 * FAULT_RETRY
"""Whatever failed may have passed; but most faults pass only with another program, and each try may
leave an entry in the journal: a hundred a day, and not as many in two minutes."""


class Table:
    """One table that lives in this process, from `run` until it closes or is stopped."""

    def __init__(
        self, found: ReadBack, seq: int, epoch: int, ports: Ports, entries: Sequence[Entry] = ()
    ) -> None:
        self.live = found.live
        self.seq = seq
        self._epoch = epoch
        self._ports = ports
        self._mailbox = Mailbox(ports.clock)
        self._answered = Answered(found.requests)
        self._offer = SealedOffer(ports, epoch)
        self._cancel_timers: list[Callable[[], None]] = []
        self._opened = entries[0].seq if entries else 0
        self._lost = (found, entries) if found.fault else None
        self._failed_at: int | None = None
        self._paused: str | None = None
        self._late = False  # what was stored last took long
        self._retries_at = 0
        self._fault_retry = FAULT_RETRY

    @property
    def paused(self) -> str | None:
        """Why it waits, if it does."""
        return self._paused

    @property
    def shown(self) -> int:
        """The number that people are told of the table as it stands."""
        return self.live.shown(self.seq)

    def post(self, message: Message) -> None:
        """Put a message into the mailbox. Raises `MailboxFull`."""
        self._mailbox.post(message)

    def has_answered(self, request: Request) -> bool:
        """Whether a request was answered here, before a restart or since."""
        return self._answered.find(request) is not None

    def stop(self) -> None:
        """Let the task end after the messages that wait already."""
        self._mailbox.stop()

    async def run(self) -> None:
        """Handle messages until the table closes, is stopped, or belongs to someone else."""
        try:
            await self._handle(Message(self._first))
            while not self.live.closed and (message := await self._mailbox.next()):
                await self._handle(message)
        except Fenced:
            self._ports.audience.pause(self.live.id, "moved")
        finally:
            self._end()

    @staticmethod
    def _first(live: Live) -> Command | None:
        """A table that was away starts its open clock anew; sleep needs no clock."""
        return RestartClock() if live.deadline is not None and not live.asleep else None

    async def _handle(self, message: Message) -> None:
        outcome = self._answered.find(message.request)
        if outcome is None:
            outcome = await self._outcome(message)
        if message.reply:
            message.reply(outcome)

    async def _outcome(self, message: Message) -> Outcome:
        """What a message comes to. Raises `Fenced`."""
        command, request = message.command, message.request
        try:
            return await self._take(command, request)
        except (JournalAway, WindowsAway):
            self._pause("storage")
            outcome = Outcome("table_paused", "the table waits for its storage", self.shown)
        except (Fenced, asyncio.CancelledError):  # broken off, it may still be stored
            if message.reply:
                message.reply(Outcome("table_moved", "ask again in a moment", self.shown))
            raise
        except Exception as fault:  # noqa: BLE001  # a fault stops this table, not the process
            if answer := self._refusal(command, fault):
                return self._remember(request, answer)
            await self._recover(fault)
            outcome = Outcome("table_failed", "the table was set back; try again", self.shown)
        return self._answered.find(request) or outcome  # it may have been stored all the same

    def _refusal(self, command: Command | Think | Recount, fault: Exception) -> Outcome | None:
        """The answer to whoever asked for what can't be; None if the program is at fault."""
        if isinstance(command, Sit | TopUp) and isinstance(fault, Refused):
            return Outcome("not_enough_chips", "your wallet does not hold so many", self.shown)
        ours = callable(command) or isinstance(command, TimeUp | RestartClock | Void | Recount)
        if ours or not isinstance(fault, Refusal | SessionRefusal):
            return None
        return Outcome(fault.code.value, fault.message, self.shown)

    async def _take(
        self, command: Command | Think | Recount | None, request: Request | None
    ) -> Outcome:
        await self._void_what_is_lost()
        if callable(command):
            command = command(self.live)
        if command is None:
            await self._ask_on()
        elif isinstance(command, Recount):
            await self._offer.recount(self.live, self.seq)
            await self._close_if_complete()
        elif isinstance(command, Act) and is_answer(self.live, command):
            await self._offer.keep(self.live, self.seq, command, request)
            await self._close_if_complete()
        elif self._paused and not self._goes_on(command):
            return Outcome("table_paused", "the table waits for its storage", self.shown)
        elif is_too_much(self.live, command, self.seq - self._opened):
            return Outcome("busy", "much was asked since the last hand began; play on", self.shown)
        elif isinstance(command, TimeUp):
            if self._is_due():
                await self._close_offer()
        else:
            if isinstance(command, RestartClock) and self._offer.missing:  # no entry for a mere try
                await self._offer.open(self.live, self.seq)
            await self._commit(command, [request] if request else [])
        return self._remember(request, Outcome(None, "", self.shown))

    def _goes_on(self, command: Command) -> bool:
        """Whether a paused table tries it: the clock anew, and an operator's end of a faulty one.

        What is there then was read back from the journal, so it is paid out as it is stored.
        """
        ends = isinstance(command, CloseTable) and command.player is None
        return isinstance(command, RestartClock) or (ends and self._paused == FAULT)

    async def _close_if_complete(self) -> None:
        """At a pace that waits for nobody."""
        if self.live.pace.early and not self._paused and self._offer.complete(self.live):
            await self._close_offer()

    async def _close_offer(self) -> None:
        """The time is up; if it is that of a window, with its answers."""
        await self._commit(*await self._offer.close(self.live))

    async def _commit(self, command: Command, requests: Sequence[Request]) -> None:
        """Compute, store, adopt, show: in this order."""
        ports, before = self._ports, self.live
        seed = ports.chance(SEED_BYTES)
        work = await _stepped(before, command, ports.clock.now(), self.seq + 1, seed)
        asked = Asked(requests, self._answered.recent)
        entry = entry_of(before, command, work, self._epoch, asked, ports.sealer)
        waited = await self._store(entry)
        for request in requests:
            self._remember(request, Outcome(None, "", work.shown))
        await self._adopt(work)
        if not isinstance(command, RestartClock | Void):  # those are mere tries
            self._fault_retry = FAULT_RETRY
        if waited and (clock_anew := self._first(self.live)):
            self._mailbox.post_own(clock_anew)

    async def _store(self, entry: Entry) -> bool:
        """Commit. Where that takes long people are told meanwhile, and the clock has to start anew:
        returns whether, though not twice in a row, or slow storage would stop it for good."""
        clock, paused, late = self._ports.clock, self._paused, False

        def wait() -> None:
            nonlocal late
            late = True
            self._say_paused("storage")

        forget = clock.call_at(clock.now() + SLOW, wait)
        try:
            await self._ports.journal.commit(entry)
        except Refused:
            if paused is None:
                self._resume()
            raise
        finally:
            forget()
        if entry.opens_hand:
            self._opened = entry.seq
        was_late, self._late = self._late, late
        return late and not was_late

    async def _adopt(self, work: Work) -> None:
        """What is stored holds, and is shown even if the next window can't be opened."""
        self.live, self.seq = work.live, work.seq
        try:
            self._resume()
            await self._ask()
        finally:
            self._ports.audience.show(self.live, self.seq, work.events)

    async def _ask(self) -> None:
        """Open the window of an offer, set the deadline, let the bots think."""
        self._drop_timers()
        live, clock = self.live, self._ports.clock
        await self._offer.open(live, self.seq)
        # It was open before, and these may be all; or everyone who is asked is away.
        if self._offer.given or (live.pace.early and self._offer.complete(live)):
            self._mailbox.post_own(Recount())
        if live.deadline is not None:
            self._cancel_timers.append(clock.call_at(live.deadline, self._time_up))
        for due, think in bot_actions(live, self._offer.given):
            self._cancel_timers.append(clock.call_at(due, self._poster(think)))

    async def _ask_on(self) -> None:
        """As before; a table that is paused asks nothing, and goes on trying its storage."""
        if self._paused:
            self._pause(self._paused)
        else:
            await self._ask()

    def _time_up(self) -> None:
        self._mailbox.post_own(TimeUp())

    def _poster(self, command: Command | Think) -> Callable[[], None]:
        return lambda: self._mailbox.post_own(command)

    def _is_due(self) -> bool:
        deadline = self.live.deadline
        return deadline is not None and self._ports.clock.now() >= deadline

    # --- what goes wrong --------------------------------------------------------------

    def _pause(self, why: str) -> None:
        """Clocks stop, everyone is told why, and it is tried again: no later for being asked."""
        clock = self._ports.clock
        if self._paused == why and clock.now() < self._retries_at:
            return
        self._say_paused(why)
        self._drop_timers()
        self._retries_at = clock.now() + self._patience(why)
        self._cancel_timers.append(clock.call_at(self._retries_at, self._poster(RestartClock())))

    def _patience(self, why: str) -> int:
        """How long until it is tried again: with a fault longer each time, until play goes on."""
        if why != FAULT:
            return RETRY
        now, self._fault_retry = self._fault_retry, min(2 * self._fault_retry, FAULT_RETRY_MOST)
        return now

    def _say_paused(self, why: str) -> None:
        if self._paused != why:
            self._paused = why
            self._ports.audience.pause(self.live.id, why)

    def _resume(self) -> None:
        if self._paused:
            self._paused = None
            self._ports.audience.pause(self.live.id, None)

    async def _recover(self, fault: Exception) -> None:
        """A fault of the program: replay; at the second one at the same seq void the hand."""
        self._ports.report(self.live.id, self.seq, fault)
        again, self._failed_at = self._failed_at == self.seq, self.seq
        try:
            await self._read_again()
            if not again:
                await self._ask_on()
            elif self.live.session.running or self.live.announced:
                await self._commit(Void(f"the program failed: {type(fault).__name__}"), ())
            else:
                self._pause(FAULT)
        except Fenced:
            raise
        except (JournalAway, WindowsAway):
            self._pause("storage")
        except Exception as worse:  # noqa: BLE001
            self._ports.report(self.live.id, self.seq, worse)
            self._pause(FAULT)

    async def _read_again(self) -> None:
        """The table as its journal has it."""
        entries = await self._ports.journal.read(self.live.id)
        if entries:
            found = read_back(entries, self._ports.sealer)
            self._lost = (found, entries) if found.fault else None
            self.live, self.seq = found.live, entries[-1].seq
            self._opened = entries[0].seq
            await self._void_what_is_lost()

    async def _void_what_is_lost(self) -> None:
        """A replay that came out differently: the hand is void before anything else (R8.8)."""
        if self._lost is None:
            return
        (found, entries), ports = self._lost, self._ports
        if self._failed_at is None and found.fault:
            ports.report(self.live.id, self.seq, found.fault)
        now, seed = ports.clock.now(), ports.chance(SEED_BYTES)
        work, entry = void_entry(found, entries, now, self._epoch, seed, ports.sealer)
        await self._store(entry)
        self._lost = None
        await self._adopt(work)

    def _remember(self, request: Request | None, outcome: Outcome) -> Outcome:
        if request:
            self._answered.remember(request, outcome)
        return outcome

    def _drop_timers(self) -> None:
        for cancel in self._cancel_timers:
            cancel()
        self._cancel_timers.clear()

    def _end(self) -> None:
        """Whoever still waits for an answer is told to ask again."""
        self._drop_timers()
        code = "table_closed" if self.live.closed else "table_moved"
        self._mailbox.end(Outcome(code, "this table is not here any more", self.shown))


async def _stepped(live: Live, command: Command, now: int, seq: int, seed: bytes) -> Work:
    """The step, beside the loop if it plays a whole hand again: other tables go on meanwhile."""
    if isinstance(command, Rehearse):
        return await asyncio.to_thread(step, live, command, now, seq, seed)
    return step(live, command, now, seq, seed)
