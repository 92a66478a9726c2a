"""Where frames are handed to tables, and answers back.

Enters: a connection's frames, one after the other. Leaves: messages in a table's
mailbox, and an answer to each in the connection's outbox. Never here: waiting for a
table, so one that is slow holds up nobody.
"""

from app.live.asking import Unaskable, check_draft, command_of
from app.live.audience import NO_TABLE, Rooms
from app.live.ports import Tables
from app.live.viewer import DONE, RESTART, Viewer
from app.protocol import (
    AnyIn,
    Asking,
    InCheck,
    InHello,
    InPing,
    InReact,
    OutAnswer,
    OutClosed,
    OutPong,
)
from engine.rules.refusals import Refusal
from engine.table.clock import Clock
from engine.table.entries import Request
from engine.table.journal import JournalError
from engine.table.reached import Reached
from engine.table.registry import NotReadBack, TooManyTables
from engine.table.session import SessionRefusal
from engine.table.table import MailboxFull, Message, Outcome


class Desk:
    """One for the process; what it keeps of a connection is in its `Viewer`."""

    def __init__(self, tables: Tables, rooms: Rooms, clock: Clock) -> None:
        self._tables = tables
        self._rooms = rooms
        self._clock = clock

    async def take(self, viewer: Viewer, frame: AnyIn) -> None:
        """Do what a frame asks."""
        match frame:
            case InPing():
                viewer.outbox.put(OutPong(self._clock.now()))
            case InHello():
                await self._hello(viewer, frame)
            case _:
                self._answer(viewer, frame)

    def leave(self, viewer: Viewer) -> None:
        """The connection looks at its table no more."""
        self._rooms.leave(viewer)

    async def _hello(self, viewer: Viewer, frame: InHello) -> None:
        if viewer.table != frame.table:
            self.leave(viewer)
        try:
            table = await self._tables.revive(frame.table)
        except (JournalError, TooManyTables, NotReadBack):
            # Not now: the browser comes again by itself.
            viewer.outbox.close(RESTART, OutClosed("table_away"))
            return
        if table is None:
            viewer.outbox.close(DONE, OutClosed("no_such_table"))
            return
        viewer.seen = frame.seen
        self._rooms.enter(table, viewer)

    def _answer(self, viewer: Viewer, frame: Asking) -> None:
        try:
            table = self._table_of(viewer)
            if isinstance(frame, InCheck):
                check_draft(frame.action, viewer.who, table.live)
                viewer.outbox.put(OutAnswer(frame.id, None, "", table.shown))
            elif isinstance(frame, InReact):
                self._react(viewer, frame, table)
            else:
                self._post(viewer, frame, table)
        except Refusal as no:
            told = OutAnswer(frame.id, str(no.code), no.message, 0, no.cards, no.needs)
            viewer.outbox.put(told)
        except (Unaskable, SessionRefusal) as no:  # the codes are all text
            viewer.outbox.put(OutAnswer(frame.id, str(no.code), no.message, 0))

    def _react(self, viewer: Viewer, frame: InReact, table: Reached) -> None:
        code = self._rooms.react(table.live.id, viewer.who.id, frame.word)
        if code == NO_TABLE:
            raise _no_table()
        if code:
            raise Unaskable(code, "sit down first, and say one thing at a time")
        viewer.outbox.put(OutAnswer(frame.id, None, "", table.shown))

    def _post(self, viewer: Viewer, frame: Asking, table: Reached) -> None:
        def gone_for(place: int) -> int:
            return self._rooms.gone_for(table.live.id, place)

        def reply(outcome: Outcome) -> None:
            viewer.outbox.put(OutAnswer(frame.id, *outcome))

        command = command_of(frame, viewer.who, gone_for)
        try:
            table.post(Message(command, Request(viewer.who.id, frame.id), reply))
        except MailboxFull:
            raise Unaskable("busy", "this table has much to do; try again in a moment") from None

    def _table_of(self, viewer: Viewer) -> Reached:
        table = self._tables.get(viewer.table) if viewer.table else None
        if table is None:
            raise _no_table()
        return table


def _no_table() -> Unaskable:
    return Unaskable(NO_TABLE, "say hello to a table first")
