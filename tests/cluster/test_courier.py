"""Couriers, in memory and on Redis: what is sent comes in, in order and once, or not at all."""

import asyncio
from itertools import count

from app.cluster.ports import MOST_AT_ONCE, MOST_ENVELOPE, MOST_INBOX, Courier, Envelope
from tests.cluster.workers import Workers, eventually

PATIENCE = 10.0  # seconds for what has to come


def numbered(sender: str, number: int) -> Envelope:
    return Envelope(sender, "number", "t", str(number).encode())


async def read(courier: Courier, until: bytes) -> list[Envelope]:
    """What has come in, up to the envelope with this body."""
    got: list[Envelope] = []
    async with asyncio.timeout(PATIENCE):
        while not got or got[-1].body != until:
            some = await courier.receive()
            assert 1 <= len(some) <= MOST_AT_ONCE
            got.extend(some)
    return got


async def test_an_envelope_comes_as_it_was_sent(workers: Workers) -> None:
    async with workers.courier("one") as one, workers.courier("other") as other:
        assert (one.worker, other.worker) == ("one", "other")
        envelopes = [
            Envelope("one", "entry", "ñandú/1", bytes(range(256))),
            Envelope("one", "", "", b""),
            Envelope("one", "last", "t", b"last"),
        ]
        for envelope in envelopes:
            one.send("other", envelope)
        assert await read(other, b"last") == envelopes
        other.send("other", Envelope("other", "to itself", "t", b"me"))
        assert [envelope.kind for envelope in await read(other, b"me")] == ["to itself"]
        assert (one.dropped, other.dropped) == (0, 0)


async def test_each_senders_envelopes_keep_their_order(workers: Workers) -> None:
    """Many in one turn of the loop, and in many turns; from two, while a third reads."""
    async with (
        workers.courier("a") as a,
        workers.courier("b") as b,
        workers.courier("reader") as reader,
    ):

        async def write(courier: Courier, bursts: list[int]) -> None:
            numbers = count()
            for burst in bursts:
                for _ in range(burst):
                    courier.send("reader", numbered(courier.worker, next(numbers)))
                await asyncio.sleep(0)

        bursts = [1, 300, 2, 5, 1, 1, 700, 3]
        await asyncio.gather(write(a, bursts), write(b, bursts))
        got: dict[str, list[bytes]] = {"a": [], "b": []}
        while sum(map(len, got.values())) < 2 * sum(bursts):
            async with asyncio.timeout(PATIENCE):
                for envelope in await reader.receive():
                    got[envelope.sender].append(envelope.body)
        wanted = [str(number).encode() for number in range(sum(bursts))]
        assert got == {"a": wanted, "b": wanted}


async def test_what_can_not_be_brought_is_dropped_and_counted(workers: Workers) -> None:
    async with workers.courier("one") as one:
        async with workers.courier("gone") as gone:
            one.send("gone", numbered("one", 1))
            await read(gone, b"1")
        for to, body in [("never", b""), ("gone", b""), ("one", bytes(MOST_ENVELOPE + 1))]:
            one.send(to, Envelope("one", "k", "t", body))
        one.send("one", Envelope("one", "k", "t", bytes(MOST_ENVELOPE - 1) + b"!"))
        async with asyncio.timeout(PATIENCE):
            (longest,) = await one.receive()
        assert len(longest.body) == MOST_ENVELOPE
        await eventually(lambda: one.dropped == 3)  # known when Redis has answered


async def test_a_slow_reader_finds_the_newest(workers: Workers) -> None:
    async with workers.courier("quick") as quick, workers.courier("slow") as slow:
        many = MOST_INBOX * 3 // 2
        for number in range(many):
            quick.send("slow", numbered("quick", number))
        quick.send("quick", numbered("quick", many))
        await read(quick, str(many).encode())  # so all others have been brought
        got = [int(envelope.body) for envelope in await read(slow, str(many - 1).encode())]
        assert got == list(range(many - MOST_INBOX, many))


async def test_a_name_begins_with_an_empty_inbox(workers: Workers) -> None:
    async with workers.courier("one") as one:
        async with workers.courier("other"):
            one.send("other", numbered("one", 1))
            await asyncio.sleep(0)
        async with workers.courier("other") as again:
            one.send("other", numbered("one", 2))
            assert [envelope.body for envelope in await read(again, b"2")] == [b"2"]
