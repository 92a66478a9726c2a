"""Claim windows in Redis: one hash a window, tagged by its table, each change one script.

Enters: answers of seats, from any worker. Leaves: all of them at the close, to the owner. Redis's
clock says what is in time. Its fields are `epoch` (of the last owner; alone once it is forgotten),
`closes_at` (absent: closed), `asked`, and of each seat `answer:` and `requests:`. An answer is
sealed for its window, all of one length and never twice the same, so whoever reads Redis learns
who has answered, and no more.
"""

import json
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Awaitable, Mapping, Sequence
from os import urandom
from typing import TypeVar

from app.cluster.line import Redis, Script
from app.cluster.ports import ClusterAway
from engine.rules.action_json import action_from_json, action_to_json
from engine.rules.actions import Action
from engine.table.clock import Clock
from engine.table.codec import padded
from engine.table.journal import Fenced
from engine.table.ports import Sealer
from engine.table.windows import MOST_REQUESTS, Sealed, Verdict, WindowId, WindowsAway

KEPT_MILLISECONDS = 7 * 24 * 3600 * 1000  # a window that nobody deletes: its table is long closed
FENCED_MILLISECONDS = 60 * 1000  # so long a window that was forgotten keeps earlier owners out
NONCE_BYTES = 12
MOST_OPENED = 2048  # sealed answers that are remembered open: an owner reads each several times
OPEN, ANSWER = Script("open_window"), Script("answer")
CLOSE, FORGET = Script("close_window"), Script("forget_window")

T = TypeVar("T")


class RedisWindows:
    """`Windows` of all workers. The clock is the one by which a table's deadlines are said."""

    def __init__(self, line: Redis, clock: Clock, sealer: Sealer) -> None:
        self._line = line
        self._clock = clock
        self._sealer = sealer
        self._opened: OrderedDict[tuple[WindowId, bytes], Action] = OrderedDict()

    async def open(
        self, window: WindowId, seats: Sequence[int], closes_at: int, epoch: int
    ) -> None:
        """See `Windows`. What travels is the time that is left: clocks need not agree."""
        left = max(0, closes_at - self._clock.now())
        arguments = (epoch, left, KEPT_MILLISECONDS, *seats)
        _require(await _reach(self._line.run(OPEN, [_key(window)], *arguments)), window, epoch)

    async def answer(self, window: WindowId, seat: int, action: Action, request: str) -> Verdict:
        """See `Windows`."""
        sealed = self._seal(window, action)
        arguments = (seat, sealed, request, MOST_REQUESTS)
        return Verdict(await _reach(self._line.run(ANSWER, [_key(window)], *arguments)))

    async def given(self, window: WindowId) -> Mapping[int, Action]:
        """See `Windows`."""
        fields = await _reach(self._line.call("HGETALL", _key(window)))
        return self._answers(window, fields)

    async def close(self, window: WindowId, epoch: int) -> Sealed:
        """See `Windows`."""
        fields = await _reach(self._line.run(CLOSE, [_key(window)], epoch))
        _require(fields is not None, window, epoch)
        answers = self._answers(window, fields)
        known = _of_seats(fields, b"requests:")
        requests = [(seat, name) for seat, names in known.items() for name in json.loads(names)]
        return Sealed(tuple(answers.values()), tuple(requests))

    async def forget(self, window: WindowId, epoch: int) -> None:
        """See `Windows`."""
        arguments = (epoch, FENCED_MILLISECONDS)
        _require(await _reach(self._line.run(FORGET, [_key(window)], *arguments)), window, epoch)

    def _seal(self, window: WindowId, action: Action) -> str:
        nonce = b64encode(urandom(NONCE_BYTES)).decode()
        secret = padded({"answer": action_to_json(action), "nonce": nonce})
        sealed = self._sealer.seal_step(window.table, window.seq, secret)
        self._remember(window, sealed.encode(), action)
        return sealed

    def _unseal(self, window: WindowId, sealed: bytes) -> Action:
        action = self._opened.get((window, sealed))
        if action is None:
            secret = self._sealer.unseal_step(window.table, window.seq, sealed.decode())
            action = action_from_json(json.loads(secret)["answer"])
            self._remember(window, sealed, action)
        return action

    def _remember(self, window: WindowId, sealed: bytes, action: Action) -> None:
        self._opened[window, sealed] = action
        if len(self._opened) > MOST_OPENED:
            self._opened.popitem(last=False)

    def _answers(self, window: WindowId, fields: Sequence[bytes]) -> dict[int, Action]:
        """What each seat answers. Raises `ValueError` if somebody else wrote into Redis."""
        found = {}
        for seat, sealed in _of_seats(fields, b"answer:").items():
            found[seat] = self._unseal(window, sealed)
            if found[seat].seat != seat:
                raise ValueError(f"an answer of window {window} lies at another seat than its own")
        return found


def _of_seats(fields: Sequence[bytes], name: bytes) -> dict[int, bytes]:
    """The fields of this name, by seat, from those of a hash as Redis sends them."""
    pairs = zip(fields[::2], fields[1::2], strict=True)
    found = {int(key[len(name) :]): value for key, value in pairs if key.startswith(name)}
    return dict(sorted(found.items()))


def _require(done: object, window: WindowId, epoch: int) -> None:
    """Raises `Fenced` if a script did nothing, since a later owner has been there."""
    if not done:
        raise Fenced(f"window {window} is a later owner's than that of epoch {epoch}")


async def _reach(reply: Awaitable[T]) -> T:
    """A reply, or that the windows are away."""
    try:
        return await reply
    except ClusterAway as away:
        raise WindowsAway(str(away)) from None


def _key(window: WindowId) -> str:
    return f"desmoche:window:{{{window.table}}}:{window.seq}"
