"""Answers to requests, kept so that a repeated one is answered once.

Enters: outcomes as they come, and what a journal says was answered before a restart.
Leaves: the outcome of a request that is known. Each player has a memory of its own, so
no other can make the table forget what one has asked; only the crowd of `MOST_PLAYERS` can.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from engine.table.entries import Request

MOST_PLAYERS = 32  # whose requests are remembered: those at the table, and some who look
MOST_REQUESTS = 64  # of one player
HANDED_ON = 16  # of one player, when a table is rebuilt from a hand that began meanwhile


class Outcome(NamedTuple):
    """The answer to a command: `code` is None if it was taken; `seq` as `Live.shown` has it."""

    code: str | None
    message: str
    seq: int


class Answered:
    """What has been answered."""

    def __init__(self, requests: Sequence[tuple[Request, int]] = ()) -> None:
        self._of: OrderedDict[str, OrderedDict[str, Outcome]] = OrderedDict()
        for request, seq in requests:
            self.remember(request, Outcome(None, "", seq))

    def find(self, request: Request | None) -> Outcome | None:
        """The answer that this request got, if it was answered."""
        if request is None or request.player not in self._of:
            return None
        return self._of[request.player].get(request.id)

    def remember(self, request: Request, outcome: Outcome) -> None:
        """Keep an answer, and let the oldest go."""
        own = self._of.setdefault(request.player, OrderedDict())
        self._of.move_to_end(request.player)
        own[request.id] = outcome
        if len(own) > MOST_REQUESTS:
            own.popitem(last=False)
        if len(self._of) > MOST_PLAYERS:
            self._of.popitem(last=False)

    def recent(self) -> list[tuple[Request, int]]:
        """The latest requests that were taken, for whoever rebuilds the table from here."""
        return [
            (Request(player, name), outcome.seq)
            for player, own in self._of.items()
            for name, outcome in list(own.items())[-HANDED_ON:]
            if outcome.code is None
        ]
