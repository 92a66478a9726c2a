"""Routes of pages and of their files.

Enters: HTTP GET and HEAD. Leaves: a page, never kept by a browser, since its addresses change
with each build; or a file, kept for ever if the address names this build.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.pages.files import File, Site
from app.pages.packing import Packer, encoding_for
from app.pages.shells import Page, manifest_of, page_of
from app.problems import Problem

OPERATORS: Final = {"/admin": "admin"}  # who may see it, `audit.gate` says
PAGES: Final = {
    "/": "lobby",
    "/back": "lobby",
    "/create": "create",
    "/how": "howto",
    "/t/{code}": "table",
    "/hands": "hands",
    "/hands/{table}/{hand}": "replay",
    "/replay": "replay",
    "/night/{table}": "night",
    "/verify": "verify",
    "/report": "report",
} | OPERATORS
LOST: Final = "lost"
"""The page of an address where nothing is; the same for whoever may not see what is there."""
BARE: Final = ("/api/", "/s/")  # below these nothing is a page, and nobody is told by one
Answer = Callable[[Request], Awaitable[Response]]
FOR_EVER = "max-age=31536000, immutable"


def add_pages(app: FastAPI, site: Site) -> None:
    """Serve all pages of a site."""
    packer = Packer()
    pages = {name: page_of(site, name) for name in set(PAGES.values())}
    for path, name in PAGES.items():
        app.add_route(path, _page(pages[name], packer), include_in_schema=False)
    app.router.default = _lost(page_of(site, LOST), packer, app.router.not_found)
    app.add_route("/app.webmanifest", _manifest(site), include_in_schema=False)
    app.add_route("/s/{build}/{path:path}", _files(site, packer), include_in_schema=False)


def _page(page: Page, packer: Packer, status: int = 200) -> Answer:
    file = File(page.html, True, "text/html")
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": page.policy}

    async def show(request: Request) -> Response:
        answer = await _answer(file, request, headers, packer)
        answer.status_code = status
        return answer

    return show


def _lost(page: Page, packer: Packer, otherwise: ASGIApp) -> ASGIApp:
    """A page for browsers, where no route is; programs are told in JSON, as of everything."""
    show = _page(page, packer, 404)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _wants_page(request := Request(scope)):
            await (await show(request))(scope, receive, send)
        else:
            await otherwise(scope, receive, send)

    return answer


def _wants_page(request: Request) -> bool:
    looks = request.method in {"GET", "HEAD"} and not request.url.path.startswith(BARE)
    return looks and "text/html" in request.headers.get("accept", "")


def _manifest(site: Site) -> Answer:
    content = manifest_of(site)

    async def show(_: Request) -> Response:
        headers = {"Cache-Control": "no-cache"}
        return Response(content, headers=headers, media_type="application/manifest+json")

    return show


def _files(site: Site, packer: Packer) -> Answer:
    async def send(request: Request) -> Response:
        file = site.files.get(request.path_params["path"])
        if file is None:
            raise Problem(404, "not_found", "there is no such file")
        # A page of the build before may still ask for a file during an update; what it gets
        # instead it must not keep under that address.
        current = request.path_params["build"] == site.build
        caching = {"Cache-Control": FOR_EVER if current else "no-store"}
        return await _answer(file, request, caching, packer)

    return send


async def _answer(
    file: File, request: Request, headers: dict[str, str], packer: Packer
) -> Response:
    """In the best encoding that the browser takes."""
    content = file.content
    headers = {**headers, "Vary": "Accept-Encoding", "Content-Type": file.media_type}
    encoding = encoding_for(request.headers.get("accept-encoding", "")) if file.packs else None
    if encoding:
        content = await packer.packed(content, encoding)
        headers["Content-Encoding"] = encoding
    return Response(content, headers=headers)
