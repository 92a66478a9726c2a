"""A browser without a screen: a socket, the frames it was sent, and a hand to play with.

It reads nothing but frames, as a page does, and chooses from the `options` in its view.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from secrets import token_hex
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.protocol import AnyOut

PATIENCE = 40.0  # seconds a test waits for a frame that must come
LATE = (None, "not_asked", "wrong_phase", "too_late", "hand_over")
"""What an action may be answered that was right when it was sent."""

Frame = dict[str, Any]
_well_formed = msgspec.json.Decoder(AnyOut).decode


class Player:
    """One connection; every frame is kept, and checked to be one of the protocol's."""

    def __init__(self, name: str, socket: ClientConnection) -> None:
        self.name = name
        self.socket = socket
        self.frames: list[Frame] = []
        self.texts: list[str] = []
        self.view: Frame = {}
        self.paused: str | None = None  # what the page says above the table
        mark = token_hex(4)  # another connection's ids are other questions
        self._ids = (f"{name}-{mark}-{number}" for number in count(1))
        self._arrived = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                _well_formed(text)
                async with self._arrived:
                    self._keep(text)
                    self._arrived.notify_all()
        except ConnectionClosed:
            pass
        async with self._arrived:
            self._arrived.notify_all()

    def _keep(self, text: str) -> None:
        frame = json.loads(text)
        self.texts.append(text)
        self.frames.append(frame)
        if frame["type"] == "view":
            self.view = frame
        elif frame["type"] in ("paused", "resumed"):
            self.paused = frame.get("why")

    # --- saying -----------------------------------------------------------------------

    async def say(self, kind: str, **fields: Any) -> None:
        """Send a frame."""
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def hello(self, table: str, seen: int = 0) -> Frame:
        """Look at a table; returns the view that comes."""
        before = len(self.frames)
        await self.say("hello", table=table, seen=seen)
        return await self.hear("view", after=before)

    async def ask(self, kind: str, **fields: Any) -> Frame:
        """Ask something of the table; returns the answer."""
        request = fields.pop("id", None) or next(self._ids)
        before = len(self.frames)
        await self.say(kind, id=request, **fields)
        return await self.hear("answer", lambda frame: frame["id"] == request, after=before)

    # --- hearing ----------------------------------------------------------------------

    async def hear(
        self, kind: str, which: Callable[[Frame], bool] = lambda _: True, after: int = 0
    ) -> Frame:
        """The first frame of a kind, among those after so many, that is as wanted."""

        def found() -> Frame | None:
            frames = (frame for frame in self.frames[after:] if frame["type"] == kind)
            return next((frame for frame in frames if which(frame)), None)

        async with asyncio.timeout(PATIENCE), self._arrived:
            await self._arrived.wait_for(lambda: found() or self._reader.done())
        frame = found()
        assert frame is not None, f"{self.name} heard no {kind}: {self.frames[-3:]}"
        return frame

    async def see(self, which: Callable[[Frame], bool]) -> Frame:
        """Wait until the latest view is as wanted."""
        try:
            async with asyncio.timeout(PATIENCE), self._arrived:
                await self._arrived.wait_for(
                    lambda: (self.view and which(self.view)) or self._reader.done()
                )
        except TimeoutError:
            shown = json.dumps({"paused": self.paused, "frames": self.frames[-4:]})
            raise AssertionError(f"{self.name} waits in vain and is shown {shown}") from None
        assert which(self.view), f"{self.name} was cut off: {self.socket.close_code}"
        return self.view

    async def closed(self) -> int | None:
        """Wait until the server has hung up; returns its close code."""
        async with asyncio.timeout(PATIENCE):
            await self._reader
        return self.socket.close_code

    @property
    def hand(self) -> Frame:
        """The hand as this player sees it in the latest view."""
        hand: Frame = self.view["mine"]["view"]
        return hand

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()
        await self._reader


@asynccontextmanager
async def player(url: str, name: str, **options: Any) -> AsyncIterator[Player]:
    """A browser of this player."""
    headers = {"Cookie": options.pop("cookie", f"who={name}")}
    origin = options.pop("origin", f"http://{url}")
    path = options.pop("path", "/live")
    async with (
        connect(
            f"ws://{url}{path}",
            origin=origin,
            additional_headers=headers,
            compression=None,
            **options,
        ) as socket,
        Player(name, socket) as connected,
    ):
        yield connected


# --- choosing -------------------------------------------------------------------------


def choice(hand: Frame) -> Frame | None:
    """An action out of the options of one's own view; None if nothing is asked."""
    seat, options = hand["seat"], hand["options"]
    if seat not in hand["to_act"]:
        return None
    for do in ("claim", "use", "lay", "place"):
        if options.get(do):
            melds = max(options[do], key=lambda layout: sum(map(len, layout)))
            return {"seat": seat, "do": do, "melds": melds}
    return {"seat": seat, **_plain(options)}


def _plain(options: Frame) -> Frame:
    if options.get("declare"):
        return {"do": "declare", "win": options["declare"][0]}
    for do, field in (("pay", "card"), ("give", "card"), ("force", "target")):
        if options.get(do):
            return {"do": do, field: options[do][0]}
    if "cut" in options:
        return {"do": "cut", "at": options["cut"] // 2}
    if "announce" in options:
        return {"do": "announce", "games": options["announce"]}
    if "vote" in options:
        return {"do": "vote", "forgive": True}
    return {"do": next(do for do in ("ready", "draw", "discard", "pass") if do in options)}


async def play(one: Player, until: Callable[[Frame], bool] | None = None) -> Frame:
    """Play on, until the hand is over unless something else is said; returns that view."""
    done = until or is_over
    asked: tuple[Any, ...] = ()
    while True:
        view = await one.see(partial(_moved_on, done, asked))
        if done(view):
            return view
        asked = question(view)
        action = choice(view["mine"]["view"]) if asked else None
        if action:
            answer = await one.ask("act", action=action)
            # Another seat's answer may have settled the question first.
            assert answer["code"] in LATE, answer


def is_over(view: Frame) -> bool:
    """Whether this view shows the end of a hand."""
    hand = view["mine"]["view"]
    return hand is not None and "result" in hand


def question(view: Frame) -> tuple[Any, ...]:
    """What is asked of this player, empty if nothing is; another after a lay, which leaves the
    phase and the clock as they are, but not the cards."""
    hand = view["mine"]["view"]
    if hand is None or hand["seat"] not in hand["to_act"]:
        return ()
    return (
        view["public"]["hand"],
        view["public"]["asked_seq"],
        hand["phase"],
        hand["answer"],
        hand["hand"],
    )


def _moved_on(done: Callable[[Frame], bool], asked: tuple[Any, ...], view: Frame) -> bool:
    return done(view) or question(view) != asked
