"""People who play whatever happens: they come again when they are cut off, through any worker."""

import asyncio
from collections import Counter
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.app.live.player import Frame, Player, choice, question
from tests.app.process import Guest, Process

GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
LOOKS = 0.4  # seconds; where nothing comes, a client looks again what it is asked
KEPT = 40  # frames of which a client knows; a long run has millions


class CutOff(Exception):
    """The server has hung up."""


class Client:
    """One player of one table; `last` is the newest view that it was shown."""

    def __init__(self, guest: Guest, name: str, table: str, chance: Random) -> None:
        self.name = name
        self.table = table
        self.told: Counter[str] = Counter()
        self.socket: Player | None = None
        self.resting = False
        self._guest = guest
        self._chance = chance
        self._numbers = count()

    @property
    def last(self) -> Frame:
        assert self.socket is not None, f"{self.name} is cut off"
        return self.socket.view

    async def live(self, workers: list[Process]) -> None:
        """Play for ever."""
        while True:
            with suppress(*GONE, CutOff):
                async with self._guest.socket(self.name, self._chance.choice(workers)) as socket:
                    await self._play(socket)
            self.socket = None
            self.told["cut off"] += 1
            await asyncio.sleep(self._chance.random())

    async def fresh(self, worker: Process) -> Frame:
        """What this worker shows of the table now, by a new connection."""
        async with self._guest.socket(self.name, worker) as socket:
            return await socket.hello(self.table)

    async def _play(self, socket: Player) -> None:
        await socket.say("hello", table=self.table, seen=0)
        await self._until_seen(socket)
        self.socket = socket
        asked: tuple[Any, ...] = ()
        while True:
            now = question(socket.view) if socket.view else ()
            action = choice(socket.view["mine"]["view"]) if now and now != asked else None
            if action and not self.resting:
                await self._act(socket, action)
                asked = now
            await self._pause(socket)
            if self._chance.random() < 0.05:  # an answer may have been lost on the way
                asked = ()

    async def _until_seen(self, socket: Player) -> None:
        for _ in range(50):
            if socket.view:
                return
            await self._pause(socket)
        raise CutOff

    async def _act(self, socket: Player, action: Frame) -> None:
        """Ask, once in a while twice; what is answered is counted."""
        request = f"{self.name}-{id(self)}-{next(self._numbers)}"
        for _ in range(2 if self._chance.random() < 0.1 else 1):
            await socket.say("act", id=request, action=action)
        self.told["asked"] += 1

    async def _pause(self, socket: Player) -> None:
        """Until a frame comes or it is time to look again."""
        await asyncio.sleep(LOOKS * (0.5 + self._chance.random()))
        for frame in socket.frames[self._seen(socket) :]:
            if frame["type"] == "answer":
                self.told[str(frame["code"])] += 1
        del socket.frames[:-KEPT], socket.texts[:]
        self._mark = len(socket.frames)
        if socket.socket.close_code is not None:
            raise CutOff

    def _seen(self, socket: Player) -> int:
        return getattr(self, "_mark", 0) if self.socket is socket else 0
