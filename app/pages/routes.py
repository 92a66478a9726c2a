"""Routes of pages and of their files.

Enters: HTTP GET and HEAD. Leaves: a page, never kept by a browser, since its addresses change
with each build; or a file, kept for ever if the address names this build.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from app.pages.files import File, Site, packed_of
from app.pages.shells import Page, manifest_of, page_of
from app.problems import Problem

PAGES: Final = {
    "/": "lobby",
    "/back": "lobby",
    "/create": "create",
    "/how": "howto",
    "/t/{code}": "table",
}
Answer = Callable[[Request], Awaitable[Response]]
FOR_EVER = "max-age=31536000, immutable"


def add_pages(app: FastAPI, site: Site) -> None:
    """Serve all pages of a site."""
    pages = {name: page_of(site, name) for name in set(PAGES.values())}
    for path, name in PAGES.items():
        app.add_route(path, _page(pages[name]), include_in_schema=False)
    app.add_route("/app.webmanifest", _manifest(site), include_in_schema=False)
    app.add_route("/s/{build}/{path:path}", _files(site), include_in_schema=False)


def _page(page: Page) -> Answer:
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": page.policy,
        "Vary": "Accept-Encoding",
    }
    packed = packed_of(page.html)

    async def show(request: Request) -> Response:
        return _packed(request, page.html, packed, headers, "text/html")

    return show


def _manifest(site: Site) -> Answer:
    content = manifest_of(site)

    async def show(_: Request) -> Response:
        headers = {"Cache-Control": "no-cache"}
        return Response(content, headers=headers, media_type="application/manifest+json")

    return show


def _files(site: Site) -> Answer:
    async def send(request: Request) -> Response:
        file = site.files.get(request.path_params["path"])
        if file is None:
            raise Problem(404, "not_found", "there is no such file")
        # A page of the build before may still ask for a file during an update; what it gets
        # instead it must not keep under that address.
        current = request.path_params["build"] == site.build
        return _answer(file, request, FOR_EVER if current else "no-store")

    return send


def _answer(file: File, request: Request, caching: str) -> Response:
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    return _packed(request, file.content, file.packed, headers, file.media_type)


def _packed(
    request: Request,
    content: bytes,
    packed: Mapping[str, bytes],
    headers: dict[str, str],
    media_type: str,
) -> Response:
    """In the best encoding that the browser takes."""
    accepted = request.headers.get("accept-encoding", "")
    for encoding, shorter in packed.items():
        if re.search(rf"\b{encoding}\b", accepted):
            headers = {**headers, "Content-Encoding": encoding}
            return Response(shorter, headers=headers, media_type=media_type)
    return Response(content, headers=headers, media_type=media_type)
