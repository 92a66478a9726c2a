"""A table that lives at another worker, as this one has it: state of its own, word to its owner.

Enters: entries that its owner has stored; what players here ask. Leaves: the same showings as
those of a live table, and commands to the owner. Answers to an offer go past the owner, straight
to the windows, so that they outlive it. This side only ever says yes: whatever it would refuse,
from a state that may be a moment old, it asks the owner instead. Never here: a decision.
"""

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from app.cluster.envelopes import (
    AnyWord,
    Kept,
    Standing,
    Told,
    Watching,
    open_outcome,
    seal_ask,
)
from app.cluster.ports import LEASE
from app.cluster.sockets import Sockets
from engine.rules.actions import Action
from engine.rules.refusals import Refusal
from engine.table.answering import Answered, Outcome
from engine.table.clock import SECOND
from engine.table.commands import Act
from engine.table.entries import Replayed, Request, answered_by, from_rest, replay_step
from engine.table.journal import Entry, JournalError
from engine.table.live import Live
from engine.table.mailbox import Mailbox, MailboxFull, Message, Recount
from engine.table.ports import Ports
from engine.table.sealed import is_answer, require_answer
from engine.table.session import SessionRefusal
from engine.table.windows import WindowId, WindowsAway

ANSWERED_WITHIN = LEASE + 3 * SECOND // 2
"""How long an owner may take to answer. So long that what was asked of one that has just died is
asked of the next, and shorter than anybody waits for an answer over HTTP."""
MOST_ASKED = 256  # of one table and not answered yet, as in a mailbox
MOVED = "table_moved"


class _Waiting(NamedTuple):
    """A message that was sent to the owner, and what ends the wait for its outcome.

    `outcome`: it is there already, but the entry that it tells of is not.
    """

    message: Message
    forget: Callable[[], None]
    outcome: Outcome | None = None


