"""What wraps every request: security headers, and the way of sockets past the framework.

Every answer names the build of the pages (`app.pages.files`), so that a page which was open
during an update learns that it is the old one.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SOCKET_PATH = "/live"
FILES_PATH = "/s/"


def policy(script: str = "'self'") -> str:
    """A content security policy: all from here, nothing inline but what `script` allows."""
    return (
        f"default-src 'self'; script-src {script}; "
        "img-src 'self' data:; "  # the weave and the card's back are drawn in the style sheets
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    )


HEADERS = {
    "content-security-policy": policy(),
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "referrer-policy": "no-referrer",  # the address of a table is the key to it
    "x-content-type-options": "nosniff",
}


# Browsers heed it over https alone, and complain of it over plain http: to friends in one's Wi-Fi.
HEADERS_OVER_HTTPS = {"cross-origin-opener-policy": "same-origin"}

HEADERS_OF_FILES = {"x-content-type-options": "nosniff"}
"""The rest is for pages and answers: sixty public files would carry it sixty times."""


class Shell:
    """The outermost of the application's own layers."""

    def __init__(self, app: ASGIApp, sockets: Callable[[], ASGIApp], build: str = "") -> None:
        self._app = app
        self._sockets = sockets
        self._headers = {**HEADERS, "desmoche-build": build} if build else HEADERS
        self._over_https = {**self._headers, **HEADERS_OVER_HTTPS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and write the headers of its answer."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            file = scope["path"].startswith(FILES_PATH)
            headers = self._over_https if scope["scheme"] == "https" else self._headers
            added = HEADERS_OF_FILES if file else headers
            await self._app(scope, receive, _with_headers(send, added))
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == SOCKET_PATH:
            await self._sockets()(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})


def _with_headers(send: Send, added: Mapping[str, str]) -> Callable[[Message], Awaitable[Any]]:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers.setdefault(name, value)  # a page with an import map adds its hash
        await send(message)

    return wrapped
