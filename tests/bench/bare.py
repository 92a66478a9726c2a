"""What the same frames cost a server that knows no game, no journal and no views.

The floor under a move: as many frames as the players at the tables sent and were sent, of the
same length, at the same pace, over the same wire. What a move costs more is the game's, the
journal's and the views'.
"""

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any, NamedTuple

from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.live.wire import EXTENSION

ANSWER_BYTES = 90  # an answer and the word that an answer is kept


class Echo:
    """Sockets that are told how many bytes to write: to themselves, and to all of a table."""

    def __init__(self) -> None:
        self._tables: dict[bytes, list[Any]] = defaultdict(list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        wire = scope["extensions"][EXTENSION]
        table = self._tables[scope["query_string"]]
        table.append(wire)
        while (message := await receive())["type"] == "websocket.receive":
            asked = json.loads(message["text"])
            wire.write([b"a" * ANSWER_BYTES])
            for other in table if asked["view"] else ():
                other.write([b"v" * asked["view"]])


class Pace(NamedTuple):
    """How players at `tables` played: actions and moves a second, and how long a view is."""

    tables: int
    places: int
    actions: float
    moves: float
    view_bytes: int


async def floor(
    sockets: Callable[[str], connect], used: Callable[[], float], pace: Pace, seconds: float
) -> float | None:
    """Processor time of the server for each move of this pace (ms); `used` tells it so far (s).

    None where nobody moved: all tables rested between two hands.
    """
    if not pace.moves:
        return None
    async with AsyncExitStack() as stack:
        there = [
            await stack.enter_async_context(sockets(f"?table={table}"))
            for table in range(pace.tables)
            for _ in range(pace.places)
        ]
        readers = [asyncio.create_task(_read(socket)) for socket in there]
        before = used()
        moves = await _send(there, pace, seconds)
        spent = used() - before
        for reader in readers:
            reader.cancel()
    return round(1000 * spent / max(1, moves), 3)


async def _send(there: list[ClientConnection], pace: Pace, seconds: float) -> int:
    """Actions of players taken by lot, evenly in time; how many of them were moves."""
    chance, moves, began = Random(1), 0, time.perf_counter()
    count = max(1, round(pace.actions * seconds))
    for number in range(count):
        move = round((number + 1) * pace.moves / pace.actions) > moves
        moves += move
        text = json.dumps({"type": "act", "id": str(number), "view": pace.view_bytes * move})
        await chance.choice(there).send(text)
        await asyncio.sleep(max(0.0, began + number * seconds / count - time.perf_counter()))
    return moves


async def _read(socket: ClientConnection) -> None:
    try:
        async for _ in socket:
            pass
    except ConnectionClosed:
        pass