class Followed:
    """One table that lives elsewhere, from `run` until it is stopped, or has closed.

    `owner` is where, as far as is known; empty while nobody has it.
    """

    def __init__(
        self,
        found: Replayed,
        seq: int,
        ports: Ports,
        sockets: Sockets,
        send: Callable[[str, str, AnyWord], None],
    ) -> None:
        self.live: Live = found.live
        self.seq = seq
        self.owner = ""
        self.paused: str | None = None
        self.elsewhere: list[str] = []
        self._ports = ports
        self._sockets = sockets
        self._send = send
        self._mailbox = Mailbox(ports.clock)
        self._answered = Answered(found.requests)
        self._asked: dict[int, _Waiting] = {}
        self._numbers = count(1)
        self._given: tuple[int, dict[int, Action]] = (0, {})
        self._reading: asyncio.Task[None] | None = None

    # --- as whoever asks sees it ------------------------------------------------------

    @property
    def shown(self) -> int:
        """The number that people are told of the table as it stands."""
        return self.live.shown(self.seq)

    def post(self, message: Message) -> None:
        """Ask something of the table. Raises `MailboxFull`."""
        if len(self._asked) >= MOST_ASKED:
            raise MailboxFull
        self._mailbox.post(message)

    def has_answered(self, request: Request) -> bool:
        """Whether the journal tells that a request was taken."""
        return self._answered.find(request) is not None

    def recount(self) -> None:
        """Somebody looks who may have answered through another worker."""
        if self.live.window_open:
            self._mailbox.post_own(Recount())

    def stop(self) -> None:
        """Follow it no more, once what waits has been handled."""
        self._mailbox.stop()

    async def run(self) -> None:
        """Handle what is asked, one after the other, until stopped."""
        try:
            while message := await self._mailbox.next():
                await self._handle(message)
        finally:
            if self._reading:
                self._reading.cancel()
            for message in self.left_over():
                _tell(message, self._moved())

    def left_over(self) -> list[Message]:
        """What was asked and not answered; it is for whoever calls this to see to."""
        waiting = [self._asked.pop(number) for number in list(self._asked)]
        for each in waiting:
            each.forget()
        return [each.message for each in waiting] + self._mailbox.drain()

    # --- what is asked ----------------------------------------------------------------

    async def _handle(self, message: Message) -> None:
        command, request = message.command, message.request
        known = self._answered.find(request)
        if isinstance(command, Recount):
            await self._recount()
        elif known is not None:
            _tell(message, known)
        elif isinstance(command, Act) and await self._keep(command, request):
            _tell(message, Outcome(None, "", self.shown))
        else:
            self._ask(message)

    async def _keep(self, command: Act, request: Request | None) -> bool:
        """Keep a sealed answer; False if that is not for this side to do."""
        live = self.live
        if not is_answer(live, command):
            return False
        name = request.id if request else ""
        try:
            seat, window = require_answer(live, command), WindowId(live.id, live.asked_seq)
            if not await self._ports.windows.answer(window, seat, command.action, name):
                return False
        except (Refusal, SessionRefusal, WindowsAway):
            return False
        self._tell_seat(live, seat, command.action)
        self._say(Kept(live.asked_seq))
        return True

    async def _recount(self) -> None:
        live = self.live
        if not live.window_open:
            return
        try:
            given = await self._ports.windows.given(WindowId(live.id, live.asked_seq))
        except WindowsAway:  # it is told of what it answered when it looks again
            return
        for seat, action in given.items():
            self._tell_seat(live, seat, action)

    def _tell_seat(self, live: Live, seat: int, action: Action) -> None:
        """The seat itself, once, and not if the offer has closed meanwhile."""
        if self.live.asked_seq != live.asked_seq:
            return
        if self._given[0] != live.asked_seq:
            self._given = (live.asked_seq, {})
        if self._given[1].get(seat) != action:
            self._given[1][seat] = action
            self._sockets.answered(live, self.seq, seat, action)

    def _ask(self, message: Message) -> None:
        """Send it to the owner."""
        number, clock = next(self._numbers), self._ports.clock
        forget = clock.call_at(clock.now() + ANSWERED_WITHIN, lambda: self._give_up(number))
        self._asked[number] = _Waiting(message, forget)
        self._send_ask(number, message)

    def _send_ask(self, number: int, message: Message) -> None:
        command = message.command
        assert not callable(command)
        assert not isinstance(command, Recount)
        table, sealer = self.live.id, self._ports.sealer
        self._say(seal_ask(sealer, table, number, command, message.request))

    def _say(self, word: AnyWord) -> None:
        if self.owner:
            self._send(self.owner, self.live.id, word)

    def told(self, word: Told) -> None:
        """The owner's answer; one that comes twice, or too late, is for nobody.

        It is passed on when the table stands here as it says: who asked looks at it next.
        """
        waiting = self._asked.get(word.id)
        if waiting is None:
            return
        outcome = open_outcome(self._ports.sealer, self.live.id, word)
        self._asked[word.id] = waiting._replace(outcome=outcome)
        if outcome.seq > self.shown:
            self.fall_behind()
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        """The outcomes of which all is known here."""
        for number, (message, forget, outcome) in list(self._asked.items()):
            if outcome is not None and outcome.seq <= self.shown:
                del self._asked[number]
                forget()
                if outcome.code is None and isinstance(message.command, Act):
                    self.recount()  # the owner may have kept it
                _tell(message, outcome)

    def _give_up(self, number: int) -> None:
        waiting = self._asked.pop(number, None)
        if waiting:
            _tell(waiting.message, self._moved())

    def _moved(self) -> Outcome:
        return Outcome(MOVED, "ask again in a moment", self.shown)

    # --- what its owner says ----------------------------------------------------------

    def watching(self) -> Watching:
        """What is known here, for the owner to compare with."""
        players = self._sockets.players(self.live.id)
        return Watching(self.seq, self.paused, sorted(players), self.elsewhere)

    def point(self, owner: str) -> None:
        """It lives at this worker now: what was asked and can be asked again is."""
        if owner == self.owner:
            return
        self.owner = owner
        for number, waiting in list(self._asked.items()):
            if waiting.message.request:
                self._send_ask(number, waiting.message)

    def lose(self) -> None:
        """Its owner has it no more."""
        self.owner = ""

    def stands(self, word: Standing) -> None:
        """How it stands at its owner."""
        if word.seq > self.seq:
            self.fall_behind()
        if word.elsewhere != self.elsewhere:
            self.elsewhere = word.elsewhere
            self._sockets.elsewhere(self.live.id, frozenset(word.elsewhere))
        self.pause(word.paused)

    def pause(self, why: str | None) -> None:
        """Its owner waits for storage, or goes on."""
        if self.paused != why:
            self.paused = why
            self._sockets.pause(self.live.id, why)

    def take(self, entry: Entry) -> None:
        """One more entry; if one before it is missing, both are read. Raises `Diverged`."""
        if entry.seq > self.seq + 1:
            self.fall_behind()
        elif entry.seq == self.seq + 1:
            work = replay_step(self.live, entry, self._ports.sealer)
            self.live, self.seq = work.live, work.seq
            for request, seq in answered_by(entry, work.shown):
                self._answered.remember(request, Outcome(None, "", seq))
            self._sockets.show(self.live, self.seq, work.events)
            self._pass_on()
            if self.live.closed:
                self.stop()

    def fall_behind(self) -> None:
        """Entries are missing: read them, if that is not being done."""
        if self._reading is None:
            self._reading = asyncio.create_task(self._read(), name=f"reading {self.live.id}")
            self._reading.add_done_callback(self._have_read)

    async def _read(self) -> None:
        self.catch_up(await self._ports.journal.read(self.live.id))

    def _have_read(self, done: "asyncio.Task[None]") -> None:
        self._reading = None
        fault = None if done.cancelled() else done.exception()
        if fault and not isinstance(fault, JournalError):  # those pass; the gap is noticed anew
            self._ports.report(self.live.id, self.seq, fault)  # type: ignore[arg-type]
            self.stop()

    def catch_up(self, entries: Sequence[Entry]) -> None:
        """Take what the journal holds. Raises `Diverged`."""
        if entries and entries[0].seq > self.seq + 1:
            self.live = from_rest(entries[0].body["before"], self._ports.sealer)
            self.seq = entries[0].seq - 1
            self._sockets.skip(self.live, self.seq)
        for entry in entries:
            self.take(entry)


def _tell(message: Message, outcome: Outcome) -> None:
    if message.reply:
        message.reply(outcome)
