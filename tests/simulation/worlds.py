"""Worlds to simulate: tables of several kinds, people and bots at them, and troubles."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.rules.house_rules import rules_from_json
from engine.table.commands import Act, Sit
from engine.table.live import open_table
from engine.table.pace import UNTIMED, Pace, lively, steady
from engine.table.session import open_session
from tests.simulation.house import House
from tests.simulation.people import Habits, Person

RULES: tuple[dict[str, Any], ...] = (
    {"preset": "desmoche", "side_games": ["oro", "escalera"], "play_everything": True},
    {"preset": "conquien", "meld_order": "vote", "next_dealer": "winner_starts"},
    {"preset": "conquian_three"},
    {"preset": "conquian", "seats": [2, 2], "cambio": True, "drawn_card": "open"},
    {"preset": "desmoche", "forcing": "by_opponent", "retiring": "free", "no_winner": "return"},
    {
        "preset": "desmoche",
        "meld_order": "disqualify",
        "lay_on_turn": "any",
        "deck": 40,
        "hand_size": 8,
        "side_games": ["oro"],
    },
)
PACES: tuple[Pace, ...] = (steady(3), lively(3), UNTIMED, steady(5))


@dataclass(frozen=True)
class Plan:
    """What to simulate."""

    seed: int
    tables: int = 2
    hands: int = 2
    troubles: float = 0.0
    crashes: float = 0.0
    habits: Habits = field(default_factory=Habits)
    hours: float = 24.0


async def live_through(plan: Plan) -> House:
    """A world from its beginning until every table has played its hands, or closed."""
    house = House(plan.seed, plan.troubles)
    chance = Random(plan.seed)
    tasks = []
    for number in range(plan.tables):
        tasks += await set_table(house, plan, f"t{number}", chance)
    tasks.append(asyncio.ensure_future(_troubles(house, plan)))
    try:
        await asyncio.wait_for(_until_played(house, plan), plan.hours * 3600)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        house.journal.away = False
        await house.registry.stop_all()
    return house


async def set_table(
    house: House, plan: Plan, table: str, chance: Random
) -> list[asyncio.Future[None]]:
    """Open a table, with people on their way to it and bots at it."""
    rules = rules_from_json(chance.choice(RULES))
    session = open_session(rules, 2)
    seats = rules.seats[1]
    people = [f"{table}-p{number}" for number in range(chance.randint(1, seats))]
    for person in people:
        house.journal.grant(person, 5000)
    live = open_table(table, session, chance.choice(PACES), people[0], watchable=True)
    await house.open(live)
    for place in range(len(people), seats):
        bot = Sit(f"{table}-b{place}", "Lola", 80, place, bot=True)
        await house.deliver(table, house.message(bot, people[0], f"bot{place}"))
    await house.deliver(table, house.message(Sit(people[0], "Ana", 60, 0), people[0], "sit"))
    await asyncio.sleep(1)  # before the others come
    tabs = []
    for person in people:
        someone = Person(house, person, table, plan.seed, plan.habits)
        tabs += [someone.tab() for _ in range(2 if chance.random() < 0.3 else 1)]
    return [asyncio.ensure_future(tab) for tab in tabs]


async def _until_played(house: House, plan: Plan) -> None:
    tables: list[str] = []
    while not tables or not all(_is_done(house, plan, table) for table in tables):
        await asyncio.sleep(5)
        await house.sweep()
        tables = list(house.journal.entries)


def _is_done(house: House, plan: Plan, table: str) -> bool:
    """All hands were played, or the table closed, or everyone else was sent away long ago."""
    if house.closed(table) or house.hands_over(table) >= plan.hands:
        return True
    late = asyncio.get_running_loop().time() > 2 * 3600
    return late and house.rooms.shown[table][-1].live.asleep


async def _troubles(house: House, plan: Plan) -> None:
    """Storage goes away for a while; processes die."""
    chance = Random(plan.seed + 7)
    while True:
        await asyncio.sleep(5 + chance.random() * 60)
        if plan.troubles and chance.random() < 0.5:
            house.journal.away = True
            await asyncio.sleep(chance.random() * 30)
            house.journal.away = False
        if chance.random() < plan.crashes:
            house.keeps_windows = chance.random() < 0.5
            await house.crash()


def acts(house: House) -> int:
    """How many actions were asked for and taken, so that a test knows something happened."""
    return sum(kind == Act.__name__ and not outcome.code for kind, outcome in house.outcomes)
