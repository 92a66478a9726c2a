"""A table in virtual time, played through three workers while one thing after another goes wrong.

From a seed: workers die, freeze, leave and come again; leases are out of reach, or forgotten; words
get lost. Then everything is looked at: the journal, every answer that was said to be kept, and
what each player was shown last.
"""

import asyncio
from contextlib import suppress
from random import Random

import pytest

from app.protocol import InAct
from engine.table.clock import SECOND
from engine.table.pace import lively, steady
from tests.app.live.player import choice, question
from tests.cluster.test_following import without_news
from tests.cluster.world import TABLE, Browser, World, in_world, settle, until
from tests.simulation.laws import check_answers, check_requests, check_table
from tests.table.tables import NAMES

SEEDS, SEEDS_OF_ALL = 5, 300
SECONDS = 240  # of virtual time: two hands or three
EVERY = 6  # seconds between two faults, on average


class Person:
    """Plays by its view alone; comes again through any worker when it is cut off."""

    def __init__(self, world: World, name: str, chance: Random) -> None:
        self.world = world
        self.name = name
        self.resting = False
        self.browser: Browser | None = None
        self.kept: set[tuple[int, int]] = set()
        self.taken = 0
        self._chance = chance

    async def live(self) -> None:
        number = 0
        while True:
            browser = self.browser = Browser(self.world.any_node(self._chance), self.name)
            await browser.look()
            while browser.node.alive and not browser.all("hung up"):
                if not self.resting and (action := self._wish(browser)):
                    number += 1
                    await browser.node.desk.take(browser.viewer, InAct(f"r{number}", action))
                await asyncio.sleep(self._chance.random() * 3)
            browser.leave()
            self.note(browser)
            await asyncio.sleep(self._chance.random())

    def _wish(self, browser: Browser) -> dict[str, object] | None:
        views = browser.all("view")
        if not views or not question(views[-1]):
            return None
        return choice(views[-1]["mine"]["view"])

    def sees_the_newest(self) -> bool:
        """Whether the last view of a connection that is there is the table as it stands."""
        browser = self.browser
        if browser is None or not browser.node.alive or browser.all("hung up"):
            return False
        views = browser.all("view")
        return bool(views) and views[-1]["seq"] == self.world.here_now().shown

    def note(self, browser: Browser) -> None:
        """What this connection was told."""
        self.taken += sum(frame["code"] is None for frame in browser.all("answer"))
        seats = {view["mine"]["view"]["seat"] for view in browser.all("view") if _has_seat(view)}
        self.kept |= {
            (frame["asked_seq"], seat) for frame in browser.all("answered") for seat in seats
        }


def _has_seat(view: dict[str, object]) -> bool:
    mine = view["mine"]
    assert isinstance(mine, dict)
    return mine["view"] is not None and mine["view"]["seat"] is not None


async def trouble(world: World, chance: Random) -> None:
    """One thing after another, each put right again."""
    while True:
        await asyncio.sleep(EVERY * chance.random() * 2)
        node = world.any_node(chance)
        match chance.choice(("die", "die", "leave", "freeze", "cut off", "lose link", "forget")):
            case "die":
                await node.die()
                await asyncio.sleep(chance.random() * 4)
                await world.replace(node)
            case "leave":
                await node.leave()
                await world.replace(node)
            case "freeze":
                await node.freeze(round(chance.random() * 5 * SECOND))
            case "cut off":
                world.cut_off = True
                await asyncio.sleep(chance.random() * 5)
                world.cut_off = False
            case "lose link":
                node.cut_off = True
                await asyncio.sleep(chance.random() * 8)
                node.cut_off = False
            case "forget":
                world.hub._leases.clear()


async def play(world: World) -> None:
    chance = Random(world.seed)
    await world.open(chance.choice((steady(3), lively(3))), people=4)
    people = [Person(world, name, Random(f"{world.seed}/{name}")) for name in NAMES]
    tasks = [asyncio.create_task(one.live()) for one in people]
    troubles = asyncio.create_task(trouble(world, chance))
    await asyncio.sleep(SECONDS)
    troubles.cancel()
    with suppress(asyncio.CancelledError):
        await troubles
    world.cut_off = False
    for node in world.nodes:
        node.cut_off = False
    for one in people:
        one.resting = True
    await until(lambda: len(world.owners()) == 1 and not world.here_now().live.window_open)
    await until(lambda: all(one.sees_the_newest() for one in people))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await require_all_is_well(world, people)


async def require_all_is_well(world: World, people: list[Person]) -> None:
    for one in people:
        assert one.browser is not None
        last = without_news(one.browser.view)
        for node in world.nodes:
            fresh = (await Browser(node, one.name).look()).view if node.alive else last
            assert {**without_news(fresh), "present": 0} == {**last, "present": 0}
        one.note(one.browser)
    entries = world.journal.entries[TABLE]
    lives = check_table(entries)
    check_requests(entries)
    assert [entry.epoch for entry in entries] == sorted(entry.epoch for entry in entries)
    kept = set[tuple[int, int]]().union(*(one.kept for one in people))
    check_answers(kept, entries, lives)
    assert sum(one.taken for one in people) > 10, "people could play meanwhile"
    await settle()


def test_whatever_happens_the_table_goes_on_and_nothing_is_lost(
    pytestconfig: pytest.Config,
) -> None:
    seeds = SEEDS_OF_ALL if pytestconfig.getoption("all") else SEEDS
    for seed in range(seeds):
        in_world(play, seed=seed, workers=3, loses=seed % 3 * 0.02)
