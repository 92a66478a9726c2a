"""What happens when Redis is killed, comes back empty, freezes, or sends rubbish."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from app.cluster.clock import SystemClock
from app.cluster.held import HeldLeases
from app.cluster.line import (
    ANSWER_SECONDS,
    LOOKS,
    MOST_BYTES,
    MOST_TOGETHER,
    MOST_WAITING,
    RETRY_SECONDS,
    Line,
    Script,
)
from app.cluster.ports import ClusterAway, Envelope
from app.cluster.redis_courier import READING_SECONDS, RedisCourier
from app.cluster.redis_leases import RedisLeases
from app.cluster.redis_windows import RedisWindows
from app.cluster.servers import Single
from app.server_key import KeySealer
from engine.rules.actions import Pass
from engine.table.clock import SECOND
from engine.table.sealing import SealingKey
from engine.table.windows import Sealed, WindowId, WindowsAway
from tests.cluster.workers import eventually
from tests.valkey import Valkey, own_valkey

CLOCK = SystemClock()
SEALER = KeySealer(SealingKey("key", bytes(32)))
WINDOW = WindowId("t", 7)


@pytest.fixture
def server() -> Iterator[Valkey]:
    """A server that this test may treat as it likes."""
    with own_valkey() as server:
        yield server


class Worker:
    """All that one worker has of Redis."""

    def __init__(self, line: Line, courier: RedisCourier) -> None:
        self.line = line
        self.courier = courier
        self.leases = HeldLeases(RedisLeases(line), courier.worker, CLOCK)
        self.windows = RedisWindows(line, CLOCK, SEALER)

    async def is_served(self) -> bool:
        """Whether each of its ports works now."""
        try:
            await self.leases.claim("t")
            await self.windows.given(WINDOW)
        except (ClusterAway, WindowsAway):
            return False
        return True

    async def until_served(self) -> None:
        async with asyncio.timeout(10 * (ANSWER_SECONDS + RETRY_SECONDS)):
            while not await self.is_served():  # noqa: ASYNC110 — it asks another process
                await asyncio.sleep(RETRY_SECONDS / 10)


@pytest.fixture
async def worker(server: Valkey) -> AsyncIterator[Worker]:
    async with AsyncExitStack() as opened:
        line = await opened.enter_async_context(Line(Single(server.url, "worker")))
        reading = await opened.enter_async_context(
            Line(Single(server.url, "worker"), READING_SECONDS)
        )
        courier = RedisCourier(line, reading, "worker")
        yield Worker(line, await opened.enter_async_context(courier))


async def fails(worker: Worker) -> float:
    """That nothing works; returns how many seconds it took to say so."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    for asked in (
        worker.leases.claim("t"),
        worker.leases.renew(["t", "u"]),
        worker.leases.owners(["t"]),
        worker.leases.release(["u"]),
        worker.courier.receive(),
    ):
        with pytest.raises(ClusterAway):
            await asked
    windows = worker.windows
    for wanted in (
        windows.open(WINDOW, [0], CLOCK.now(), 1),
        windows.answer(WINDOW, 0, Pass(0), "r"),
        windows.given(WINDOW),
        windows.close(WINDOW, 1),
        windows.forget(WINDOW, 1),
    ):
        with pytest.raises(WindowsAway):
            await wanted
    return loop.time() - began


async def test_it_is_said_at_once_and_goes_on_by_itself(server: Valkey, worker: Worker) -> None:
    """Killed and started again: it has forgotten everything, scripts and inboxes too."""
    assert await worker.leases.claim("t") == "worker"
    await worker.windows.open(WINDOW, [0], CLOCK.now() + 60 * SECOND, 1)
    server.kill()
    assert await fails(worker) < ANSWER_SECONDS
    worker.courier.send("worker", Envelope("worker", "k", "t"))
    server.start()
    await worker.until_served()
    assert worker.leases.holds("t")
    assert await worker.windows.close(WINDOW, 1) == Sealed()
    await comes_again(worker)
    assert worker.courier.dropped >= 1


async def comes_again(worker: Worker) -> None:
    """The inbox is there again, within a second or so; what is sent then arrives."""
    receiving = asyncio.ensure_future(until_received(worker.courier))

    def sends() -> bool:
        worker.courier.send("worker", Envelope("worker", "again", "t"))
        return receiving.done()

    await eventually(sends)
    assert (await receiving).kind == "again"


async def until_received(courier: RedisCourier) -> Envelope:
    while True:
        try:
            return (await courier.receive())[0]
        except ClusterAway:
            await asyncio.sleep(RETRY_SECONDS)


async def test_what_was_emptied_works_at_once(worker: Worker) -> None:
    await worker.leases.claim("t")
    await worker.line.call("FLUSHALL")
    await worker.line.call("SCRIPT", "FLUSH")
    assert await worker.leases.owners(["t"]) == {}
    assert await worker.leases.renew(["t"]) == []
    assert await worker.leases.owners(["t"]) == {"t": "worker"}
    await comes_again(worker)


async def test_what_can_not_be_read_holds_up_nothing(worker: Worker) -> None:
    for rubbish in (b"", b"\xc1", b"\x91\xa1t"):
        await worker.line.call("XADD", "desmoche:inbox:{worker}", "*", "e", rubbish)
    worker.courier.send("worker", Envelope("worker", "k", "t"))
    assert [envelope.kind for envelope in await worker.courier.receive()] == ["k"]
    assert worker.courier.dropped == 3


