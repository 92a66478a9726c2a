"""Who is asking: session → player and role.

Enters: the cookies of a request or of a socket's handshake. Leaves: `Who`, or None. A session
is a random token in a cookie that only the browser knows; stored is its SHA-256. It ends by
logout, by `SESSION_DAYS` without a visit, or as the oldest of too many. Whenever a session
comes to mean more (a password set, a role given) its token is changed. Never here: how
somebody proves who they are; that is `accounts`.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from hashlib import sha256
from typing import Annotated, NamedTuple, cast

from fastapi import Depends
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.db.engine import Database
from app.db.faults import translated
from app.people_schema import players, sessions, suspensions
from app.problems import Problem
from engine.table.clock import SECOND, Clock

TOKEN_BYTES = 32
SESSION_DAYS = 400  # the longest that browsers keep a cookie
MOST_SESSIONS = 20  # of one player: phone, laptop, and many private windows
KEYS_AT_ONCE = 500  # asked for in one query: databases bound what one statement may hold
CACHE_SIZE = 10_000  # sessions; some 3 MB
CACHE_SECONDS = 30  # how long a logout at another worker may go unnoticed here
DAY = 86_400 * SECOND
AUDITORS = frozenset({"auditor", "operator"})
"""Roles that see the history of every table (R11.4)."""


class Who(NamedTuple):
    """Somebody with a session. `role` is `player`, `auditor` or `operator`."""

    id: str
    name: str
    role: str


class _Known(NamedTuple):
    who: Who
    until: int


class _Socket(NamedTuple):
    """Something that is open for as long as a session lasts."""

    player: str
    key: str
    close: Callable[[], None]


class Identity:
    """Sessions. `secure`: the site is reached by HTTPS, so the cookie never goes without."""

    def __init__(self, database: Database, clock: Clock, *, secure: bool) -> None:
        self._database = database
        self._clock = clock
        self._secure = secure
        self._cache: OrderedDict[str, _Known] = OrderedDict()
        self._sockets: set[_Socket] = set()
        self._changes = 0  # an answer that was on its way while something changed is not kept
        # With the prefix a browser takes the cookie from this very host by HTTPS only.
        self.cookie = "__Host-desmoche" if secure else "desmoche"

    async def who(self, cookies: Mapping[str, str]) -> Who | None:
        """Whose session these cookies hold, if it is still one."""
        token = cookies.get(self.cookie)
        if not token:
            return None
        key, now = hashed(token), self._clock.now()
        known = self._cache.get(key)
        if known and known.until > now:
            self._cache.move_to_end(key)
            return known.who
        before = self._changes
        who = await self._look_up(key, now)
        if who and before == self._changes:
            self._remember(key, who, now)
        return who

    async def suspended(self, cookies: Mapping[str, str]) -> bool:
        """Whether these cookies hold the session of a suspended player: it is kept, so that
        lifting the suspension gives everything back, and is nobody's until then."""
        token = cookies.get(self.cookie)
        if not token:
            return False
        query = (
            select(sessions.c.player_id)
            .join(suspensions, suspensions.c.player_id == sessions.c.player_id)
            .where(sessions.c.token_hash == hashed(token))
        )
        with translated():
            async with self._database.reading() as connection:
                return (await connection.execute(query)).first() is not None

    async def begin(self, player: str, cookies: Mapping[str, str], response: Response) -> None:
        """A new session for a player, in place of the one these cookies hold."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock.now()
        with translated():
            async with self._database.writing() as connection:
                ended = await self._drop(connection, cookies)
                row = {"token_hash": hashed(token), "player_id": player, "seen_at": now}
                await connection.execute(insert(sessions), row)
                too_many = await _drop_oldest(connection, player)
        self._end_here({*too_many, *([ended] if ended else [])})
        self._set_cookie(response, token)

    async def end(self, cookies: Mapping[str, str], response: Response) -> None:
        """Log out: the session is gone, here and in the browser."""
        with translated():
            async with self._database.writing() as connection:
                ended = await self._drop(connection, cookies)
        self._end_here({ended} if ended else set())
        response.delete_cookie(
            self.cookie, secure=self._secure, httponly=True, samesite="lax", path="/"
        )

    async def end_all(self, player: str) -> None:
        """Log a player out everywhere: the password was changed, or the role."""
        with translated():
            async with self._database.writing() as connection:
                await connection.execute(delete(sessions).where(sessions.c.player_id == player))
        self.shut_out(player)

    def shut_out(self, player: str) -> None:
        """Whatever of this player's sessions is open here is looked up anew: sockets close."""
        self.forget(player)
        self._close(lambda socket: socket.player == player)

    @contextmanager
    def lasting(
        self, who: Who, cookies: Mapping[str, str], close: Callable[[], None]
    ) -> Iterator[None]:
        """While this lasts, `close` is called if the session of these cookies ends here."""
        socket = _Socket(who.id, hashed(cookies[self.cookie]), close)
        self._sockets.add(socket)
        try:
            yield
        finally:
            self._sockets.discard(socket)

    async def sweep(self) -> None:
        """Sessions that have ended because nobody came for long are taken away."""
        old = self._clock.now() - SESSION_DAYS * DAY
        with translated():
            async with self._database.writing() as connection:
                await connection.execute(delete(sessions).where(sessions.c.seen_at <= old))

    def forget(self, player: str) -> None:
        """What is known of this player is out of date."""
        self._changes += 1
        for key in [key for key, known in self._cache.items() if known.who.id == player]:
            del self._cache[key]

    def renew_cookie(self, cookies: Mapping[str, str], response: Response) -> None:
        """Start the cookie's long life anew; the page asks for it whenever it starts."""
        self._set_cookie(response, cookies[self.cookie])

    async def _look_up(self, key: str, now: int) -> Who | None:
        query = (
            select(players.c.id, players.c.name, players.c.role, sessions.c.seen_at)
            .join_from(sessions, players)
            .where(sessions.c.token_hash == key, sessions.c.seen_at > now - SESSION_DAYS * DAY)
            # A suspended player's is kept, and lets nobody in: see `suspended`.
            .where(players.c.id.not_in(select(suspensions.c.player_id)))
        )
        with translated():
            async with self._database.reading() as connection:
                found = (await connection.execute(query)).one_or_none()
        if found is None:
            return None
        if found.seen_at <= now - DAY:
            await self._touch(key, now)
        return Who(found.id, found.name, found.role)

    async def _touch(self, key: str, now: int) -> None:
        """Once a day is enough to know which sessions are in use."""
        seen = update(sessions).where(sessions.c.token_hash == key).values(seen_at=now)
        with translated():
            async with self._database.writing() as connection:
                await connection.execute(seen)

    async def _drop(self, connection: AsyncConnection, cookies: Mapping[str, str]) -> str | None:
        token = cookies.get(self.cookie)
        if not token:
            return None
        key = hashed(token)
        await connection.execute(delete(sessions).where(sessions.c.token_hash == key))
        self._changes += 1
        self._cache.pop(key, None)
        return key

    async def close_ended(self) -> None:
        """Close the sockets whose session was ended elsewhere: by a command, at another worker.

        A role given or taken ends all sessions of its player; a suspension refuses them.
        """
        keys = sorted({socket.key for socket in self._sockets})
        for start in range(0, len(keys), KEYS_AT_ONCE):
            asked = keys[start : start + KEYS_AT_ONCE]
            query = select(sessions.c.token_hash).where(
                sessions.c.token_hash.in_(asked),
                sessions.c.player_id.not_in(select(suspensions.c.player_id)),
            )
            with translated():
                async with self._database.reading() as connection:
                    there = await connection.scalars(query)
            self._end_here(set(asked) - set(there))

    def _end_here(self, keys: Set[str]) -> None:
        """Sessions that are no more: nothing is known of them here, and their sockets close."""
        self._changes += 1
        for key in keys:
            self._cache.pop(key, None)
        self._close(lambda socket: socket.key in keys)

    def _close(self, ended: Callable[[_Socket], bool]) -> None:
        for socket in [socket for socket in self._sockets if ended(socket)]:
            socket.close()

    def _remember(self, key: str, who: Who, now: int) -> None:
        self._cache[key] = _Known(who, now + CACHE_SECONDS * SECOND)
        self._cache.move_to_end(key)
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)

    def _set_cookie(self, response: Response, token: str) -> None:
        response.set_cookie(
            self.cookie,
            token,
            max_age=SESSION_DAYS * 86_400,
            path="/",
            secure=self._secure,
            httponly=True,
            samesite="lax",
        )


