"""The mailbox of a table: bounded, and the only way in.

Enters: messages of players, of bots and of the table's own clock. Leaves: one after the
other. Never here: what they come to.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from engine.table.answering import Outcome
from engine.table.bot_seats import Think
from engine.table.clock import SECOND, Clock
from engine.table.commands import Command
from engine.table.entries import Request

MAILBOX = 256  # messages waiting at one table; four seats at their rate limit fill a tenth

Reply = Callable[[Outcome], None]


class Recount:
    """To a table: answers to its offer were kept past its mailbox; look which there are."""


class Message(NamedTuple):
    """A command on its way to the table; `request` makes a repetition harmless.

    Of a bot, the table itself puts the thought into its mailbox: it is thought when it is
    taken out, so it is about the table as it stands then.
    """

    command: Command | Think | Recount
    request: Request | None = None
    reply: Reply | None = None


class MailboxFull(Exception):
    """Too many messages wait at this table, or it has just ended; try again in a moment."""


class Mailbox:
    """What waits at one table."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._queue: asyncio.Queue[Message | None] = asyncio.Queue(MAILBOX)
        self._stopping = self._ended = False

    def post(self, message: Message) -> None:
        """Put a message in. Raises `MailboxFull`."""
        if self._ended:
            raise MailboxFull
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            raise MailboxFull from None

    def post_own(self, command: Command | Think | Recount) -> None:
        """The table's own messages are few; where even they find no room, a moment later."""
        if self._ended:
            return
        try:
            self.post(Message(command))
        except MailboxFull:
            again = self._clock.now() + SECOND // 10
            self._clock.call_at(again, lambda: self.post_own(command))

    async def next(self) -> Message | None:
        """The next message, or None once it was stopped and what waited has been handled."""
        if self._stopping and self._queue.empty():
            return None
        return await self._queue.get()

    def stop(self) -> None:
        """Give out what waits already, then nothing more."""
        self._stopping = True
        if self._queue.empty():  # else whoever takes the last message finds it empty
            self._queue.put_nowait(None)

    def end(self, outcome: Outcome) -> None:
        """Take nothing more; whoever still waits gets this answer."""
        for message in self.drain():
            if message.reply:
                message.reply(outcome)

    def drain(self) -> list[Message]:
        """Take nothing more; returns what waits, for another to handle."""
        self._ended = True
        waiting = []
        while not self._queue.empty():
            if message := self._queue.get_nowait():
                waiting.append(message)
        return waiting
