"""Three nodes of a Redis Cluster: keys lie apart, slots move, a node goes; workers go on."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from typing import Any, TypeVar

import pytest
from redis import Redis
from redis.crc import key_slot

from app.cluster.joining import join
from app.cluster.ports import ClusterAway, Envelope
from app.server_key import KeySealer
from engine.rules.actions import Pass
from engine.table.clock import SECOND
from engine.table.sealing import SealingKey
from engine.table.windows import WindowId, WindowsAway
from tests.deploy.proxy import free_port
from tests.valkey import Valkey, own_valkey

SEALER = KeySealer(SealingKey("key", bytes(32)))
SHARES = [(0, 5000), (5001, 11000), (11001, 16383)]
TABLES = [f"t{number}" for number in range(60)]
PATIENCE = 10.0

T = TypeVar("T")


@pytest.fixture
def nodes() -> Iterator[list[Valkey]]:
    with ExitStack() as opened:
        servers, ports = [], [(free_port(), free_port()) for _ in SHARES]
        for port, bus in ports:
            folder = opened.enter_context(tempfile.TemporaryDirectory(prefix="node-"))
            options = ("--bind", "127.0.0.1", "--port", str(port), "--cluster-port", str(bus))
            own = own_valkey("--cluster-enabled", "yes", "--dir", folder, *options)
            servers.append(opened.enter_context(own))
        clients = [opened.enter_context(Redis.from_url(server.url)) for server in servers]
        for client, share in zip(clients, SHARES, strict=True):
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", *share)
        for port, bus in ports[1:]:
            clients[0].execute_command("CLUSTER", "MEET", "127.0.0.1", port, bus)
        for client in clients:
            until_whole(client)
        yield servers


def until_whole(client: Any) -> None:
    """Return when this node knows of the others and of all slots."""
    for _ in range(400):
        said = str(client.execute_command("CLUSTER", "INFO"))
        if "cluster_state:ok" in said and f"cluster_known_nodes:{len(SHARES)}" in said:
            return
        time.sleep(0.05)
    raise AssertionError("the nodes did not come together")


async def in_the_end(deed: Callable[[], Awaitable[T]]) -> T:
    """What it returns once it is not away any more."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await deed()
            except (ClusterAway, WindowsAway):
                await asyncio.sleep(0.02)


async def test_workers_share_what_lies_apart_and_follow_slots_that_move(
    nodes: list[Valkey],
) -> None:
    async with join(nodes[0].url, SEALER) as one, join(nodes[1].url, SEALER) as other:
        assert await one.leases.renew(TABLES) == []
        assert await other.leases.owners(TABLES) == dict.fromkeys(TABLES, one.worker)
        for table in TABLES:
            window = WindowId(table, 1)
            await one.windows.open(window, [0], one.clock.now() + 60 * SECOND, 1)
            assert await other.windows.answer(window, 0, Pass(0), "r")
            assert await one.windows.given(window) == {0: Pass(0)}
        await one.lines.write(dict.fromkeys(TABLES, b"line"))
        assert len(await other.lines.read(TABLES)) == len(TABLES)
        for sender, receiver in ((one, other), (other, one)):
            sender.courier.send(receiver.worker, Envelope(sender.worker, "k", "t"))
            assert [envelope.kind for envelope in await receiver.courier.receive()] == ["k"]
        assert all(keys_of(node) >= 10 for node in nodes)

        window = WindowId("t0", 1)
        move(nodes, "desmoche:window:{t0}:1")
        with pytest.raises(WindowsAway, match="MOVED"):
            await other.windows.given(window)
        assert await in_the_end(lambda: other.windows.given(window)) == {}
        await in_the_end(lambda: one.windows.open(window, [0], one.clock.now() + 60 * SECOND, 1))
        assert await other.windows.answer(window, 0, Pass(0), "r")


def keys_of(node: Valkey) -> int:
    with Redis.from_url(node.url) as client:
        count = client.dbsize()
        assert isinstance(count, int)
        return count


def move(nodes: list[Valkey], key: str) -> None:
    """Give the slot of a key to another node, without what it holds."""
    slot = key_slot(key.encode())
    having = next(n for n, (first, last) in enumerate(SHARES) if first <= slot <= last)
    getting = (having + 1) % len(nodes)
    with ExitStack() as opened:
        clients = [opened.enter_context(Redis.from_url(node.url)) for node in nodes]
        clients[having].delete(key)
        name = str(clients[getting].execute_command("CLUSTER", "MYID"), "ascii")
        for number in (getting, having):  # the new one first, as the manual has it
            clients[number].execute_command("CLUSTER", "SETSLOT", slot, "NODE", name)