async def _drop_oldest(connection: AsyncConnection, player: str) -> Sequence[str]:
    """End what one has beyond `MOST_SESSIONS`, the longest unused first; returns their hashes."""
    mine = select(sessions.c.token_hash).where(sessions.c.player_id == player)
    kept = mine.order_by(sessions.c.seen_at.desc(), sessions.c.token_hash).limit(MOST_SESSIONS)
    found = await connection.scalars(mine.where(sessions.c.token_hash.not_in(kept)))
    if old := found.all():
        await connection.execute(delete(sessions).where(sessions.c.token_hash.in_(old)))
    return old


def hashed(secret: str) -> str:
    """A random secret as it is stored; too long to guess, so a fast hash is enough."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


# --- for routes -----------------------------------------------------------------------


def identity_of(asked: HTTPConnection) -> Identity:
    """The identity service of the application that was asked."""
    return cast("Identity", asked.app.state.identity)


async def visitor(asked: HTTPConnection) -> Who | None:
    """Whoever asks, known or not; refuses the suspended, who are told so on every page."""
    identity = identity_of(asked)
    who = await identity.who(asked.cookies)
    if who is None and await identity.suspended(asked.cookies):
        raise Problem(403, "suspended", "an operator has suspended this account")
    return who


async def signed_in(asked: HTTPConnection) -> Who:
    """Whoever asks; refuses strangers."""
    who = await visitor(asked)
    if who is None:
        raise Problem(401, "not_signed_in", "choose a name first")
    return who


TheIdentity = Annotated[Identity, Depends(identity_of)]
Visitor = Annotated[Who | None, Depends(visitor)]
SignedIn = Annotated[Who, Depends(signed_in)]