async def test_who_does_not_answer_is_away(server: Valkey, worker: Worker) -> None:
    """A frozen server: what was asked fails after a while, not for ever; then all goes on."""
    server.freeze()
    asked = [worker.leases.claim("t") for _ in range(3)]
    began = asyncio.get_running_loop().time()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    took = asyncio.get_running_loop().time() - began
    assert all(isinstance(answer, ClusterAway) for answer in answers)
    # The first look may be one that was due for an earlier batch.
    assert ANSWER_SECONDS * (LOOKS - 1) / LOOKS < took < 2 * ANSWER_SECONDS
    assert not worker.leases.holds("t")
    server.thaw()
    await worker.until_served()
    assert await worker.leases.claim("t") == "worker"


async def test_who_stood_still_himself_does_not_blame_redis(worker: Worker) -> None:
    asked = [worker.line.call("ECHO", "heard"), worker.line.call("ECHO", "too")]
    time.sleep(2 * ANSWER_SECONDS)  # noqa: ASYNC251 — the whole loop stands still
    assert await asyncio.gather(*asked) == [b"heard", b"too"]


async def test_who_stood_still_while_the_answer_came_does_not_blame_redis(worker: Worker) -> None:
    """What was asked is on its way already."""
    asked = worker.line.call("ECHO", "heard")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    time.sleep(2 * ANSWER_SECONDS)  # noqa: ASYNC251
    assert await asked == b"heard"


async def test_a_connection_that_ended_unused_costs_nobody_an_answer(server: Valkey) -> None:
    async with (
        Line(Single(server.url, "operator")) as operator,
        Line(Single(server.url, "unused")) as line,
    ):
        number = await line.call("CLIENT", "ID")
        assert await operator.call("CLIENT", "KILL", "ID", number) == 1
        await operator.call("PING")
        assert await line.call("CLIENT", "ID") != number


async def test_what_waits_is_bounded(server: Valkey, worker: Worker) -> None:
    """By number, and by size; what is too much is refused at once, the rest when Redis is away."""
    many, big = MOST_WAITING + MOST_TOGETHER, bytes(MOST_BYTES // 16)
    for words, most in (((b"",), many), ((big,), 17)):
        server.freeze()
        replies: list[asyncio.Future[bytes]] = []
        while not (replies and replies[-1].done()):
            assert len(replies) <= most
            replies.append(worker.line.call("ECHO", *words))
        answers = await asyncio.gather(*replies, return_exceptions=True)
        assert all(isinstance(answer, ClusterAway) for answer in answers)
        server.thaw()
        await worker.until_served()


async def test_a_server_that_refuses_to_be_master_is_left(server: Valkey, worker: Worker) -> None:
    """Its successor may be at the same address; who asked meanwhile is told."""
    before = await worker.line.call("CLIENT", "ID")
    async with Line(Single(server.url, "operator")) as operator:
        await operator.call("REPLICAOF", "127.0.0.1", "1")
        with pytest.raises(ClusterAway):
            await worker.leases.claim("t")
        await operator.call("REPLICAOF", "NO", "ONE")
    await worker.until_served()
    assert await worker.line.call("CLIENT", "ID") != before


async def test_a_server_that_is_away_at_the_start_is_told(tmp_path: Path) -> None:
    with pytest.raises(ClusterAway, match="can't be reached"):
        async with Line(Single(f"unix://{tmp_path}/none", "worker")):
            pass


async def test_a_password_and_a_database_are_said_first() -> None:
    with own_valkey("--requirepass", "se cret") as server:
        for url in (server.url, f"{server.url}?password=wrong"):
            with pytest.raises(
                ClusterAway, match=r"Authentication required|WRONGPASS|invalid username-password"
            ):
                async with Line(Single(url, "worker")) as line:
                    await line.call("PING")
        async with Line(Single(f"{server.url}?password=se%20cret&db=3", "worker")) as line:
            assert b"db=3" in await line.call("CLIENT", "INFO")


async def test_rubbish_ends_the_connection() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"+OK\r\n!rubbish\r\n")
        await writer.drain()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        async with Line(Single(f"redis://{host}:{port}", "worker")) as line:
            with pytest.raises(ClusterAway):
                await line.call("PING")


async def test_an_error_of_a_script_is_a_refusal(worker: Worker) -> None:
    await worker.line.call("SET", "k", "no number")
    with pytest.raises(ClusterAway, match="not an integer"):
        await worker.line.call("INCR", "k")
    with pytest.raises(ClusterAway, match="WRONGTYPE"):
        await worker.line.run(Script("close_window"), ["k"])


def troubles(worker: Worker) -> list[str]:
    """What the operator is told."""
    line = worker.line
    return [trouble.what for trouble in (line.away, line.refusing) if trouble.is_there]


async def test_who_refuses_what_is_written_is_told_of(worker: Worker, server: Valkey) -> None:
    """As a Redis does whose memory is short; a script that it has not seen is no trouble."""
    await worker.line.call("SCRIPT", "FLUSH")
    assert await worker.leases.claim("t") == "worker"
    assert troubles(worker) == []
    async with Line(Single(server.url, "operator")) as operator:
        await operator.call("CONFIG", "SET", "maxmemory", 1)
        with pytest.raises(ClusterAway, match="maxmemory"):
            await worker.leases.renew(["t"])
        assert troubles(worker) == ["redis refuses"]
        await operator.call("CONFIG", "SET", "maxmemory", 0)
        assert await worker.leases.renew(["t"]) == []
