"""Who comes in: auditors to look, operators to act. Nobody else learns that there is a door.

`Hidden` stands before the routes: whatever somebody else asks below these addresses, by whatever
method and with whatever body, goes on to an address where nothing is. So it is answered in the
very way of a page that does not exist; there is no list of cases to keep in step. For auditors, who
look, the addresses of what operators do are answered so too.
"""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from app.identity import Visitor, Who, identity_of
from app.problems import Problem
from engine.table.journal import JournalError

HIDDEN = ("/admin", "/api/admin")
NOWHERE = "/nowhere"  # below /api for what is asked there: it is answered to programs


class Hidden:
    """Operators' pages and routes, for operators alone; `acting` are those that auditors lack."""

    def __init__(self, app: ASGIApp, acting: Sequence[BaseRoute]) -> None:
        self._app = app
        self._acting = acting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may be seen as it is, and the rest to nowhere."""
        hidden = scope["type"] == "http" and scope["path"].startswith(HIDDEN)
        if hidden and not self._shown(scope, await _role(HTTPConnection(scope))):
            path = f"/api{NOWHERE}" if scope["path"].startswith("/api/") else NOWHERE
            scope = {**scope, "path": path, "raw_path": path.encode()}
        await self._app(scope, receive, send)

    def _shown(self, scope: Scope, role: str | None) -> bool:
        if role == "auditor":
            # With a slash too many the framework would lead to the address without it.
            asked = {**scope, "path": scope["path"].rstrip("/")}
            return all(route.matches(asked)[0] is Match.NONE for route in self._acting)
        return role == "operator"


async def _role(asked: HTTPConnection) -> str | None:
    try:
        who = await identity_of(asked).who(asked.cookies)
    except JournalError:  # who it is can't be known just now; that there is a door is not told
        return None
    return None if who is None else who.role


async def operator(who: Visitor) -> Who:
    """Whoever may act. The gate has let nobody else come so far; this is the second lock."""
    if who is None or who.role != "operator":
        raise Problem(404, "not_found", "not found")
    return who


Operator = Annotated[Who, Depends(operator)]
