"""A courier by Redis: one stream a worker, in which others leave envelopes.

Enters: envelopes for a worker. Leaves: those for this one. A worker that is gone has no stream
soon after, and nobody makes one for it; what has been read is cut off once a second, and what
waits is bounded. Never here: a second try.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from app.cluster.line import ANSWER_SECONDS, Line, Script
from app.cluster.ports import MOST_AT_ONCE, MOST_ENVELOPE, MOST_INBOX, ClusterAway, Envelope
from app.entered import Entered, beside

BLOCK_SECONDS = 1.0  # how long a reading connection waits for something to come
READING_SECONDS = BLOCK_SECONDS + ANSWER_SECONDS  # the patience of that connection
KEPT_EVERY = 1.0  # seconds
KEPT_MILLISECONDS = 10_000  # how long an inbox outlives its worker
START = b"0-0"
KEEP = Script("keep_inbox")


class RedisCourier(Entered):
    """`Courier` of one worker: it has an inbox while it is entered.

    `line` is for what is sent, `reading`, with a patience of `READING_SECONDS`, for what comes.
    """

    def __init__(self, line: Line, reading: Line, worker: str) -> None:
        self._line = line
        self._reading = reading
        self._worker = worker
        self._read = START  # the last entry that was taken
        self._dropped = 0
        self._decode = msgspec.msgpack.Decoder(Envelope).decode
        self._encode = msgspec.msgpack.Encoder().encode

    @asynccontextmanager
    async def _live(self) -> AsyncIterator[None]:
        """With an inbox. Raises `ClusterAway`."""
        await self._keep()
        async with beside(self._keep_for_ever(), "inbox"):
            yield
        with suppress(ClusterAway):  # then it ends by itself
            await self._line.call("DEL", _key(self._worker))

    @property
    def worker(self) -> str:
        """See `Courier`."""
        return self._worker

    @property
    def dropped(self) -> int:
        """See `Courier`: known when Redis has answered, or has not. With those not understood."""
        return self._dropped

    def send(self, to: str, envelope: Envelope) -> None:
        """See `Courier`."""
        if len(envelope.body) > MOST_ENVELOPE:
            self._dropped += 1
            return
        body = self._encode(envelope)
        sent = self._line.call("XADD", _key(to), "NOMKSTREAM", "MAXLEN", MOST_INBOX, "*", "e", body)
        sent.add_done_callback(self._count)

    async def receive(self) -> Sequence[Envelope]:
        """See `Courier`."""
        while True:
            found = await self._wait()
            if found:
                ((_, entries),) = found
                self._read = entries[-1][0]
                if envelopes := self._unpacked(entries):
                    return envelopes

    def _unpacked(self, entries: Sequence[tuple[bytes, Sequence[bytes]]]) -> list[Envelope]:
        """What can be read of it; a worker of another version may write otherwise."""
        envelopes = []
        for _, (_, packed) in entries:
            try:
                envelopes.append(self._decode(packed))
            except msgspec.DecodeError:
                self._dropped += 1
        return envelopes

    def _wait(self) -> asyncio.Future[Any]:
        return self._reading.call(
            "XREAD", "COUNT", MOST_AT_ONCE, "BLOCK", round(BLOCK_SECONDS * 1000),
            "STREAMS", _key(self._worker), self._read,
        )  # fmt: skip

    def _count(self, sent: asyncio.Future[Any]) -> None:
        """No reply, or that there is no such inbox: the envelope is lost."""
        if sent.exception() or sent.result() is None:
            self._dropped += 1

    async def _keep(self) -> None:
        key, read = _key(self._worker), self._read
        if await self._line.run(KEEP, [key], read, KEPT_MILLISECONDS) and self._read == read:
            self._read = START

    async def _keep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(KEPT_EVERY)
            try:
                await self._keep()
            except ClusterAway:  # until it is back
                continue


def _key(worker: str) -> str:
    return f"desmoche:inbox:{{{worker}}}"
