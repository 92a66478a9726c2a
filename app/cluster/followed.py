"""A table that lives at another worker, as this one has it: state of its own, word to its owner.

Enters: entries that its owner has stored; what players here ask. Leaves: the same showings as
those of a live table, and commands to the owner. Answers to an offer go past the owner, straight
to the windows, so that they outlive it. This side only ever says yes: whatever it would refuse,
from a state that may be a moment old, it asks the owner instead. Never here: a decision.
"""

import asyncio
from collections.abc import Callable, Sequence

from app.cluster.envelopes import AnyWord, Kept, Standing, Told, Watching
from app.cluster.questions import Questions, moved, tell
from app.cluster.sockets import Sockets
from engine.rules.actions import Action
from engine.rules.refusals import Refusal
from engine.table.answering import Answered, Outcome
from engine.table.commands import Act
from engine.table.entries import Replayed, Request, answered_by, from_rest, replay_step
from engine.table.journal import Entry, JournalError
from engine.table.live import Live
from engine.table.mailbox import Mailbox, MailboxFull, Message, Recount
from engine.table.ports import Ports
from engine.table.sealed import is_answer, require_answer
from engine.table.session import SessionRefusal
from engine.table.windows import Verdict, WindowId, WindowsAway


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
        self._heard_of = seq
        self.paused: str | None = None
        self.elsewhere: list[str] = []
        self._ports = ports
        self._sockets = sockets
        self._send = send
        self._mailbox = Mailbox(ports.clock)
        self._answered = Answered(found.requests)
        self._questions = Questions(self.live.id, ports, self._say, lambda: self.shown)
        self._given: tuple[int, dict[int, Action]] = (0, {})
        self._reading: asyncio.Task[None] | None = None

    # --- as whoever asks sees it ------------------------------------------------------

    @property
    def shown(self) -> int:
        """The number that people are told of the table as it stands."""
        return self.live.shown(self.seq)

    def post(self, message: Message) -> None:
        """Ask something of the table. Raises `MailboxFull`."""
        if self._questions.are_too_many:
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
                tell(message, moved(self.shown))

    def left_over(self) -> list[Message]:
        """What was asked and not answered; it is for whoever calls this to see to."""
        return self._questions.left_over() + self._mailbox.drain()

    # --- what is asked ----------------------------------------------------------------

    async def _handle(self, message: Message) -> None:
        command, request = message.command, message.request
        known = self._answered.find(request)
        if isinstance(command, Recount):
            await self._recount()
        elif known is not None:
            tell(message, known)
        elif isinstance(command, Act) and await self._keep(command, request):
            tell(message, Outcome(None, "", self.shown))
        else:
            self._questions.ask(message)

    async def _keep(self, command: Act, request: Request | None) -> bool:
        """Keep a sealed answer; False if that is not for this side to do."""
        live = self.live
        if not is_answer(live, command):
            return False
        name = request.id if request else ""
        try:
            seat, window = require_answer(live, command), WindowId(live.id, live.asked_seq)
            verdict = await self._ports.windows.answer(window, seat, command.action, name)
        except (Refusal, SessionRefusal, WindowsAway):
            return False
        if verdict is Verdict.LATE:
            return False
        if verdict is Verdict.KNOWN:  # the seat may have another answer since
            await self._recount()
        else:
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

    def _say(self, word: AnyWord) -> None:
        if self.owner:
            self._send(self.owner, self.live.id, word)

    def remind(self) -> None:
        """Its owner may not have heard that answers are kept, and wait for them."""
        live = self.live
        if live.pace.early and live.window_open and self._given[0] == live.asked_seq:
            self._say(Kept(live.asked_seq))

    def told(self, word: Told) -> None:
        """The owner's answer to something that was asked here."""
        if self._questions.told(word):
            self._pass_on()
        else:
            self.fall_behind()

    def _pass_on(self) -> None:
        if any(isinstance(message.command, Act) for message in self._questions.pass_on()):
            self.recount()  # the owner may have kept an answer

    # --- what its owner says ----------------------------------------------------------

    def watching(self) -> Watching:
        """What is known here, for the owner to compare with."""
        players = dict(self._sockets.players(self.live.id))
        return Watching(self.seq, self.paused, players, self.elsewhere)

    def point(self, owner: str) -> None:
        """It lives at this worker now: what was asked and can be asked again is."""
        if owner == self.owner:
            return
        self.owner = owner
        self._questions.ask_again()
        self.remind()

    def lose(self) -> None:
        """Its owner has it no more."""
        self.owner = ""

    def stands(self, word: Standing) -> None:
        """How it stands at its owner."""
        self._heard_of = word.seq
        if self.is_behind:
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
            self._heard_of = entry.seq
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

    @property
    def is_behind(self) -> bool:
        """Whether its owner has told of more than is known here."""
        return self._heard_of > self.seq

    async def _read(self) -> None:
        self.catch_up(await self._ports.journal.read(self.live.id))

    def _have_read(self, done: "asyncio.Task[None]") -> None:
        self._reading = None
        fault = None if done.cancelled() else done.exception()
        if isinstance(fault, JournalError):  # it passes; the gap is noticed anew
            return
        if isinstance(fault, Exception):
            self._ports.report(self.live.id, self.seq, fault)
            self.stop()

    def catch_up(self, entries: Sequence[Entry]) -> None:
        """Take what the journal holds. Raises `Diverged`."""
        if entries and entries[0].seq > self.seq + 1:
            self.live = from_rest(entries[0].body["before"], self._ports.sealer)
            self.seq = entries[0].seq - 1
            self._sockets.skip(self.live, self.seq)
        for entry in entries:
            self.take(entry)
