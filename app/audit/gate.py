"""Who comes in: auditors to look, operators to act. Nobody else learns that there is a door.

`Hidden` stands before the routes: whatever somebody else asks below these addresses, by whatever
method and with whatever body, goes on to an address where nothing is. So it is answered in the
very way of a page that does not exist; there is no list of cases to keep in step.
"""

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.identity import AUDITORS, Visitor, Who, identity_of
from app.problems import Problem
from engine.table.journal import JournalError

HIDDEN = ("/admin", "/api/admin")
NOWHERE = "/nowhere"


class Hidden:
    """Operators' pages and routes, for operators alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may be seen as it is, and the rest to nowhere."""
        hidden = scope["type"] == "http" and scope["path"].startswith(HIDDEN)
        if hidden and not await _looks(HTTPConnection(scope)):
            scope = {**scope, "path": NOWHERE, "raw_path": NOWHERE.encode()}
        await self._app(scope, receive, send)


async def _looks(asked: HTTPConnection) -> bool:
    try:
        who = await identity_of(asked).who(asked.cookies)
    except JournalError:  # who it is can't be known just now; that there is a door is not told
        return False
    return who is not None and who.role in AUDITORS


async def operator(who: Visitor) -> Who:
    """Whoever may act; for auditors, who look, such a route is not there."""
    if who is None or who.role != "operator":
        raise Problem(404, "not_found", "not found")
    return who


Operator = Annotated[Who, Depends(operator)]
