"""The door for sockets: a raw ASGI endpoint, since that costs a third less than a framework's.

Enters: a handshake. Leaves: a `Connection` that runs until it ends; or status 403 for a
page that isn't ours, and a last frame for whoever has no session or too many sockets.
"""

from collections.abc import Mapping
from time import monotonic

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from app.identity import Who
from app.live.connection import VIOLATION, Connection
from app.live.desk import Desk
from app.live.limits import Account, Limits
from app.live.metrics import CONNECTIONS, HANG_UPS
from app.live.ports import Identity
from app.live.viewer import RESTART, Viewer
from app.live.wire import EXTENSION
from app.protocol import OutClosed, OutWelcome, text_of
from app.security import is_ours
from engine.table.clock import Clock
from engine.table.journal import JournalError

TRY_AGAIN_LATER = 1013  # close code
AWAY = "table_away"


class Entrance:
    """Who may come in, and as whom."""

    def __init__(
        self,
        desk: Desk,
        identity: Identity,
        limits: Limits,
        clock: Clock,
        origins: frozenset[str],
        build: str,
    ) -> None:
        self._desk = desk
        self._identity = identity
        self._limits = limits
        self._clock = clock
        self._origins = origins
        self._build = build

    @property
    def sockets(self) -> int:
        """Players' sockets that are open now."""
        return self._limits.connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One socket, from handshake to end."""
        assert (await receive())["type"] == "websocket.connect"
        browser = HTTPConnection(scope)
        if not is_ours(browser.headers, self._origins):
            HANG_UPS.labels("foreign_origin").inc()
            await send({"type": "websocket.close", "code": VIOLATION})
            return
        who = await self._known(browser.cookies)
        await send({"type": "websocket.accept"})
        if isinstance(who, str):
            await _turn_away(send, RESTART if who == AWAY else VIOLATION, who)
            return
        account = self._limits.enter(who.id, monotonic())
        if account is None:
            await _turn_away(send, TRY_AGAIN_LATER, "too_many_connections")
            return
        wire = scope.get("extensions", {}).get(EXTENSION)
        await self._serve(Viewer(who, send, wire), browser.cookies, account, receive)

    async def _known(self, cookies: Mapping[str, str]) -> Who | str:
        """Who comes; or why nobody may: for one thing, storage can be away, and nobody knows."""
        try:
            who = await self._identity.who(cookies)
            if who is None:
                return "suspended" if await self._identity.suspended(cookies) else "no_session"
            return who
        except JournalError:
            return AWAY

    async def _serve(
        self,
        viewer: Viewer,
        cookies: Mapping[str, str],
        account: Account,
        receive: Receive,
    ) -> None:
        CONNECTIONS.inc()
        try:
            who, now = viewer.who, self._clock.now()
            viewer.outbox.put(OutWelcome(now, who.name, self._build))
            bucket = self._limits.bucket(monotonic())
            with self._identity.lasting(who, cookies, viewer.sign_out):
                await Connection(self._desk, viewer, receive, bucket, account).run()
        finally:
            CONNECTIONS.dec()
            self._limits.leave(account)


async def _turn_away(send: Send, code: int, reason: str) -> None:
    HANG_UPS.labels(reason).inc()
    await send({"type": "websocket.send", "text": text_of(OutClosed(reason))})
    await send({"type": "websocket.close", "code": code})
