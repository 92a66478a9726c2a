"""An owner that is killed exactly between commit and show: what it stored is shown by the next."""

import asyncio
from pathlib import Path

import pytest

from tests.app.cluster.cluster import Cluster, cluster
from tests.app.cluster.test_processes import NAMES, looking, table_of, the_other, watching
from tests.app.live.player import Frame, Player, choice
from tests.app.process import Process, guests
from tests.valkey import Valkey

pytestmark = [pytest.mark.timeout(120), pytest.mark.long]
TURNS = 40.0  # seconds until somebody has a card to discard


async def until_a_discard(players: list[Player]) -> tuple[Player, Frame]:
    """Play until somebody is to discard; returns who, and what."""
    async with asyncio.timeout(TURNS):
        while True:
            for one in players:
                hand = one.view["mine"]["view"]
                action = choice(hand) if hand and not hand.get("answer") else None
                if action and action["do"] == "discard":
                    return one, action
                if action:
                    await one.ask("act", action=action)
            await asyncio.sleep(0.05)


def killed_at(there: Cluster, owner: Process, window: str) -> list[bytes]:
    """Kill an owner when it opens this window, which it does after the commit and before it shows
    anything; returns what will tell that it was so."""
    told: list[bytes] = []

    def seen(data: bytes) -> None:
        if owner.runs and window.encode() in data:
            told.append(data)
            owner.kill()

    there.links[owner].seen = seen
    return told


async def require_same(one: Player, fresh: Player) -> None:
    """Both are shown the same of the table, once they are shown the same moment of it."""
    for _ in range(20):
        if one.view["seq"] == fresh.view["seq"] and one.view["public"] == fresh.view["public"]:
            return
        await asyncio.sleep(0.1)
    assert one.view["public"] == fresh.view["public"]


async def test_what_was_stored_and_not_shown_is_shown_by_the_next_owner(
    tmp_path: Path, postgres_url: str, valkey: Valkey
) -> None:
    async with cluster(tmp_path, postgres_url, valkey) as there:
        async with guests(there.workers[0], *NAMES) as people:
            table = await table_of(people)
            owner, other = await the_other(there, table)
            async with watching(there, table, other) as watcher:
                async with looking(people, table, owner) as players:
                    one, action = await until_a_discard(players)
                    seq = one.view["seq"]
                    told = killed_at(there, owner, f"{{{table}}}:{seq + 1}")
                    await one.say("act", id="discarded", action=action)
                    await asyncio.gather(*(each.closed() for each in players))
                    assert told, "it was killed as it opened the window"
                    assert all(each.view["seq"] == seq for each in players), "nobody was shown it"
                    assert watcher.view["seq"] == seq
                assert "discarded" in {name for _, name in await there.requests(table)}, (
                    "it was stored"
                )
                async with looking(people, table, other) as players:
                    again = next(each for each in players if each.name == one.name)
                    await again.see(lambda view: view["seq"] > seq)
                    told_again = await again.ask("act", id="discarded", action=action)
                    assert told_again["code"] is None, "it is not done again, and was taken"
                    await require_same(watcher, again)
        there.require_no_faults()
