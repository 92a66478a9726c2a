"""A host closes a table through a worker that is not its owner, and the owner dies of it.

Everybody does what a page does: asks again where nobody answered, and looks at what is shown.
"""

import asyncio
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.app.cluster.cluster import Cluster, cluster
from tests.app.cluster.test_processes import NAMES, looking, table_of, the_other, until_window
from tests.app.live.player import Frame, Player, choice
from tests.app.process import Guest, Process, guests
from tests.valkey import Valkey

pytestmark = pytest.mark.long
SOON = 30.0  # seconds; a turn that nobody takes lasts eighty
PRESSED_AGAIN = 0.5  # seconds after it was said that it did not work
KILLED_AFTER = (0.0, 0.004, 0.02)  # seconds after it was asked: before, at, and after the commit


async def closed_over_rest(host: Guest, through: Process, table: str) -> None:
    """As the page does, and its host, who presses again."""
    origin = f"http://{through.url}"
    headers = {"Origin": origin, "Cookie": host.cookie}
    async with httpx.AsyncClient(base_url=f"{origin}/api", headers=headers) as client:
        while True:
            told = await client.request("DELETE", f"/tables/{table}", json={}, timeout=SOON)
            if told.is_success or told.status_code == 404:
                return
            assert told.json()["code"] in ("table_moved", "table_paused"), told.text
            await asyncio.sleep(PRESSED_AGAIN)


async def answer_to(one: Player, request: str) -> Frame | None:
    """The answer to a request; None if the table has closed before it came."""
    try:
        return await one.hear("answer", lambda frame: frame["id"] == request)
    except AssertionError:
        assert one.frames[-1]["type"] == "closed", one.frames[-3:]
        return None


async def played_to_the_end(one: Player) -> None:
    """Retire, or pass, until the table has closed."""
    while one.socket.close_code is None:
        hand = one.hand
        action = choice(hand) if hand and not hand.get("answer") else None
        if action is None:
            await asyncio.sleep(0.05)
            continue
        if hand["options"].get("retire"):
            action = {"seat": hand["seat"], "do": "retire"}
        asked = one.view["public"]["asked_seq"]
        request = f"{one.name}-{len(one.frames)}"
        await one.say("act", id=request, action=action, asked=asked)
        told = await answer_to(one, request)
        if told is not None and told["code"] is not None:
            await asyncio.sleep(PRESSED_AGAIN)


async def closed_while_its_owner_dies(
    there: Cluster, people: list[Guest], after: float, *, through_rest: bool
) -> None:
    had = sum([(await guest.ask("GET", "/me"))["wallet"]["chips"] for guest in people])
    table = await table_of(people)
    owner, other = await the_other(there, table)
    async with looking(people, table, other) as players:
        await until_window(players)
        if through_rest:
            closing: asyncio.Task[Any] = asyncio.create_task(
                closed_over_rest(people[0], other, table)
            )
        else:
            closing = asyncio.create_task(players[0].ask("close_table", id="close"))
        await asyncio.sleep(after)
        owner.kill()
        async with asyncio.timeout(SOON):
            await closing
            await asyncio.gather(*map(played_to_the_end, players))
        for one in players:
            assert [frame["reason"] for frame in one.frames if frame["type"] == "closed"] == [
                "table_closed"
            ]
    await owner.start()
    wallets = [(await guest.ask("GET", "/me"))["wallet"] for guest in people]
    assert all(wallet["at_tables"] == 0 for wallet in wallets), wallets
    assert sum(wallet["chips"] for wallet in wallets) == had


async def test_a_table_whose_owner_dies_as_its_host_closes_it_is_closed(
    tmp_path: Path, postgres_url: str, valkey: Valkey
) -> None:
    async with cluster(tmp_path, postgres_url, valkey) as there:
        async with guests(there.workers[0], *NAMES) as people:
            for through_rest, after in product((True, False), KILLED_AFTER):
                await closed_while_its_owner_dies(there, people, after, through_rest=through_rest)
        there.require_no_faults()
