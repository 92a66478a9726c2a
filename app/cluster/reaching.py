"""A Redis as its URL names it: one server, or Redis Cluster; and one that workers can rely on.

Enters: a URL. Leaves: a `Line`. Never here: what is asked of it afterwards.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.exceptions import RedisClusterException

from app.cluster.line import ANSWER_SECONDS, Line
from app.cluster.ports import ClusterAway
from app.cluster.servers import Cluster, Single

KEEPS = b"noeviction"  # the only policy by which a Redis whose memory is short drops no key


@asynccontextmanager
async def reach(url: str, name: str, patience: float = ANSWER_SECONDS) -> AsyncIterator[Line]:
    """The server at this URL, and those with whom it shares its keys. Raises `ClusterAway`."""
    async with Line(Single(url, name), patience) as line:
        await _require_that_it_keeps(line)
        if b"cluster_enabled:1" not in await line.call("INFO", "cluster"):
            yield line
            return
    try:
        cluster = Cluster(url, name)
    except RedisClusterException as error:  # its nodes have no unix sockets, nor numbered databases
        raise ClusterAway(str(error)) from None
    async with Line(cluster, patience) as line:
        yield line


async def _require_that_it_keeps(line: Line) -> None:
    """Leases, windows and inboxes all expire: they are what most policies drop first, and a window
    that is dropped takes answers with it that were accepted."""
    told = (await line.call("INFO", "memory")).split()
    said = dict(word.split(b":", 1) for word in told if b":" in word)
    policy = said.get(b"maxmemory_policy", KEEPS)
    if policy != KEEPS and said.get(b"maxmemory", b"0") != b"0":
        raise ClusterAway(
            f"it drops keys when its memory is short (maxmemory-policy {policy.decode()}), "
            "and with them answers of players; set maxmemory-policy noeviction"
        )
