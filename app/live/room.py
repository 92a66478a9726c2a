"""Everyone who looks at one table, and what each may see of it.

Enters: the table after each entry; connections that come and go. Leaves: views, written
from nothing when they are sent, the public part once for all. One connection a player:
the newest, in whichever worker. Who is connected is known to rooms alone; it is in no journal.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from app.live.news import NewsRing
from app.live.viewer import DONE, REPLACED, RESTART, Viewer
from app.live.written import Kept, Written
from app.protocol import (
    OutAnswered,
    OutClosed,
    OutPaused,
    OutReacted,
    OutReplaced,
    OutResumed,
    OutView,
    Reaction,
    raw,
)
from engine.rules.action_json import action_to_json
from engine.rules.actions import Action
from engine.rules.events import Event
from engine.table.clock import SECOND
from engine.table.live import Live, seated
from engine.table.watching import may_see_hand

# Of each place, whether its player is connected, and since when not.
Attendance: TypeAlias = tuple[list[bool], list[int | None]]
NOBODY: Mapping[str, int] = {}
REACTS_EVERY = 2 * SECOND  # per place: to say something, not to drum


class Room:
    """The viewers of one table."""

    def __init__(self, live: Live, seq: int, now: int) -> None:
        self.live = live
        self.seq = live.shown(seq)
        self._news = NewsRing(self.seq)
        self._viewers: dict[str, Viewer] = {}
        self._elsewhere: frozenset[str] = frozenset()  # who is connected through other workers
        self._gone_since: dict[str, int] = {}
        self._opened = now
        self._kept = Kept()
        self._written = Written(live, self.seq, self._kept)
        self._attendance: Attendance | None = None
        self._answers: tuple[int, dict[str, Action]] = (0, {})
        self._paused: str | None = None
        self._reacted: dict[int, int] = {}  # place → when

    def __len__(self) -> int:
        return len(self._viewers)

    # --- the table speaks -------------------------------------------------------------

    def show(self, live: Live, seq: int, events: Sequence[Event], now: int) -> None:
        """The table as it stands after entry `seq`: to all who see anything of it."""
        before, seen = self.live, self.seq
        self.live, self.seq = live, live.shown(seq)
        self._note_who_sat(before, now)
        self._written = Written(live, self.seq, self._kept)
        self._news.add(live, self.seq, events)
        if self.seq == seen:
            self._show_changed(before)
        else:
            self.show_all()

    def skip(self, live: Live, seq: int, now: int) -> None:
        """The table as it stands, where what led there is not known."""
        before = self.live
        self.live, self.seq = live, live.shown(seq)
        self._note_who_sat(before, now)
        self._written = Written(live, self.seq, self._kept)
        self._news = NewsRing(self.seq)
        self.show_all()

    def answered(self, seat: int, action: Action) -> None:
        """A sealed answer is kept: only its own player is told."""
        asked_seq, player = self.live.asked_seq, self.live.players[seat]
        if self._answers[0] != asked_seq:
            self._answers = (asked_seq, {})
        self._answers[1][player] = action
        if viewer := self._viewers.get(player):
            viewer.outbox.put(OutAnswered(asked_seq, raw(action_to_json(action))))

    def pause(self, why: str | None) -> None:
        """The table waits, or goes on."""
        self._paused = why
        frame = OutResumed() if why is None else OutPaused(why)
        for viewer in self._viewers.values():
            viewer.outbox.put(frame)

    def react(self, player: str, word: Reaction, now: int) -> str | None:
        """Tell all that somebody who sits here says something; a code if it is not told."""
        place = self.live.place_of(player)
        if place is None:
            return "not_seated"
        if now < self._reacted.get(place, 0) + REACTS_EVERY:
            return "too_soon"
        self._reacted[place] = now
        self.say(place, word)
        return None

    def say(self, place: int, word: Reaction) -> None:
        """Tell all who look that somebody says something."""
        for viewer in self._viewers.values():
            viewer.outbox.spare(OutReacted(place, word))

    # --- viewers come and go ----------------------------------------------------------

    def attach(self, viewer: Viewer) -> None:
        """Someone looks; an older connection of the same player is told and let go."""
        older = self._viewers.get(viewer.who.id)
        if older is not None and older is not viewer:
            older.outbox.close(REPLACED, OutReplaced())
        self._viewers[viewer.who.id] = viewer
        if self._paused:
            viewer.outbox.put(OutPaused(self._paused))
        if older is None and self._changes(viewer.who.id):
            self.show_all()
        else:
            viewer.outbox.show()

    def detach(self, viewer: Viewer, now: int) -> None:
        """A connection has ended; if a newer one took its place, nothing changes."""
        if self._viewers.get(viewer.who.id) is not viewer:
            return
        del self._viewers[viewer.who.id]
        if self._changes(viewer.who.id):
            self._gone_since[viewer.who.id] = now
            self.show_all()

    def replace(self, player: str, at: int) -> None:
        """Let a connection go if it is older than one that another worker has."""
        viewer = self._viewers.get(player)
        if viewer is not None and viewer.arrived < at:
            del self._viewers[player]
            viewer.outbox.close(REPLACED, OutReplaced())

    @property
    def players(self) -> frozenset[str]:
        """Who of those who sit here is connected through this worker."""
        return frozenset(one.id for _, one, _ in seated(self.live) if one.id in self._viewers)

    def arrivals(self) -> dict[str, int]:
        """When each of them opened the table."""
        return {one: self._viewers[one].arrived for one in self.players}

    def elsewhere(
        self, players: frozenset[str], now: int, gone: Mapping[str, int] = NOBODY
    ) -> None:
        """Who is connected through other workers now, and since when others are `gone` as the
        table's owner has it: all workers tell the same moment."""
        changed = [one for one in self._elsewhere ^ players if one not in self._viewers]
        since = {one: now for one in changed if one not in players} | dict(gone)
        told_anew = [one for one, at in since.items() if self._gone_since.get(one) != at]
        self._gone_since.update(since)
        self._elsewhere = players
        if any(self.live.place_of(one) is not None for one in (*changed, *told_anew)):
            self.show_all()

    def gone(self) -> dict[str, int]:
        """Since when each of those who sit here and are connected nowhere has been gone."""
        absent = {
            one.id: self._absent_since(one.id)
            for _, one, sitting in seated(self.live)
            if not sitting.bot
        }
        return {one: since for one, since in absent.items() if since is not None}

    def _changes(self, player: str) -> bool:
        """Whether others see it when this player's last connection here begins or ends."""
        return self.live.place_of(player) is not None and player not in self._elsewhere

    def _is_connected(self, player: str) -> bool:
        return player in self._viewers or player in self._elsewhere

    def gone_for(self, place: int, now: int) -> int:
        """For how long the player of a place has not been connected (microseconds).

        0 where nobody sits, or where this table has no place: a frame may name any of four.
        """
        places = self.live.session.places
        player = places[place] if place < len(places) else None
        since = None if player is None else self._absent_since(player.id)
        return 0 if since is None else now - since

    def _absent_since(self, player: str) -> int | None:
        """Since when a player has not been connected, as far as this room knows; None: they are."""
        return None if self._is_connected(player) else self._gone_since.get(player, self._opened)

    def _note_who_sat(self, before: Live, now: int) -> None:
        """Who sits down before their browser is there has not been gone for longer than that."""
        if before.session.places is self.live.session.places:
            return
        for _, player, _ in seated(self.live):
            if before.place_of(player.id) is None and not self._is_connected(player.id):
                self._gone_since[player.id] = now

    def show_all(self) -> None:
        """Everyone's view is out of date."""
        self._attendance = None
        for viewer in self._viewers.values():
            viewer.outbox.show()

    def _show_changed(self, before: Live) -> None:
        """A quiet entry: views are out of date of those alone whose own habits changed."""
        for place, player, sitting in seated(self.live):
            if sitting != before.sittings[place] and (viewer := self._viewers.get(player.id)):
                viewer.outbox.show()

    # --- what one sees ----------------------------------------------------------------

    def view(self, viewer: Viewer) -> OutView:
        """The table as this viewer may see it now, with the news since the last view."""
        live, player = self.live, viewer.who.id
        place = live.place_of(player)
        sees = may_see_hand(live, player)
        since = max(viewer.seen, self._news.since)
        present, gone_since = self._who_is_present()
        viewer.seen = self.seq  # the wire keeps order; a lost one is told of by `hello`
        return OutView(
            table=live.id,
            seq=self.seq,
            public=self._written.public(),
            present=present,
            gone_since=gone_since,
            mine=self._written.mine(place, self._answer_of(player)) if sees else _unseen(place),
            since=since,
            news=list(self._news.after(since, player)) if sees else [],
        )

    def _who_is_present(self) -> Attendance:
        if self._attendance is None:
            places = len(self.live.sittings)
            present: list[bool] = [False] * places
            gone_since: list[int | None] = [None] * places
            for place, player, sitting in seated(self.live):
                if not sitting.bot:
                    gone_since[place] = self._absent_since(player.id)
                present[place] = gone_since[place] is None
            self._attendance = present, gone_since
        return self._attendance

    def _answer_of(self, player: str) -> Action | None:
        asked_seq, answers = self._answers
        return answers.get(player) if asked_seq == self.live.asked_seq else None

    def ended(self) -> None:
        """Nothing more comes of this table here; unless it has closed, come again."""
        code, reason = (DONE, "table_closed") if self.live.closed else (RESTART, "table_moved")
        for viewer in self._viewers.values():
            viewer.outbox.close(code, OutClosed(reason))


def _unseen(place: int | None) -> msgspec.Raw:
    """The part of one who may not see the hand."""
    return raw({"place": place, "view": None})
