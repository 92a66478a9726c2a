"""People at tables: each knows its own view and nothing else, and has a network.

A person looks, thinks for a while, and asks for something that its view offers. What it
sends comes late, twice, or in another order; now and then its connection drops for longer
than a turn. Some have two tabs open. Same seed, same people.
"""

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.rules.action_json import action_from_json
from engine.table.commands import (
    Act,
    AddEntropy,
    AnswerBet,
    AskPause,
    Choose,
    ComeBack,
    Command,
    Kick,
    Order,
    Pledge,
    ProposeBet,
    PutOnDefaults,
    SetPace,
    SetRules,
    SetWatchable,
    Sit,
    Stand,
    TakeHost,
    TopUp,
)
from engine.table.pace import DISCONNECTED, lively, steady
from engine.table.shuffle import pledge_of
from tests.simulation.house import House

Json = dict[str, Any]


@dataclass(frozen=True)
class Habits:
    """How a person is: chances, and seconds."""

    thinks: float = 3.0
    drops: float = 0.02
    meddles: float = 0.05
    leaves: float = 0.003
    answers: float = 0.8
    pledges: bool = True


CHOICES = (
    ("declare", "win", 0.7),
    ("place", "melds", 1.0),
    ("use", "melds", 0.8),
    ("claim", "melds", 0.8),
    ("lay", "melds", 0.5),
    ("force", "target", 0.5),
    ("give", "card", 1.0),
    ("pay", "card", 1.0),
)
"""Words of options, the field of the action that a choice fills, how often it is liked."""


class Person:
    """One player of one table, with as many tabs as it likes."""

    def __init__(self, house: House, name: str, table: str, seed: int, habits: Habits) -> None:
        self.name = name
        self._house = house
        self._table = table
        self._chance = Random(f"{name}/{seed}")
        self._habits = habits
        self._sent = 0
        self._entropy = self._chance.randbytes(32)

    async def tab(self) -> None:
        """Look, think, ask, until the world ends."""
        while True:
            news = self._house.rooms.news
            seen = self._house.rooms.view(self._table, self.name)
            if seen is None:
                await asyncio.sleep(1)
                continue
            await asyncio.sleep(self._chance.random() * self._habits.thinks)
            if self._chance.random() < self._habits.drops:
                await asyncio.sleep(self._chance.random() * 200)
                continue
            command = self.decide(*seen)
            if command:
                self.send(command)
            try:
                await asyncio.wait_for(news.wait(), 1 + self._chance.random() * 20)
            except TimeoutError:
                continue

    def send(self, command: Command) -> None:
        """Post a command: late, and sometimes twice."""
        self._sent += 1
        message = self._house.message(command, self.name, f"r{self._sent}")
        for _ in range(2 if self._chance.random() < 0.1 else 1):
            late = self._chance.random() * (30 if self._chance.random() < 0.03 else 0.3)
            asyncio.get_running_loop().call_later(late, self._arrives, message)

    def _arrives(self, message: Any) -> None:
        task = asyncio.ensure_future(self._house.deliver(self._table, message))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    # --- what it asks for -------------------------------------------------------------

    def decide(self, public: Json, mine: Json) -> Command | None:
        """A command that this view suggests."""
        chance = self._chance
        if mine["place"] is None:
            return self._sit(public)
        me = public["places"][mine["place"]]
        if me["away"] or me["sits_out"]:
            return ComeBack(self.name) if me["away"] else Choose(self.name, None, False)
        if chance.random() < self._habits.meddles:
            return self._meddle(public)
        if public["playing"]:
            return self._act(public, mine)
        return self._between(public, mine)

    def _sit(self, public: Json) -> Command | None:
        places = list(enumerate(public["places"]))
        free = [place for place, one in places if not one]
        free = free or [place for place, one in places if one and one["bot"]]
        if not free:
            return None
        return Sit(self.name, self.name, 60, self._chance.choice(free))

    def _between(self, public: Json, mine: Json) -> Command | None:
        if not self._habits.pledges:
            return None
        if public["announced"]:
            wanted = mine["pledge"] and not mine["added_entropy"]
            return AddEntropy(self.name, self._entropy) if wanted else None
        if mine["pledge"]:
            return None
        return Pledge(self.name, pledge_of(self._entropy), self._chance.random() < 0.3)

    def _act(self, public: Json, mine: Json) -> Command | None:
        view = mine["view"]
        seat = view["seat"]
        if seat is None or seat not in view["to_act"]:
            return None
        if public["sealed"]:
            if mine["answer"] and self._chance.random() < 0.8:
                return None  # it may be changed, and seldom is
            if self._chance.random() > self._habits.answers:
                return None
        action = choose(view["options"], seat, self._chance, self._habits.leaves)
        asked = public["asked_seq"] if self._chance.random() < 0.7 else None
        return Act(self.name, action_from_json(action), asked)

    def _meddle(self, public: Json) -> Command:
        chance, name = self._chance, self.name
        place = chance.randrange(len(public["places"]))
        games = frozenset(game for game in public["stakes"] if chance.random() < 0.5)
        return chance.choice(
            (
                Order(name, chance.random() < 0.5, chance.random() < 0.5, chance.random() < 0.8),
                Choose(name, games, chance.random() < 0.1),
                ProposeBet(name, chance.randint(1, 6)),
                AnswerBet(name, chance.random() < 0.8),
                TopUp(name, chance.randint(1, 400)),
                Stand(name),
                Kick(name, place),
                SetPace(name, chance.choice((steady(3), steady(5), lively(3)))),
                SetRules(name, _some_rules(chance)),
                SetWatchable(name, chance.random() < 0.5),
                TakeHost(name),
                AskPause(name, chance.random() < 0.5),
                PutOnDefaults(name, place, DISCONNECTED),
                Act(name, action_from_json({"seat": place, "do": "pass"})),
            )
        )


def _some_rules(chance: Random) -> Json:
    """House rules that a host may think of between two hands, or in the middle of one."""
    return {
        "forcing": chance.choice(("automatic", "off", "by_opponent")),
        "no_winner": chance.choice(("carry", "return")),
        "side_games": chance.choice(([], ["oro"], ["flor", "escalera"])),
    }


def choose(options: Json, seat: int, chance: Random, leaves: float) -> Json:
    """One of the actions that a view's options offer, as JSON; layouts are liked best."""
    if options.get("leave") and chance.random() < leaves:
        return {"seat": seat, "do": "leave"}
    if "cut" in options:
        return {"seat": seat, "do": "cut", "at": chance.randint(0, options["cut"])}
    if "announce" in options:
        return {"seat": seat, "do": "announce", "games": options["announce"]}
    if "vote" in options:
        return {"seat": seat, "do": "vote", "forgive": chance.random() < 0.5}
    for word, field, liked in CHOICES:
        if options.get(word) and chance.random() < liked:
            return {"seat": seat, "do": word, field: chance.choice(options[word])}
    plain = [word for word in ("draw", "discard", "pass", "ready", "retire") if word in options]
    word = plain[0] if chance.random() < 0.95 or len(plain) < 2 else plain[-1]
    return {"seat": seat, "do": word}
